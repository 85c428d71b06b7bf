/** Links that log in, and tickets of commands: made of the token by whoever can read it, each counts for a minute. */
import { createHash, randomBytes } from 'node:crypto'
import { wallTime } from '../../../base/time.js'
import { seal, unseal } from './seal.js'

export const LINK_PATH = '/login'

/** Milliseconds. */
const LIFE = 60_000

/**
 * @param console  URL of the console
 * @param now      milliseconds since 1970
 */
export function linkTo(console: string, token: string, now = wallTime()): string {
  const ticket = `${now + LIFE}.${randomBytes(16).toString('base64url')}`
  const link = new URL(`.${LINK_PATH}`, console.endsWith('/') ? console : `${console}/`)
  link.search = `code=${seal('link', ticket, token)}`
  return link.href
}

/**
 * Stands for the token where a command asks: whoever gets it, as what listens in place of a node, has the right to this
 * one request for a minute, and to nothing else.
 *
 * @param request  method and path, such as `GET /api/node`
 * @param now      milliseconds since 1970
 */
export function ticketOf(token: string, request: string, now = wallTime()): string {
  const nonce = randomBytes(16).toString('base64url')
  return seal('ticket', `${now + LIFE}.${digestOf(request)}.${nonce}`, token)
}

/** True for one that was made of the token within the last minute, for this request. */
export function isTicket(shown: string, token: string, request: string, now = wallTime()): boolean {
  const [end, digest] = unseal('ticket', shown, token)?.split('.') ?? []
  return digest === digestOf(request) && Number(end) >= now && Number(end) <= now + LIFE
}

function digestOf(request: string): string {
  return createHash('sha256').update(request).digest('base64url')
}

/** Those that have been followed here. */
export class Links {
  readonly #begun = wallTime()
  /** Until when each would count. */
  readonly #followed = new Map<string, number>()

  /** True for one that has not been followed; from now on it has. */
  follow(code: string, token: string): boolean {
    const ticket = unseal('link', code, token)
    const end = Number(ticket?.split('.')[0])
    const now = wallTime()
    // Of one that was made before, nobody knows whether it was followed.
    const counts = end >= now && end <= now + LIFE && end - LIFE >= this.#begun
    if (ticket === undefined || !counts) return false
    for (const [other, over] of this.#followed) if (over < now) this.#followed.delete(other)
    if (this.#followed.has(ticket)) return false
    this.#followed.set(ticket, end)
    return true
  }
}
