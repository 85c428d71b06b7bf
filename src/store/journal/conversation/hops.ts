/** Puts what the journal knows of a conversation in order: one hop for each exchange on the way. */
import type { ExchangeEnded, JobSettled, MessageRefused } from '../../../message/events/events.js'
import type { JournalEntry } from '../journal.js'

/** An entry whose kind of event is known. */
export interface TypedEntry<Event> {
  readonly at: number
  readonly node: string
  readonly event: Event
}

/** What one node was for a message: one exchange, with the jobs of its queue and the answer that came for it. */
export interface Hop {
  readonly exchange: string
  /** The node that took the message; jobs may have run at others. */
  readonly node: string
  /** As the message was taken, then each attempt; at least one. */
  readonly ended: readonly [TypedEntry<ExchangeEnded>, ...TypedEntry<ExchangeEnded>[]]
  readonly jobs: readonly TypedEntry<JobSettled>[]
  /** Answers that came for it as messages of their own. */
  readonly returned: readonly TypedEntry<ExchangeEnded>[]
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
  /** The hop that sent the message here comes before it, and has one less. */
  readonly depth: number
}

export interface Conversation {
  /** In the order in which they began. */
  readonly hops: readonly Hop[]
  readonly refused: readonly TypedEntry<MessageRefused>[]
  /** Jobs of which no exchange is known, as those of an earlier time. */
  readonly jobs: readonly TypedEntry<JobSettled>[]
}

interface Gathered {
  readonly ended: TypedEntry<ExchangeEnded>[]
  readonly jobs: TypedEntry<JobSettled>[]
  readonly returned: TypedEntry<ExchangeEnded>[]
}

/** @param path  oldest first */
export function conversationOf(path: readonly JournalEntry[]): Conversation {
  const byExchange = new Map<string, Gathered>()
  const refused: TypedEntry<MessageRefused>[] = []
  const of = (exchange: string): Gathered => {
    const gathered = byExchange.get(exchange) ?? { ended: [], jobs: [], returned: [] }
    byExchange.set(exchange, gathered)
    return gathered
  }
  for (const { at, node, event } of path) {
    switch (event.event) {
      case 'exchange':
        if (event.answers === undefined) of(event.exchange).ended.push({ at, node, event })
        else of(event.answers).returned.push({ at, node, event })
        break
      case 'job':
        of(event.exchange).jobs.push({ at, node, event })
        break
      case 'refused':
        refused.push({ at, node, event })
        break
      case 'breaker':
      case 'connection':
      case 'opinion':
    }
  }
  const hops: Hop[] = []
  const alone: TypedEntry<JobSettled>[] = []
  for (const [exchange, gathered] of byExchange) {
    const hop = hopOf(exchange, gathered)
    if (hop) hops.push(hop)
    else alone.push(...gathered.jobs)
  }
  return { hops: nested(hops), refused, jobs: alone }
}

function hopOf(exchange: string, { ended, jobs, returned }: Gathered): Hop | undefined {
  // What took the message may have been told after its first attempt: it waited for the answer.
  const [first, ...others] = [
    ...ended.filter(({ event }) => event.attempt === undefined),
    ...ended.filter(({ event }) => event.attempt !== undefined),
  ]
  // An answer whose request is no longer kept is a hop of its own.
  if (!first) {
    const [answer, ...more] = returned
    return answer && hopOf(exchange, { ended: [answer, ...more], jobs, returned: [] })
  }
  const all = [...ended, ...jobs, ...returned]
  return {
    exchange,
    node: first.node,
    ended: [first, ...others],
    jobs,
    returned,
    from: Math.min(...all.map(({ at, event }) => at - event.ms)),
    until: Math.max(...all.map(({ at }) => at)),
    depth: 0,
  }
}

/** A message comes from the last node before that sends messages on. */
function nested(hops: readonly Hop[]): readonly Hop[] {
  const done: Hop[] = []
  for (const hop of hops.toSorted((one, two) => one.from - two.from)) {
    const before = done.findLast(
      ({ node, ended: [{ event }] }) => event.role === 'intermediary' && node !== hop.node,
    )
    done.push({ ...hop, depth: before ? before.depth + 1 : 0 })
  }
  return done
}

/** Milliseconds from the arrival until the node was done with it. */
export function timeOf({ from, until }: Hop): number {
  return until - from
}

/** Milliseconds of that in which no later node had it. */
export function timeHere(hop: Hop, hops: readonly Hop[]): number {
  const next = hops.slice(hops.indexOf(hop) + 1).find(({ depth }) => depth === hop.depth + 1)
  if (!next) return timeOf(hop)
  const overlap = Math.min(hop.until, next.until) - Math.max(hop.from, next.from)
  return timeOf(hop) - Math.max(0, overlap)
}
