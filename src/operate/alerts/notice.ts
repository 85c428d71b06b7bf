/** What operators are notified of, once: a problem that has begun, goes on, or is over. */
import type { Problem, ProblemName } from '../problems/problem.js'

export interface Notice
  extends Pick<Problem, 'subject' | 'remedy' | 'waiting' | 'oldest' | 'page'> {
  readonly kind: ProblemName | 'test'
  readonly state: 'firing' | 'reminder' | 'resolved' | 'test'
  readonly severity: Problem['severity'] | undefined
  /** What is wrong, in a line. */
  readonly title: string
  /** How many dead letters there are; of other problems, how often it began so far. */
  readonly count: number
  /** Since when it is there, and when it was seen last, in milliseconds since 1970. */
  readonly first: number
  readonly last: number
  readonly examples: readonly string[]
  /** Other problems of its kind that are sent with it. */
  readonly more: number
}
