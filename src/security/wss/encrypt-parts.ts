/** Encrypts the parts of a message that a wsse:Security block is to name, and finds the ciphertexts that stand in place of them. */
import type { Envelope } from '../../soap/envelope.js'
import { inOrder, splice } from '../../xml/splice.js'
import { attributeOf, childElements, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { escapeAttribute, writeElement } from '../../xml/write.js'
import { type Encryption, encrypting } from '../encryption/encryption.js'
import { WSSE11, XENC } from '../names.js'
import { partsNamed } from '../part-names.js'
import { putBehind } from '../position-of-text.js'
import type { Sealing } from '../sealing.js'
import { referenceToRecipient } from './write-reference.js'

export interface EncryptedParts {
  readonly text: string
  /** Of each part that is hidden now, the Id of the EncryptedData that it is in. */
  readonly ids: ReadonlyMap<XmlElement, string>
}

/**
 * @param behind  how many children of the block stay before the EncryptedKey
 * @throws TypeError without a certificate
 */
export function* encryptingParts(
  envelope: Envelope,
  block: XmlElement,
  sealing: Sealing,
  behind: number,
): Walk<EncryptedParts> {
  const { to, cipher, oaep, attached, reference } = sealing
  if (!to) throw new TypeError('what is encrypted needs a certificate')
  const { source } = envelope
  const parts = partsToEncrypt(envelope, block, sealing)
  const beside = attached?.encrypted ?? []
  if (parts.length === 0 && beside.length === 0) return { text: source, ids: new Map() }
  const { cuts, encryptedKey, ids } = yield* encrypting({
    source,
    parts,
    to,
    cipher,
    oaep,
    secret: attached?.secret,
    beside,
    keyInfo: writeElement(referenceToRecipient(to, reference)),
    attributes: attributesOf(block, envelope),
  })
  // Before what takes the place of the child behind it.
  const text = splice(source, inOrder([putBehind(block, behind, source, encryptedKey), ...cuts]))
  const { body } = envelope
  const hidden = replacedParts(envelope, block, sealing)
  // An entry may be within Body, whose content gives way.
  return { text, ids: new Map(hidden.map((one) => [one, ids.get(one) ?? ids.get(body) ?? ''])) }
}

/** Parts that are not there any more once they are encrypted. Body is: its content gives way. */
export function replacedParts(
  envelope: Envelope,
  block: XmlElement | undefined,
  sealing: Sealing,
): readonly XmlElement[] {
  const parts = partsToEncrypt(envelope, block, sealing).filter(({ type }) => type !== 'content')
  const within = sealing.encrypt.includes('Body') ? envelope.entries : []
  return [...parts.map(({ element }) => element), ...within]
}

function partsToEncrypt(
  envelope: Envelope,
  block: XmlElement | undefined,
  { encrypt }: Sealing,
): Encryption['parts'] {
  const { body, entries, blocks } = envelope
  return (
    partsNamed(encrypt, envelope, block)
      // What is within Body is encrypted with it.
      .filter((part) => !(encrypt.includes('Body') && entries.includes(part)))
      .map((element) => {
        if (element === body) return { element, type: 'content' }
        return { element, type: blocks.includes(element) ? 'header' : 'element' }
      })
  )
}

/** Elements that stand in place of blocks, entries and children of the security block, by the Ids of EncryptedData. */
export function ciphertextsIn(
  { blocks, entries }: Envelope,
  block: XmlElement,
  ids: readonly string[],
): readonly XmlElement[] {
  return [...blocks, ...childElements(block), ...entries].filter((one) =>
    ids.includes(idOfCiphertext(one) ?? ''),
  )
}

/** The Id of an EncryptedData, or of the one in an EncryptedHeader. */
function idOfCiphertext(element: XmlElement): string | undefined {
  const [data = element] = isNamed(element, WSSE11, 'EncryptedHeader')
    ? childElements(element)
    : [element]
  return isNamed(data, XENC, 'EncryptedData') ? attributeOf(data, '', 'Id') : undefined
}

/** WSS 1.1 §9.4.3: an EncryptedHeader has the mustUnderstand, actor and relay of the security block. */
function attributesOf(block: XmlElement, { version }: Envelope): string {
  const { namespace, prefix, actorAttribute } = version
  const names = ['mustUnderstand', actorAttribute, 'relay']
  const copied = block.attributes
    .filter((one) => one.namespace === namespace && names.includes(one.local))
    .map(({ local, value }) => ` ${prefix}:${local}="${escapeAttribute(value)}"`)
  return [` xmlns:${prefix}="${escapeAttribute(namespace)}"`, ...copied].join('')
}
