/** `waybill config` as a process: checks and prints. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'

test('check says that the defaults are valid', async (t) => {
  const { code, out, err } = await cli(['config', 'check'])
  t.is(code, 0)
  t.is(out, 'The default configuration is valid.\n')
  t.is(err, '')
})

test('check names the file, given by flag or by environment', async (t) => {
  const folder = folderOf(t, {
    'w.yaml': 'plugins: [./p.mjs]\n',
    'p.mjs': 'export default () => ({})',
  })
  const file = join(folder, 'w.yaml')
  for (const [args, environment] of [
    [['--config', file], {}],
    [['-c', file], { WAYBILL_CONFIG: '/nowhere' }],
    [[], { WAYBILL_CONFIG: file }],
  ] as const) {
    const { code, out } = await cli(['config', 'check', ...args], { environment })
    t.is(code, 0)
    t.is(out, `${file} is valid.\n`)
  }
})

test('check finds what only shows when the plugins are made', async (t) => {
  const operation = `{ name: '{urn:x}A', invoke() {} }`
  const folder = folderOf(t, {
    'same.mjs': `export default () => ({ operations: [${operation}] })`,
    'again.mjs': `export default () => ({ operations: [${operation}] })`,
    'broken.mjs': `export default () => ({ operations: [{ name: '{urn:x}B', invoke() {}, schema: new URL('./b.xsd', import.meta.url) }] })`,
    'b.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="B" type="xs:none"/></xs:schema>',
    'held.mjs': `export default () => { const held = setInterval(() => {}, 1e6); return { close: () => clearInterval(held) } }`,
    'conflict.yaml': 'plugins: [./held.mjs, ./same.mjs, ./again.mjs]\n',
    'schema.yaml': 'plugins: [./held.mjs, ./broken.mjs]\n',
    'held.yaml': 'plugins: [./held.mjs]\n',
    'missing.yaml': 'plugins: [./held.mjs, ./none.mjs]\n',
  })
  const check = (file: string) => cli(['config', 'check', '--config', file], { folder })
  const conflict = await check('conflict.yaml')
  t.is(conflict.code, 78)
  t.regex(
    conflict.err,
    /^WAYBILL_PLUGIN_CONFLICT: the operation \{urn:x\}A is claimed by two plugins: same and again\n {2}\S/,
  )
  const schema = await check('schema.yaml')
  t.is(schema.code, 78)
  t.regex(schema.err, /^WAYBILL_SCHEMA_INVALID: \S+b\.xsd:1: \S/)
  t.is((await check('missing.yaml')).code, 78)
  t.is((await check('held.yaml')).code, 0)
})

test('check looks at the state folder, and makes nothing there', async (t) => {
  const folder = folderOf(t, { file: '', 'old/journal/1': '', 'mine/queue.db': '' })
  const check = (stateDir: string, more: readonly string[] = []) =>
    cli(['config', 'check', '--set', `stateDir=${stateDir}`, ...more], { folder })
  for (const [stateDir, sentence] of [
    ['file', /^WAYBILL_STATE_UNUSABLE: \S*file is no folder\n {2}Give stateDir a folder/],
    ['file/below', /^WAYBILL_STATE_UNUSABLE: \S*file is no folder\n/],
    ['old', /^WAYBILL_QUEUE_FOREIGN: old holds the queue of version 0\.1/],
    ['mine', /^WAYBILL_QUEUE_DAMAGED: mine\/queue\.db is damaged: it is empty\n/],
  ] as const) {
    const { err, code } = await check(stateDir)
    t.regex(err, sentence)
    t.not(code, 0)
  }
  t.is((await check('new/state')).code, 0)
  t.is((await check('file', ['--set', 'queue.url=memory:'])).code, 0)
  t.deepEqual(readdirSync(folder).sort(), ['file', 'mine', 'old'])
})

test('check names the plugin folder, the schema and the element at fault', async (t) => {
  const operation = (name: string, schema: string) =>
    `export default () => ({ operations: [{ name: '{urn:x}${name}', invoke() {}, schema: new URL('./${schema}', import.meta.url) }] })`
  const folder = folderOf(t, {
    'bare/plugin.js': '',
    'gone.mjs': operation('B', 'gone.xsd'),
    'include.mjs': operation('B', 'include.xsd'),
    'other.mjs': operation('Other', 'b.xsd'),
    'include.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n<xs:include schemaLocation="none.xsd"/></xs:schema>',
    'b.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x"><xs:element name="B"/></xs:schema>',
  })
  for (const [plugin, sentence] of [
    ['./bare', /^WAYBILL_PLUGIN_NOT_FOUND: the folder of the plugin \S+\/bare has no index\.js/],
    [
      './gone.mjs',
      /^WAYBILL_SCHEMA_INVALID: \S+gone\.xsd: it cannot be read \(no such file or directory\)/,
    ],
    ['./include.mjs', /^WAYBILL_SCHEMA_INVALID: \S+include\.xsd:2: .*none\.xsd/],
    [
      './other.mjs',
      /^WAYBILL_SCHEMA_INVALID: \S+b\.xsd: expected a global element \{urn:x\}Other, for the plugin other; it declares \{urn:x\}B\n/,
    ],
  ] as const) {
    const { err, code } = await cli(['config', 'check', '--set', `plugins=[${plugin}]`], { folder })
    t.is(code, 78)
    t.regex(err, sentence)
  }
})

test('print gives YAML that is the configuration in effect', async (t) => {
  const folder = folderOf(t, { 'w.yaml': 'http:\n  port: 1\n  host: "::"\nplugins: []\n' })
  const first = await cli(['config', 'print', '-c', 'w.yaml', '--set', 'http.port=3'], {
    folder,
    environment: { WAYBILL_LOG__LEVEL: 'warn', WAYBILL_HTTP__PORT: '2' },
  })
  t.is(first.code, 0)
  const printed = parse(first.out)
  t.is(printed.http.port, 3)
  t.is(printed.http.host, '::')
  t.is(printed.log.level, 'warn')
  t.deepEqual(printed.plugins, [])
  const again = folderOf(t, { 'w.yaml': first.out })
  const second = await cli(['config', 'print', '-c', join(again, 'w.yaml')])
  t.is(second.out, first.out)
})

test('print shows no secret unless it is asked to', async (t) => {
  const folder = folderOf(t, {
    'w.yaml': `queue: {url: "redis://bus:hidden@redis.example"}
destinations: {d: {url: "https://d.example/", user: bus, password: hidden}}
plugins: [{use: ./p.mjs, options: {apiKey: hidden, colour: red}}]
`,
  })
  const masked = await cli(['config', 'print', '-c', 'w.yaml'], { folder })
  t.is(masked.code, 0)
  t.false(masked.out.includes('hidden'))
  t.is(masked.err, '3 secrets are not shown; --show-secrets prints them\n')
  const printed = parse(masked.out)
  t.is(printed.queue.url, 'redis://…@redis.example')
  t.is(printed.destinations.d.password, '***')
  t.deepEqual(printed.plugins[0].options, { apiKey: '***', colour: 'red' })
  const whole = await cli(['config', 'print', '--show-secrets', '-c', 'w.yaml'], { folder })
  t.is(whole.err, '')
  t.is(parse(whole.out).destinations.d.password, 'hidden')
  t.is(parse(whole.out).queue.url, 'redis://bus:hidden@redis.example')
})

test('check and serve warn of a file with secrets that others may read', async (t) => {
  const folder = folderOf(t, {
    'w.yaml':
      'destinations: {d: {url: "https://d.example/", token: hidden}}\nroutes: [{to: d}]\nnode: {uri: "urn:n"}\nplugins: []\n',
  })
  const sentence = /w\.yaml:1:\d+ is a secret in a file that others may read \(mode 644\)/
  chmodSync(join(folder, 'w.yaml'), 0o644)
  const { code, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.is(code, 0)
  t.regex(err, /^warning: /)
  t.regex(err, sentence)
  chmodSync(join(folder, 'w.yaml'), 0o600)
  t.is((await cli(['config', 'check', '-c', 'w.yaml'], { folder })).err, '')
})

const PEM = {
  'cert.pem': CERTIFICATE,
  'key.pem': KEY,
  'other.pem': pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  'rsa.pem': pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  'locked.pem': pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'secret'),
  'damaged.pem': CERTIFICATE.replace('MIIB', 'MIIC'),
  'empty.pem': '',
  'list.pem': '-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n',
}

const KEYS = Object.keys(PEM).filter((name) =>
  PEM[name as keyof typeof PEM].includes('PRIVATE KEY'),
)

function pem(key: KeyObject, passphrase?: string): string {
  const locked = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  return String(key.export({ type: 'pkcs8', format: 'pem', ...locked }))
}

const ASKS = 'clientAuthentication: require, clientAuthority: cert.pem'
const RELAY = 'addresses: {a: {}}, relay: {url: "smtp://mail.example", from: "a@localhost"'
const MAILBOX = 'mailbox: {url: "imaps://mail.example/", user: a, password: b'

for (const [section, sentence] of [
  [
    'tls: {certificate: none.pem, key: key.pem}',
    'tls.certificate: none.pem cannot be read (no such file or directory)',
  ],
  [
    'tls: {certificate: cert.pem, key: none.pem}',
    'tls.key: none.pem cannot be read (no such file or directory)',
  ],
  [
    'tls: {certificate: ., key: key.pem}',
    'tls.certificate: . cannot be read (illegal operation on a directory)',
  ],
  [
    'tls: {certificate: key.pem, key: key.pem}',
    'tls.certificate: key.pem holds no certificate in PEM',
  ],
  [
    'tls: {certificate: empty.pem, key: key.pem}',
    'tls.certificate: empty.pem holds no certificate in PEM',
  ],
  [
    'tls: {certificate: damaged.pem, key: key.pem}',
    'tls.certificate: damaged.pem holds a certificate that is damaged',
  ],
  ['tls: {certificate: cert.pem, key: cert.pem}', 'tls.key: cert.pem holds no private key in PEM'],
  [
    'tls: {certificate: cert.pem, key: locked.pem}',
    'tls.key: locked.pem holds a private key that needs a passphrase',
  ],
  [
    'tls: {certificate: cert.pem, key: other.pem}',
    'tls.key: other.pem is not the key of the certificate in cert.pem',
  ],
  [
    'tls: {certificate: cert.pem, key: key.pem, names: [{certificate: cert.pem, key: other.pem}]}',
    'tls.names.0.key: other.pem is not the key of the certificate in cert.pem',
  ],
  [
    `tls: {certificate: cert.pem, key: key.pem, ${ASKS}, revoked: [key.pem]}`,
    'tls.revoked.0: key.pem holds no revocation list',
  ],
  [
    `tls: {certificate: cert.pem, key: key.pem, ${ASKS}, revoked: [list.pem]}`,
    'tls.revoked.0: list.pem holds a revocation list that is damaged',
  ],
  [
    'tls: {certificate: cert.pem, key: key.pem, clientAuthentication: request, clientAuthority: key.pem}',
    'tls.clientAuthority: key.pem holds no certificate in PEM',
  ],
  [`${RELAY}, ca: none.pem}`, 'relay.ca: none.pem cannot be read (no such file or directory)'],
  [`${RELAY}, ca: empty.pem}`, 'relay.ca: empty.pem holds no certificate in PEM'],
  [
    `${RELAY}, dkim: {domain: bus.example, selector: s, key: none.pem}}`,
    'relay.dkim.key: none.pem cannot be read (no such file or directory)',
  ],
  [
    `${RELAY}, dkim: {domain: bus.example, selector: s, key: key.pem}}`,
    'relay.dkim.key: key.pem holds a private key of type ec, not rsa',
  ],
  [
    `${RELAY}, certificate: cert.pem, key: other.pem}`,
    'relay.key: other.pem is not the key of the certificate in cert.pem',
  ],
  [
    `${RELAY}, certificate: none.pem, key: key.pem}`,
    'relay.certificate: none.pem cannot be read (no such file or directory)',
  ],
  [`${MAILBOX}, ca: none.pem}`, 'mailbox.ca: none.pem cannot be read (no such file or directory)'],
] as const) {
  test(`check and serve end with one clear line: smtp.${sentence}`, async (t) => {
    const folder = folderOf(t, {
      ...PEM,
      'w.yaml': `smtp: {${section}}\nplugins: [./held.mjs]\n`,
      'held.mjs': `export default () => { const held = setInterval(() => {}, 1e6); return { close: () => clearInterval(held) } }`,
    })
    for (const name of ['w.yaml', ...KEYS]) chmodSync(join(folder, name), 0o600)
    for (const command of [['config', 'check'], ['serve']]) {
      const { code, out, err } = await cli([...command, '--config', 'w.yaml'], { folder })
      t.is(code, 78)
      t.is(out, '')
      const [first, hint = '', ...rest] = err.split('\n')
      t.is(first, `WAYBILL_FILE_UNUSABLE: smtp.${sentence}`)
      t.regex(hint, /^ {2}Give the named key a file/)
      t.deepEqual(rest, [''])
    }
  })
}

test('check takes files that can be used', async (t) => {
  const dkim = 'dkim: {domain: bus.example, selector: s, key: rsa.pem}'
  const smtp = `{tls: {certificate: cert.pem, key: key.pem, ${ASKS}}, ${RELAY}, ca: cert.pem, ${dkim}}}`
  const folder = folderOf(t, { ...PEM, 'w.yaml': `smtp: ${smtp}\n` })
  for (const name of KEYS) chmodSync(join(folder, name), 0o600)
  const { code, err } = await cli(['config', 'check', '--config', 'w.yaml'], { folder })
  t.is(err, '')
  t.is(code, 0)
})

for (const [section, sentence] of [
  ['smtp={securePort: 465}', 'smtp.securePort: expected smtp.tls with it'],
  ['smtp={requireTls: true}', 'smtp.requireTls: expected smtp.tls with it'],
  ...['smtp', 'http'].flatMap((name) => {
    const tls = `${name}.tls`
    const without = `${tls}={certificate: x, key: x`
    return [
      [
        `${without}, clientAuthority: x}`,
        `${tls}.clientAuthority: expected ${tls}.clientAuthentication with it`,
      ],
      [`${without}, revoked: [x]}`, `${tls}.revoked: expected ${tls}.clientAuthentication with it`],
      [
        `${without}, clientAuthentication: request}`,
        `${tls}.clientAuthentication: expected ${tls}.clientAuthority with it`,
      ],
    ] as const
  }),
] as const) {
  test(`check refuses ${section}`, async (t) => {
    const { code, err } = await cli(['config', 'check', '--set', section])
    t.is(code, 78)
    // What was found before that is told, too.
    const [last = '', hint = '', ...rest] = err.split('\n').slice(-3)
    t.is(last, `WAYBILL_CONFIG_INVALID: ${sentence}`)
    t.regex(hint, /^ {2}\S/)
    t.deepEqual(rest, [''])
  })
}

test('a file that is not there', async (t) => {
  const { code, err } = await cli(['config', 'check', '--config', '/nowhere/w.yaml'])
  t.is(code, 78)
  t.regex(
    err,
    /^WAYBILL_CONFIG_UNREADABLE: \/nowhere\/w\.yaml cannot be read \(no such file or directory\)\n {2}\S/,
  )
})
