/** `/metrics`, for who may see it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.js'
import { only } from './only.js'

const PATH = '/metrics'

/** @param admit  throws Refused for who may not */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'text'>,
  admit: (request: FastifyRequest) => Promise<void>,
): void {
  app.get(PATH, async (request, reply) => {
    await admit(request)
    const { contentType, body } = await metrics.text()
    return reply.header('content-type', contentType).send(body)
  })
  only(app, PATH, ['GET'])
}
