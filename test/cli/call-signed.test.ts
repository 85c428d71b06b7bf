/** `waybill call` that signs, and takes signed answers only. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { cli } from '../support/nodes/cli.js'
import { bob, opened, PASSWORD, sealed, WITH_KEY } from '../support/security/blocks.js'
import { certificateFiles, certificates } from '../support/security/certificates.js'
import { foreignSigned, SECURITY } from '../support/security/foreign-signed.js'
import { WSU } from '../support/security/forge/texts.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { answeringTls } from '../support/wire/answering-tls.js'
import { NS11, soap11 } from '../support/wire/envelopes.js'

const ADD = ['{urn:example:calculator}Add', 'a=1', 'b=2']
const SUM = soap11(
  '<c:AddResponse xmlns:c="urn:example:calculator"><c:result>3</c:result></c:AddResponse>',
)

for (const form of ['wss', 'soap-dsig'] as const) {
  test(`${form}: the request is signed, and a signed answer is printed`, async (t) => {
    const { key, certificate } = certificateFiles(t)
    const answer = sealed(SUM, { form, key: WITH_KEY(bob()), at: Date.now() }).text
    const { url, requested: requests } = await answering(t, withEnvelope(answer))
    const { code, out, err } = await cli([
      'call',
      url,
      ...ADD,
      '--sign',
      key('rsa'),
      '--certificate',
      certificate('rsa'),
      '--security',
      form,
      '--trust',
      certificate('ec'),
    ])
    t.deepEqual([code, err], [0, ''])
    t.regex(out, /^result[ :=]+3$/m)
    const sent = opened(requests[0]?.body ?? '', { at: Date.now() })
    t.like(sent.verdict, { form, signatures: [{ peer: 'alice' }] })
  })
}

test('an answer that nobody has signed is an error', async (t) => {
  const { certificate } = certificateFiles(t)
  const { url } = await answering(t, withEnvelope(SUM))
  const { code, out, err } = await cli(['call', url, ...ADD, '--trust', certificate('ec')])
  t.deepEqual([code, out], [76, ''])
  t.regex(err, /nobody who is trusted has signed it/)
})

test('the request is encrypted to a certificate', async (t) => {
  const { certificate } = certificateFiles(t)
  const { url, requested: requests } = await answering(t, withEnvelope(SUM))
  const { code } = await cli(['call', url, ...ADD, '--encrypt-to', certificate('rsa3072')])
  t.is(code, 0)
  const body = requests[0]?.body ?? ''
  t.notRegex(body, /urn:example:calculator/)
  t.is(opened(body, { at: Date.now() }).envelope.entries[0]?.local, 'Add')
})

test('a password as text, without a Timestamp, over TLS and over nothing else', async (t) => {
  const { folder } = certificateFiles(t)
  writeFileSync(join(folder, 'password'), `${PASSWORD}\n`)
  const { url, ca, requested: requests } = await answeringTls(t, SUM)
  writeFileSync(join(folder, 'ca.pem'), ca)
  const user = ['--user', 'alice', '--user-password', `file:${join(folder, 'password')}`]
  const flags = [
    ...user,
    '--password-type',
    'text',
    '--no-timestamp',
    '--ca',
    join(folder, 'ca.pem'),
  ]
  const { code, err } = await cli(['call', url, ...ADD, ...flags])
  t.deepEqual([code, err], [0, ''])
  t.notRegex(requests[0] ?? '', /Timestamp/)
  t.like(opened(requests[0] ?? '', { secure: true }).claims, [
    { user: 'alice', password: PASSWORD },
  ])
  const plain = await answering(t, withEnvelope(SUM))
  const refused = await cli(['call', plain.url, ...ADD, ...user, '--password-type', 'text'])
  t.is(refused.code, 64)
  t.regex(refused.err, /a password as text is sent over TLS only/)
  t.deepEqual(plain.requested, [])
})

test('an answer by a weak algorithm is printed if it is allowed', async (t) => {
  const { certificate } = certificateFiles(t)
  const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  const body =
    '<c:AddResponse xmlns:c="urn:example:calculator"><c:result>3</c:result></c:AddResponse>'
  const text = `<s:Envelope xmlns:s="${NS11}"><s:Header>${SECURITY}</s:Header><s:Body xmlns:wsu="${WSU}" wsu:Id="Body">${body}</s:Body></s:Envelope>`
  const answer = foreignSigned(text, certificates().rsa, { algorithm })
  const { url } = await answering(t, withEnvelope(answer))
  const flags = ['--trust', certificate('rsa')]
  t.is((await cli(['call', url, ...ADD, ...flags])).code, 76)
  t.is((await cli(['call', url, ...ADD, ...flags, '--allow', 'rsa-sha1'])).code, 0)
})

test('--order encrypt-first signs what was encrypted', async (t) => {
  const { key, certificate } = certificateFiles(t)
  const { url, requested: requests } = await answering(t, withEnvelope(SUM))
  const signs = ['--sign', key('rsa'), '--certificate', certificate('rsa')]
  const flags = [...signs, '--encrypt-to', certificate('rsa3072'), '--order', 'encrypt-first']
  t.is((await cli(['call', url, ...ADD, ...flags])).code, 0)
  const body = requests[0]?.body ?? ''
  t.true(body.indexOf('<ds:Signature') < body.indexOf('<xenc:EncryptedKey'))
  t.like(opened(body, { at: Date.now() }).verdict.signatures, [{ peer: 'alice' }])
})

test('a key without its certificate, and files that are none, are wrong usage', async (t) => {
  const { key, certificate, folder } = certificateFiles(t)
  for (const flags of [
    ['--sign', key('rsa')],
    ['--sign', key('rsa'), '--certificate', certificate('ec')],
    ['--trust', join(folder, 'none.pem')],
    ['--user', 'alice'],
    ['--user', 'alice', '--user-password', 'open sesame'],
    ['--allow', 'rsa-sha1'],
    ['--trust', certificate('rsa'), '--allow', 'md5'],
  ]) {
    const { code } = await cli(['call', 'http://127.0.0.1:1/', ...ADD, ...flags])
    t.is(code, 64, flags.join(' '))
  }
})
