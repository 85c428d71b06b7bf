/** Makes the list of problems of a node, and gives it its sources by the configuration that is in effect. */
import type { Log } from '../base/log.js'
import type { Config } from '../config/schema.js'
import { KeptProblems } from '../operate/problems/kept-problems.js'
import { type ProblemBounds, ProblemList } from '../operate/problems/problem-list.js'

interface Made {
  readonly config: Pick<Config, 'node' | 'stateDir'>
  readonly log: Pick<Log, 'info' | 'warn'>
}

export function makeProblems(
  { config: { node, stateDir }, log }: Made,
  bounds: ProblemBounds,
): ProblemList {
  return new ProblemList(node.uri, new KeptProblems(stateDir, node.role, log), log, bounds)
}
