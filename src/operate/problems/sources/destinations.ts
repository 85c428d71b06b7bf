/** Finds destinations that do not answer: those whose circuit is open, with what waits for them. */
import { wallTime } from '../../../base/time.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import type { WaitingMessages } from '../../../store/queue/pauses.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { counted, shown, spanText, withoutUser } from '../shown-text.js'

/** A circuit that is open. */
export interface OpenCircuit {
  /** Name of the destination, or scheme and host of one without a name. */
  readonly destination: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** When one message may try again, in milliseconds since 1970. */
  readonly next: number
  /** True while one is trying. */
  readonly trying: boolean
  /** Failures in a row. */
  readonly failures: number
  /** Why the last message did not get through. */
  readonly cause: string | undefined
}

/** @param queue  undefined before it is open, and while it does not answer */
export function destinationsDown(
  circuits: () => readonly OpenCircuit[],
  queue: () => Pick<QueueAdmin, 'waitingFor'> | undefined,
): ProblemSource {
  return {
    name: 'destinations',
    every: 5_000,
    find: async () => {
      const admin = queue()
      return Promise.all(
        circuits().map(async (circuit) =>
          down(circuit, (await admin?.waitingFor(circuit.destination)) ?? NONE_WAITS),
        ),
      )
    },
  }
}

const NONE_WAITS: WaitingMessages = { waiting: 0, oldest: undefined }

function down(circuit: OpenCircuit, { waiting, oldest }: WaitingMessages): FoundProblem {
  const { destination, since, next, trying, failures, cause } = circuit
  const name = shown(withoutUser(destination))
  const now = wallTime()
  const tries =
    trying || next <= now
      ? 'one message tries it now'
      : `the next try is in ${spanText(next - now)}`
  const age = oldest === undefined ? undefined : Math.max(0, now - oldest)
  const waits =
    waiting === 0
      ? ''
      : ` ${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'} for it${age === undefined ? '' : `, the oldest for ${spanText(age)}`}.`
  return {
    name: 'destination-down',
    subject: name,
    severity: 'error',
    stopsAcceptance: false,
    shared: false,
    summary: `The circuit breaker of ${name} is open after ${counted(failures, 'failure')} in a row; ${tries}.${waits}`,
    remedy:
      'Nothing has to be done with the messages: they go on once it answers. See whether the destination is down, or the network to it.',
    examples: cause === undefined ? [] : [shown(cause)],
    since,
    waiting,
    oldest: age,
    page: '#/topology',
  }
}
