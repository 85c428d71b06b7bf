/** Finds what transports report of themselves, such as a mailbox that is not read. */
import type { Transport } from '../../../transport.js'
import type { ProblemSource } from '../problem.js'
import { shown } from '../shown-text.js'

export function ofTransports(transports: readonly Pick<Transport, 'problems'>[]): ProblemSource {
  return {
    name: 'transports',
    every: 3_000,
    find: async () =>
      transports.flatMap(({ problems = [] }) =>
        problems.map((one) => ({
          ...one,
          subject: shown(one.subject),
          summary: shown(one.summary),
          stopsAcceptance: false,
          shared: false,
          page: '#/topology',
        })),
      ),
  }
}
