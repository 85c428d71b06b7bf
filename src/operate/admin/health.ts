/** The resources of whoever watches the node: whether it is alive, and whether it is ready. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '../problems/problem.js'
import { only } from './only.js'
import { Refused } from './refused.js'
import type { Identify } from './serve-resource.js'

/** Whether the node takes messages now, and what is wrong with it. */
export interface Readiness {
  /** False if one of the problems stops acceptance. */
  readonly ready: boolean
  /** All of them, without secrets: operators read them. */
  readonly problems: readonly Problem[]
}

/** Paths that need no right, and no name of this node in the request. */
export const HEALTH: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/**
 * @param readiness  asked at every request; has to answer soon
 * @param identify   tells who asks; a stranger learns whether the node is ready, and no more
 */
export function serveHealth(
  app: FastifyInstance,
  readiness: () => Readiness | Promise<Readiness>,
  identify: Identify | undefined,
): void {
  // That it is answered is the proof that the process runs its event loop.
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async (request, reply) => {
    const { ready, problems } = await readiness()
    const isOperator = await isIdentified(request, identify)
    return reply.code(ready ? 200 : 503).send(isOperator ? { ready, problems } : { ready })
  })
  for (const path of HEALTH) only(app, path, ['GET'])
}

async function isIdentified(
  request: FastifyRequest,
  identify: Identify | undefined,
): Promise<boolean> {
  try {
    return (await identify?.(request)) !== undefined
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
