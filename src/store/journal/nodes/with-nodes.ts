/** A journal that asks other nodes, too, which have journals of their own. */
import { waitFor } from '../../../base/deadline.js'
import { signalAfter } from '../../../base/time.js'
import { Followers, type Missed } from '../followers.js'
import type {
  Captured,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalReader,
  JournalStats,
} from '../journal.js'
import { mergedPages, mergedStats } from './merged.js'
import { entriesAt, NoKeySearch, type OtherNode, pathAt, searchAt } from './remote.js'

/** How often what one node knows leads to more at another. */
const ROUNDS = 3
/** Traces of a conversation that others are asked for. */
const MAX_TRACES = 20
/** Milliseconds until a node whose stream ended is asked for another. */
const AGAIN = 3_000

export interface Others {
  readonly nodes: readonly OtherNode[]
  /** Milliseconds that each of them has for one question. */
  readonly deadline: number
  /** Is told once of each that does not answer, and why; it is not asked again. */
  silent(node: OtherNode, why: string): void
}

export class WithNodes implements JournalReader {
  readonly #own: JournalReader
  readonly #others: Others
  readonly #failed = new Set<OtherNode>()
  /** That answer all but searches by business keys. */
  readonly #withoutKeys = new Set<OtherNode>()
  readonly #envelopes = new Map<string, Captured[]>()
  readonly #stats = new Map<OtherNode, JournalStats>()
  readonly #hidden = new Map<OtherNode, number>()

  constructor(own: JournalReader, others: Others) {
    this.#own = own
    this.#others = others
  }

  async search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    const signal = signalAfter(this.#others.deadline)
    const others = this.#ofEach(async (node) => {
      const { stats, ...page } = await searchAt(node, { query, limit, after }, signal)
      if (stats) this.#stats.set(node, stats)
      return page
    })
    const own = this.#own.search(query, limit, after)
    return mergedPages([await own, ...(await others)], limit)
  }

  /** Those of other nodes came with what was searched last. */
  async stats(): Promise<JournalStats> {
    return mergedStats([await this.#own.stats(), ...this.#stats.values()])
  }

  /** What one node knows of an id leads to the trace, by which the others know the rest. */
  async path(id: string): Promise<readonly JournalEntry[]> {
    const found = new Map<string, JournalEntry>()
    const visited = new Set<string>()
    const signal = signalAfter(this.#others.deadline)
    let next = [id]
    for (let round = 0; round < ROUNDS && next.length > 0; round += 1) {
      for (const one of next) visited.add(one)
      const all = await Promise.all(next.map((one) => this.#pathsOf(one, signal)))
      for (const entry of all.flat()) found.set(entry.key, entry)
      const traces = [...found.values()].flatMap(({ event }) => traceOf(event))
      next = [...new Set(traces)].filter((trace) => !visited.has(trace)).slice(0, MAX_TRACES)
    }
    return [...found.values()].toSorted((one, two) => one.at - two.at)
  }

  /** Those of other nodes came with the path. */
  async envelopes(exchange: string): Promise<readonly Captured[]> {
    return [...(await this.#own.envelopes(exchange)), ...(this.#envelopes.get(exchange) ?? [])]
  }

  /** Envelopes of the last path that others keep, and that their operators of our tokens have no right to read. */
  get hidden(): number {
    return [...this.#hidden.values()].reduce((all, one) => all + one, 0)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    const followers = new Followers()
    const entries = followers.follow(signal, missed)
    const own = this.#own.follow(signal, missed)
    void this.#followOwn(own, followers)
    for (const node of this.#others.nodes) void this.#follow(node, followers, signal, missed)
    return entries
  }

  close(): Promise<void> {
    return this.#own.close()
  }

  async #followOwn(own: AsyncIterable<JournalEntry>, followers: Followers): Promise<void> {
    try {
      for await (const entry of own) followers.notify(entry)
    } catch (error) {
      this.#others.silent({ name: 'the journal here', url: '' }, whyOf(error))
    }
  }

  async #pathsOf(id: string, signal: AbortSignal): Promise<readonly JournalEntry[]> {
    const others = this.#ofEach(async (node) => {
      const { path, envelopes, hidden } = await pathAt(node, id, signal)
      this.#hidden.set(node, Math.max(hidden, this.#hidden.get(node) ?? 0))
      for (const one of envelopes) this.#keep(one)
      return path
    })
    return [...(await this.#own.path(id)), ...(await others).flat()]
  }

  /** What all of them say that answer. */
  async #ofEach<Answer>(ask: (node: OtherNode) => Promise<Answer>): Promise<readonly Answer[]> {
    const answers = this.#others.nodes.map(async (node) => {
      if (this.#failed.has(node)) return []
      try {
        return [await ask(node)]
      } catch (error) {
        this.#reportFailed(node, error)
        return []
      }
    })
    return (await Promise.all(answers)).flat()
  }

  #keep(envelope: Captured): void {
    const captured = this.#envelopes.get(envelope.exchange) ?? []
    const again = captured.some(
      ({ at, node, direction }) =>
        at === envelope.at && node === envelope.node && direction === envelope.direction,
    )
    if (!again) this.#envelopes.set(envelope.exchange, [...captured, envelope])
  }

  async #follow(
    node: OtherNode,
    followers: Followers,
    signal: AbortSignal,
    missed?: Missed,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const entry of entriesAt(node, signal, missed)) {
          this.#failed.delete(node)
          followers.notify(entry)
        }
      } catch (error) {
        if (signal.aborted) return
        this.#reportFailed(node, error)
      }
      await waitFor(AGAIN, signal)
    }
  }

  #reportFailed(node: OtherNode, error: unknown): void {
    const failed = error instanceof NoKeySearch ? this.#withoutKeys : this.#failed
    if (!failed.has(node)) this.#others.silent(node, whyOf(error))
    failed.add(node)
  }
}

function traceOf(event: JournalEntry['event']): readonly string[] {
  return 'traceId' in event && event.traceId !== undefined ? [event.traceId] : []
}

/** The innermost error says most: what is around it is `fetch failed`. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? whyOf(error.cause) : error.message || error.name
}
