/** Tells in a sentence what happened to a message, from what the journal knows of it. */
import { momentOf } from '../../../base/moment.js'
import type { MessageRefused } from '../../../message/events/events.js'
import { localName, senderOf } from './entry-text.js'
import { type Conversation, type Hop, type TypedEntry, timeOf } from './hops.js'

/** @returns one sentence for each time that it was sent, the oldest first */
export function whatBecame({ hops, refused, jobs }: Conversation): readonly string[] {
  const ways = hops
    .map((hop, index) => ({ hop, index }))
    .filter(({ hop }) => hop.depth === 0)
    .map(({ hop, index }) => {
      const rest = hops.slice(index + 1)
      const end = rest.findIndex(({ depth }) => depth === 0)
      return sentenceOf([hop, ...(end === -1 ? rest : rest.slice(0, end))])
    })
  const alone = jobs.slice(-1).map(({ event }) => `Its job ${event.job} ${jobFate(event)}.`)
  return [...refused.map(refusal), ...ways, ...alone]
}

function refusal({ at, node, event }: TypedEntry<MessageRefused>): string {
  const who = event.from ?? event.peer
  const from = who === undefined ? '' : ` from ${who}`
  return `${node} refused it over ${event.transport}${from} at ${momentOf(at)} with ${event.outcome}${because(event.cause)}.`
}

function sentenceOf(way: readonly [Hop, ...Hop[]]): string {
  const [first, ...rest] = way
  const { node, ended, from } = first
  const [{ event }] = ended
  const who = senderOf(event)
  const what = localName(event.operation) ?? 'It'
  const arrived = `${what}${who === undefined ? '' : ` from ${who}`} came to ${node} over ${event.transport} at ${momentOf(from)}`
  const last = rest.at(-1)
  const on = last ? `, went on to ${rest.map((hop) => hop.node).join(' and ')}` : ''
  const fate = fateOf(first)
  // Whoever took it in has no more to say than that it went on.
  const end = last && fate.kind === 'taken' ? fateOf(last) : fate
  const bad = rest.find((hop) => fateOf(hop).kind === 'failed' && fateOf(hop).text !== end.text)
  const more = bad ? `; at ${bad.node} it ${fateOf(bad).text}` : ''
  return `${arrived}${on}, and ${end.text}${more}.`
}

interface Fate {
  readonly kind: 'answered' | 'taken' | 'waits' | 'failed'
  readonly text: string
}

export function fateOf(hop: Hop): Fate {
  const job = hop.jobs.at(-1)?.event
  if (job && job.outcome !== 'done') {
    // A job that sends is that of the answer: what was asked for is done.
    const text =
      job.kind === 'send' ? `was processed; its answer to ${job.to} ${jobFate(job)}` : jobFate(job)
    return { kind: job.outcome === 'dead' ? 'failed' : 'waits', text }
  }
  const { event } = hop.ended.findLast((one) => one.event.outcome !== 'pending') ?? hop.ended[0]
  const after = ` after ${lasting(timeOf(hop))}`
  switch (event.outcome) {
    case 'reply':
      return { kind: 'answered', text: `was answered with a reply${after}${elsewhere(event)}` }
    case 'fault':
      return {
        kind: 'failed',
        text: `was answered with a fault (${event.code})${after}${elsewhere(event)}${because(event.cause)}`,
      }
    case 'refused':
      return {
        kind: 'failed',
        text: `was refused (${event.refusal})${because(event.cause)}`,
      }
    case 'accepted':
      return event.role === 'intermediary'
        ? { kind: 'taken', text: `was sent on to ${event.to ?? 'the next node'}${after}` }
        : { kind: 'answered', text: `was processed${after}; it has no answer` }
    case 'document':
      return { kind: 'answered', text: `was answered with a document${after}` }
    case 'pending':
      return { kind: 'waits', text: 'is in the queue; no attempt has ended yet' }
  }
}

function elsewhere({ answerTo }: { readonly answerTo?: string | undefined }): string {
  if (answerTo === undefined) return ''
  return answerTo === 'nobody' ? ', which nobody gets' : `, which goes to ${answerTo}`
}

function jobFate({ outcome, attempt, cause, job, to }: Hop['jobs'][number]['event']): string {
  const tried = attempt === undefined ? '' : ` after attempt ${attempt}`
  switch (outcome) {
    case 'done':
      return 'is done'
    case 'suspended':
      return `was sent to ${to ?? 'the next node'}, and waits for its answer`
    case 'postponed':
      return `waits until its destination is tried again${because(cause)}`
    case 'retry':
      return `waits for another attempt${tried}${because(cause)}`
    case 'dead':
      return `has become a dead letter${tried}${because(cause)} (waybill dead show ${job})`
  }
}

function because(cause: string | undefined): string {
  return cause === undefined ? '' : `: ${cause.replace(/\.$/, '')}`
}

/** A length of time as people say it. */
export function lasting(ms: number): string {
  if (ms < 1000) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}
