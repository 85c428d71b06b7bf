/** The wsse:UsernameToken of a security block: a digest of the password, or over TLS the password itself. */
import { createHash, timingSafeEqual } from 'node:crypto'
import {
  attributeOf,
  childElements,
  elementText,
  isNamed,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { fromBase64 } from '../base64.js'
import { SecurityFailure } from '../failure.js'
import { endOfDigest } from '../freshness.js'
import type { Trust } from '../keys.js'
import { BASE64_BINARY, PASSWORD_DIGEST, PASSWORD_TEXT, WSSE, WSU } from '../names.js'
import type { Opened, Opening, PasswordClaim } from '../opening.js'
import type { ProvenUser, Verdict } from '../verdict.js'
import { readMoment } from './moment.js'

/** Characters of a name, a password or a nonce. */
const MAX_LENGTH = 1024

/** @throws SecurityFailure, NotChecked */
export function readUsernameToken(
  element: XmlElement,
  { trust, at, clockSkew, fresh, secure, digest = (prove) => prove() }: Opening,
): ProvenUser | PasswordClaim {
  const user = textIn(element, WSSE, 'Username')
  const password = childOf(element, WSSE, 'Password')
  if (user === undefined || !password) throw failed('a UsernameToken has no name or no password')
  // Username Token Profile 1.1 §3.1: the default is #PasswordText.
  const type = attributeOf(password, '', 'Type') ?? PASSWORD_TEXT
  if (type === PASSWORD_TEXT) {
    if (!secure) throw failed('a password came as text, and not over TLS')
    return { user, password: short(elementText(password)), element }
  }
  if (type !== PASSWORD_DIGEST) {
    throw new SecurityFailure('UnsupportedSecurityToken', `a password of type ${type}`)
  }
  const written = textIn(element, WSU, 'Created')
  const nonce = nonceIn(element)
  if (written === undefined || !nonce) throw failed('a digest needs Nonce and Created')
  const created = readMoment(written, 'Created')
  if (fresh && (created > at + clockSkew || endOfDigest(created) < at - clockSkew)) {
    throw failed('the digest of a password is too old, or not yet made')
  }
  const shown = fromBase64(elementText(password), 'Password', MAX_LENGTH)
  const peer = digest(() => {
    const found = trust.digestPassword(user)
    // Username Token Profile 1.1 §3.1: Base64 ( SHA-1 ( nonce + created + password ) )
    const own = createHash('sha1')
      .update(nonce.octets)
      .update(written)
      .update(found?.password ?? '')
      .digest()
    const same = shown.length === own.length && timingSafeEqual(shown, own)
    return same ? found?.peer : undefined
  })
  if (peer === undefined) throw failed(`the digest is not that of a known password, for ${user}`)
  return { peer, element, nonce: nonce.text, digestedAt: created }
}

/**
 * Checks the passwords that came as text.
 *
 * @returns the verdict with those whom they prove
 * @throws SecurityFailure FailedAuthentication
 */
export async function proveUsers(
  { verdict, claims }: Opened,
  passwords: Pick<Trust, 'checkPassword'>,
): Promise<Verdict> {
  if (claims.length === 0) return verdict
  // Each costs the work that passwords are made to cost.
  if (claims.length > 1) throw failed('there is more than one password')
  const proven = await Promise.all(
    claims.map(async ({ user, password, element }): Promise<ProvenUser> => {
      const peer = await passwords.checkPassword(user, password)
      if (peer === undefined) throw failed(`a password is not the known one, for ${user}`)
      return { peer, element }
    }),
  )
  return { ...verdict, users: [...verdict.users, ...proven] }
}

function nonceIn(
  element: XmlElement,
): { readonly octets: Buffer; readonly text: string } | undefined {
  const nonce = childOf(element, WSSE, 'Nonce')
  if (!nonce) return undefined
  if ((attributeOf(nonce, '', 'EncodingType') ?? BASE64_BINARY) !== BASE64_BINARY) {
    throw failed('a Nonce is not in base64')
  }
  const octets = fromBase64(elementText(nonce), 'Nonce', MAX_LENGTH)
  // It counts once, so that it has one spelling.
  return { octets, text: octets.toString('base64') }
}

function textIn(element: XmlElement, namespace: string, local: string): string | undefined {
  const child = childOf(element, namespace, local)
  return child && short(trimXml(elementText(child)))
}

function childOf(element: XmlElement, namespace: string, local: string): XmlElement | undefined {
  const [child, ...more] = childElements(element).filter((one) => isNamed(one, namespace, local))
  if (more.length > 0) throw failed(`a UsernameToken has more than one ${local}`)
  return child
}

function short(text: string): string {
  if (text.length > MAX_LENGTH) throw failed('a name or password is too long')
  return text
}

function failed(why: string): SecurityFailure {
  return new SecurityFailure('FailedAuthentication', why)
}
