/** What is told about a mailbox that is read in place of listening; `smtp.mailbox` in the configuration. */
import type { MimeLimits } from '#transport/mime'
import type { ClientTls, Login } from '../relay.js'

export interface MailboxOptions extends Pick<ClientTls, 'ca'> {
  /** `imaps://host/folder`, or `imap:`, which turns to TLS by STARTTLS. Default folder: INBOX. */
  readonly url: string
  readonly login: Login
  /** Whether STARTTLS must succeed before anything is said. Default: yes, unless on loopback. */
  readonly startTls?: boolean | undefined
  /** Folder for mails that were taken; made if it is missing. */
  readonly done: string
  /** Folder for mails that cannot be taken, whenever they are tried. */
  readonly failed: string
  /** Mails that came before this day are not touched. Default: none are. */
  readonly since?: Date | undefined
  /** Bytes of a mail; a larger one is not fetched at all. */
  readonly maxMessage: number
  /** Bounds of what a mail may hold. */
  readonly limits: MimeLimits
  /** Mails that are taken at once. */
  readonly concurrency: number
  /** All times in milliseconds. The folder is looked through at least this often. */
  readonly checkInterval: number
  /** Until what could not be made durable is tried again. */
  readonly retryDelay: number
  /** Until the connection is made again; it doubles with each failure, up to the other one. */
  readonly reconnectDelay: number
  readonly maxReconnectDelay: number
  readonly connectTimeout: number
  /** How long the other side may be silent when it has been asked something. */
  readonly silenceTimeout: number
}
