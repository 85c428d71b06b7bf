/** Links that log in, and tickets of commands: made of the token by whoever can read it, each counts for a minute. */
import { randomBytes } from 'node:crypto'
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
 * Stands for the token where a command asks: what is sent looks at the node for a minute, and nothing more.
 *
 * @param now  milliseconds since 1970
 */
export function ticketOf(token: string, now = wallTime()): string {
  return seal('ticket', `${now + LIFE}.${randomBytes(16).toString('base64url')}`, token)
}

/** True for one that was made of the token within the last minute. */
export function isTicket(shown: string, token: string, now = wallTime()): boolean {
  const end = Number(unseal('ticket', shown, token)?.split('.')[0])
  return end >= now && end <= now + LIFE
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
