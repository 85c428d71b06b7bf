/** Problems for tests, and what of a list is interesting. */
import type { FoundProblem, Problem } from '../../src/operate/problems/problem.js'

/** A problem with these values over the usual ones. */
export function problemOf(values: Partial<Problem> = {}): Problem {
  return { ...foundOf(values), since: 0, node: 'urn:node', ...values }
}

export function foundOf(values: Partial<FoundProblem> = {}): FoundProblem {
  return {
    name: 'destination-down',
    subject: 'bank',
    severity: 'error',
    stopsAcceptance: false,
    shared: false,
    summary: 'bank is down',
    remedy: 'Wait.',
    page: '#/topology',
    ...values,
  }
}
