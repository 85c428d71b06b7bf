/** Apache CXF with MTOM and WSS4J: every message has its token and its ciphertexts in parts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { folderOf as temporary } from '../support/folder.js'
import { check } from '../support/security/check-script.js'
import { keepingNode } from '../support/security/packed-evidence.js'
import { ALL, gateTo, lastNode } from '../support/security/packed-way.js'
import { type Client, startClient } from './peer.js'
import { folderOf, javaCommand } from './projects.js'

const test = anyTest as TestFn
let client: Client | undefined

test.before(() => {
  client = startClient(javaCommand('cxf', 'peer.MtomClient'), folderOf('cxf'))
})
test.after.always(() => client?.end())

/** Sends bytes, which the node gives back. */
async function give(
  t: ExecutionContext,
  address: string,
  soap: '1.1' | '1.2',
  more: Readonly<Record<string, string>> = {},
) {
  if (!client) throw new Error('CXF has not started')
  const folder = temporary(t, {})
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const { alice, node } = ALL
  const answer = await client.call('Give', {
    address,
    soap,
    size: '100000',
    key: file('me.key', alice.keyPem),
    certificate: file('me.pem', alice.pem),
    node: file('node.pem', node.pem),
    ...more,
  })
  t.log(JSON.stringify(answer))
  return answer
}

const SIGNED = { require: 'signature', peers: ['alice'], signed: ['Body', 'Timestamp'] }

for (const soap of ['1.1', '1.2'] as const) {
  test.serial(`SOAP ${soap}: CXF signs by MTOM, and verifies the answer by MTOM`, async (t) => {
    const last = await lastNode(t, [{ ...SIGNED, sends: { sign: ['Body'] } }])
    const { result } = await give(t, last.url, soap)
    t.is(result, 'the same bytes', JSON.stringify(last.log.at(-1)))
    const message = last.received.at(-1)
    t.is(message?.packaging, 'xop')
    // The token and the content.
    t.is(message?.attachments.length, 2)
  })

  test.serial(`SOAP ${soap}: CXF signs and encrypts by MTOM, and opens the answer`, async (t) => {
    const policy = { ...SIGNED, encrypted: ['Body'] }
    const last = await lastNode(t, [
      { ...policy, sends: { sign: ['Body'], encrypt: ['Body'], to: 'alice' } },
    ])
    const { result } = await give(t, last.url, soap, { encrypts: 'yes' })
    t.is(result, 'the same bytes', JSON.stringify(last.log.at(-1)))
    t.true((last.received.at(-1)?.attachments.length ?? 0) >= 2)
  })

  test.serial(`SOAP ${soap}: the same behind a node that sends it on`, async (t) => {
    const last = await lastNode(t, [{ ...SIGNED, sends: { sign: ['Body'] } }])
    const gate = await gateTo(t, last.url, [])
    t.is((await give(t, gate.url, soap)).result, 'the same bytes')
  })

  test.serial(`SOAP ${soap}: what is kept of CXF's messages others can check`, async (t) => {
    const node = await keepingNode(t)
    const { result } = await give(t, node.url, soap)
    t.is(result, 'the same bytes', JSON.stringify(node.log.at(-1)))
    const all = await node.exported()
    t.is(all.length, 2)
    for (const { folder, text, entry } of all) {
      t.false(text.includes('Include'))
      t.true(entry.packed !== undefined)
      const { ok, out } = check(t, folder)
      t.true(ok, out)
    }
  })
}
