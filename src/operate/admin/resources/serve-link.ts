/** Serves the links that log in: the browser gets a cookie for one, and goes on to the console, whose URL tells nothing. */
import type { FastifyInstance } from 'fastify'
import type { Observe } from '../../../message/events/events.js'
import type { Access } from '../access/access.js'
import { LINK_PATH } from '../access/link.js'
import { only } from '../only.js'
import { Refused } from '../refused.js'
import { acted } from './acted.js'

export function serveLinks(app: FastifyInstance, access: Access, observe: Observe): void {
  app.get(LINK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { query, headers } = request
    // It counts once: not for a browser that only looks ahead.
    if (headers['sec-purpose'] !== undefined) throw new Refused(403, 'this is followed by people')
    const code = typeof query === 'object' && query !== null && 'code' in query ? query.code : ''
    const found = access.follow(String(code))
    const told = { ...access.operators.local, address: access.addressOf(request) }
    if (found) {
      for (const cookie of access.begin(found, headers)) reply.header('set-cookie', cookie)
      observe(acted(told, 'login', 'done'))
    } else {
      observe(acted(told, 'login', 'refused', { cause: 'the link counts no more' }))
    }
    // Without a cookie, the console says how to log in.
    return reply.redirect('./', 303)
  })
  only(app, LINK_PATH, ['GET'])
}
