/** What the queue keeps: a message that was accepted, what is to be done with it, what came of it. */
import type { KeySeen } from '../../message/events/events.js'
import type { Attachment, OutboundMessage, Packaging } from '../../message/message.js'
import type { DeliveryReport, Origin, Reference } from '../../message/origin.js'
import type { Traceparent } from '../../message/traceparent.js'
import type { Visit } from '../../message/way/visits.js'
import type { FaultCode, VersionName } from '../../soap/version.js'
import type { AnswerRules } from './answer-rules.js'

/** What every job has. All but bytes is plain JSON, so that any node of a cluster can take it up. */
interface JobParts {
  /** The exchange's id, or one made from it; adding a job again under its id changes nothing. */
  readonly id: string
  /** When the message was accepted, in milliseconds since 1970. */
  readonly accepted: number
  /** The envelope, byte for byte as it came or as it goes. */
  readonly body: Uint8Array
  /** The `charset` that was said of it. Default: none, so that its bytes say their encoding. */
  readonly charset?: string | undefined
  readonly soap: VersionName
  readonly action?: string | undefined
  /** What goes along with the envelope. */
  readonly attachments?: readonly Attachment[] | undefined
  readonly packaging?: Packaging | undefined
  /** What its message is known by if it comes again; kept as long as the job is. */
  readonly claim?: Claim | undefined
  /** The key under which its answer looks for it; the newest job has it, until it has ended. */
  readonly awaits?: string | undefined
  /** Where it is sent: jobs that are delayed because nothing got through there are woken together. */
  readonly way?: string | undefined
  /** Jobs of one lane run one at a time, in the order in which they were accepted, retries included. */
  readonly lane?: string | undefined
  /** What operators look for it by. */
  readonly label: JobLabel
}

/** A key, and what was sent under it. */
export interface Claim {
  /** Any text. */
  readonly key: string
  /** The same key with another content is no duplicate. */
  readonly digest: string
  /**
   * Milliseconds since 1970 until when the key counts once, however soon its job is forgotten: a signed message
   * can be taken so long. Default: the key counts as long as its job is kept.
   */
  readonly until?: number | undefined
}

/** What `remember` knows a claim by that a job has taken and that has an `until`. */
export function claimedOnce(key: string): string {
  return `claim\n${key}`
}

export interface JobLabel {
  /** Name of the body entry, as `{namespace}Name`. */
  readonly operation?: string | undefined
  /** Where the message goes. */
  readonly to?: string | undefined
  /** Who sent it. */
  readonly sender?: string | undefined
  /** The sender's own name for it. */
  readonly messageId?: string | undefined
  /** Business keys of the message, or of the one that it answers. Default: none, as in jobs of before. */
  readonly keys?: readonly KeySeen[] | undefined
}

/** What a job keeps of an envelope that this node has written. */
export function envelopeParts({
  body,
  soap,
  action,
  attachments,
  packaging,
}: OutboundMessage): Pick<JobParts, MessageParts> {
  const bytes = Buffer.from(body, 'utf8')
  return { body: bytes, charset: 'utf-8', soap, action, attachments, packaging }
}

type MessageParts = 'body' | 'charset' | 'soap' | 'action' | 'attachments' | 'packaging'

/** Runs the operation that the envelope calls. */
export interface InvokeJob extends JobParts {
  readonly kind: 'invoke'
  readonly origin: Origin
  /** Name of the plugin whose operation it was accepted for. Default: not known, as jobs of before have none. */
  readonly plugin?: string | undefined
  /** Header blocks that the handlers have given the answer, as XML text. */
  readonly answerHeaders: readonly string[]
}

/** How the answer to a message is sealed, wherever it is made: plain JSON. */
export interface AnswerSealing {
  /** Name of the policy. */
  readonly policy: string
  /** Name of the peer that it is encrypted to, or whose shared key signs. */
  readonly to: string | undefined
  /** Values of the signatures of the request, which the answer confirms. */
  readonly confirm: readonly string[]
  /** Name of the suite by which the request was taken. Default: none, so `strong`. */
  readonly suite?: string | undefined
  /** URI of the algorithm that the sender has signed the request by. Default: nobody has signed it. */
  readonly algorithm?: string | undefined
  /** True if it is kept as evidence before it is sent. */
  readonly evidence: boolean
}

/** Sends the envelope to another node. */
export interface SendJob extends JobParts {
  readonly kind: 'send'
  readonly to: string
  /** True if a peer named the address: it is checked against the policy for replies. */
  readonly guarded: boolean
  /** What the message answers. */
  readonly inReplyTo?: Reference | undefined
  readonly purpose: 'request' | 'reply' | 'fault'
  /** The trace of the message that it answers. */
  readonly trace?: Traceparent | undefined
}

/** Sends a message on to the next node, and brings what that answers to the one who sent it. */
export interface ForwardJob extends JobParts, AnswerRules {
  readonly kind: 'forward'
  readonly origin: Origin
  readonly to: string
  /** Name of the route that it takes. Default: not known. */
  readonly route?: string | undefined
  /** Name of the destination in the configuration, whose credentials and limits hold. */
  readonly destination?: string | undefined
  /** Header blocks that the handlers have given the answer, as XML text. */
  readonly answerHeaders: readonly string[]
  /** The addressing blocks that were for this node, as XML text; they say where its answer goes. Default: none. */
  readonly addressing?: readonly string[] | undefined
  /** The nodes that its Trace block names, if it has one. */
  readonly visits?: readonly Visit[] | undefined
  /** How its answer is sealed. Default: it is not. */
  readonly sealing?: AnswerSealing | undefined
  /** What the transport tells the next node of the way so far. */
  readonly marks: Pick<OutboundMessage, 'hops' | 'via' | 'trace'>
}

/** Brings an answer that came as a message of its own to the job that is suspended until it is there. */
export interface AnswerJob extends JobParts {
  readonly kind: 'answer'
  /** Id of that job. */
  readonly of: string
  /** Set in place of an envelope if the message did not arrive. */
  readonly report?: DeliveryReport | undefined
  /** The trace of the answer. */
  readonly trace?: Traceparent | undefined
}

export type Job = InvokeJob | SendJob | ForwardJob | AnswerJob

/** True if the job will be suspended, should its answer not come on the connection. */
export function mayBeSuspended(job: Job): boolean {
  return job.kind === 'forward' && job.answerTime > 0
}

/**
 * A run that is no job: a sender waits for it on its connection. It holds its claim while it lasts, and is its outcome
 * afterwards; no worker takes it, and nobody tries it again. Its `body` is empty.
 */
export interface DirectRun extends JobParts {
  readonly kind: 'direct'
  readonly trace?: Traceparent | undefined
}

/** Id of the job that brings the answer to the one with this id. */
export function answerIdOf(id: string): string {
  return `${id}-answer`
}

/** What came of a job that has ended well: a fault that the operation threw is an answer too. */
export type JobResult =
  /** It has had its effect, and there is no answer, or the answer has gone elsewhere. */
  | { readonly kind: 'accepted' }
  | ({ readonly kind: 'reply' } & KeptAnswer)
  | ({ readonly kind: 'fault'; readonly code: FaultCode } & KeptAnswer)
  /** It was an `AnswerJob` with a report. */
  | { readonly kind: 'undelivered'; readonly report: DeliveryReport }
  /** It was a dead letter, and an edited one took its place: what came of that is its result, too. */
  | { readonly kind: 'replaced'; readonly by: string }

interface KeptAnswer {
  readonly message: OutboundMessage
  /** How it is sealed each time it is sent. Default: it is not, or was before it was kept. */
  readonly sealing?: AnswerSealing | undefined
}

/** What a job's run gives back in place of a result: it is run again then, or as soon as it is resumed. */
export interface Suspension {
  readonly kind: 'suspended'
  /** Milliseconds since 1970. */
  readonly until: number
}

/** What a job's run gives back if it could not be tried: it is run again then, or as soon as it is woken. */
export interface Postponement {
  readonly kind: 'postponed'
  /** Milliseconds since 1970. */
  readonly until: number
  /** Why, for operators. */
  readonly cause: string
  /** True if nothing was sent, as the circuit of the destination is open. Default: it was. */
  readonly untried?: true | undefined
  /** Name of the destination whose pause it waits for: it is woken when that ends. Default: it waits for none. */
  readonly paused?: string | undefined
}

/** How often and how long a job is tried. Times in milliseconds. */
export interface RetryPlan {
  /** Attempts in all; 1 is no retry. */
  readonly attempts: number
  /** Delay before the second attempt; it doubles with each further one. */
  readonly delay: number
  /** No delay is longer than this. */
  readonly maxDelay: number
  /** How long one attempt may take. */
  readonly timeLimit: number
}

/** The name of a destination; without one, scheme and host; undefined for a URL that has no host. */
export function wayTo({ protocol, host }: URL, destination?: string): string | undefined {
  if (destination !== undefined) return destination
  return host === '' ? undefined : `${protocol}//${host}`
}

/** Of a direct run: nobody tries it again. */
export const DIRECT_PLAN: RetryPlan = { attempts: 1, delay: 0, maxDelay: 0, timeLimit: 0 }

/** For jobs that bring an answer: what they wait for is about to be suspended. */
export const ANSWER_PLAN: RetryPlan = {
  attempts: 30,
  delay: 20,
  maxDelay: 5_000,
  timeLimit: 30_000,
}

/** Thrown by what runs a job: the failure is one that no retry fixes. */
export class FinalFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'FinalFailure'
  }
}

/** The trace that a job goes on with. */
export function traceOfJob(job: Job): Traceparent | undefined {
  switch (job.kind) {
    case 'invoke':
      return job.origin.trace
    case 'forward':
      return job.marks.trace
    case 'send':
    case 'answer':
      return job.trace
  }
}
