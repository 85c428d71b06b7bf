/** What happened where features met: what was sent, acknowledged, run, answered and reported. Promises are held against it. */
import type { Case } from '../meeting/factors.js'

/** One sending of a message. */
export interface Sent {
  /** Number of the case. */
  readonly of: number
  readonly key: string
  readonly what: 'first' | 'repetition'
  /** What its body says; nobody else's says the same. */
  readonly token: string
  /** What the mandatory or known block says that came with it. */
  readonly block: string
  /** True if it has what the policy of its case asks for, and may run. */
  readonly proven: boolean
  /** True if its sender has signed body and block, each for itself; `false` for what was put beside. */
  readonly signs: { readonly body: boolean; readonly block: boolean }
  /** What the connection said at once. */
  readonly heard: Heard
}

export interface Heard {
  /** `taken` is an acknowledgement without an answer; `refused` one that was turned away without an envelope. */
  readonly kind: 'reply' | 'fault' | 'taken' | 'refused'
  /** For people to read. */
  readonly text: string
  /** Token that the answer has. */
  readonly token?: string | undefined
}

/** An answer that came, wherever. */
export interface Arrived {
  /** Key of the sending that named the place, or had the connection. */
  readonly key: string
  readonly channel: 'connection' | 'fetched' | 'address' | 'sender'
  readonly kind: 'reply' | 'fault'
  readonly token?: string | undefined
}

/** An operation ran. */
export interface Ran {
  readonly node: string
  readonly exchange: string
  readonly of: number
  readonly token: string
  readonly sender: string | undefined
  /** Whether it was told that its entry is signed. */
  readonly signed: boolean
}

/** A header block was handed to its handler, or to an operation. */
export interface Handed {
  readonly node: string
  readonly exchange: string
  readonly block: string
  readonly sender: string | undefined
  readonly signed: boolean
}

export interface EvidenceKept {
  readonly node: string
  readonly direction: 'received' | 'sent'
  readonly exchange: string
  readonly text: string
}

/** An exchange or a job, as the log, the journal, the metrics and the console told of it. */
export interface NodeReport {
  readonly node: string
  /** Lines of the log, each an event. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
  /** Undefined if nobody asked. */
  readonly reports: Reports | undefined
}

export interface Reports {
  readonly journal: readonly Readonly<Record<string, unknown>>[]
  /** By transport and outcome. */
  readonly metrics: ReadonlyMap<string, number>
  /** By transport and operation; `queue` for jobs. The busiest only. */
  readonly console: ReadonlyMap<string, { readonly count: number; readonly failed: number }>
}

export interface History {
  readonly cases: readonly Case[]
  readonly sent: readonly Sent[]
  readonly arrived: readonly Arrived[]
  readonly ran: readonly Ran[]
  readonly handed: readonly Handed[]
  readonly evidence: readonly EvidenceKept[]
  /** What is wrong with chains of evidence. */
  readonly broken: readonly string[]
  readonly reports: readonly NodeReport[]
}

/** What broke a promise. */
export interface Breach {
  /** Number of the case; undefined for what no single case did. */
  readonly of?: number | undefined
  readonly how: string
}

export type Promised = (history: History) => readonly Breach[]
