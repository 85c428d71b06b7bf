/** Decrypts what the xenc:EncryptedKey and ReferenceList elements of a security block name. */
import type { Portions } from '../../base/slices.js'
import { attributeOf, childElements, isNamed, type XmlElement } from '../../xml/tree.js'
import { decrypting } from '../encryption/encryption.js'
import { XENC } from '../names.js'
import type { Progress } from '../progress.js'
import { parentAt } from '../tracked-ranges.js'
import { ownKeyIn } from './key-info.js'

export function isEncryption(element: XmlElement): boolean {
  return isNamed(element, XENC, 'EncryptedKey') || isNamed(element, XENC, 'ReferenceList')
}

/** True if all is there that it names: what was encrypted twice comes to light one after the other. */
export function isThere(
  element: XmlElement,
  elementOf: (id: string) => XmlElement | undefined,
): boolean {
  const lists = isNamed(element, XENC, 'ReferenceList')
    ? [element]
    : childElements(element).filter((child) => isNamed(child, XENC, 'ReferenceList'))
  const uris = lists.flatMap(childElements).map((one) => attributeOf(one, '', 'URI') ?? '')
  return uris.every((uri) => elementOf(uri.slice(1)) !== undefined)
}

/** @throws SecurityFailure */
export function* decryptingParts(
  block: XmlElement,
  named: readonly XmlElement[],
  progress: Progress,
): Portions<void> {
  const { opening } = progress
  const { elementOf } = yield* progress.ids()
  const { root } = progress.envelope
  const { cuts, beside, used } = yield* decrypting({
    root,
    blocks: named,
    elementOf,
    keyOf: (keyInfo) => ownKeyIn(keyInfo, block, elementOf, opening),
    allows: (algorithm) => progress.allows(algorithm, undefined),
    limits: opening.limits,
  })
  progress.decryptsBy(used)
  for (const one of beside) progress.pends(one)
  for (const cut of cuts) {
    const parent = cut.type === 'content' ? parentAt(root, cut) : undefined
    progress.decrypts(parent ?? cut)
  }
  progress.explain?.(`${cuts.length + beside.length} EncryptedData are decrypted.`)
  if (cuts.length > 0) yield* progress.replace(cuts)
}
