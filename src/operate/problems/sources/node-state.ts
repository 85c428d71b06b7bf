/** Finds what keeps a node from taking messages at all: it has not started, or it listens no more. */
import type { FoundProblem, ProblemSource } from '../problem.js'

export interface NodeState {
  /** True once it takes messages. */
  readonly started: boolean
  /** The transports that listen, or did. */
  readonly listeners: readonly { readonly name: string; readonly listening: readonly string[] }[]
}

const OF_NODE = { severity: 'error', stopsAcceptance: true, shared: false, page: '#/flow' } as const

/** There once the node has begun to stop: nothing is looked for any more. */
export const STOPPING: FoundProblem = {
  ...OF_NODE,
  name: 'stopping',
  summary: 'The node is stopping: it finishes what runs, and accepts nothing.',
  remedy: 'Wait: it ends within shutdown.deadline. Start it again where that was not meant.',
}

const NOT_STARTED: FoundProblem = {
  ...OF_NODE,
  name: 'not-started',
  summary: 'The node has not started yet: it opens its queue and its listeners.',
  remedy:
    'See its log: the last line says what it waits for, such as a queue that does not answer.',
}

/** @param now  the node as it is now */
export function nodeState(now: () => NodeState): ProblemSource {
  return {
    name: 'node',
    every: 2_000,
    acceptance: true,
    find: async () => {
      const { started, listeners } = now()
      if (!started) return [NOT_STARTED]
      return listeners
        .filter(({ listening }) => listening.length === 0)
        .map(({ name }) => deaf(name))
    },
  }
}

function deaf(transport: string): FoundProblem {
  return {
    ...OF_NODE,
    name: 'not-listening',
    subject: transport,
    summary: `The transport ${transport} does not listen any more.`,
    remedy: 'See the log for the reason; restart the node once it is removed.',
    page: '#/topology',
  }
}
