/** PUBLIC contract of a transport: how messages get into this node and out of it. */
import type { EnvelopeMessage, InboundMessage, OutboundMessage } from './message/message.js'
import type { FaultCode } from './soap/version.js'

export { z } from 'zod'
export { bytes, count, host, milliseconds, port, text } from './config/kinds.js'
export { certificates, keyPair, type NamedFile, privateKey } from './config/pem.js'
export { WaybillError } from './errors.js'
export type * from './message/admission.js'
export type * from './message/message.js'
export type * from './message/origin.js'
export { readTrace, type Trace } from './message/traceparent.js'
export { admits, asksForProof, verdictOn } from './security/admission.js'
export { type FaultCode, MEDIA_TYPES, type VersionName } from './soap/version.js'

/** Why a message was turned away without an envelope in answer. */
export type Refusal =
  /** It cannot be decoded: not well-formed, bytes outside the encoding, or beyond a limit. */
  | 'undecodable'
  /** It is larger than this node takes. */
  | 'too-large'
  /** Its media type or character encoding is not one this node reads. */
  | 'unsupported'
  /** Nothing here has that address. */
  | 'unknown-destination'
  /** There is no safe operation of that name to retrieve from. */
  | 'not-retrievable'
  /** It cannot be made durable now; the same message may be sent again later. */
  | 'unavailable'
  /** More waits to be done than this node takes; the same message may be sent again later. */
  | 'busy'
  /** Its sender is not one of those that this node takes such messages from. */
  | 'forbidden'
  /** No exchange has had that id. */
  | 'unknown-exchange'
  /** The answer of that exchange is kept no longer. */
  | 'gone'

/** Why a message went no further: `late` if the next node was reached and did not answer in time. */
export type NextNodeFailure = 'unreachable' | 'late'

/** What became of a message. Each transport says it in the numbers of its protocol. */
export type Outcome =
  /** It was processed, or is durable and will be, and has no answer here. */
  | { readonly kind: 'accepted' }
  /** It is durable and will be processed; its sender may come back for the answer. */
  | { readonly kind: 'pending'; readonly exchange: string }
  | { readonly kind: 'reply'; readonly message: OutboundMessage }
  /** The message holds a fault; its code tells who is to blame. */
  | {
      readonly kind: 'fault'
      readonly message: OutboundMessage
      readonly code: FaultCode
      /** Set if this node could not bring the message to the next one, or had no answer in time. */
      readonly nextNode?: NextNodeFailure | undefined
    }
  /** There is no envelope in answer; `retryAfter` is in seconds. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly retryAfter?: number }

/** Where a transport tells what concerns no exchange, such as a connection it closed. */
export interface TransportLog {
  debug(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
}

/** The processor, as a transport sees it. It never rejects: every error is an outcome. */
export type Receive = (message: InboundMessage) => Promise<Outcome>

/** Tells whether a message may go to an IP address, given as `node:net` writes it. */
export type Guard = (address: string) => boolean

/**
 * What one destination asks of those who send to it, and what they grant it. Contents, not names of
 * files; never to be logged.
 */
export interface Access {
  /** Name and password for Basic authentication (RFC 7617). */
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Bearer token (RFC 6750), in place of them. */
  readonly token?: string | undefined
  /** Certificate of this node with its chain, and its key, in PEM. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  /** Authorities that the destination's own certificate may be from, in PEM. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** Bytes of an answer. Default: as everywhere. */
  readonly maxBody?: number | undefined
  /** Connections at once; further messages wait for one. Default: as many as there are messages. */
  readonly connections?: number | undefined
}

/** Gets messages in and out by one protocol. `transports/memory` is the reference. */
export interface Transport {
  /** Names it in logs and in `Origin.transport`, such as `http`. */
  readonly name: string
  /** Schemes of the URLs it can send to, such as `http` and `https`. */
  readonly schemes: readonly string[]
  /** What it listens on, for people to read; empty before `listen` and after `close`. */
  readonly listening: readonly string[]
  /**
   * Starts to receive.
   *
   * @throws Error with `code` and `address` as `node:net` has them (`EADDRINUSE` and others) if the
   *   address cannot be had
   */
  listen(receive: Receive): Promise<void>
  /**
   * Sends a message; follows no redirect, and tries once.
   *
   * @param to      where to, with one of `schemes`
   * @param signal  ends the attempt
   * @param guard   for a message whose way a peer has named: every address that is connected to must
   *   pass it, after its name was resolved. Sends with the same function may share connections, with
   *   another one or none never. A transport that connects to no IP address has nothing to guard.
   *   Default: any address will do
   * @param access  the same object each time for one destination: sends with the same one may share
   *   connections, with another one or none never. A transport whose protocol has no place for it
   *   leaves it aside. Default: nothing is asked for
   * @returns the answer, or undefined if the transport has none to wait for
   * @throws Undeliverable if the message did not get through, may not have, or may not go there
   */
  send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    guard?: Guard,
    access?: Access,
  ): Promise<EnvelopeMessage | undefined>
  /**
   * Stops to receive, lets what runs finish, then lets go of every socket and timer.
   *
   * @param deadline  once aborted, what still runs is cut off
   */
  close(deadline: AbortSignal): Promise<void>
}

/** A message could not be handed to the next node. */
export class Undeliverable extends Error {
  /** True if the same message will not get through later either. */
  readonly permanent: boolean
  /** True if it was sent, and nothing was heard of it in time. */
  readonly late: boolean

  constructor(
    message: string,
    options: ErrorOptions & { readonly permanent?: boolean; readonly late?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'Undeliverable'
    this.permanent = options.permanent ?? false
    this.late = options.late ?? false
  }
}

export { onAbort, untilAborted, waitFor, within } from './base/deadline.js'
