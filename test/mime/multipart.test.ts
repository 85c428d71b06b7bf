/** Envelopes with attachments as multipart/related, read again by the reader of mail. */
import test from 'ava'
import type { Attachment } from '../../src/message/message.js'
import { isMultipart, multipart } from '../../src/message/mime/index.js'
import { HeldBinary } from '../../src/xml/binary.js'
import { readMail } from '../support/mail/arrived.js'

const LIMITS = { maxHeader: 100_000, maxHeaders: 1000, maxParts: 100, maxDepth: 5 }
const BYTES = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256)

const attached = (id: string, bytes = BYTES): Attachment => ({
  contentType: 'application/octet-stream',
  id,
  name: `größe "${id}".bin`,
  content: new HeldBinary(bytes),
})

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

for (const transfer of ['binary', 'text'] as const) {
  for (const packaging of ['xop', 'attachments'] as const) {
    test(`an envelope with two attachments as ${packaging}, ${transfer}`, async (t) => {
      const message = {
        body: '<e>ä</e>\r\n\n',
        soap: '1.2' as const,
        action: 'urn:x"y',
        packaging,
        attachments: [attached('a@b'), attached('c%20d', new Uint8Array())],
      }
      t.true(isMultipart(message))
      const { contentType, size, stream } = multipart(message, transfer)
      const body = await whole(stream())
      t.is(body.length, size)
      if (transfer === 'text')
        t.false(/[^\r\n -~]/.test(body.toString('latin1').replace(/filename=.*/g, '')))
      const mail = Buffer.concat([Buffer.from(`Content-Type: ${contentType}\r\n\r\n`), body])
      const { type, parts } = readMail(mail, LIMITS)
      const [root, one, other] = parts
      t.is(type.parameters.get('start'), root?.headers.get('content-id'))
      t.is(type.parameters.get('action'), 'urn:x"y')
      t.is(
        type.parameters.get('type'),
        packaging === 'xop' ? 'application/xop+xml' : 'application/soap+xml',
      )
      if (packaging === 'xop') {
        t.is(type.parameters.get('start-info'), 'application/soap+xml')
        t.is(root?.type.parameters.get('type'), 'application/soap+xml')
      }
      t.deepEqual(Buffer.from((await root?.bytes()) ?? []).toString(), message.body)
      t.deepEqual(Buffer.from((await one?.bytes()) ?? []), Buffer.from(BYTES))
      t.is(one?.headers.get('content-id'), '<a@b>')
      t.is(one?.fileName, 'größe "a@b".bin')
      t.is((await other?.body())?.size, 0)
    })
  }
}

test('XOP without attachments has one part, and an envelope without XOP goes alone', async (t) => {
  t.false(isMultipart({ body: '', soap: '1.1' }))
  const { contentType, stream } = multipart({ body: '<e/>', soap: '1.1', packaging: 'xop' })
  const body = await whole(stream())
  const mail = Buffer.concat([Buffer.from(`Content-Type: ${contentType}\r\n\r\n`), body])
  t.is(readMail(mail, LIMITS).parts.length, 1)
})

test('the fields of a part are written as they came', async (t) => {
  const fields = [
    ['CONTENT-TYPE', 'image/png; x="\u00e4"'],
    ['X-More', 'a  b'],
  ] as const
  const attachment = { ...attached('a@b'), fields }
  const { stream } = multipart({ body: '<e/>', soap: '1.1', attachments: [attachment] })
  const text = (await whole(stream())).toString('latin1')
  t.true(
    text.includes(
      '\r\nCONTENT-TYPE: image/png; x="\u00e4"\r\nX-More: a  b\r\nContent-Transfer-Encoding: binary\r\n\r\n',
    ),
  )
})

test('nothing of an attachment becomes a header field of its own', (t) => {
  for (const wrong of [{ contentType: 'a/b\r\nX: y' }, { id: 'a>\nX: y' }, { name: 'a\rb' }]) {
    const attachments = [{ ...attached('a@b'), ...wrong }]
    t.throws(() => multipart({ body: '<e/>', soap: '1.1', attachments }), {
      instanceOf: TypeError,
    })
  }
})
