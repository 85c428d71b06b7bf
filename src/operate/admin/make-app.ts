/** Makes the HTTP side of the admin listener: bounds for what comes, safe headers on what goes, and errors as JSON. */
import type { RequestListener, Server } from 'node:http'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { Overdue } from '../../base/deadline.js'
import { QueueUnavailable } from '../../store/queue/queue.js'
import { SAFE_HEADERS } from './headers.js'
import { Refused } from './refused.js'

/** Where a listener tells that it failed. */
export interface ListenerLog {
  error(fields: object, sentence: string): void
}

/** Bytes of a body: an envelope that was edited, as JSON. */
const MAX_BODY = 4 * 1024 ** 2

/**
 * @param check       looks at every request before it is read; it throws Refused for one that is not taken
 * @param makeServer  makes the HTTP server below it
 */
export function makeApp(
  log: ListenerLog,
  check: (request: FastifyRequest) => void,
  makeServer: (take: RequestListener) => Server,
): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY,
    serverFactory: makeServer,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors: (error, _, reply) => refuse(reply, error.statusCode ?? 400, error.message),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SAFE_HEADERS)
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    const takesNone = request.method === 'GET' || request.method === 'HEAD'
    if (takesNone && (length !== '0' || coding !== undefined)) {
      reply.header('connection', 'close')
      throw new Refused(413, 'expected a request without a body')
    }
    check(request)
  })
  // A form of another site can send text/plain: only JSON is read, which it cannot send unasked.
  app.removeContentTypeParser('text/plain')
  app.setReplySerializer((value) => `${JSON.stringify(value)}\n`)
  app.addHook('preSerialization', async (_, reply, value) => {
    reply.header('content-type', 'application/json')
    return value
  })
  app.setNotFoundHandler((request, reply) => {
    reply.headers(SAFE_HEADERS).code(404)
    return request.url.startsWith('/api/')
      ? reply.send({ error: 'there is no such resource' })
      : reply.send()
  })
  app.setErrorHandler((error: FastifyError | Refused | Overdue, request, reply) => {
    if (error instanceof Refused) {
      reply.headers(error.headers)
      return refuse(reply, error.status, error.message, error.hint)
    }
    if (error instanceof Overdue) return refuse(reply, 503, 'no answer in time')
    if (error instanceof QueueUnavailable) return refuse(reply, 503, error.message)
    const { statusCode = 500, message } = error
    if (statusCode < 500) return refuse(reply, statusCode, message)
    log.error(
      { err: error, path: request.url.replace(/\?.*$/s, '') },
      'a request of an operator failed',
    )
    return refuse(reply, 500, 'failed; the log of the node has the cause')
  })
  return app
}

function refuse(reply: FastifyReply, status: number, error: string, hint?: string): FastifyReply {
  return reply.headers(SAFE_HEADERS).code(status).send({ error, hint })
}
