/** Problems as metrics: one series each, and never more of them than a bound, whatever peers do. */
import type { Problem, ProblemName } from '../problems/problem.js'
import { OTHER } from './counter.js'
import type { Sample } from './exposed.js'

/** Subjects of one problem that are distinguished; those beyond are counted together. */
const MAX_SUBJECTS = 20

/** Problems whose subject has text of peers in it: they are counted together. */
const BY_PEERS: ReadonlySet<ProblemName> = new Set<ProblemName>(['dead-letters'])

/** @param problems  the worst first */
export function problemSamples(problems: readonly Problem[]): readonly Sample[] {
  const counts = new Map<string, Sample>()
  const subjects = new Map<ProblemName, number>()
  for (const problem of problems) {
    const seen = subjects.get(problem.name) ?? 0
    subjects.set(problem.name, seen + 1)
    const labels = {
      name: problem.name,
      severity: problem.severity,
      subject: subjectOf(problem, seen),
    }
    const key = Object.values(labels).join('\n')
    counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** @param seen  how many of its name come before it */
function subjectOf({ name, subject = '' }: Problem, seen: number): string {
  if (BY_PEERS.has(name)) return ''
  return seen < MAX_SUBJECTS ? subject : OTHER
}
