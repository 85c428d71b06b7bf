/** Finds what has held the event loop lately; while it is held, nobody can ask, and the log says it. */
import { printable } from '../../../base/printable.js'
import type { LoopBounds } from '../../event-loop/bounds.js'
import { frameText } from '../../event-loop/frames.js'
import type { Held, LoopWatch } from '../../event-loop/loop-watch.js'
import type { FoundProblem, ProblemSource } from '../problem.js'

const EVERY = 2_000

export function eventLoopSource(
  watch: Pick<LoopWatch, 'held'>,
  { severe }: Pick<LoopBounds, 'severe'>,
): ProblemSource {
  return {
    name: 'event loop',
    every: EVERY,
    find: async () => watch.held.map((held) => problemOf(held, severe)),
  }
}

function problemOf({ frame, count, first, last, longest }: Held, severe: number): FoundProblem {
  const times = count === 1 ? 'once' : `${count} times`
  const at = new Date(last).toISOString()
  const who = frame ? printable(frameText(frame)) : 'code that is not JavaScript'
  return {
    name: 'event-loop-held',
    subject: frame && printable(`${frame.name} in ${frame.file}`),
    severity: longest >= severe ? 'error' : 'warning',
    stopsAcceptance: false,
    shared: false,
    summary: `${who} has held the event loop ${times}, for ${(longest / 1000).toFixed(1)} s at most, until ${at} the last time: meanwhile no message was processed`,
    remedy: frame
      ? 'Let it work in slices, or in a thread of its own; a regular expression may take for ever for some texts'
      : 'Look for calls of plugins that wait, such as execSync or readFileSync, and use those that do not',
    since: first,
    page: '#/flow',
  }
}
