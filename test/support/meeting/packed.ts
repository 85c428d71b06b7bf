/** Puts an envelope and what comes beside it into one body, as senders over HTTP and by mail do. */
import { MEDIA_TYPES, type VersionName } from '../../../src/soap/version.js'
import type { Letter } from './letter.js'

export interface Packed {
  readonly contentType: string
  readonly body: Buffer
}

const BOUNDARY = 'a-boundary-of-the-meeting'

/** @param mail  whether all is base64 in short lines */
export async function packed(letter: Letter, soap: VersionName, mail: boolean): Promise<Packed> {
  const { text, attachments, packaging } = letter
  const type = MEDIA_TYPES[soap]
  const encoded = (bytes: Uint8Array) =>
    mail
      ? Buffer.from(Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'))
      : Buffer.from(bytes)
  const transfer = mail ? 'Content-Transfer-Encoding: base64\r\n' : ''
  if (packaging === undefined) {
    return { contentType: `${type}; charset=utf-8`, body: encoded(Buffer.from(text)) }
  }
  const xop = packaging === 'xop'
  const rootType = xop
    ? `application/xop+xml; charset=utf-8; type="${type}"`
    : `${type}; charset=utf-8`
  const part = (fields: string, bytes: Uint8Array) => [
    Buffer.from(`--${BOUNDARY}\r\n${fields}${transfer}\r\n`),
    encoded(bytes),
    Buffer.from('\r\n'),
  ]
  const root = part(
    `Content-Type: ${rootType}\r\nContent-ID: <root@example>\r\n`,
    Buffer.from(text),
  )
  const others: Buffer[] = []
  for (const { contentType, id, content } of attachments) {
    const fields = `Content-Type: ${contentType}\r\nContent-ID: <${id}>\r\n`
    others.push(...part(fields, await content.bytes()))
  }
  const kind = xop ? `type="application/xop+xml"; start-info="${type}"` : `type="${type}"`
  return {
    contentType: `multipart/related; ${kind}; start="<root@example>"; boundary=${BOUNDARY}`,
    body: Buffer.concat([...root, ...others, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
