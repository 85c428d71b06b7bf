/** Makes the elements of a wsse:Security block beside signatures and keys: Timestamp, tokens, confirmations. */
import { createHash, randomBytes } from 'node:crypto'
import { attribute, element, type XmlElement } from '../../xml/tree.js'
import { newPartId } from '../give-ids.js'
import type { OwnKey } from '../keys.js'
import {
  BASE64_BINARY,
  PASSWORD_DIGEST,
  PASSWORD_TEXT,
  WSSE11,
  WSU,
  X509_PKI_PATH,
  X509_V3,
} from '../names.js'
import type { Sealing } from '../sealing.js'
import { base64 } from '../x509-data.js'
import { writeMoment } from './moment.js'
import { writePkiPath } from './pki-path.js'
import { type WrittenToken, wsse } from './write-reference.js'

/** WSS 1.1 §10 */
export function timestampOf(at: number, lasts: number): XmlElement {
  return element({
    name: `{${WSU}}Timestamp`,
    prefix: 'wsu',
    attributes: [wsuId(newPartId('Timestamp'))],
    children: [wsu('Created', writeMoment(at)), wsu('Expires', writeMoment(at + lasts))],
  })
}

/** X.509 Token Profile 1.1 §3.1: the certificate; or a path, if its issuers go along. */
export function binaryToken({ certificate, chain }: OwnKey): {
  readonly element: XmlElement
  readonly token: WrittenToken
} {
  const alone = chain.length === 0
  const token = { id: newPartId('X509'), type: alone ? X509_V3 : X509_PKI_PATH }
  const octets = alone
    ? certificate.raw
    : writePkiPath([certificate, ...chain].map(({ raw }) => raw))
  const attributes = [
    attribute('EncodingType', BASE64_BINARY),
    attribute('ValueType', token.type),
    wsuId(token.id),
  ]
  return { token, element: wsse('BinarySecurityToken', attributes, [base64(octets)]) }
}

/** Username Token Profile 1.1 §3.1 */
export function usernameToken(
  { name, password, form }: NonNullable<Sealing['user']>,
  at: number,
): XmlElement {
  const id = [wsuId(newPartId('UsernameToken'))]
  const type = attribute('Type', form === 'digest' ? PASSWORD_DIGEST : PASSWORD_TEXT)
  const user = wsse('Username', [], [name])
  if (form === 'text') {
    return wsse('UsernameToken', id, [user, wsse('Password', [type], [password])])
  }
  const nonce = randomBytes(16)
  const created = writeMoment(at)
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest()
  return wsse('UsernameToken', id, [
    user,
    wsse('Password', [type], [base64(digest)]),
    wsse('Nonce', [attribute('EncodingType', BASE64_BINARY)], [base64(nonce)]),
    wsu('Created', created),
  ])
}

/** WSS 1.1 §8.5.1: one for each signature of the request. */
export function signatureConfirmation(value: string): XmlElement {
  return element({
    name: `{${WSSE11}}SignatureConfirmation`,
    prefix: 'wsse11',
    attributes: [wsuId(newPartId('SignatureConfirmation')), attribute('Value', value)],
  })
}

function wsu(local: string, text: string): XmlElement {
  return element({ name: `{${WSU}}${local}`, prefix: 'wsu', children: [text] })
}

function wsuId(id: string) {
  return attribute(`{${WSU}}Id`, id, 'wsu')
}
