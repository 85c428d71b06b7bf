/** Holds a history against every promise, and says what is broken, for people to read. */
import { shownRow } from '../meeting/arrays.js'
import type { History } from './history.js'
import { PROMISES, type PromiseName } from './index.js'

export type Broken = Readonly<Record<PromiseName, readonly string[]>>

export function brokenIn(history: History): Broken {
  const breaches = Object.entries(PROMISES).map(([name, promised]) => [
    name,
    promised(history).map(({ of, how }) => {
      const one = of === undefined ? undefined : history.cases[of]
      return one ? `${how} [case ${of}: ${shownRow(one)}]` : how
    }),
  ])
  return Object.fromEntries(breaches)
}
