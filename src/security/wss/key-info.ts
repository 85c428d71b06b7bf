/** Reads KeyInfo as WS-Security has it: references to tokens, and what XML Signature itself has. */
import type { XmlElement } from '../../xml/tree.js'
import { childElements, isNamed, textOf, trimXml } from '../../xml/tree.js'
import { subjectKeyIdentifier, thumbprintOf } from '../certificate.js'
import { SecurityFailure } from '../failure.js'
import type { KeyReference } from '../keys.js'
import { type NamedKey, readX509Data } from '../named-key.js'
import { DS, WSSE } from '../names.js'
import { readTokenReference } from './token-reference.js'
import { namedByToken, tokensIn } from './tokens.js'

type ElementOf = (id: string) => XmlElement | undefined

/** @throws SecurityFailure */
export function namedIn(
  keyInfo: XmlElement | undefined,
  block: XmlElement,
  elementOf: ElementOf,
): NamedKey | undefined {
  for (const child of keyInfo ? childElements(keyInfo) : []) {
    if (isNamed(child, WSSE, 'SecurityTokenReference')) {
      return readTokenReference(child, block, elementOf).key
    }
    if (isNamed(child, DS, 'X509Data')) return readX509Data(child)
    if (isNamed(child, DS, 'KeyName')) return { by: 'name', name: trimXml(textOf(child)) }
  }
  return undefined
}

/** A certificate among the tokens of the block that a key identifier or thumbprint is of. */
export function foundIn(block: XmlElement, named: NamedKey): NamedKey | undefined {
  if (named.by !== 'reference') return undefined
  const { reference } = named
  return tokensIn(block)
    .map(namedByToken)
    .find((one) => one?.by === 'certificate' && isReferred(reference, one))
}

function isReferred(
  reference: KeyReference,
  { certificate }: Extract<NamedKey, { readonly by: 'certificate' }>,
): boolean {
  switch (reference.by) {
    case 'thumbprint':
      return thumbprintOf(certificate).equals(reference.sha1)
    case 'key-identifier':
      return subjectKeyIdentifier(certificate)?.equals(reference.id) ?? false
    // Names of issuers have many spellings: those of configured certificates are compared by `Trust.find`.
    case 'issuer-serial':
      return false
  }
}

/**
 * Which key a ciphertext is for.
 *
 * @returns undefined for what is no reference to a certificate, such as one to an xenc:EncryptedKey
 */
export function referenceIn(
  keyInfo: XmlElement,
  block: XmlElement,
  elementOf: ElementOf,
): KeyReference | undefined {
  try {
    const named = namedIn(keyInfo, block, elementOf)
    if (named?.by === 'certificate') {
      return { by: 'thumbprint', sha1: thumbprintOf(named.certificate) }
    }
    return named?.by === 'reference' ? named.reference : undefined
  } catch (error) {
    if (error instanceof SecurityFailure) return undefined
    throw error
  }
}
