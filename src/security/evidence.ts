/** What a node needs of the record of what it received and sent under non-repudiation: to append to it, whatever keeps it. */
import type { Origin } from '../message/origin.js'
import type { AcceptedSignature } from './verdict.js'

/** One message, as it came or as it goes. */
export interface EvidenceEntry {
  readonly direction: 'received' | 'sent'
  /** Id of the exchange: the answer has that of its request. */
  readonly exchange: string
  /** The envelope, byte for byte; of an XOP package with the text that its parts stand for. */
  readonly bytes: Uint8Array
  /** The root of such a package as it came, or as it goes. Default: the envelope is. */
  readonly packed?: PackedRoot | undefined
  readonly contentType: string
  /** Name of the policy that asks for it. */
  readonly policy: string
  /** Of a received message: who sent it, by TLS and otherwise. */
  readonly origin?: Origin | undefined
  /** Of a received message: the signatures that were accepted. */
  readonly signatures: readonly AcceptedSignature[]
}

/** What an envelope was read from, or is written as: it has an xop:Include where `bytes` has the text. */
export interface PackedRoot {
  readonly contentType: string
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string
  readonly length: number
}

export interface Evidence {
  /**
   * Appends an entry; once this resolves it is durable, so that the message may be acknowledged or sent.
   *
   * @throws EvidenceUnavailable, after which the message must be refused as `unavailable`
   */
  append(entry: EvidenceEntry): Promise<void>
  /**
   * Tries whether an entry would find room, and leaves nothing.
   *
   * @throws EvidenceUnavailable
   */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Keeps where the record ended, apart from it: so it is found if lines are missing at its end. A part of the queue. */
export interface HeadStore {
  head(name: string): Promise<string | undefined>
  keepHead(name: string, before: string | undefined, value: string): Promise<boolean>
}

/** It could not be made durable. */
export class EvidenceUnavailable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'EvidenceUnavailable'
  }
}
