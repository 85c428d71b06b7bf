/** PUBLIC contract of a transport: what people are told in plain words, such as that something is wrong with the node. */
export interface Note {
  /** Mailbox, as `local@domain`. */
  readonly to: string
  readonly subject: string
  readonly text: string
}
