/** Secrets of a configuration: each key that may hold one is marked, and no error or command prints any. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { alternatives, below, isMarked, type Schema } from '../../src/config/members.js'
import { masked, SECRET_NAME } from '../../src/config/secrets.js'
import { WaybillError } from '../../src/errors.js'
import { configurationOf, readConfig, shippedSchema } from '../support/config.js'
import { linesOf } from '../support/examined.js'
import { folderOf } from '../support/folder.js'

const HIDDEN = 'hunter2'

/** Paths of all keys whose name is that of a secret, with what the schema says of each. */
function named(schemas: readonly Schema[], path = ''): readonly (readonly [string, boolean])[] {
  const keys = schemas.flatMap(({ shape, def: { element, valueType } }) => [
    ...Object.keys(shape ?? {}),
    ...(element || valueType ? ['*'] : []),
  ])
  return [...new Set(keys)].flatMap((key) => {
    const inner = below(schemas, key)
    const marked = isMarked(inner, 'secret') || isMarked(inner, 'file')
    const holds = [...inner, ...below(inner, '*')].some(({ shape, def }) => shape ?? def.valueType)
    const own = SECRET_NAME.test(key) && !holds ? [[path + key, marked] as const] : []
    return [...own, ...named(inner, `${path}${key}.`)]
  })
}

test('every key with the name of a secret is marked as one, or as the name of a file', (t) => {
  const found = named(alternatives(shippedSchema))
  t.true(found.length >= 10)
  t.true(found.some(([path]) => path === 'smtp.relay.oauth2.clientSecret'))
  t.deepEqual(
    found.filter(([, marked]) => !marked).map(([path]) => path),
    [],
  )
})

test('what is masked: marked keys, names of secrets where no schema is known, users of URLs', (t) => {
  const value = {
    http: { port: 8080, host: '::' },
    queue: {
      url: `redis://bus:${HIDDEN}@redis.example/1`,
      cluster: [`redis://:${HIDDEN}@one`, 'redis://two'],
    },
    destinations: {
      a: {
        url: `https://bus:${HIDDEN}@a.example/x@y`,
        user: 'bus',
        password: HIDDEN,
        key: 'a.pem',
      },
      b: { url: 'mailto:b@b.example', token: HIDDEN },
    },
    plugins: [
      'echo',
      {
        use: 'own',
        options: {
          apiKey: HIDDEN,
          tokens: [HIDDEN],
          pin: { password: 7, db: `pg://u:${HIDDEN}@h` },
        },
      },
    ],
    smtp: { users: { me: `sha256:${HIDDEN}` }, dkim: { key: 'key.pem' } },
    mine: { secret: HIDDEN },
  }
  const seen: string[] = []
  const shown = masked(value, shippedSchema, [], (path) => seen.push(path.join('.')))
  t.deepEqual(shown, {
    http: { port: 8080, host: '::' },
    queue: { url: 'redis://…@redis.example/1', cluster: ['redis://…@one', 'redis://two'] },
    destinations: {
      a: { url: 'https://…@a.example/x@y', user: 'bus', password: '***', key: 'a.pem' },
      b: { url: 'mailto:b@b.example', token: '***' },
    },
    plugins: [
      'echo',
      {
        use: 'own',
        options: { apiKey: '***', tokens: '***', pin: { password: '***', db: 'pg://…@h' } },
      },
    ],
    smtp: { users: { me: '***' }, dkim: { key: '***' } },
    mine: { secret: '***' },
  })
  t.is(seen.length, 12)
})

test('a transport’s own section is masked by its schema, whatever is around a key', (t) => {
  const schema = z.strictObject({
    pin: z.string().meta({ secret: true }).optional(),
    each: z.record(
      z.string(),
      z.union([z.string(), z.object({ pin: z.string().meta({ secret: true }) })]),
    ),
    listed: z
      .array(z.string().meta({ secret: true }))
      .default([])
      .describe('Some.'),
    password: z.string(),
    maxToken: z.number(),
  })
  t.deepEqual(
    masked(
      { pin: 'a', each: { x: 'b', y: { pin: 'c' } }, listed: ['d'], password: 'e', maxToken: 3 },
      schema,
    ),
    {
      pin: '***',
      each: { x: 'b', y: { pin: '***' } },
      listed: ['***'],
      password: '***',
      maxToken: 3,
    },
  )
})

test('a section that is written with the small form of the checker is masked by names', (t) => {
  const schema = mini.strictObject({ password: mini.string(), colour: mini.string() })
  t.deepEqual(masked({ password: HIDDEN, colour: 'red' }, schema as never), {
    password: '***',
    colour: 'red',
  })
})

for (const [title, settings] of [
  ['a password that is a number', ['destinations={d: {url: "http://d/", password: 42424242}}']],
  [
    'a section with a secret in it',
    [`smtp.relay={url: "smtp://r", from: a@b, user: me, password: "", clientSecret: ${HIDDEN}}`],
  ],
  ['a login that is not whole', [`smtp.mailbox={url: "imaps://m", password: ${HIDDEN}}`]],
  ['a list in place of a section', [`smtp.relay=[{password: ${HIDDEN}}]`]],
  ['a user with a bad password', [`smtp.users={me: ${HIDDEN}}`]],
  ['a URL that cannot be read', [`queue.url="redis://bus:${HIDDEN}/with space@host"`]],
  ['a URL with a port that is none', [`queue.url=redis://bus:${HIDDEN}/x@host`]],
  ['a text that is no YAML', [`destinations.d.password="${HIDDEN}`]],
] as const) {
  test(`no error prints a secret: ${title}`, (t) => {
    const error = t.throws(() => readConfig({ environment: {}, settings }), {
      instanceOf: WaybillError,
    })
    t.false(error?.message.includes(HIDDEN), error?.message)
    t.false(error?.message.includes('42424242'), error?.message)
  })
}

test('no error prints what stands in a file behind the fault', (t) => {
  for (const text of [`password: *${HIDDEN}`, `password: |${HIDDEN}\n x`]) {
    const folder = folderOf(t, { 'w.yaml': `${text}\n` })
    const read = () => readConfig({ environment: {}, settings: [], file: join(folder, 'w.yaml') })
    const error = t.throws(read, { instanceOf: WaybillError })
    t.false(error?.message.includes(HIDDEN), error?.message)
    t.regex(error?.message ?? '', /w\.yaml:1:\d+: \S/)
  }
})

test('a secret in a file that others may read is a warning', async (t) => {
  const text = `destinations:\n  d:\n    url: https://d.example/\n    token: ${HIDDEN}\n`
  const file = join(folderOf(t, { 'w.yaml': text }), 'w.yaml')
  const warnings = (sources: object = {}) =>
    linesOf(configurationOf({ environment: {}, settings: [], file, ...sources }))
  const unused = 'destinations.d: no route leads to d'
  chmodSync(file, 0o640)
  t.deepEqual(await warnings(), [
    `destinations.d.token: ${file}:4:5 is a secret in a file that others may read (mode 640): let it belong to the node’s user with mode 600, or write env:NAME or file:path in its place`,
    unused,
  ])
  chmodSync(file, 0o600)
  t.deepEqual(await warnings(), [unused])
  chmodSync(file, 0o644)
  t.deepEqual(await warnings({ environment: { WAYBILL_DESTINATIONS__D__TOKEN: 'other' } }), [
    unused,
  ])
})

test('a section of a transport that is not loaded is told as that', (t) => {
  const read = () => configurationOf({ environment: {}, settings: ['smtp.port=1'] }, ['http'])
  t.throws(read, {
    message:
      '--set smtp.port: smtp: the transport smtp is not loaded: name it in transports, or take its section out',
  })
})

const TOKEN = `admin.operators={anna: {token: 'sha256:${'0'.repeat(64)}'}}`

test('weak algorithms that a peer is allowed are a warning: AES-CBC is an oracle, whatever is signed', async (t) => {
  const warnings = (allow: string) =>
    linesOf(
      configurationOf({
        environment: {},
        settings: [`security.peers={bank: {allow: [${allow}]}}`],
      }),
    )
  t.deepEqual(await warnings(''), [])
  t.regex(
    (await warnings('aes-cbc')).join('\n'),
    /^security\.peers\.bank\.allow: aes-cbc of bank opens a timing oracle: .*, whatever is signed; ask for AES-GCM, and take it out$/,
  )
  const [weak, ...more] = await warnings('sha1, rsa-1_5')
  t.regex(weak ?? '', /^security\.peers\.bank\.allow: sha1, rsa-1_5 of bank can be forged or read/)
  t.deepEqual(more, [])
})

test('what opens the node to other hosts is a warning', async (t) => {
  const warnings = (...settings: readonly string[]) =>
    linesOf(configurationOf({ environment: {}, settings }))
  t.deepEqual(await warnings(), [])
  t.deepEqual(await warnings('http.host=127.0.0.2', 'smtp.host=::1', 'admin.host=localhost'), [])
  t.deepEqual(await warnings('http.host=0.0.0.0', 'smtp.host=192.0.2.1', 'admin.host=::', TOKEN), [
    'http.host: 0.0.0.0 opens the node to other hosts, without TLS and takes everybody’s messages, as there are no http.senders',
    'smtp.host: 192.0.2.1 opens the node to other hosts, without TLS: there is no smtp.tls',
    'admin.host: :: is open to other hosts without TLS: tokens and passwords can be read on their way',
  ])
  t.deepEqual(await warnings('http.host=::', 'http.senders=[{hosts: [10.0.0.0/8]}]'), [
    'http.host: :: opens the node to other hosts, without TLS',
  ])
  t.deepEqual(await warnings('smtp.host=::', 'smtp.enabled=false'), [])
})
