/** XML Signature with others: xmlsec1 and python3-cryptography verify what this node signs, and it what they sign. */
import type { KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SecurityFailure } from '../../src/security/failure.js'
import type { SigningKey } from '../../src/security/keys.js'
import { WSU } from '../../src/security/names.js'
import { folderOf } from '../support/folder.js'
import {
  DS,
  EXCLUSIVE,
  envelopeWith,
  sign,
  signers,
  verified,
} from '../support/security/signing.js'
import { NS11 } from '../support/wire/envelopes.js'
import { foreignScript, run } from './foreign-client.js'

const BODY =
  '<q:Add a="1" q:b=\'&lt;"\'>\n <b>2 &#xe9;&#13;</b><!-- c --><c xmlns=""><![CDATA[<d>]]></c></q:Add>'
const COVERED = [`{${NS11}}Body`, '{u:t}To']
const envelope = (signature: string) => envelopeWith(signature, BODY)

/** What others fill in: as this node writes it, but for the values, the prefixes and a PrefixList. */
function template(text: string): string {
  return text
    .replaceAll(/(<ds:(?:DigestValue|SignatureValue)>)[^<]*/g, '$1')
    .replaceAll('ds:', 'dsig:')
    .replace('xmlns:ds', 'xmlns:dsig')
}

/** The first of its PrefixLists by another prefix, with what is visibly utilized, and what is not there. */
const withList = (text: string) =>
  text.replace(
    /<ec:InclusiveNamespaces .*?<\/ec:InclusiveNamespaces>/,
    `<e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="q #default wsu none"/>`,
  )

function keyFiles(t: ExecutionContext, key: SigningKey, verifier: KeyObject): string {
  if (key.kind === 'mac') return folderOf(t, { 'key.bin': '0123456789abcdef0123456789abcdef' })
  return folderOf(t, {
    'private.pem': String(key.own.key.export({ type: 'pkcs8', format: 'pem' })),
    'public.pem': String(verifier.export({ type: 'spki', format: 'pem' })),
  })
}

async function xmlsec(
  what: '--sign' | '--verify',
  folder: string,
  mac: boolean,
  more: readonly string[] = [],
) {
  const file = join(folder, 'message.xml')
  const pem = what === '--sign' ? 'private' : 'public'
  const key = mac
    ? ['--hmackey', join(folder, 'key.bin')]
    : [what === '--sign' ? '--privkey-pem' : '--pubkey-pem', join(folder, `${pem}.pem`)]
  const ids = ['--id-attr:id', `${NS11}:Body`, '--id-attr:Id', 'u:t:To', ...more]
  const output = what === '--sign' ? ['--output', file] : []
  return run('xmlsec1', [what, ...key, ...ids, ...output, file])
}

/** Debian's xmlsec1 (1.2) knows neither PSS nor Ed25519. */
const isExisting = (name: string) => !name.includes('pss') && name !== 'ed25519'

for (const [name, key, verifier] of signers().filter(([name]) => isExisting(name))) {
  test(`xmlsec1 verifies ${name} by this node, and no altered message`, async (t) => {
    const folder = keyFiles(t, key, verifier)
    const file = join(folder, 'message.xml')
    const text = sign(key, ['Body', 'To'], envelope)
    writeFileSync(file, text)
    await t.notThrowsAsync(xmlsec('--verify', folder, key.kind === 'mac'))
    writeFileSync(file, text.replace('>2 &#xe9;', '>3 &#xe9;'))
    await t.throwsAsync(xmlsec('--verify', folder, key.kind === 'mac'))
  })

  test(`xmlsec1 verifies ${name} over 64 parts by this node, and no altered message`, async (t) => {
    const folder = keyFiles(t, key, verifier)
    const file = join(folder, 'message.xml')
    const names = Array.from({ length: 63 }, (_, n) => `E${n}`)
    const entries = names.map((id) => `<e xmlns="" xmlns:u="${WSU}" u:Id="${id}">${id}</e>`)
    const text = sign(key, ['Body', ...names], (signature) =>
      envelopeWith(signature, entries.join('')),
    )
    writeFileSync(file, text)
    const more = ['--id-attr:Id', 'e']
    await t.notThrowsAsync(xmlsec('--verify', folder, key.kind === 'mac', more))
    writeFileSync(file, text.replace('>E62<', '>E63<'))
    await t.throwsAsync(xmlsec('--verify', folder, key.kind === 'mac', more))
  })

  test(`this node verifies ${name} by xmlsec1, and no altered message`, async (t) => {
    const folder = keyFiles(t, key, verifier)
    const file = join(folder, 'message.xml')
    writeFileSync(file, withList(template(sign(key, ['Body', 'To'], envelope))))
    await xmlsec('--sign', folder, key.kind === 'mac')
    const text = readFileSync(file, 'utf8')
    t.true(text.includes('PrefixList="q #default wsu none"'))
    t.deepEqual(verified(text, verifier), COVERED)
    t.throws(() => verified(text.replace('here', 'there'), verifier), {
      instanceOf: SecurityFailure,
      code: 'FailedCheck',
    })
  })
}

const python = foreignScript('/usr/bin/python3', 'xml-signature.py')

for (const [name, key, verifier] of signers()) {
  if (key.kind === 'mac') continue
  const pem = String(verifier.export({ type: 'spki', format: 'pem' }))

  test(`python3-cryptography verifies ${name} by this node, and no altered message`, async (t) => {
    const text = sign(key, ['Body', 'To'], envelope)
    t.is(
      await python({ do: 'verify', text, key: pem }),
      /SignatureMethod Algorithm="([^"]*)/.exec(text)?.[1],
    )
    await t.throwsAsync(python({ do: 'verify', text: text.replace('here', 'there'), key: pem }))
  })

  test(`this node verifies ${name} by python3-cryptography, and no altered message`, async (t) => {
    const text = await python({
      do: 'sign',
      text: template(sign(key, ['Body', 'To'], envelope)),
      key: String(key.own.key.export({ type: 'pkcs8', format: 'pem' })),
    })
    t.deepEqual(verified(String(text), verifier), COVERED)
    t.throws(() => verified(String(text).replace('here', 'there'), verifier), {
      instanceOf: SecurityFailure,
      code: 'FailedCheck',
    })
  })
}

test('enveloped signatures of the whole message: xmlsec1 and this node say the same', async (t) => {
  const [[, key, verifier] = []] = signers()
  if (!key || !verifier) throw new Error('there is no key')
  const folder = keyFiles(t, key, verifier)
  const file = join(folder, 'message.xml')
  const enveloped = template(sign(key, ['Body'], envelope))
    .replace('URI="#Body"', 'URI=""')
    .replace('<dsig:Transforms>', `$&<dsig:Transform Algorithm="${DS}enveloped-signature"/>`)
  writeFileSync(file, enveloped)
  await xmlsec('--sign', folder, false)
  const text = readFileSync(file, 'utf8')
  t.deepEqual(verified(text, verifier), [`{${NS11}}Envelope`])
  for (const altered of [
    text.replace('here', 'there'),
    text.replace('<sec:Signature', '<sec:Signature a="1"'),
  ]) {
    t.not(altered, text)
    t.throws(() => verified(altered, verifier), { code: 'FailedCheck' })
  }
})
