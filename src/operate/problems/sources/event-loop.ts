/** Finds what has held the event loop lately; while it is held, nobody can ask, and the log says it. */
import { frameText } from '../../event-loop/frames.js'
import { type Held, UNNAMED } from '../../event-loop/loop-watch.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { shown } from '../shown-text.js'

const CAPITAL_UNNAMED = UNNAMED.replace(/^./, (first) => first.toUpperCase())

/** @param severe  milliseconds from which on it is an error */
export function eventLoop(held: () => readonly Held[], severe: number): ProblemSource {
  return {
    name: 'event loop',
    every: 2_000,
    find: async () => held().map((one) => problemOf(one, severe)),
  }
}

function problemOf({ frame, count, first, last, longest }: Held, severe: number): FoundProblem {
  const who = frame ? shown(frameText(frame)) : CAPITAL_UNNAMED
  const times = count === 1 ? '' : `, the longest of ${count} times`
  return {
    name: 'event-loop-held',
    subject: frame && shown(`${frame.name} in ${frame.file}`),
    severity: longest >= severe ? 'error' : 'warning',
    stopsAcceptance: false,
    shared: false,
    summary: `${who} has held the event loop for ${(longest / 1000).toFixed(1)} s${times}, until ${new Date(last).toISOString()} the last time; meanwhile no message was processed.`,
    remedy: frame
      ? 'Have it work in slices or in a thread of its own. A regular expression with nested repetitions takes for ever for some texts: write another one.'
      : 'Look for synchronous calls in plugins, such as execSync or readFileSync, and at the load of the machine.',
    since: first,
    page: '#/flow',
  }
}
