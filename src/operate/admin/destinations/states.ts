/** How each destination is: whether it is paused, whether its circuits are open, and what waits for it. */
import { printable } from '../../../base/printable.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import type { PausedDestination } from '../../../store/queue/pauses.js'
import type { CircuitView, DestinationState } from '../api.js'

/** One of the configuration. */
export interface Named {
  readonly name: string
}

/** The circuits of a destination, in the order of its addresses. */
export type CircuitsOf = (destination: Named) => readonly CircuitView[]

type Queue = Pick<QueueAdmin, 'pausedDestinations' | 'waitingFor'>

/** Those of the configuration in its order, then those that are paused and not in it any more. */
export async function destinationStates(
  { all }: { readonly all: readonly Named[] },
  queue: Queue,
  circuitsOf: CircuitsOf,
): Promise<readonly DestinationState[]> {
  const pauses = await queue.pausedDestinations()
  const configured = all.map(async (one) => {
    const circuits = circuitsOf(one)
    const pause = pauses.find(({ destination }) => destination === one.name)
    return { ...(await stateOf(one.name, pause, queue)), configured: true, circuits }
  })
  const gone = pauses
    .filter(({ destination }) => all.every(({ name }) => name !== destination))
    .map(async (pause) => {
      const state = await stateOf(pause.destination, pause, queue)
      return { ...state, configured: false, circuits: [] }
    })
  return Promise.all([...configured, ...gone])
}

async function stateOf(
  name: string,
  pause: PausedDestination | undefined,
  queue: Queue,
): Promise<Pick<DestinationState, 'name' | 'paused' | 'waiting' | 'oldest'>> {
  const { waiting, oldest } = await queue.waitingFor(name)
  const paused = pause && { by: printable(pause.by), at: pause.at }
  return { name, paused, waiting, oldest }
}

/** A URL of the configuration may have a password in it. */
export function shownUrl(url: URL): string {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}
