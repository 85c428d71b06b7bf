/** Answers methods that a resource does not have with 405, and names those that it has. */
import type { FastifyInstance } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** @param path  as fastify takes it */
export function only(app: FastifyInstance, path: string, methods: readonly string[]): void {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const refused = METHODS.filter((method) => !allowed.includes(method))
  app.route({
    method: refused,
    url: path,
    // Before its body is looked at.
    onRequest: async (_, reply) => reply.code(405).header('allow', allowed.join(', ')).send(),
    handler: async (_, reply) => reply.send(),
  })
}
