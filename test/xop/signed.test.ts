/** XOP §1: what is signed is the text, whether it stands in the envelope or a part stands for it. */
import test from 'ava'
import { ClientSecurity } from '../../src/client/security.js'
import { Inclusions } from '../../src/message/xop/inclusions.js'
import { HeldBinary } from '../../src/xml/binary.js'
import { canonicalizing } from '../../src/xml/canonical.js'
import { readDocument, reading } from '../../src/xml/read.js'
import { atOnce } from '../../src/xml/walk.js'
import files from '../fixtures/files/index.js'
import { serveNode } from '../support/nodes/node.js'
import { people } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { soap11 } from '../support/wire/envelopes.js'
import { attachedAs, bodyText, sha256, upload } from '../support/wire/upload.js'

const INCLUDE = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a"/>'

const made = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251))

function canonical(root: ReturnType<typeof readDocument>): string {
  let text = ''
  atOnce(
    canonicalizing(root, {}, (piece) => {
      text += piece
    }),
  )
  return text
}

test('the canonical form is that of the text, of any number of bytes', (t) => {
  for (const size of [0, 1, 2, 3, 100, 12_288, 12_289, 100_001]) {
    const bytes = made(size)
    const document = (content: string) => `<e><a x="1"><b><c>${content}</c></b></a>more</e>`
    const inclusions = new Inclusions([attachedAs('a', new HeldBinary(bytes))])
    const walk = reading(document(INCLUDE), undefined, 'refused', inclusions)
    t.is(canonical(atOnce(walk)), canonical(readDocument(document(bytes.toString('base64')))))
  }
})

for (const size of [100, 3_000_000]) {
  test(`a signature over ${size} bytes of text holds where a part stands for them, and for no others`, async (t) => {
    const { alice, ...rest } = await people()
    const policies = [{ require: 'signature', peers: ['alice'] }]
    const settings = [securityOf(t, { alice, ...rest }, policies)]
    const plugin = await files({ options: {}, folder: '.', log: console })
    const node = await serveNode({ files: 'operations' in plugin ? plugin : {} }, { settings })
    const bytes = made(size)
    const base64 = bytes.toString('base64')
    const entry = `<f:Put xmlns:f="urn:example:files"><f:data>${base64}</f:data></f:Put>`
    const key = { key: alice.keyPem, certificate: alice.pem }
    const { text } = new ClientSecurity({ key }).seal(soap11(entry))
    const body = text.replace(base64, INCLUDE)
    t.not(body, text)
    const send = (content: Buffer) =>
      upload(node.url, {
        soap: '1.1',
        body,
        packaging: 'xop',
        attachments: [attachedAs('a', new HeldBinary(content))],
      })
    // First, as no message is taken twice.
    const other = Buffer.from(bytes)
    other[size - 1] = (other[size - 1] ?? 0) ^ 1
    const wrong = await send(other)
    t.is(wrong.status, 500)
    t.regex(await bodyText(wrong.body), /InvalidSecurity|FailedCheck/)
    const answer = await send(bytes)
    const stated = await bodyText(answer.body)
    t.is(answer.status, 200, stated)
    t.true(stated.includes(await sha256(new HeldBinary(bytes).stream())))
    await node.close()
  })
}
