/** The spans of time for which the flow is shown, and their steps. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const WINDOW_NAMES = ['15m', '1h', '1d', '1w'] as const

export type WindowName = (typeof WINDOW_NAMES)[number]

/** Those that are read from the journal. */
export type KeptWindow = Exclude<WindowName, '15m'>

/** Milliseconds of a step, whole minutes, and how many there are. */
export const KEPT_WINDOWS: Readonly<Record<KeptWindow, { step: number; steps: number }>> = {
  '1h': { step: MINUTE, steps: 60 },
  '1d': { step: 5 * MINUTE, steps: 288 },
  '1w': { step: HOUR, steps: 168 },
}
