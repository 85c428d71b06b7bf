/** Makes a message that has parts for text (XOP) ready to be sealed: what is signed is loaded, what is encrypted stands in it. */
import type { Portions } from '../base/slices.js'
import type { OutboundMessage } from '../message/message.js'
import { Inclusions } from '../message/xop/inclusions.js'
import { reconstituting } from '../message/xop/reconstitute.js'
import { type Envelope, NO_LIMITS, readingEnvelope } from '../soap/envelope.js'
import { clarkName } from '../xml/tree.js'
import { ATTACHMENTS } from './parts.js'
import type { Sealing } from './sealing.js'
import { isWithin } from './verdict.js'

export type Packed = Pick<OutboundMessage, 'body' | 'attachments' | 'packaging'>

/** What is to be sealed, and what stands for text in it. */
export interface Prepared extends Pick<Sealing, 'encrypt' | 'inclusions'> {
  readonly packed: Packed
}

/**
 * XOP §3: a signature is over the text that a part stands for. XML Encryption has no place for parts: bytes within
 * what is encrypted stand in the envelope as text, and those of the others with them.
 *
 * @param load  loads all of them; undefined if they are in memory
 */
export function* preparing(
  packed: Packed,
  { encrypt, versions }: Pick<Sealing, 'encrypt' | 'versions'>,
  load: (inclusions: Inclusions) => PromiseLike<void> | undefined,
): Portions<Prepared> {
  const { body, attachments = [], packaging } = packed
  if (packaging !== 'xop') return { packed, encrypt, inclusions: undefined }
  const inclusions = new Inclusions(attachments)
  const envelope = yield* readingEnvelope(body, versions, NO_LIMITS, inclusions.include)
  if (inclusions.all.length === 0) return { packed, encrypt, inclusions: undefined }
  const pending = load(inclusions)
  if (pending) yield pending
  if (encrypt.length === 0) return { packed, encrypt, inclusions }
  const left = attachments.filter((one) => !inclusions.named.includes(one))
  return {
    packed: {
      body: yield* reconstituting(body, inclusions),
      attachments: left,
      packaging: left.length > 0 ? 'attachments' : undefined,
    },
    encrypt: withText(encrypt, envelope, inclusions),
    inclusions: undefined,
  }
}

/** Where attachments are encrypted, so is the text that some of them stood for. */
function withText(
  encrypt: Sealing['encrypt'],
  { blocks, body }: Envelope,
  { all }: Inclusions,
): Sealing['encrypt'] {
  if (!encrypt.includes(ATTACHMENTS)) return encrypt
  const around = [body, ...blocks].filter((part) =>
    all.some(({ element }) => isWithin(element, part)),
  )
  const names = around.map((part) => (part === body ? 'Body' : clarkName(part)))
  return [...new Set([...encrypt, ...names])]
}
