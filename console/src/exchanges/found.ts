/** What a search has found so far: page by page, as far down as somebody looks. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AwayView, ExchangesView } from '../../../src/operate/admin/api.js'
import type { JournalEntry, JournalStats } from '../../../src/store/journal/journal.js'
import { get } from '../base/api.js'
import { keysOf } from '../pure/keys.js'
import { queryText } from '../pure/location.js'

/** Entries of the first page, which is to be there soon, and of those that follow. */
const FIRST = 200
const PAGE = 1_000

export interface FoundSoFar {
  readonly entries: readonly JournalEntry[]
  /** True if no entry has the id, and those are found that have it as a business key. */
  readonly byKey: boolean
  /** True if one of them has a business key. */
  readonly keyed: boolean
  readonly stats: JournalStats | undefined
  readonly away: readonly AwayView[]
  /** True if all that there is has been loaded. */
  readonly all: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly more: () => void
  readonly again: () => void
}

interface Held {
  readonly entries: JournalEntry[]
  readonly stop: AbortController
  next: string | undefined
  stats: JournalStats | undefined
  away: readonly AwayView[]
  byKey: boolean
  keyed: boolean
  started: boolean
  busy: boolean
  error: unknown
}

function nothing(): Held {
  return {
    entries: [],
    stop: new AbortController(),
    next: undefined,
    stats: undefined,
    away: [],
    byKey: false,
    keyed: false,
    started: false,
    busy: false,
    error: undefined,
  }
}

export function useFound(query: Readonly<Record<string, string>>): FoundSoFar {
  // 100,000 entries are not copied for each page: they are added in place, and a number tells.
  const held = useRef(nothing())
  const [, setTick] = useState(0)
  const [round, setRound] = useState(0)
  const search = queryText(query)

  const load = (into: Held) => {
    if (into.busy || (into.started && into.next === undefined)) return
    into.busy = true
    into.error = undefined
    const { id, ...others } = query
    const find = (by: Readonly<Record<string, string | undefined>>) => {
      const limit = `${into.started ? PAGE : FIRST}`
      const text = queryText({ ...others, ...by, after: into.next, limit })
      return get<ExchangesView>(`api/exchanges?${text}`, into.stop.signal)
    }
    const page = async () => {
      const view = await find(into.byKey ? { key: id } : { id })
      if (id === undefined || into.started || view.next !== undefined) return view
      if (view.entries.length > 0) return view
      // What is no id may be a business key.
      const keyed = await find({ key: id })
      into.byKey = keyed.entries.length > 0 || keyed.next !== undefined
      return into.byKey ? keyed : view
    }
    page()
      .then(
        (view) => {
          into.entries.push(...view.entries)
          into.keyed ||= view.entries.some(({ event }) => keysOf(event).length > 0)
          into.next = view.next
          into.stats = view.stats
          into.away = view.away
          into.started = true
        },
        (error: unknown) => {
          into.error = error
        },
      )
      .finally(() => {
        into.busy = false
        if (!into.stop.signal.aborted) setTick((number) => number + 1)
      })
  }

  useEffect(() => {
    const mine = nothing()
    held.current = mine
    load(mine)
    setTick((number) => number + 1)
    return () => mine.stop.abort()
  }, [search, round])

  const { entries, byKey, keyed, stats, away, started, next, busy, error } = held.current
  return {
    entries,
    byKey,
    keyed,
    stats,
    away,
    all: started && next === undefined,
    busy: busy || (!started && error === undefined),
    error,
    more: () => {
      if (held.current.error === undefined) load(held.current)
    },
    again: () => setRound((number) => number + 1),
  }
}
