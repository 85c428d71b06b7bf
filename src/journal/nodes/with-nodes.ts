/** A journal that asks other nodes, too, which have journals of their own. */
import { waitFor } from '../../base/deadline.js'
import { Followers } from '../followers.js'
import type { Captured, JournalEntry, JournalReader } from '../journal.js'
import { entriesAt, type OtherNode, pathAt, type Told } from './remote.js'

/** How often what one node knows leads to more at another. */
const ROUNDS = 3
/** Traces of a conversation that others are asked for. */
const MOST_TRACES = 20
/** Milliseconds until a node whose stream ended is asked for another. */
const AGAIN = 3_000

export class WithNodes implements JournalReader {
  readonly search: JournalReader['search']
  readonly stats: JournalReader['stats']
  readonly #own: JournalReader
  readonly #nodes: readonly OtherNode[]
  readonly #silent: (node: OtherNode, why: string) => void
  readonly #failed = new Set<OtherNode>()
  readonly #envelopes = new Map<string, Captured[]>()

  /** @param silent  is told once of each node that does not answer, and why */
  constructor(
    own: JournalReader,
    nodes: readonly OtherNode[],
    silent: (node: OtherNode, why: string) => void,
  ) {
    this.#own = own
    this.#nodes = nodes
    this.#silent = silent
    this.search = (query, limit, after) => own.search(query, limit, after)
    this.stats = () => own.stats()
  }

  /** What one node knows of an id leads to the trace, by which the others know the rest. */
  async path(id: string): Promise<readonly JournalEntry[]> {
    const found = new Map<string, JournalEntry>()
    const asked = new Set<string>()
    let next = [id]
    for (let round = 0; round < ROUNDS && next.length > 0; round += 1) {
      for (const one of next) asked.add(one)
      const all = await Promise.all(next.map((one) => this.#pathsOf(one)))
      for (const entry of all.flat()) found.set(entry.key, entry)
      const traces = [...found.values()].flatMap(({ event }) => traceOf(event))
      next = [...new Set(traces)].filter((trace) => !asked.has(trace)).slice(0, MOST_TRACES)
    }
    return [...found.values()].toSorted((one, two) => one.at - two.at)
  }

  /** Those of other nodes came with the path. */
  async envelopes(exchange: string): Promise<readonly Captured[]> {
    return [...(await this.#own.envelopes(exchange)), ...(this.#envelopes.get(exchange) ?? [])]
  }

  follow(signal: AbortSignal): AsyncIterable<JournalEntry> {
    const followers = new Followers()
    const entries = followers.follow(signal)
    const own = this.#own.follow(signal)
    void this.#tellOwn(own, followers)
    for (const node of this.#nodes) void this.#tellOf(node, followers, signal)
    return entries
  }

  async #tellOwn(own: AsyncIterable<JournalEntry>, followers: Followers): Promise<void> {
    try {
      for await (const entry of own) followers.tell(entry)
    } catch (error) {
      this.#silent({ name: 'the journal here', url: '' }, whyOf(error))
    }
  }

  close(): Promise<void> {
    return this.#own.close()
  }

  async #pathsOf(id: string): Promise<readonly JournalEntry[]> {
    const others = this.#nodes.map((node) => this.#pathAt(node, id))
    const all = await Promise.all([this.#own.path(id), ...others])
    return all.flat()
  }

  async #pathAt(node: OtherNode, id: string): Promise<Told['path']> {
    if (this.#failed.has(node)) return []
    try {
      const { path, envelopes } = await pathAt(node, id)
      for (const one of envelopes) this.#keep(one)
      return path
    } catch (error) {
      this.#tellFailed(node, error)
      return []
    }
  }

  #keep(envelope: Captured): void {
    const known = this.#envelopes.get(envelope.exchange) ?? []
    const again = known.some(
      ({ at, node, direction }) =>
        at === envelope.at && node === envelope.node && direction === envelope.direction,
    )
    if (!again) this.#envelopes.set(envelope.exchange, [...known, envelope])
  }

  async #tellOf(node: OtherNode, followers: Followers, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const entry of entriesAt(node, signal)) followers.tell(entry)
      } catch (error) {
        if (signal.aborted) return
        this.#tellFailed(node, error)
      }
      await waitFor(AGAIN, signal)
    }
  }

  #tellFailed(node: OtherNode, error: unknown): void {
    if (!this.#failed.has(node)) this.#silent(node, whyOf(error))
    this.#failed.add(node)
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
