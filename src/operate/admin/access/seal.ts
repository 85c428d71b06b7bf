/** Texts that only who has the token of the state folder can make, each for one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto'

type Purpose = 'link' | 'ticket' | 'browser'

/** @param said  of which the last part has no dot */
export function seal(purpose: Purpose, content: string, token: string): string {
  return `${content}.${sealOf(purpose, content, token)}`
}

/** @returns what is said; undefined if nobody with the token has said so */
export function unseal(purpose: Purpose, sealed: string, token: string): string | undefined {
  const [, content = '', shown = ''] = /^([\w.-]{1,1000})\.([\w-]{43})$/.exec(sealed) ?? []
  // As text: the last letter of base64 has bits that stand for nothing, and a seal has one form.
  const seal = Buffer.from(shown)
  const own = Buffer.from(sealOf(purpose, content, token))
  return seal.length === own.length && timingSafeEqual(seal, own) ? content : undefined
}

function sealOf(purpose: Purpose, content: string, token: string): string {
  return createHmac('sha256', token).update(`${purpose} ${content}`).digest('base64url')
}
