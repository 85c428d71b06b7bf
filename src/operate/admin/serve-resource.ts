/** Puts resources of the API on the listener: their input is read, their right is asked for, their answer is JSON. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { within } from '../../base/deadline.js'
import { only } from './only.js'
import { Refused } from './refused.js'
import { type Asking, type Caller, type Resource, refuseUnless } from './resource.js'
import { LOOKS } from './rights.js'

/** Milliseconds until an answer. */
const ANSWER_TIME = 60_000

/** Bytes of a body from somebody who has proven nothing. */
const MAX_UNPROVEN = 16 * 1024

/** Tells who asks. @throws Refused */
export type Identify = (request: FastifyRequest) => Promise<Caller>

/** Tells where a request comes from. */
export type AddressOf = (request: FastifyRequest) => string | undefined

export function serveResources(
  app: FastifyInstance,
  resources: readonly Resource[],
  identify: Identify,
  addressOf: AddressOf = ({ socket }) => socket.remoteAddress,
): void {
  const methods = new Map<string, string[]>()
  const callers = new WeakMap<FastifyRequest, Caller>()
  for (const one of resources) {
    const url = one.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(url, [...(methods.get(url) ?? []), one.method])
    app.route({
      method: one.method,
      url,
      ...(one.needs === 'nothing' && { bodyLimit: MAX_UNPROVEN }),
      // Before its body is read: it may be long, and slow to come.
      onRequest: async (request) => {
        callers.set(request, await admitted(one, request, identify, addressOf))
      },
      handler: async (request, reply) => {
        const ends = new AbortController()
        reply.raw.once('close', () => ends.abort())
        const asking: Asking = {
          caller: callers.get(request) ?? (await admitted(one, request, identify, addressOf)),
          identify: () => identify(request),
          headers: request.headers,
          setHeader: (name, value) => reply.header(name, value),
          signal: ends.signal,
        }
        const view = await within(ANSWER_TIME, () => one.run(inputOf(request), asking))
        return view === undefined ? reply.code(204).send() : view
      },
    })
  }
  for (const [url, all] of methods) only(app, url, all)
}

/** @throws Refused 401, 403 or 429 */
async function admitted(
  { needs, byMessage }: Resource,
  request: FastifyRequest,
  identify: Identify,
  addressOf: AddressOf,
): Promise<Caller> {
  const address = addressOf(request)
  if (needs === 'nothing') {
    return { who: address ?? 'somebody', by: 'address', rights: LOOKS, address }
  }
  const caller = await identify(request)
  if (!(byMessage && caller.rights.includes(needs))) refuseUnless(caller, needs)
  return caller
}

/** A name of the path counts before the same name elsewhere. */
function inputOf({ params, query, body, method }: FastifyRequest): object {
  const beside = method === 'GET' || method === 'HEAD' ? query : body
  return { ...record(beside), ...record(params) }
}

function record(value: unknown): object {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new Refused(400, 'expected a JSON object')
}
