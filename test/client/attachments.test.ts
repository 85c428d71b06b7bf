/** Attachments of a sender: files beside the envelope, bytes by MTOM, and what an answer brings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { createSender, PathBinary } from '../../src/index.js'
import { type Binary, HeldBinary } from '../../src/xml/binary.js'
import files from '../fixtures/files/index.js'
import { cli as runCli } from '../support/nodes/cli.js'
import { serveNode } from '../support/nodes/node.js'
import { sha256 } from '../support/wire/upload.js'

const schema = new URL('../fixtures/files/files.xsd', import.meta.url)
const BYTES = Buffer.from(Uint8Array.from({ length: 2_500_000 }, (_, at) => (at * 31) % 251))

async function node() {
  const plugin = await files({ options: {}, folder: '.', log: console })
  return serveNode({ files: 'operations' in plugin ? plugin : {} })
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const mtom of [false, true]) {
    test(`bytes go and come by ${mtom ? 'MTOM' : 'text'}, SOAP ${soap}: the same`, async (t) => {
      const { url, close } = await node()
      const sender = createSender({ soap })
      const give = (data: Binary | Uint8Array, values?: { readonly binary: 'stream' }) =>
        sender.call(
          url,
          '{urn:example:files}Give',
          { data },
          { schema, mtom, ...(values && { values }) },
        )
      for (const data of [BYTES, new HeldBinary(BYTES), Buffer.from('abc')]) {
        const answer = await give(data)
        t.true(
          Buffer.from(data instanceof Uint8Array ? data : data.held).equals(
            answer.values.data as Uint8Array,
          ),
        )
        await answer.close()
      }
      const streamed = await give(BYTES, { binary: 'stream' })
      t.is(streamed.attachments.length, mtom ? 1 : 0)
      const data = streamed.values.data as Binary
      t.true(BYTES.equals(await whole(data.stream())))
      await sender.close()
      if (mtom) await t.throwsAsync(() => whole(data.stream()))
      await close()
    })
  }
}

test('files go beside the envelope, and come back', async (t) => {
  const { url, close } = await node()
  const folder = mkdtempSync(join(tmpdir(), 'attached-'))
  const path = join(folder, 'a b.bin')
  writeFileSync(path, BYTES)
  const attachments = [
    { contentType: 'image/png', content: new PathBinary(path), name: 'größe.png' },
    { contentType: 'text/plain', content: Buffer.from('x'), id: 'x@y' },
  ]
  const sender = createSender()
  const put = await sender.call(url, '{urn:example:files}Put', {}, { schema, attachments })
  t.deepEqual(put.values.digest, [
    await sha256(new HeldBinary(BYTES).stream()),
    await sha256(new HeldBinary(Buffer.from('x')).stream()),
  ])
  const answer = await sender.call(url, '{urn:example:files}Give', {}, { schema, attachments })
  t.deepEqual(
    answer.attachments.map(({ contentType, content }) => [contentType, content.size]),
    [
      ['image/png', BYTES.length],
      ['text/plain', 1],
    ],
  )
  t.true(BYTES.equals(await (answer.attachments[0]?.content.bytes() ?? new Uint8Array())))
  await answer.close()
  await t.throwsAsync(() => answer.attachments[0]?.content.bytes() ?? Promise.resolve())
  const same = { ...attachments[1], contentType: 'a/b', content: BYTES }
  await t.throwsAsync(
    sender.call(url, '{urn:example:files}Give', {}, { attachments: [same, same] }),
    { instanceOf: TypeError, message: 'two attachments have the id x@y' },
  )
  await sender.close()

  const body = join(folder, 'body.xml')
  writeFileSync(
    body,
    '<f:Put xmlns:f="urn:example:files"><f:data><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a%20b.bin"/></f:data></f:Put>',
  )
  const sent = await runCli(['call', url, '--body', body, '--attach', path, '--mtom'])
  t.is(sent.out, `digest=${await sha256(new HeldBinary(BYTES).stream())}\n`, sent.err)
  const missing = await runCli(['call', url, '--body', body, '--attach', join(folder, 'none')])
  t.is(missing.code, 64)
  t.regex(missing.err, /expected a file to attach \(no such file or directory\)/)
  rmSync(folder, { recursive: true })
  await close()
})
