/** The spans of time for which the flow can be looked at, and what is said of each. */
import type { FlowView, MarkView } from '../../../src/operate/admin/api.js'

export type FlowWindow = FlowView['window']

interface Spoken {
  readonly choice: string
  readonly title: string
  /** Milliseconds over which its figures are, and in which words. */
  readonly recent: number
  readonly lately: string
  /** Over which the figures of a line are. */
  readonly ofLine: number
  readonly inLine: string
  /** Milliseconds until it is asked for again. */
  readonly every: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const kept = (choice: string, name: string, ms: number): Spoken => ({
  choice,
  title: `Last ${name}`,
  recent: ms,
  lately: `last ${name}`,
  ofLine: ms,
  inLine: name,
  every: 15_000,
})

export const WINDOWS: Readonly<Record<FlowWindow, Spoken>> = {
  '15m': {
    choice: '15 minutes',
    title: 'Last quarter of an hour',
    recent: MINUTE,
    lately: 'last minute',
    ofLine: 5 * MINUTE,
    inLine: '5 min',
    every: 2_000,
  },
  '1h': kept('Hour', 'hour', HOUR),
  '1d': kept('Day', 'day', 24 * HOUR),
  '1w': kept('Week', 'week', 7 * 24 * HOUR),
}

export const WINDOW_NAMES: readonly FlowWindow[] = ['15m', '1h', '1d', '1w']

/** The one that a location names; the last quarter of an hour for any other word, and where no journal is kept. */
export function windowIn(word: string | undefined, isKept: boolean): FlowWindow {
  return (isKept && WINDOW_NAMES.find((name) => name === word)) || '15m'
}

/** What a mark says. */
export function markText({ kind, text }: MarkView): string {
  switch (kind) {
    case 'start':
      return `the node started, version ${text}`
    case 'reload':
      return `reloaded: ${text}`
    case 'stop':
      return 'the node stopped'
  }
}
