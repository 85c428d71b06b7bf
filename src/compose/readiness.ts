/** Says whether a node takes messages now, and why. */
import type { Readiness } from '../operate/admin/health.js'
import type { Transport } from '../transport.js'
import type { StoreHealth, StoreState } from './store-health.js'

interface NodeState {
  readonly stopping: boolean
  /** True once it takes messages. */
  readonly started: boolean
  /** The transports that listen, or did. */
  readonly listeners: readonly Pick<Transport, 'name' | 'listening'>[]
  /** Undefined as long as the queue is not open. */
  readonly store: Pick<StoreHealth, 'look'> | undefined
}

const NOT_OPENED: StoreState = {
  ready: false,
  checks: { queue: 'not opened yet', worker: 'not started yet', backlog: 'not known yet' },
}

export async function readinessOf(state: NodeState): Promise<Readiness> {
  const { stopping, started, store } = state
  // Nothing is tried any more: its parts are being closed.
  if (stopping) return { ready: false, checks: { node: 'stopping' } }
  const { ready, checks } = (await store?.look()) ?? NOT_OPENED
  const deaf = state.listeners.filter(({ listening }) => listening.length === 0)
  const listens = started && deaf.length === 0
  const silent = started ? `not listening: ${namesOf(deaf)}` : 'not listening yet'
  return {
    ready: ready && listens,
    checks: { node: 'running', ...checks, transports: listens ? 'listening' : silent },
  }
}

function namesOf(transports: NodeState['listeners']): string {
  return transports.map(({ name }) => name).join(', ')
}
