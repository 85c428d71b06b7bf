/** Decrypts what the xenc:EncryptedKey and ReferenceList elements of a security block name. */
import { hasText, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { type DecryptedCut, decrypting } from '../encryption/encryption.js'
import { XENC } from '../names.js'
import { keyNamed } from '../own-key.js'
import { elementsAt, parentOf } from '../places.js'
import type { Progress } from '../progress.js'
import { referenceIn } from './key-info.js'

export function isEncryption(element: XmlElement): boolean {
  return isNamed(element, XENC, 'EncryptedKey') || isNamed(element, XENC, 'ReferenceList')
}

/** @throws SecurityFailure */
export function* decryptingParts(
  block: XmlElement,
  named: readonly XmlElement[],
  progress: Progress,
): Walk<void> {
  const { trust, keys, limits } = progress.given
  const { elementOf } = yield* progress.ids()
  const { root } = progress.envelope
  const { cuts } = yield* decrypting({
    root,
    blocks: named,
    elementOf,
    keyOf: (keyInfo) => {
      const reference = referenceIn(keyInfo, block, elementOf)
      return reference && keyNamed(reference, keys)
    },
    allows: (algorithm) => trust.allows(algorithm, undefined),
    limits,
  })
  for (const cut of cuts) progress.decrypts(wholeContent(root, cut) ?? cut)
  progress.tell(`${cuts.length} EncryptedData are decrypted.`)
  yield* progress.replace(cuts)
}

/** The element whose content came encrypted; undefined if it has other content, too. */
function wholeContent(root: XmlElement, cut: DecryptedCut): XmlElement | undefined {
  const [encrypted] = elementsAt(root, cut)
  const parent = encrypted && parentOf(root, encrypted)
  const alone = parent?.children.every((child) => child === encrypted || typeof child === 'string')
  return cut.type === 'content' && parent && alone && !hasText(parent) ? parent : undefined
}
