/** What a conversation did at each node it came to, made from what the nodes wrote down of it. */
import type {
  ExchangeEnded,
  JobSettled,
  MessageRefused,
} from '../../../src/message/events/events.js'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { type Tone, toneOf, wordOf } from './outcome.js'

export interface Attempt {
  readonly number: number
  readonly start: number
  readonly end: number
  readonly job: JobSettled
}

/** One stay of the message, or of its answer, at a node. */
export interface Hop {
  readonly key: string
  readonly node: string
  /** True for an answer that came as a message of its own. */
  readonly back: boolean
  readonly transport: string
  /** Who handed it over, as far as it is known. */
  readonly from: string | undefined
  readonly exchange: ExchangeEnded | undefined
  readonly refused: MessageRefused | undefined
  /** Attempts of its job, oldest first; empty if it never was in the queue. */
  readonly attempts: readonly Attempt[]
  readonly start: number
  readonly end: number
  /** Milliseconds between its acceptance and its first attempt; undefined if it never was in the queue. */
  readonly queued: number | undefined
  /** Milliseconds of its time in which it waited for the node after it. */
  readonly elsewhere: number
  readonly tone: Tone
  readonly word: string
}

/** @param path  oldest first */
export function hopsOf(path: readonly JournalEntry[]): readonly Hop[] {
  const groups = new Map<string, JournalEntry[]>()
  for (const entry of path) {
    const key = groupOf(entry)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  const hops = [...groups].map(([key, entries]) => hopOf(key, entries))
  const ordered = hops.toSorted((one, two) => one.start - two.start)
  return ordered.map((hop, index) => ({ ...hop, elsewhere: elsewhereOf(hop, ordered[index + 1]) }))
}

function groupOf({ node, event, key }: JournalEntry): string | undefined {
  if (event.event === 'exchange' || event.event === 'job') return `${node} ${event.exchange}`
  return event.event === 'refused' ? `${node} ${key}` : undefined
}

function hopOf(key: string, entries: readonly JournalEntry[]): Hop {
  const attempts = entries.flatMap(({ at, event }) =>
    event.event === 'job'
      ? [{ number: event.attempt ?? 1, start: at - event.ms, end: at, job: event }]
      : [],
  )
  const arrival = entries.find(({ event }) => event.event === 'exchange')
  const refusedEntry = entries.find(({ event }) => event.event === 'refused')
  const exchange = arrival?.event.event === 'exchange' ? arrival.event : undefined
  const refused = refusedEntry?.event.event === 'refused' ? refusedEntry.event : undefined
  const ends = entries.map(({ at }) => at)
  const starts = entries.map(({ at, event }) => at - ('ms' in event ? event.ms : 0))
  const accepted = arrival && exchange?.attempt === undefined ? arrival.at : undefined
  const [first] = attempts
  const worst = entries.at(-1)
  return {
    key,
    node: entries[0]?.node ?? '',
    back: exchange?.role === 'returning' || exchange?.answers !== undefined,
    transport: exchange?.transport ?? refused?.transport ?? 'queue',
    from: exchange?.sender ?? exchange?.from ?? exchange?.peer ?? refused?.from ?? refused?.peer,
    exchange,
    refused,
    attempts,
    start: Math.min(...starts),
    end: Math.max(...ends),
    queued: first && accepted !== undefined ? Math.max(0, first.start - accepted) : undefined,
    elsewhere: 0,
    tone: worst ? toneOf(worst.event) : 'calm',
    word: worst ? wordOf(worst.event) : '',
  }
}

/** Clocks of nodes differ a little: so many milliseconds are treated as the same moment. */
const SAME = 20

/** A node that answers on the connection waits until the node after it has answered. */
function elsewhereOf(hop: Hop, next: Hop | undefined): number {
  if (!next || next.back || next.node === hop.node) return 0
  const spans = [
    ...hop.attempts.map(({ start, end }) => ({ start, end })),
    { start: hop.start, end: hop.start + (hop.exchange?.ms ?? 0) },
  ]
  const around = spans.find(
    ({ start, end }) => next.start >= start - SAME && firstEnd(next) <= end + SAME && end > start,
  )
  return around ? Math.min(around.end - around.start, firstEnd(next) - next.start) : 0
}

function firstEnd({ start, end, exchange, attempts }: Hop): number {
  return attempts.length > 0 && exchange ? start + exchange.ms : end
}

export interface Segment {
  readonly node: string
  readonly label: string
  readonly start: number
  readonly end: number
  readonly tone: Tone
  /** True for time in which nothing was done but waiting. */
  readonly idle: boolean
}

/** What was done when, in the order of time. */
export function segmentsOf(hops: readonly Hop[]): readonly Segment[] {
  return hops
    .flatMap((hop) => {
      const found: Segment[] = []
      const { node, exchange, attempts } = hop
      let last = hop.start
      if (exchange && exchange.attempt === undefined) {
        last = hop.start + exchange.ms
        const label = hop.back ? 'answer received' : `received over ${exchange.transport}`
        const tone = attempts.length > 0 ? 'calm' : hop.tone
        found.push({ node, label, start: hop.start, end: last, tone, idle: false })
      }
      for (const { number, start, end, job } of attempts) {
        if (start - last > 1) {
          const label = number === 1 ? 'in the queue' : 'waits for its next attempt'
          found.push({ node, label, start: last, end: start, tone: 'calm', idle: true })
        }
        const label = `${job.kind}, attempt ${number}`
        found.push({ node, label, start, end, tone: toneOf(job), idle: false })
        last = end
      }
      return found
    })
    .toSorted((one, two) => one.start - two.start)
}
