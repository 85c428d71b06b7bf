/** What a wsse:SecurityTokenReference stands for where a signature covers the token by it (STR-Transform). */
import { attribute, element, isNamed, type XmlElement } from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import type { Trust } from '../keys.js'
import { WSSE, X509_V3 } from '../names.js'
import { readTokenReference } from './token-reference.js'

/**
 * @returns the token in the block; or, for one that is only referred to, an element made of it
 * @throws SecurityFailure
 */
export function dereferenced(
  reference: XmlElement,
  block: XmlElement,
  elementOf: (id: string) => XmlElement | undefined,
  trust: Trust,
): XmlElement {
  if (!isNamed(reference, WSSE, 'SecurityTokenReference')) {
    throw new SecurityFailure('InvalidSecurity', 'STR-Transform is of a SecurityTokenReference')
  }
  const { key, token } = readTokenReference(reference, block, elementOf, trust)
  if (token) return token
  const certificate =
    key.by === 'reference'
      ? trust.find(key.reference)
      : key.by === 'certificate'
        ? key.certificate
        : undefined
  if (!certificate) {
    throw new SecurityFailure('SecurityTokenUnavailable', 'STR-Transform is of an unknown token')
  }
  // WSS 1.1 §8.3: a token in binary form is represented "using a <wsse:BinarySecurityToken> element",
  // with "the same namespace prefix as the <wsse:SecurityTokenReference> element", and a ValueType.
  return element({
    name: `{${WSSE}}BinarySecurityToken`,
    prefix: reference.prefix,
    attributes: [attribute('ValueType', X509_V3)],
    children: [certificate.raw.toString('base64')],
  })
}
