/** Writes a wsse:SecurityTokenReference to a certificate, in each of its forms. */
import type { X509Certificate } from 'node:crypto'
import { attribute, element, type XmlElement } from '../../xml/tree.js'
import {
  BASE64_BINARY,
  SUBJECT_KEY_IDENTIFIER,
  THUMBPRINT_SHA1,
  WSSE,
  WSSE11,
  X509_V3,
} from '../names.js'
import type { Sealing } from '../sealing.js'
import { detailsOf } from '../trust/details.js'
import { keyIdentifierOf, thumbprintOf, x509Data } from '../x509-data.js'

/** A token of the message, as a reference names it. */
export interface WrittenToken {
  readonly id: string
  /** Its ValueType. */
  readonly type: string
}

/** WSS 1.1 §7.2 */
export function referenceToToken({ id, type }: WrittenToken): XmlElement {
  const direct = wsse('Reference', [attribute('URI', `#${id}`), attribute('ValueType', type)], [])
  // WSS 1.1 §7.1: TokenType tells what is referred to; a path is told from a certificate by it.
  return tokenReference(direct, type === X509_V3 ? undefined : type)
}

/** @throws TypeError if the certificate does not have what it is to be referred to by */
export function referenceTo(
  certificate: X509Certificate,
  form: Exclude<Sealing['reference'], 'token'>,
): XmlElement {
  switch (form) {
    // X.509 Token Profile 1.1 §3.2.3
    case 'issuer-serial':
      return tokenReference(x509Data(form, certificate))
    // X.509 Token Profile 1.1 §3.2.1
    case 'key-identifier':
      return tokenReference(identifier(SUBJECT_KEY_IDENTIFIER, keyIdentifierOf(certificate)))
    // WSS 1.1 §7.3
    case 'thumbprint':
      return tokenReference(identifier(THUMBPRINT_SHA1, thumbprintOf(certificate)), X509_V3)
  }
}

/** Names whom something is encrypted to; the message does not have that certificate in it. */
export function referenceToRecipient(
  certificate: X509Certificate,
  form: Sealing['reference'],
): XmlElement {
  const has =
    form !== 'token' && (form !== 'key-identifier' || detailsOf(certificate).keyIdentifier)
  return referenceTo(certificate, has ? form : 'issuer-serial')
}

function tokenReference(child: XmlElement, type?: string): XmlElement {
  const attributes = type === undefined ? [] : [attribute(`{${WSSE11}}TokenType`, type, 'wsse11')]
  return wsse('SecurityTokenReference', attributes, [child])
}

function identifier(type: string, digits: string): XmlElement {
  const attributes = [attribute('ValueType', type), attribute('EncodingType', BASE64_BINARY)]
  return wsse('KeyIdentifier', attributes, [digits])
}

/** An element of WS-Security. */
export function wsse(
  local: string,
  attributes: NonNullable<Parameters<typeof element>[0]['attributes']>,
  children: readonly (XmlElement | string)[],
): XmlElement {
  return element({ name: `{${WSSE}}${local}`, prefix: 'wsse', attributes, children })
}
