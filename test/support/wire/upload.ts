/** Sends multipart messages of any size over a bare socket of HTTP, and makes their bytes as they go. */
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { Attachment, OutboundMessage } from '../../../src/message/message.js'
import { multipart } from '../../../src/message/mime/index.js'
import type { Binary } from '../../../src/xml/binary.js'

const PORTION = 64 * 1024

/** Bytes that are made when they are read: portions of one block, each with its number in front. */
export function madeBytes(size: number): Binary {
  const block = Buffer.from(Uint8Array.from({ length: PORTION }, (_, at) => (at * 89) % 253))
  return {
    size,
    async bytes() {
      const all: Uint8Array[] = []
      for await (const portion of portions(size, block)) all.push(portion)
      return Buffer.concat(all)
    },
    stream: () => portions(size, block),
  }
}

async function* portions(size: number, block: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < size; at += PORTION) {
    const portion = Buffer.from(block.subarray(0, Math.min(PORTION, size - at)))
    if (portion.length >= 4) portion.writeUInt32BE(at / PORTION)
    yield portion
  }
}

export async function sha256(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source) hash.update(piece)
  return hash.digest('hex')
}

export const attachedAs = (id: string, content: Binary): Attachment => ({
  contentType: 'application/octet-stream',
  id,
  content,
})

export interface Uploaded {
  readonly status: number
  readonly type: string
  readonly body: AsyncIterable<Uint8Array>
}

/** The answer's body is to be read. */
export function upload(url: string, message: OutboundMessage): Promise<Uploaded> {
  const { contentType, size, stream } = multipart(message)
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': contentType, 'content-length': size, soapaction: '""' }
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      resolve({ status, type: headers['content-type'] ?? '', body: answer })
    })
    sent.on('error', reject)
    Readable.from(stream()).pipe(sent)
  })
}

export async function bodyText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
