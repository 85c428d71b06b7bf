/** `waybill keys` and `waybill doctor` as processes: what they write, what they never overwrite, and the exit codes. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readDer } from '../../src/security/der/read.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { certificateFiles, certificates, fingerprintOf } from '../support/security/certificates.js'

const CONFIG = `
security:
  certificate: node.pem
  key: node.key
`

/** Runs in a folder with files, as an operator would. */
function practice(t: Parameters<typeof folderOf>[0], config: string) {
  const folder = folderOf(t, {})
  const path = (name: string) => join(folder, name)
  const absolute = config.replace(/\b(node\.pem|node\.key)\b/g, path)
  writeFileSync(path('waybill.yaml'), absolute)
  return {
    path,
    run: (command: string, ...args: readonly string[]) =>
      cli(['keys', command, '-c', path('waybill.yaml'), ...args]),
    doctor: (...args: readonly string[]) => cli(['doctor', '-c', path('waybill.yaml'), ...args]),
  }
}

const SUBJECT = ['--subject', 'CN=node, O=Example, C=NL']

for (const type of ['rsa', 'ec', 'ed25519'] as const) {
  test(`create: a pair of type ${type} that belongs together, for its owner only`, async (t) => {
    const { run, path } = practice(t, CONFIG)
    const names = ['--name', 'DNS:node.example', '--name', 'IP:192.0.2.1']
    const { code, err } = await run(
      'create',
      '--type',
      type,
      '--valid',
      '30d',
      ...SUBJECT,
      ...names,
    )
    t.is(code, 0, err)
    const certificate = new X509Certificate(readFileSync(path('node.pem')))
    const key = createPrivateKey(readFileSync(path('node.key')))
    t.is(key.asymmetricKeyType, type)
    t.true(certificate.checkPrivateKey(key))
    t.true(certificate.verify(certificate.publicKey))
    t.is(certificate.subject, 'C=NL\nO=Example\nCN=node')
    t.is(certificate.subjectAltName, 'DNS:node.example, IP Address:192.0.2.1')
    t.false(certificate.ca)
    const days = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)
    t.is(days / 86_400_000, 30)
    for (const name of ['node.pem', 'node.key']) t.is(statSync(path(name)).mode & 0o777, 0o600)
  })
}

test('create: a request says the same, and is signed by the key', async (t) => {
  const { run, path } = practice(t, CONFIG)
  const { code } = await run(
    'create',
    '--type',
    'ec',
    '--request',
    ...SUBJECT,
    '--name',
    'URI:urn:x',
  )
  t.is(code, 0)
  const text = readFileSync(path('node.pem'), 'utf8')
  t.true(text.startsWith('-----BEGIN CERTIFICATE REQUEST-----\n'))
  const der = Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64')
  t.is([...readDer(der).members()].length, 3)
})

test('create: nothing is written over, and nothing is left half', async (t) => {
  const { run, path } = practice(t, CONFIG)
  writeFileSync(path('node.pem'), 'mine')
  const { code, err } = await run('create', '--type', 'ec', ...SUBJECT)
  t.is(code, 64)
  t.regex(err, /node\.pem is there already, and stays as it is/)
  t.is(readFileSync(path('node.pem'), 'utf8'), 'mine')
  t.false(existsSync(path('node.key')))
})

test('create: what is no subject, no name or no place is told', async (t) => {
  const { run } = practice(t, 'log: {}')
  const flags = ['--certificate', '/nowhere/a.pem', '--key', '/nowhere/a.key', '--type', 'ec']
  const { path } = practice(t, CONFIG)
  const here = ['--certificate', path('a.pem'), '--key', path('a.key'), '--type', 'ec']
  for (const [args, why] of [
    [[...SUBJECT], /say where they go/],
    [[...SUBJECT, ...flags], /cannot be written \(no such file or directory\)/],
    [[...here, '--subject', 'node'], /expected a subject such as/],
    [[...here, ...SUBJECT, '--name', 'node.example'], /expected DNS:, IP:, URI: or email:/],
    [[...here, ...SUBJECT, '--name', 'IP:1.2.3'], /expected an IP address/],
    [[...here, ...SUBJECT, '--valid', '0'], /expected a time with its unit up to 7300d/],
  ] as const) {
    const { code, err } = await run('create', ...args)
    t.is(code, 64, err)
    t.regex(err, why)
  }
})

test('import: a key with its certificate and issuers, whatever their order', async (t) => {
  const { run, path } = practice(t, CONFIG)
  const { byIntermediate, intermediate, authority } = certificates()
  const all = [authority, intermediate, byIntermediate].map(({ pem }) => pem).join('')
  writeFileSync(path('all.pem'), `${all}${byIntermediate.keyPem}`)
  const { code, err } = await run('import', path('all.pem'))
  t.is(code, 0, err)
  const order = readFileSync(path('node.pem'), 'utf8')
  t.is(order, [byIntermediate, intermediate, authority].map(({ pem }) => pem).join(''))
  t.is(readFileSync(path('node.key'), 'utf8').trim(), byIntermediate.keyPem.trim())
  t.is(statSync(path('node.key')).mode & 0o777, 0o600)
  t.is((await run('import', path('all.pem'))).code, 64, 'never over another one')
})

test('import: what cannot be used is told with what makes it usable', async (t) => {
  const { run, path } = practice(t, CONFIG)
  const { rsa, ec } = certificates()
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path(name), content)
    return path(name)
  }
  const locked = rsa.key.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  })
  for (const [content, why] of [
    [Buffer.from([0x30, 0x82, 0, 0]), /is not in PEM; openssl pkcs12 -in/],
    [Buffer.from([0xfe, 0xed, 0xfe, 0xed]), /keytool -importkeystore/],
    [rsa.pem, /expected one private key .*got 0/],
    [rsa.pem + rsa.keyPem + ec.keyPem, /expected one private key .*got 2/],
    [rsa.pem + ec.keyPem, /no certificate belongs to the key/],
    [`${rsa.pem}${locked}`, /needs a passphrase; openssl pkey/],
  ] as const) {
    const { code, err } = await run('import', file('in.pem', content))
    t.is(code, 64)
    t.regex(err, why)
  }
  t.false(existsSync(path('node.key')))
})

const full = (files: ReturnType<typeof certificateFiles>) => `
security:
  certificate: ${files.chain('byIntermediate')}
  key: ${files.key('byIntermediate')}
  revoked: [${files.list('list')}]
  peers:
    bank: { signs: { ca: ${files.certificate('authority')}, subjects: ["CN=rsa,O=Example,C=NL"] } }
    shop: { signs: { certificates: [${files.certificate('selfSigned')}] } }
`

test('list: whose, until when, what for', async (t) => {
  const files = certificateFiles(t)
  const { run } = practice(t, full(files))
  const { code, out } = await run('list')
  t.is(code, 0)
  const lines = out.trim().split('\n')
  t.is(lines.length, 7)
  t.regex(lines[0] ?? '', /^KEY +WHAT +WHOSE +UNTIL +FINGERPRINT +USE$/)
  t.true(
    lines.some((line) => /bank\.signs\.ca +certificate .* issues certificates of bank$/.test(line)),
  )
  t.true(lines.some((line) => /^security\.key +ec key +- /.test(line)))
  const json = (await run('list', '--json')).out.trim().split('\n')
  const shop = json.map((line) => JSON.parse(line)).find(({ key }) => key.includes('shop'))
  t.deepEqual(shop, {
    key: 'security.peers.shop.signs.certificates.0',
    file: files.certificate('selfSigned'),
    what: 'certificate',
    whose: 'CN=selfSigned,O=Example,C=NL',
    until: Date.parse('2049-12-31T00:00:00.999Z'),
    fingerprint: fingerprintOf(certificates().selfSigned),
    use: 'signatures of shop',
  })
})

test('trust: step by step whose a certificate is', async (t) => {
  const files = certificateFiles(t)
  const { run } = practice(t, full(files))
  const bank = await run('trust', files.certificate('rsa'), '--peer', 'bank')
  t.is(bank.code, 0, bank.err)
  t.regex(
    bank.out,
    /yes {2}It is by security\.peers\.bank\.signs\.ca: CN=rsa.* < CN=Example Authority/,
  )
  t.regex(bank.out, /Its signatures are those of the peer bank\.\n$/)
  const other = await run('trust', files.certificate('rsa'), '--peer', 'shop')
  t.is(other.code, 1)
  t.regex(other.out, /those of the peer bank, not of shop\.\n$/)
})

test('trust: what makes a certificate a peer’s is printed as it goes into the configuration', async (t) => {
  const files = certificateFiles(t)
  const { run, path } = practice(t, full(files))
  const file = files.certificate('ec')
  const { code, out } = await run('trust', file, '--peer', 'mill')
  t.is(code, 1)
  t.regex(out, /no {3}Neither its subject nor an alternative name is in security\.peers\.bank/)
  t.true(out.includes(fingerprintOf(certificates().ec)))
  const section = out.slice(out.indexOf('security:\n'))
  writeFileSync(path('waybill.yaml'), section)
  const { code: after, out: then } = await run('trust', file, '--peer', 'mill')
  t.is(after, 0, then)
})

test('doctor: without an error it ends with 0, with one with 1, each in a line', async (t) => {
  const files = certificateFiles(t)
  const { doctor, path } = practice(t, `stateDir: ${folderOf(t, {})}\n${full(files)}`)
  const ports = ['http', 'smtp', 'admin'].flatMap((name) => ['--set', `${name}.port=0`])
  const quiet = ['--offline', '--quiet', ...ports]
  const sound = await doctor(...quiet)
  t.deepEqual([sound.code, sound.out], [0, ''])
  t.regex(sound.err, /^nothing is wrong; \d+ things were looked at\n$/)
  writeFileSync(
    path('waybill.yaml'),
    full(files).replace(files.certificate('selfSigned'), files.certificate('expired')),
  )
  const { code, out } = await doctor(...quiet)
  t.is(code, 1)
  t.regex(
    out,
    /^configuration\n {2}error {4}security\.peers\.shop\.signs\.certificates\.0: .* expired on 2020-12-31: renew it\n/,
  )
  const [line = ''] = (await doctor(...quiet, '--json')).out.split('\n')
  t.like(JSON.parse(line), {
    area: 'configuration',
    level: 'error',
    key: 'security.peers.shop.signs.certificates.0',
    remedy: null,
  })
})

test('list: none, where the configuration names no file', async (t) => {
  const { code, out, err } = await practice(t, 'plugins: []\n').run('list')
  t.deepEqual([code, out, err], [0, '', 'none\n'])
})
