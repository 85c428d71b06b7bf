/** XOP §3: what is kept of a packed message is what its signatures are over, and others check it without the parts. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { ClientSecurity } from '../../src/client/security.js'
import { createSender } from '../../src/index.js'
import { check } from '../support/security/check-script.js'
import { hide } from '../support/security/forge/encrypt.js'
import { include, packed, part } from '../support/security/packed.js'
import { keepingNode } from '../support/security/packed-evidence.js'
import { ALL } from '../support/security/packed-way.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { bodyText, upload } from '../support/wire/upload.js'

const ENVELOPES = { '1.1': soap11, '1.2': soap12 }
const { alice, node: lastKey } = ALL
const KEY = { key: alice.keyPem, certificate: alice.pem }
const DATA = Buffer.alloc(3_001, 'abc').toString('base64')
const give = `<f:Give xmlns:f="urn:example:files"><f:data>${DATA}</f:data></f:Give>`
const VALUES = ['BinarySecurityToken', 'SignatureValue', 'DigestValue', 'CipherValue', 'data']
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: request and answer are kept with the text of their parts, and the script takes them`, async (t) => {
    const node = await keepingNode(t)
    const { text } = new ClientSecurity({ key: KEY }).seal(ENVELOPES[soap](give))
    const message = packed(text, VALUES)
    const answer = await upload(node.url, { soap, ...message, packaging: 'xop' })
    t.is(answer.status, 200, `${await bodyText(answer.body)} ${JSON.stringify(node.log.at(-1))}`)
    t.regex(answer.type, /xop/)
    const [received, sent, ...more] = await node.exported()
    t.is(more.length, 0)
    t.is(received?.text, text)
    t.deepEqual(received?.entry.packed, {
      contentType: `application/xop+xml; type="${soap === '1.1' ? 'text/xml' : 'application/soap+xml'}"`,
      hash: sha256(message.body),
      length: Buffer.byteLength(message.body),
    })
    const first = check(t, received?.folder ?? '')
    t.true(first.ok, first.out)
    t.regex(first.out, /OK: signature 1, by .*alice.*\n(?: {6}.*\n)*ALL OK: 1 signatures/)
    t.true(sent?.text.includes(DATA))
    t.false(sent?.text.includes('Include'))
    const second = check(t, sent?.folder ?? '')
    t.true(second.ok, second.out)
    t.regex(second.out, /OK: signature 1 is by the node/)
  })
}

test('what came encrypted is kept with its ciphertext in it', async (t) => {
  const node = await keepingNode(t, { encrypted: ['Body'] })
  const options = { key: KEY, encryptTo: lastKey.pem }
  const { text } = new ClientSecurity(options).seal(soap11(give))
  const message = packed(text, VALUES)
  const answer = await upload(node.url, { soap: '1.1', ...message, packaging: 'xop' })
  t.is(answer.status, 200, await bodyText(answer.body))
  const [received] = await node.exported()
  t.is(received?.text, text)
})

test('an Include that came encrypted is not taken where evidence is kept', async (t) => {
  const node = await keepingNode(t)
  const { text } = new ClientSecurity({ key: KEY }).seal(soap11(give))
  const { key, data } = hide(lastKey, [{ id: 'ED', text: give.replace(DATA, include('a@b')) }])
  const body = text
    .replace(give, data[0] ?? '')
    .replace(/(<wsse:Security[^>]*>)/, (start) => start + key)
  const attachments = [part('a@b', Buffer.from(DATA, 'base64'))]
  const answer = await upload(node.url, { soap: '1.1', body, attachments, packaging: 'xop' })
  t.is(answer.status, 500)
  t.regex(JSON.stringify(node.log.at(-1)), /cannot be kept as evidence/)
})

test('a message without parts is kept as before', async (t) => {
  const node = await keepingNode(t)
  const sender = createSender({ security: { key: KEY, trust: lastKey.pem } })
  t.teardown(() => sender.close())
  await sender.call(node.url, '{urn:example:files}Give', { data: 'AAAA' })
  const all = await node.exported()
  t.deepEqual(
    all.map(({ entry }) => entry.packed),
    [undefined, undefined],
  )
  for (const { folder } of all) t.true(check(t, folder).ok)
})
