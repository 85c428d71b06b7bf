/** Reads the answer to what was sent: an envelope, alone or with attachments. */
import type { Readable } from 'node:stream'
import {
  type AttachmentBounds,
  type EnvelopeMessage,
  type Spool,
  SpoolUnavailable,
  Undeliverable,
} from '#transport'
import { MalformedMime, RELATED, RelatedReader, TooMuch } from '#transport/mime'
import { PART_HEADERS } from '../protocol/decode.js'

/** What an answer may use. */
export interface AnswerResources {
  /** Bytes of the envelope. */
  readonly maxBody: number
  readonly bounds: AttachmentBounds
  /** Undefined if nobody keeps attachments. */
  readonly spool: Spool | undefined
}

/** What the header of an answer says about it. */
export interface AnswerHeader {
  readonly contentType: string
  /** In bytes. Default: it does not say. */
  readonly length?: number | undefined
}

/** The part of a message that its body says. */
export type AnswerBody = Pick<
  EnvelopeMessage,
  'body' | 'mediaType' | 'charset' | 'action' | 'attachments' | 'packaging' | 'spool'
>

/** @throws Undeliverable for an answer that is too large, or cannot be read */
export async function readAnswerBody(
  body: Readable,
  { contentType, length }: AnswerHeader,
  resources: AnswerResources,
): Promise<AnswerBody> {
  const type = mediaTypeOf(contentType)
  const { maxBody, spool } = resources
  if (type.mediaType !== RELATED) {
    return { ...type, body: await collect(body, maxBody, length), attachments: [] }
  }
  if (!spool) {
    // What is given up is an error to its client, and one that nobody learns would end the process.
    body.on('error', () => undefined).destroy()
    const sentence = 'the answer has attachments, which are not kept here'
    throw new Undeliverable(sentence, { answered: true, permanent: true })
  }
  try {
    return await readRelated(body, contentType, { ...resources, spool })
  } catch (error) {
    if (error instanceof MalformedMime) {
      const sentence = `the answer is a multipart message that cannot be read: ${error.message}`
      const permanent = error instanceof TooMuch
      throw new Undeliverable(sentence, { cause: error, answered: true, permanent })
    }
    if (!(error instanceof SpoolUnavailable)) throw error
    const sentence = 'the attachments of the answer cannot be kept'
    throw new Undeliverable(sentence, { cause: error, answered: true })
  }
}

async function readRelated(
  body: Readable,
  contentType: string,
  { maxBody, bounds, spool }: AnswerResources & { readonly spool: Spool },
): Promise<AnswerBody> {
  const envelope: Buffer[] = []
  let length = 0
  const root = (bytes: Uint8Array) => {
    length += bytes.length
    if (length > maxBody) throw tooLong(maxBody)
    envelope.push(Buffer.from(bytes))
  }
  const reader = new RelatedReader(
    contentType,
    { ...bounds, maxHeader: PART_HEADERS },
    { spool, root },
  )
  for await (const piece of body) await reader.write(piece)
  return { ...reader.end(), body: Buffer.concat(envelope, length), spool }
}

/**
 * By events: an async iterator takes as long as all the rest of a short answer. What comes is copied into one buffer
 * as it comes, so that the buffers that it was read into can be forgotten.
 *
 * @param declared  bytes that the answer says it has. Default: it does not say
 */
function collect(body: Readable, most: number, declared: number | undefined): Promise<Buffer> {
  let bytes: Buffer = NO_BYTES
  let length = 0
  return new Promise((resolve, reject) => {
    body.on('error', reject)
    body.on('data', (chunk: Buffer) => {
      const end = length + chunk.length
      if (end > most) {
        const error = tooLong(most)
        body.destroy(error)
        reject(error)
        return
      }
      // Most answers come in one chunk, which is used as it is.
      if (length === 0) bytes = chunk
      else {
        if (end > bytes.length)
          bytes = larger(bytes, Math.max(end, Math.min(most, declared ?? 2 * end)))
        chunk.copy(bytes, length)
      }
      length = end
    })
    body.on('end', () => resolve(bytes.length === length ? bytes : bytes.subarray(0, length)))
  })
}

function larger(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.allocUnsafe(length)
  bytes.copy(copy)
  return copy
}

const NO_BYTES = Buffer.alloc(0)

function tooLong(most: number): Undeliverable {
  // Sent again, the message would get the same one.
  const sentence = `the answer has more than ${most} bytes`
  return new Undeliverable(sentence, { answered: true, permanent: true })
}

function mediaTypeOf(value: string): { mediaType: string; charset?: string } {
  const mediaType = (value.split(';')[0] ?? '').trim().toLowerCase()
  const charset = /;[ \t]*charset="?([^\s";]+)/i.exec(value)?.[1]
  return charset === undefined ? { mediaType } : { mediaType, charset }
}
