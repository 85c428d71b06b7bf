/** Decrypts what the xenc:EncryptedKey and ReferenceList elements of a security block name. */
import type { Cut } from '../../xml/splice.js'
import { attributeOf, hasText, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { decrypting } from '../encryption/encryption.js'
import { SecurityFailure } from '../failure.js'
import { WSSE11, XENC } from '../names.js'
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
  const { trust, keys } = progress.given
  const { elementOf } = yield* progress.ids()
  const { root, header, source } = progress.envelope
  const { cuts } = yield* decrypting({
    source,
    blocks: named,
    elementOf,
    keys,
    referenceOf: (keyInfo) => referenceIn(keyInfo, block, elementOf),
    allows: (algorithm) => trust.allows(algorithm, undefined),
  })
  const unwrapped = cuts.map((cut) => {
    const [encrypted] = elementsAt(root, cut)
    const parent = encrypted && parentOf(root, encrypted)
    if (!parent)
      throw new SecurityFailure('FailedCheck', 'what is encrypted is no part of the message')
    progress.decrypts(isWholeContent(encrypted, parent) ? parent : wrapper(parent, header, cut))
    return { ...cut, ...wrapper(parent, header, cut) }
  })
  const ordered = unwrapped.toSorted((one, other) => one.start - other.start)
  progress.tell(`${ordered.length} EncryptedData are decrypted.`)
  yield* progress.replace(ordered)
}

/** True if the ciphertext is of the content of its parent, and is all that the parent has. */
function isWholeContent(encrypted: XmlElement, parent: XmlElement): boolean {
  const whole = attributeOf(encrypted, '', 'Type') === `${XENC}Content`
  const alone = parent.children.every((child) => typeof child === 'string' || child === encrypted)
  return whole && alone && !hasText(parent)
}

/** WSS 1.1 §9.3: the decrypted block replaces the wsse11:EncryptedHeader around its ciphertext. */
function wrapper(
  parent: XmlElement,
  header: XmlElement | undefined,
  { start, end }: Cut,
): { readonly start: number; readonly end: number } {
  const wraps = isNamed(parent, WSSE11, 'EncryptedHeader') && header?.children.includes(parent)
  return wraps ? { start: parent.start, end: parent.end } : { start, end }
}
