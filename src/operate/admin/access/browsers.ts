/** Browsers in which somebody has logged in by a password before: wrong ones from there are counted apart from those of strangers. */
import { randomBytes } from 'node:crypto'
import { wallTime } from '../../../base/time.js'
import { seal, unseal } from './seal.js'

/** Milliseconds for which a browser is remembered. */
export const REMEMBERED = 90 * 86_400_000

/** @returns what the browser is to show when somebody logs in there the next time */
export function introduce(who: string, token: string): string {
  const id = randomBytes(16).toString('base64url')
  const name = Buffer.from(who).toString('base64url')
  return seal('browser', `${name}.${wallTime() + REMEMBERED}.${id}`, token)
}

/** @returns its id; undefined if nobody of that name has logged in there */
export function browserOf(shown: string, who: string, token: string): string | undefined {
  const [name = '', until, id] = unseal('browser', shown, token)?.split('.') ?? []
  const isTheirs = Buffer.from(name, 'base64url').toString() === who
  return isTheirs && Number(until) > wallTime() ? id : undefined
}
