/** Something that is wrong with a transport while it runs, for operators. */
export interface TransportProblem {
  readonly name: 'mailbox-not-read'
  /** Whom or what it concerns, such as the mailbox. */
  readonly subject: string
  readonly severity: 'error' | 'warning'
  /** What is wrong, a sentence; the node makes text of peers in it printable. */
  readonly summary: string
  /** What to do, a sentence. */
  readonly remedy: string
  /** Milliseconds since 1970. */
  readonly since: number
}
