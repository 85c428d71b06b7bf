/** Reads KeyInfo as WS-Security has it: references to tokens, and what XML Signature itself has. */
import type { X509Certificate } from 'node:crypto'
import type { XmlElement } from '../../xml/tree.js'
import { childElements, elementText, isNamed, trimXml } from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import type { KeyReference, OwnKey } from '../keys.js'
import {
  type CertificateCache,
  MAX_CERTIFICATES,
  type NamedKey,
  readX509Data,
} from '../named-key.js'
import { DS, WSSE } from '../names.js'
import { detailsOf } from '../trust/details.js'
import { Directory } from '../trust/directory.js'
import { readTokenReference } from './token-reference.js'
import { namedByToken, tokensIn } from './tokens.js'

type ElementOf = (id: string) => XmlElement | undefined

/** @throws SecurityFailure */
export function namedIn(
  keyInfo: XmlElement | undefined,
  block: XmlElement,
  elementOf: ElementOf,
  trust: CertificateCache,
): NamedKey | undefined {
  for (const child of keyInfo ? childElements(keyInfo) : []) {
    if (isNamed(child, WSSE, 'SecurityTokenReference')) {
      return readTokenReference(child, block, elementOf, trust).key
    }
    if (isNamed(child, DS, 'X509Data')) return readX509Data(child, trust)
    if (isNamed(child, DS, 'KeyName')) return { by: 'name', name: trimXml(elementText(child)) }
  }
  return undefined
}

/** A certificate among the tokens of the block that a reference is to. */
export function foundIn(
  block: XmlElement,
  named: NamedKey,
  trust: CertificateCache,
): NamedKey | undefined {
  if (named.by !== 'reference') return undefined
  const inside = tokensIn(block)
  // Each one has to be read before anybody is known.
  if (inside.length > MAX_CERTIFICATES) {
    throw new SecurityFailure('InvalidSecurity', 'a security block has too many tokens')
  }
  const tokens = inside.map((token) => namedByToken(token, trust))
  const found = findAmong(
    tokens.flatMap((one) => certificateOf(one) ?? []),
    named.reference,
  )
  return tokens.find((one) => found !== undefined && certificateOf(one) === found)
}

function certificateOf(named: NamedKey | undefined): X509Certificate | undefined {
  return named?.by === 'certificate' ? named.certificate : undefined
}

function findAmong(
  certificates: readonly X509Certificate[],
  reference: KeyReference,
): X509Certificate | undefined {
  return new Directory(certificates.map(detailsOf)).find(reference)
}

/** What tells this node's keys from those of others. */
interface Keys {
  readonly keys: readonly OwnKey[]
  readonly trust: CertificateCache
}

/** The key of this node that a ciphertext is for; undefined for what is no reference to one of them. */
export function ownKeyIn(
  keyInfo: XmlElement,
  block: XmlElement,
  elementOf: ElementOf,
  { keys, trust }: Keys,
): OwnKey | undefined {
  try {
    const named = namedIn(keyInfo, block, elementOf, trust)
    const found =
      named?.by === 'reference'
        ? findAmong(
            keys.map(({ certificate }) => certificate),
            named.reference,
          )
        : certificateOf(named)
    return keys.find(({ certificate }) => found && certificate.raw.equals(found.raw))
  } catch (error) {
    if (error instanceof SecurityFailure) return undefined
    throw error
  }
}
