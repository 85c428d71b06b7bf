/** Turns pages and envelopes into what is kept of them in Redis, and back. */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Captured } from '../journal.js'
import { PAGE_BYTES, type Page, type PageIndex } from '../page.js'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** The fastest: it halves what is kept anyway, and more. */
const FASTEST = { level: 1 }
/** Bytes that an envelope may have once it is unpacked; a page has fewer. */
const MAX_ENVELOPE_BYTES = 64 * 1024 ** 2

/** Behind what is text. */
const END = 0

/** Of an index, in UTF-8. */
const TEXTS = ['kinds', 'peers', 'places', 'causes'] as const

type Texts = Readonly<Record<(typeof TEXTS)[number], string>>

/** A page as it stands in the index: all but its lines. */
export function indexBytes({ ids, lines: _, ...rest }: Page): Buffer {
  const texts = TEXTS.map((name) => [name, Buffer.from(rest[name]).toString()])
  const text = Buffer.from(`${JSON.stringify({ ...rest, ...Object.fromEntries(texts) })}\0`)
  return Buffer.concat([text, Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength)])
}

export function indexOf(bytes: Buffer): PageIndex {
  const end = bytes.indexOf(END)
  const rest: Omit<PageIndex, 'ids' | keyof Texts> & Texts = JSON.parse(
    bytes.toString('utf8', 0, end),
  )
  // A copy, as numbers of four bytes must begin at a place that is a multiple of four.
  const ids = new Uint32Array(Uint8Array.from(bytes.subarray(end + 1)).buffer)
  return {
    ...rest,
    ids,
    kinds: Buffer.from(rest.kinds),
    peers: Buffer.from(rest.peers),
    places: Buffer.from(rest.places),
    causes: Buffer.from(rest.causes),
  }
}

export function packed(bytes: Uint8Array): Promise<Buffer> {
  return deflate(bytes, FASTEST)
}

export async function unpackedLines(bytes: Uint8Array): Promise<Page['lines']> {
  return inflate(bytes, { maxOutputLength: PAGE_BYTES })
}

export async function unpackedEnvelope(bytes: Uint8Array): Promise<Captured> {
  const text = await inflate(bytes, { maxOutputLength: MAX_ENVELOPE_BYTES })
  const captured: Captured = JSON.parse(text.toString('utf8'))
  return captured
}
