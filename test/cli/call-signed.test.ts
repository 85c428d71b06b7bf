/** `waybill call` that signs, and takes signed answers only. */
import { join } from 'node:path'
import test from 'ava'
import { cli } from '../support/nodes/cli.js'
import { bob, opened, sealed, WITH_KEY } from '../support/security/blocks.js'
import { certificateFiles } from '../support/security/certificates.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { soap11 } from '../support/wire/envelopes.js'

const ADD = ['{urn:example:calculator}Add', 'a=1', 'b=2']
const SUM = soap11(
  '<c:AddResponse xmlns:c="urn:example:calculator"><c:result>3</c:result></c:AddResponse>',
)

for (const form of ['wss', 'soap-dsig'] as const) {
  test(`${form}: the request is signed, and a signed answer is printed`, async (t) => {
    const { key, certificate } = certificateFiles(t)
    const answer = sealed(SUM, { form, key: WITH_KEY(bob()), at: Date.now() }).text
    const { url, asked } = await answering(t, withEnvelope(answer))
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
    const sent = opened(asked[0]?.body ?? '', { at: Date.now() })
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
  const { url, asked } = await answering(t, withEnvelope(SUM))
  const { code } = await cli(['call', url, ...ADD, '--encrypt-to', certificate('rsa3072')])
  t.is(code, 0)
  const body = asked[0]?.body ?? ''
  t.notRegex(body, /urn:example:calculator/)
  t.is(opened(body, { at: Date.now() }).envelope.entries[0]?.local, 'Add')
})

test('a key without its certificate, and files that are none, are wrong usage', async (t) => {
  const { key, certificate, folder } = certificateFiles(t)
  for (const flags of [
    ['--sign', key('rsa')],
    ['--sign', key('rsa'), '--certificate', certificate('ec')],
    ['--trust', join(folder, 'none.pem')],
  ]) {
    const { code } = await cli(['call', 'http://127.0.0.1:1/', ...ADD, ...flags])
    t.is(code, 64, flags.join(' '))
  }
})
