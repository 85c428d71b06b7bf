/** XOP §3: what is verified and decrypted is the text, whichever parts of the message stand for it. */
import { createHash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { ClientSecurity } from '../../../src/client/security.js'
import type { SecurityOptions } from '../../../src/client/security-options.js'
import type { Attachment } from '../../../src/message/message.js'
import files from '../../fixtures/files/index.js'
import type { OtherBounds } from '../../support/nodes/bounds.js'
import { serveNode } from '../../support/nodes/node.js'
import { hide } from '../../support/security/forge/encrypt.js'
import { people } from '../../support/security/forge/letter.js'
import { securityOf } from '../../support/security/guarded.js'
import { include, type Packed, packed, part, spoiled } from '../../support/security/packed.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'
import { bodyText, upload } from '../../support/wire/upload.js'

const ENVELOPES = { '1.1': soap11, '1.2': soap12 }
const { alice, node: nodeKey, ...others } = await people()
const KEY = { key: alice.keyPem, certificate: alice.pem }
const BYTES = Buffer.from(Uint8Array.from({ length: 3_001 }, (_, at) => (at * 31) % 251))
const DATA = BYTES.toString('base64')
const VALUES = ['BinarySecurityToken', 'SignatureValue', 'DigestValue', 'X509Certificate']

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const put = (data: string) => `<f:Put xmlns:f="urn:example:files"><f:data>${data}</f:data></f:Put>`

function sealed(soap: '1.1' | '1.2', options: SecurityOptions, data = DATA): string {
  return new ClientSecurity({ key: KEY, ...options }).seal(ENVELOPES[soap](put(data))).text
}

/** A node that takes what alice has signed. */
async function receiver(t: ExecutionContext, policy: object = {}, more: object = {}) {
  const policies = [{ require: 'signature', peers: ['alice'], ...policy }]
  const { bounds = {}, ...rest } = more as { readonly bounds?: OtherBounds }
  const security = securityOf(t, { alice, node: nodeKey, ...others }, policies, rest)
  const plugin = await files({ options: {}, folder: '.', log: console })
  const node = await serveNode(
    { files: 'operations' in plugin ? plugin : {} },
    { settings: [security], bounds },
  )
  t.teardown(() => node.close())
  return async (message: Packed, soap: '1.1' | '1.2' = '1.1') => {
    const answer = await upload(node.url, { soap, ...message, packaging: 'xop' })
    return { status: answer.status, text: await bodyText(answer.body), log: node.log }
  }
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const form of ['wss', 'soap-dsig'] as const) {
    for (const strict of [true, false]) {
      test(`SOAP ${soap}, ${form}, strict ${strict}: tokens, digests and signature values may be parts`, async (t) => {
        const send = await receiver(t, {}, { strict })
        const message = packed(sealed(soap, { form }), [...VALUES, 'data'])
        t.is(message.attachments.length, form === 'wss' ? 5 : 4)
        for (const [which] of message.attachments.entries()) {
          const { status, text } = await send(spoiled(message, which), soap)
          t.true([400, 500].includes(status), `${which}: ${text}`)
        }
        const { status, text, log } = await send(message, soap)
        t.is(status, 200, `${text} ${JSON.stringify(log.at(-1))}`)
        t.true(text.includes(sha256(BYTES)))
        // What comes again is the same message, however it is packed.
        const again = await send({ body: sealedText(message), attachments: [] }, soap)
        t.not(again.status, 200, again.text)
      })
    }
  }
}

/** With all texts in their places again. */
function sealedText({ body, attachments }: Packed): string {
  return attachments.reduce((text, { id = '', content }) => {
    const bytes = 'held' in content && content.held instanceof Uint8Array ? content.held : BYTES
    return text.replace(include(id), Buffer.from(bytes).toString('base64'))
  }, body)
}

for (const size of [3_001, 1_500_000]) {
  test(`ciphertexts and encrypted keys may be parts, of ${size} bytes`, async (t) => {
    const send = await receiver(t, { encrypted: ['Body'] })
    const bytes = Buffer.alloc(size, 'abc')
    const options = { encryptTo: nodeKey.pem }
    const text = sealed('1.1', options, bytes.toString('base64'))
    const message = packed(text, [...VALUES, 'CipherValue'])
    t.is(message.attachments.length, 6)
    t.is((await send(spoiled(message, 5))).status, 500)
    const answer = await send(message)
    t.is(answer.status, 200, `${answer.text} ${JSON.stringify(answer.log.at(-1))}`)
    t.true(answer.text.includes(sha256(bytes)))
  })
}

test('a ciphertext of more bytes than are loaded is refused before a key is used', async (t) => {
  const text = sealed('1.1', { encryptTo: nodeKey.pem })
  const message = packed(text, ['CipherValue'])
  // With a key that opens nothing: whoever used it could not tell more than that.
  const spoiledKey = spoiled(message, 0)
  const bytes = spoiledKey.attachments.reduce((sum, { content }) => sum + content.size, 0)
  const atMost = (most: number) =>
    receiver(t, {}, { bounds: { attachments: { maxInMemory: most } } })
  const under = await (await atMost(bytes))(spoiledKey)
  t.regex(under.text, /FailedCheck|InvalidSecurity/)
  const over = await (await atMost(bytes - 1))(spoiledKey)
  t.is(over.status, 500)
  t.regex(over.text, new RegExp(`Client.*more than ${bytes - 1} bytes`, 's'))
  t.is((await (await atMost(bytes))(message)).status, 200)
})

/** Signed over the text, then encrypted with an Include in its place. */
function hidden(data: string, stands: string): string {
  const text = sealed('1.1', {}, data)
  const [content = ''] = /<f:Put.*<\/f:Put>/s.exec(text) ?? []
  const { key, data: ciphertexts } = hide(nodeKey, [
    { id: 'ED', text: content.replace(data, stands) },
  ])
  return text
    .replace(content, ciphertexts[0] ?? '')
    .replace(/(<wsse:Security[^>]*>)/, (start) => start + key)
}

for (const size of [3_001, 1_500_000]) {
  test(`an Include that comes to light by decryption stands for ${size} bytes of what is signed`, async (t) => {
    const bytes = Buffer.alloc(size, 'xyz')
    const body = hidden(bytes.toString('base64'), include('a@b'))
    const send = await receiver(t, { encrypted: ['Body'] })
    t.is((await send(spoiled({ body, attachments: [part('a@b', bytes)] }, 0))).status, 500)
    // One more part, larger than what is kept in memory, makes it a file.
    const filler = part('filler', Buffer.alloc(1_100_000))
    const attachments = [filler, part('a@b', bytes)]
    const { status, text, log } = await send({ body, attachments })
    t.is(status, 200, `${text} ${JSON.stringify(log.at(-1))}`)
    t.true(text.includes(sha256(bytes)))
    const few = await receiver(t, {}, { bounds: { attachments: { maxInMemory: size - 1 } } })
    t.regex((await few({ body, attachments })).text, /Client.*more than/s)
  })
}

test('an Include that comes to light and breaks a rule is refused', async (t) => {
  const twice = `${include('a@b')}</f:data><f:data>${include('a@b')}`
  for (const wrong of [
    include('nothing'),
    ` ${include('a@b')}`,
    twice,
    include('a@b').replace('cid:', 'http:'),
    include('a@b').replace('/>', `>${include('a@b')}</xop:Include>`),
  ]) {
    const send = await receiver(t)
    const answer = await send({ body: hidden(DATA, wrong), attachments: [part('a@b', BYTES)] })
    t.is(answer.status, 500, wrong)
    t.regex(answer.text, /InvalidSecurity/, wrong)
  }
})

test('XOP §3.2: what an Include of a security value may not be', async (t) => {
  const send = await receiver(t)
  const { body, attachments } = packed(sealed('1.1', {}), VALUES)
  const [token = '', , value = ''] = attachments.map(({ id = '' }) => include(id))
  const changes: Readonly<Record<string, string>> = {
    'a part twice': body.replace(value, token),
    'a part that is not there': body.replace(token, include('nothing')),
    'white space before it': body.replace(value, ` ${value}`),
    'text behind it': body.replace(value, `${value}AAAA`),
    'an element beside it': body.replace(value, `${value}<x/>`),
    'content in it': body.replace(value, value.replace('/>', '>AAAA</xop:Include>')),
    'another attribute': body.replace(value, value.replace('/>', ' x="1"/>')),
  }
  for (const [name, changed] of Object.entries(changes)) {
    t.not(changed, body, name)
    t.is((await send({ body: changed, attachments })).status, 500, name)
  }
  const long = attachments.with(0, part(attachments[0]?.id ?? '', Buffer.alloc(50_000)))
  t.regex((await send({ body, attachments: long })).text, /InvalidSecurity/)
  t.is((await send({ body, attachments })).status, 200)
})

test('media headers of a part change nothing, and no attachment is left of a security value', async (t) => {
  const send = await receiver(t, { signed: ['Body', 'Attachments'] })
  const { body, attachments } = packed(sealed('1.1', {}), [...VALUES, 'data'])
  const typed = attachments.map(
    (one): Attachment => ({ ...one, contentType: 'text/xml; charset=utf-16' }),
  )
  const stranger = part('stranger', Buffer.from('not signed'))
  t.is((await send({ body, attachments: [...attachments, stranger] })).status, 500)
  const { status, text } = await send({ body, attachments: typed })
  t.is(status, 200, text)
  t.true(text.includes(sha256(BYTES)))
})
