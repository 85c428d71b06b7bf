/** PUBLIC contract of a transport: how programs that are no node send over it. */
import type { EnvelopeMessage, OutboundMessage } from './message.js'
import type { Spool } from './spool/index.js'

/** An option of `waybill call`. */
export interface Flag {
  /** As in `--via <url>`. */
  readonly flags: string
  readonly description: string
  /** With a text for people where the value does not say it well. */
  readonly default?: string | number | boolean | DefaultValue | undefined
  /** @throws TypeError for a text that is no value of it */
  read?(text: string): unknown
}

export interface DefaultValue {
  readonly value: number
  readonly text: string
}

/** What is known of a message that was accepted without an answer. */
export interface Acceptance {
  readonly kind: 'accepted'
  /** Id of the exchange at the node that accepted it, if that node told it. */
  readonly exchange?: string | undefined
  /** URL where its answer can be fetched later. */
  readonly location?: string | undefined
  /** The transport's own id of the message, such as Message-ID of a mail. */
  readonly messageId?: string | undefined
}

/** Sends for a program that is no node. */
export interface Caller {
  /**
   * @param spool  keeps the attachments of the answer; the caller closes it. Default: such an answer is refused
   * @param wait  false to wait for no answer, where answers are messages of their own
   * @throws Undeliverable
   */
  send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    wait: boolean,
    spool?: Spool,
  ): Promise<EnvelopeMessage | Acceptance | undefined>
  close(): Promise<void>
}

/** How `waybill call` and `createSender` speak a transport. */
export interface TransportClient<Flags, Options> {
  /** Key of `createSender`'s options that holds the ones for this; without them nothing is sent. */
  readonly option?: string | undefined
  /** True if it sends without these options too. Default: false. */
  readonly optional?: boolean | undefined
  /** One that another transport has too, of the same name, is one option for both. */
  readonly flags: readonly Flag[]
  /**
   * @param flags  by their names in camel case
   * @returns `wait`: milliseconds to wait for the answer, 0 not to wait, undefined to wait as `--timeout` says
   * @throws TypeError for flags that are wrong together
   */
  fromFlags(flags: Flags): { readonly options: Options; readonly wait?: number | undefined }
  /** @param maxBody  bytes of an answer */
  open(options: Options, maxBody: number): Caller | Promise<Caller>
}
