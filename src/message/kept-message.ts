/** PUBLIC: what is told of a message that was refused and kept. */

/** A message that was refused and is kept for operators. */
export interface KeptMessage {
  /** Path of the file that has it. */
  readonly file: string
  /** When it was refused, in milliseconds since 1970. */
  readonly at: number
  readonly cause: string
}
