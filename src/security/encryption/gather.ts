/** Finds what a security block names as encrypted, and under which keys, before any key is used. */
import { attributeOf, isNamed, type XmlElement } from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import type { OwnKey } from '../keys.js'
import { WSSE, XENC } from '../names.js'
import type { Decryption } from './decryption.js'
import { malformed } from './failed.js'
import { isAttachment, type LockedAttachment, readLockedAttachment } from './locked-attachment.js'
import { type LockedData, readLockedData } from './locked-data.js'
import { type LockedKey, readLockedKey } from './locked-key.js'
import { childOf, dataReferences, keyInfoOf } from './parts.js'
import { checkFit } from './unlock.js'

/** A key, and what is encrypted under it. */
export interface Locked {
  readonly key: LockedKey
  readonly own: OwnKey
  readonly keyBytes: number
  readonly data: readonly LockedData[]
  readonly attachments: readonly LockedAttachment[]
}

const MAX_KEYS = 4
const MAX_DATA = 8

/** @throws SecurityFailure */
export function gather(decryption: Decryption): readonly Locked[] {
  const { blocks } = decryption
  const named = blocks.flatMap((block) => namedBy(block, decryption))
  const { data, attachments } = dataOf(named, decryption)
  const keys = new Set(named.map(({ key }) => key))
  if (keys.size > MAX_KEYS) throw malformed(`more than ${MAX_KEYS} encrypted keys`)
  const own = new Map<XmlElement, { readonly key: LockedKey; readonly own: OwnKey }>()
  for (const element of keys) {
    const key = readLockedKey(element, decryption.allows)
    const found = decryption.keyOf(key.recipient)
    if (found) own.set(element, { key, own: found })
  }
  const keyTo = (id: string): XmlElement => {
    // The same data may be encrypted for several recipients, under a key for each.
    const key = named.find((one) => one.id === id && own.has(one.key))?.key
    if (!key) throw new SecurityFailure('SecurityTokenUnavailable', 'encrypted for another key')
    return key
  }
  const parts = [...data].map(([id, part]) => ({ key: keyTo(id), part }))
  const beside = [...attachments].map(([id, part]) => ({ key: keyTo(id), part }))
  const used = new Set([...parts, ...beside].map(({ key }) => key))
  return [...used].flatMap((element) => {
    const pair = own.get(element)
    const inIt = parts.filter(({ key }) => key === element).map(({ part }) => part)
    const besideIt = beside.filter(({ key }) => key === element).map(({ part }) => part)
    return pair ? [locked(pair.key, pair.own, inIt, besideIt)] : []
  })
}

function locked(
  key: LockedKey,
  own: OwnKey,
  data: readonly LockedData[],
  attachments: readonly LockedAttachment[],
): Locked {
  const ciphers = [...data, ...attachments].map(({ cipher }) => cipher.keyBytes)
  const [keyBytes = 0, ...others] = new Set(ciphers)
  if (others.length > 0) throw malformed('one key for ciphers with keys of several lengths')
  checkFit(key, own, keyBytes)
  return { key, own, keyBytes, data, attachments }
}

interface Named {
  /** Of the encrypted data. */
  readonly id: string
  /** The xenc:EncryptedKey. */
  readonly key: XmlElement
}

/** WSS 1.1 §9.1 and §9.2: an EncryptedKey has its own ReferenceList; without one, the data name the key. */
function namedBy(block: XmlElement, decryption: Decryption): readonly Named[] {
  if (isNamed(block, XENC, 'EncryptedKey')) {
    const list = childOf(block, XENC, 'ReferenceList')
    return list ? dataReferences(list, MAX_DATA).map((id) => ({ id, key: block })) : []
  }
  if (!isNamed(block, XENC, 'ReferenceList')) throw malformed(`${block.local} is not decrypted`)
  return dataReferences(block, MAX_DATA).map((id) => ({ id, key: keyNamedBy(id, decryption) }))
}

function keyNamedBy(id: string, { elementOf, blocks }: Decryption): XmlElement {
  const data = elementOf(id)
  const keyInfo = data && keyInfoOf(data)
  const inside = keyInfo && childOf(keyInfo, XENC, 'EncryptedKey')
  if (inside) return inside
  const token = keyInfo && childOf(keyInfo, WSSE, 'SecurityTokenReference')
  const uri = token && attributeOf(childOf(token, WSSE, 'Reference') ?? token, '', 'URI')
  const key = uri?.startsWith('#') ? elementOf(uri.slice(1)) : undefined
  if (!key || !blocks.includes(key)) throw malformed('encrypted data that name no key')
  return key
}

/** Each by its id; none within another, nor within what says how to decrypt it. */
function dataOf(
  named: readonly Named[],
  { elementOf, root, blocks, allows }: Decryption,
): {
  readonly data: ReadonlyMap<string, LockedData>
  readonly attachments: ReadonlyMap<string, LockedAttachment>
} {
  const ids = new Set(named.map(({ id }) => id))
  if (ids.size > MAX_DATA) throw malformed(`more than ${MAX_DATA} encrypted data`)
  const data = new Map<string, LockedData>()
  const attachments = new Map<string, LockedAttachment>()
  for (const id of ids) {
    const element = elementOf(id)
    if (!element) throw malformed('a DataReference to nothing')
    if (isAttachment(element)) attachments.set(id, readLockedAttachment(element))
    else data.set(id, readLockedData(element, root, allows))
  }
  const replaced = [...[...data.values()].map(({ replaced: element }) => element), ...blocks]
  const sorted = replaced.toSorted((one, other) => one.start - other.start)
  const overlaps = sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? 0))
  if (overlaps) throw malformed('encrypted data within each other')
  return { data, attachments }
}
