/** Logging in and out, for browsers: a token, a password or a link becomes a cookie. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Observe } from '../../../message/events/events.js'
import type { Access } from '../access/access.js'
import { LINK_PATH } from '../access/link.js'
import type { Identity } from '../access/operators.js'
import { only } from '../only.js'
import { Refused } from '../refused.js'
import { type Asking, type Caller, NO_INPUT, type Resource, resource } from '../resource.js'
import { RIGHTS } from '../rights.js'
import type { SessionView } from '../session-view.js'
import { acted } from './acted.js'
import { mayOf } from './may-of.js'

const login = z.strictObject({
  token: z.string().min(1).max(1_000).optional(),
  user: z.string().min(1).max(200).optional(),
  password: z.string().min(1).max(1_000).optional(),
})

const view = z.object({
  logins: z.array(z.enum(['token', 'password'])),
  who: z.string().optional(),
  by: z.enum(['address', 'token', 'password', 'certificate']).optional(),
  may: z.enum(RIGHTS).optional(),
  limited: z.literal(true).optional(),
})

export function sessionResources(access: Access, observe: Observe): readonly Resource[] {
  const { operators } = access
  return [
    resource({
      method: 'GET',
      path: '/api/session',
      needs: 'nothing',
      summary: 'Who the caller is, and how somebody can log in.',
      takes: NO_INPUT,
      view,
      handle: async (_, { identify }): Promise<SessionView> => {
        const { who, by, rights } = (await identified(identify)) ?? {}
        return { logins: operators.logins, who, by, may: undefined, ...(rights && mayOf(rights)) }
      },
    }),
    resource({
      method: 'POST',
      path: '/api/session',
      needs: 'nothing',
      summary: 'Logs in with a token, or with a name and a password; answers with a cookie.',
      takes: login,
      view: undefined,
      handle: async ({ token, user, password }, asking) => {
        const { address } = asking.caller
        const by = token === undefined ? 'password' : 'token'
        try {
          const found =
            token === undefined
              ? await operators.password(
                  user ?? '',
                  password ?? '',
                  address,
                  access.browserOf(asking.headers, user ?? ''),
                )
              : await operators.token(token, address)
          for (const cookie of access.begin(found, asking.headers)) {
            asking.setHeader('set-cookie', cookie)
          }
          observe(acted(as(found, asking), 'login', 'done'))
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          const refused = as({ who: user ?? 'a token', by }, asking)
          observe(acted(refused, 'login', 'refused', { cause: error.message }))
          throw error
        }
      },
    }),
    resource({
      method: 'DELETE',
      path: '/api/session',
      needs: 'nothing',
      summary: 'Logs out.',
      takes: NO_INPUT,
      view: undefined,
      handle: (_, asking) => {
        const { session, cookie } = access.end(asking.headers)
        asking.setHeader('set-cookie', cookie)
        if (session) observe(acted(as(session, asking), 'logout', 'done'))
      },
    }),
  ]
}

/**
 * Serves the links that log in: the browser gets a cookie for one, and goes on to the console, whose URL tells nothing.
 */
export function serveLinks(app: FastifyInstance, access: Access, observe: Observe): void {
  app.get(LINK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { query, headers } = request
    // It counts once: not for a browser that only looks ahead.
    if (headers['sec-purpose'] !== undefined) throw new Refused(403, 'this is followed by people')
    const code = typeof query === 'object' && query !== null && 'code' in query ? query.code : ''
    const found = access.follow(String(code))
    const caller = { ...access.operators.local, address: access.addressOf(request) }
    if (found) {
      for (const cookie of access.begin(found, headers)) reply.header('set-cookie', cookie)
      observe(acted(caller, 'login', 'done'))
    } else {
      observe(acted(caller, 'login', 'refused', { cause: 'the link has expired' }))
    }
    // Without a cookie, the console says how to log in.
    return reply.redirect('./', 303)
  })
  only(app, LINK_PATH, ['GET'])
}

/** Who asks, as who has just logged in or out, or tried to. */
function as({ who, by }: Pick<Identity, 'who' | 'by'>, { caller }: Asking): Caller {
  return { ...caller, who, by }
}

/** @returns undefined for who has not proven anything */
async function identified(identify: Asking['identify']) {
  try {
    return await identify()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
