/** Reads KeyInfo as WS-Security has it: references to tokens, and what XML Signature itself has. */
import type { XmlElement } from '../../xml/tree.js'
import { childElements, isNamed, textOf, trimXml } from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import { isReferred } from '../is-referred.js'
import type { OwnKey } from '../keys.js'
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
    .find((one) => one?.by === 'certificate' && isReferred(reference, one.certificate))
}

/** The key of this node that a ciphertext is for; undefined for what is no reference to one of them. */
export function ownKeyIn(
  keyInfo: XmlElement,
  block: XmlElement,
  elementOf: ElementOf,
  keys: readonly OwnKey[],
): OwnKey | undefined {
  try {
    const named = namedIn(keyInfo, block, elementOf)
    if (named?.by === 'certificate') {
      return keys.find(({ certificate }) => certificate.raw.equals(named.certificate.raw))
    }
    if (named?.by !== 'reference') return undefined
    return keys.find(({ certificate }) => isReferred(named.reference, certificate))
  } catch (error) {
    if (error instanceof SecurityFailure) return undefined
    throw error
  }
}
