/** The parts of a message that stand for text (XOP §3): what covers them, how long they may be, and which nothing needs any more. */
import { idIn } from '../message/cid.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import type { Envelope } from '../soap/envelope.js'
import { attributeOf, isNamed, type XmlElement } from '../xml/tree.js'
import { SecurityFailure } from './failure.js'
import { isSecurityBlock } from './is-security-block.js'
import { XENC } from './names.js'
import type { Pending } from './pending.js'
import { isWithin } from './verdict.js'

const NONE: ReadonlySet<string> = new Set()

/** Octets that stand for a token, a digest, a name: none needs more. */
const MAX_OCTETS = 48 * 1024

/** @returns their Content-IDs. XOP §3: the bytes are the content of the element, and its canonical form has their text */
export function contentIdsWithin(elements: readonly XmlElement[]): readonly string[] {
  const found: string[] = []
  const left = [...elements]
  for (let element = left.pop(); element; element = left.pop()) {
    const id = element.included && idIn(attributeOf(element, '', 'href')?.trim())
    if (id !== undefined) found.push(id)
    for (const child of element.children) if (typeof child !== 'string') left.push(child)
  }
  return found
}

/** @throws SecurityFailure for a text of a security block that is too long to be read at once; ciphertexts are not */
export function checkIncluded({ blocks }: Envelope, inclusions: Inclusions | undefined): void {
  if (!inclusions || inclusions.all.length === 0) return
  const security = blocks.filter((element) => isSecurityBlock({ element }))
  const long = inclusions.all.find(
    ({ element, parent, part }) =>
      part.content.size > MAX_OCTETS &&
      !isNamed(parent, XENC, 'CipherValue') &&
      security.some((block) => isWithin(element, block)),
  )
  if (long) throw invalid(`${long.parent.local} is too long`)
}

/**
 * The parts that stood for text of opened blocks, or for ciphertext. What a signature names as an attachment is none
 * of them: nobody takes a signed attachment away by an Include of their own.
 *
 * @returns their Content-IDs
 * @throws SecurityFailure for an attachment that is decrypted, and stands for text as it came
 */
export function spentIn(
  blocks: readonly XmlElement[],
  inclusions: Inclusions | undefined,
  pending: readonly Pending[],
): ReadonlySet<string> {
  if (!inclusions) return NONE
  const named = new Set(inclusions.named.flatMap(({ id }) => id ?? []))
  const decrypted = pending.find(({ kind, id }) => kind === 'decryption' && named.has(id))
  if (decrypted)
    throw invalid(`cid:${decrypted.id} stands for text, and is encrypted as an attachment`)
  const left = inclusions.all.filter(
    ({ element }) => !blocks.some((block) => isWithin(element, block)),
  )
  const needed = new Set([...left.map(({ part }) => part.id), ...pending.map(({ id }) => id)])
  return new Set([...named].filter((id) => !needed.has(id)))
}

function invalid(why: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurity', why)
}
