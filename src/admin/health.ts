/** The resources of whoever watches the node: whether it is alive, and whether it is ready. */
import type { FastifyInstance } from 'fastify'
import { only } from './only.js'

/** Whether the node takes messages now, and why. */
export interface Readiness {
  readonly ready: boolean
  /** What each part says of itself, by its name, without secrets: whoever reaches the listener reads it. */
  readonly checks: Readonly<Record<string, string>>
}

/** Paths that need no right, and no name of this node in the request. */
export const HEALTH: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/** @param checks  asked at every request; has to answer soon */
export function serveHealth(
  app: FastifyInstance,
  checks: () => Readiness | Promise<Readiness>,
): void {
  // That it is answered is the proof that the process runs its event loop.
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async (_, reply) => {
    const { ready, checks: all } = await checks()
    return reply.code(ready ? 200 : 503).send({ ready, checks: all })
  })
  for (const path of HEALTH) only(app, path, ['GET'])
}
