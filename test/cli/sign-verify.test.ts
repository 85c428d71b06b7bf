/** `waybill sign` and `waybill verify` as processes: keys from files and from the configuration, verdicts, exit codes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { certificateFiles, certificates } from '../support/security/certificates.js'
import { foreignSigned, SECURITY } from '../support/security/foreign-signed.js'
import { WSU } from '../support/security/forge/texts.js'
import { ADD, NS11, soap11 } from '../support/wire/envelopes.js'

interface Teardown {
  teardown(clean: () => void): void
}

function files(t: Teardown) {
  const made = certificateFiles(t)
  const order = join(made.folder, 'order.xml')
  const signed = join(made.folder, 'signed.xml')
  writeFileSync(order, soap11(ADD))
  const key = ['--key', made.key('rsa'), '--certificate', made.certificate('rsa')]
  return { ...made, order, signed, key }
}

for (const form of ['wss', 'soap-dsig']) {
  test(`what is signed by ${form} is valid for who trusts the certificate`, async (t) => {
    const { order, signed, key, certificate } = files(t)
    const { code, out, err } = await cli(['sign', order, ...key, '--security', form])
    t.deepEqual([code, err], [0, ''])
    writeFileSync(signed, out)
    for (const trust of [certificate('rsa'), certificate('authority')]) {
      const verified = await cli(['verify', signed, '--trust', trust])
      t.is(verified.code, 0, verified.out)
      t.regex(verified.out, /^verdict {2}valid$/m)
      t.regex(verified.out, /signature by .*CN=rsa,O=Example,C=NL.* over .*Body/)
    }
    const other = await cli(['verify', signed, '--trust', certificate('ec')])
    t.is(other.code, 1)
    t.regex(other.out, /not valid: /)
  })
}

test('one byte altered is told, and ends with 1', async (t) => {
  const { order, signed, key, certificate } = files(t)
  const { out } = await cli(['sign', order, ...key])
  writeFileSync(signed, out.replace('<c:a>1', '<c:a>2'))
  const verified = await cli(['verify', signed, '--trust', certificate('rsa'), '--json'])
  t.is(verified.code, 1)
  const { valid, why, steps } = JSON.parse(verified.out)
  t.false(valid)
  t.regex(why, /digest of #Body/)
  t.false(steps.at(-1).ok)
})

test('the configuration has the keys, who is trusted, and what decrypts', async (t) => {
  const { order, signed, key, certificate } = files(t)
  const folder = folderOf(t, {
    'waybill.yaml': [
      'security:',
      `  certificate: ${certificate('rsa3072')}`,
      `  key: ${key[1]?.replace('rsa-key', 'rsa3072-key')}`,
      `  peers: { alice: { signs: { certificates: [${certificate('rsa')}] } } }`,
    ].join('\n'),
  })
  const config = ['--config', join(folder, 'waybill.yaml')]
  const encrypted = await cli(['sign', order, ...key, '--encrypt-to', certificate('rsa3072')])
  t.is(encrypted.code, 0, encrypted.err)
  t.notRegex(encrypted.out, /urn:example:calculator/)
  writeFileSync(signed, encrypted.out)
  const verified = await cli(['verify', signed, ...config, '--json'])
  t.is(verified.code, 0, verified.out)
  t.like(JSON.parse(verified.out), { valid: true, form: 'wss', signatures: [{ peer: 'alice' }] })
  const own = await cli(['sign', order, ...config])
  t.is(own.code, 0, own.err)
  t.regex(own.out, /<ds:Signature /)
})

test('a message is judged as of a moment', async (t) => {
  const { order, signed, key, certificate } = files(t)
  const { out } = await cli(['sign', order, ...key])
  writeFileSync(signed, out)
  const later = await cli([
    'verify',
    signed,
    '--trust',
    certificate('rsa'),
    '--at',
    '2040-01-01T00:00:00Z',
  ])
  t.is(later.code, 1)
  t.regex(later.out, /expired/)
})

test('what is missing is told as wrong usage', async (t) => {
  const { order, key, folder, certificate } = files(t)
  for (const args of [
    ['sign', order],
    ['sign', order, '--key', key[1] ?? ''],
    ['sign', join(folder, 'none.xml'), ...key],
    ['sign', certificate('rsa'), ...key],
    ['sign', order, '--key', certificate('rsa'), '--certificate', certificate('rsa')],
    ['verify', order],
    ['verify', order, '--trust', order],
    ['verify', order, '--trust', certificate('rsa'), '--at', 'now'],
  ]) {
    const { code, err } = await cli(args)
    t.is(code, 64, args.join(' '))
    t.not(err, '')
  }
  const unsigned = await cli(['verify', order, '--trust', certificate('rsa')])
  t.is(unsigned.code, 1)
  t.regex(unsigned.out, /no signature of somebody who is trusted covers Body/)
})

test('prefixes in signed values that no signature covers are named', async (t) => {
  const { signed, certificate } = files(t)
  const text = (list: string) =>
    foreignSigned(
      `<s:Envelope xmlns:s="${NS11}" xmlns:p="urn:p"><s:Header>${SECURITY}</s:Header><s:Body xmlns:wsu="${WSU}" wsu:Id="Body">` +
        '<m:Add xmlns:m="urn:m" about="urn:x:y m:A">p:Thing and s:More</m:Add></s:Body></s:Envelope>',
      certificates().rsa,
      { lists: { Body: list } },
    )
  writeFileSync(signed, text(''))
  const ended = await cli(['verify', signed, '--trust', certificate('rsa')])
  t.is(ended.code, 0, ended.out)
  t.deepEqual(
    ended.out.split('\n').filter((line) => line.startsWith('no ')),
    [
      'no       Whoever resolves it refuses the message: a value in Body has the prefix "p", and the signature of Body does not cover what that stands for.',
    ],
  )
  writeFileSync(signed, text('p'))
  const { out } = await cli(['verify', signed, '--trust', certificate('rsa')])
  t.notRegex(out, /^no /m)
})
