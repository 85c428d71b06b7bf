/** What is kept of an XOP package: the envelope as it is processed, and the digest of the root that has the Includes. */
import { createHash } from 'node:crypto'
import type { Portions } from '../../base/slices.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import { reconstituting } from '../../message/xop/reconstitute.js'
import type { EvidenceEntry } from '../../security/evidence.js'
import { NO_LIMITS } from '../../soap/envelope.js'
import { decodeText } from '../../xml/charset.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { reading } from '../../xml/read.js'
import { splice } from '../../xml/splice.js'

type Unpacked = Pick<EvidenceEntry, 'bytes' | 'contentType' | 'packed'>

/**
 * XOP §3: signatures are over the text that parts stand for, so that is what others need to check them.
 *
 * @param load  loads what is not in memory; undefined if all is
 * @returns undefined for a package without an Include, whose root is the envelope
 */
export function* unpacking(
  { body, mediaType, charset }: Pick<EnvelopeMessage, 'body' | 'mediaType' | 'charset'>,
  inclusions: Inclusions,
  load: (inclusions: Inclusions) => PromiseLike<void> | undefined,
): Portions<Unpacked | undefined> {
  const received = inclusions.again()
  const source = decodeText(body, charset)
  yield* reading(source, NO_LIMITS, 'refused', { include: received.include })
  if (received.all.length === 0) return undefined
  const pending = load(received)
  if (pending) yield pending
  const text = yield* reconstituting(source, received)
  const hash = createHash('sha256').update(body).digest('hex')
  return {
    bytes: Buffer.from(splice(text, sayUtf8(text)), 'utf8'),
    contentType: `${mediaType}; charset=utf-8`,
    packed: { contentType: `application/xop+xml; type="${mediaType}"`, hash, length: body.length },
  }
}
