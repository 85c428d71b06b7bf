/** Secrets that a variable or a file holds: every key that is one, what is wrong with them, and that none is shown. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { jsonSchemaOf } from '../../src/config/json-schema.js'
import { alternatives, below, isMarked, type Schema } from '../../src/config/members.js'
import { readSources } from '../../src/config/read.js'
import { withSecrets } from '../../src/config/references.js'
import { withNames } from '../../src/config/secrets.js'
import { WaybillError } from '../../src/errors.js'
import { configurationOf, shippedSchema } from '../support/config.js'
import { linesOf } from '../support/examined.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'

const HIDDEN = 'hunter2'

/** Paths of all keys that are marked, with `any` for a name of an operator’s choice and 0 for an entry of a list. */
function marked(
  schemas: readonly Schema[],
  path: readonly PropertyKey[] = [],
): readonly (readonly PropertyKey[])[] {
  if (isMarked(schemas, 'secret') || isMarked(schemas, 'login')) return [path]
  const keys = schemas.flatMap(({ shape, def: { element, valueType } }) => [
    ...Object.keys(shape ?? {}),
    ...(element ? [0] : []),
    ...(valueType ? ['any'] : []),
  ])
  return [...new Set(keys)].flatMap((key) => marked(below(schemas, key), [...path, key]))
}

const KEYS = [
  ...marked(alternatives(shippedSchema)),
  // Of options no schema says what they are: their names do.
  ['plugins', 0, 'options', 'apiKey'],
  ['plugins', 0, 'options', 'tokens', 0],
  ['plugins', 0, 'options', 'partner', 'password'],
]

/** A configuration with one key. */
function only(path: readonly PropertyKey[], value: unknown): Readonly<Record<string, unknown>> {
  const whole = path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  )
  return Object.fromEntries(Object.entries(whole ?? {}))
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => new Map(Object.entries(inner ?? {})).get(`${String(key)}`),
    value,
  )
}

test('every key that is a secret takes a variable, a file and a text, and none of them is printed', (t) => {
  const folder = folderOf(t, { secret: `${HIDDEN}\n`, 'w.yaml': '{}' })
  const names = KEYS.map((key) => key.map(String).join('.'))
  for (const name of [
    'queue.url',
    'queue.cluster.0',
    'journal.nodes.0.token',
    'smtp.relay.password',
  ])
    t.true(names.includes(name), name)
  t.true(KEYS.length > 15)
  const sources = readSources({
    file: join(folder, 'w.yaml'),
    environment: { HELD: HIDDEN },
    settings: [],
  })
  for (const path of KEYS) {
    for (const [written, shown] of [
      ['env:HELD', 'env:HELD'],
      ['file:secret', `file:${folder}/secret`],
      [`text:${HIDDEN}`, undefined],
    ] as const) {
      const key = path.map(String).join('.')
      const unchecked = { ...sources, value: only(path, written), isInFile: () => true }
      const { value, references } = withSecrets(unchecked, shippedSchema)
      t.is(at(value, path), HIDDEN, key)
      const printed = withNames(value, shippedSchema, references, () => undefined)
      // Where the secret itself stands, a URL has no login that could be shown.
      if (shown !== undefined) t.is(at(printed, path), shown, key)
      else if (!key.startsWith('queue.')) t.false(JSON.stringify(printed).includes(HIDDEN), key)
      t.deepEqual(
        references.files,
        shown?.startsWith('file:') ? [{ file: join(folder, 'secret'), key }] : [],
      )
    }
  }
})

test('what is no secret is not replaced', (t) => {
  const value = {
    node: { uri: 'env:HELD' },
    destinations: { d: { url: 'http://d/', key: 'file:key.pem', user: 'env:HELD' } },
    plugins: [{ use: 'env:HELD', options: { colour: 'env:HELD' } }],
    unknown: { token: 'env:HELD' },
  }
  const unchecked = readSources({ environment: {}, settings: [] })
  t.deepEqual(withSecrets({ ...unchecked, value }, shippedSchema).value, value)
})

const PASSWORD = ['destinations={d: {url: "https://d.example/", user: u}}']

function refused(t: ExecutionContext, written: string, environment = {}): WaybillError | undefined {
  return t.throws(
    () =>
      configurationOf({
        environment,
        settings: [...PASSWORD, `destinations.d.password=${JSON.stringify(written)}`],
      }),
    { instanceOf: WaybillError },
  )
}

const AT_KEY = '--set destinations.d.password: destinations.d.password: '

test('a variable that is not there, or is empty, is an error with its place', (t) => {
  for (const [written, sentence, environment] of [
    ['env:NONE', 'the environment variable NONE is not set: set it, or write file:path', {}],
    ['env:NONE', 'the environment variable NONE is empty', { NONE: '' }],
    ['env:', 'expected the name of a variable of the environment after env:', {}],
    ['env:two words', 'expected the name of a variable of the environment after env:', {}],
    ['file:', 'expected the path of a file after file:', {}],
    [
      'env:WAYBILL_PASSWORD',
      'env:WAYBILL_PASSWORD: variables whose names begin with WAYBILL_ set keys of the configuration: give this one another name',
      {},
    ],
  ] as const) {
    const error = refused(t, written, environment)
    t.is(error?.code, 'WAYBILL_CONFIG_INVALID')
    t.is(error?.message, AT_KEY + sentence)
    t.is(error?.exitCode, 78)
  }
})

test('a file that cannot be used is an error with its place, and nothing of it', (t) => {
  const folder = folderOf(t, {
    empty: '\n',
    large: HIDDEN.repeat(10_000),
    bytes: '',
  })
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'bytes'), Buffer.from([0x68, 0xff, 0xfe]))
  for (const [name, what] of [
    ['none', 'cannot be read (no such file'],
    ['empty', 'is empty'],
    ['large', 'is larger than 64KiB: it holds more than one secret'],
    ['bytes', 'is no text in UTF-8'],
    ['folder', 'is no file'],
  ]) {
    const file = join(folder, `${name}`)
    const error = refused(t, `file:${file}`)
    t.is(error?.code, 'WAYBILL_FILE_UNUSABLE')
    t.is(error?.exitCode, 78)
    t.true(error?.message.startsWith(`${AT_KEY}${file} ${what}`), error?.message)
    t.false(error?.message.includes(HIDDEN))
  }
})

test('only one line break at the end is no part of the secret', (t) => {
  const folder = folderOf(t, { unix: 'a\n\n', windows: '\uFEFFa b\r\n', none: ' a' })
  const password = (name: string) => {
    const settings = [...PASSWORD, `destinations.d.password="file:${folder}/${name}"`]
    return configurationOf({ environment: {}, settings }).config.destinations.d?.password
  }
  t.deepEqual(['unix', 'windows', 'none'].map(password), ['a\n', 'a b', ' a'])
})

test('${ in a secret is refused with the line to write, and without the secret', (t) => {
  const sentence = (line: string) =>
    `nothing is put in place of \${…} in a configuration: write ${line} for a variable of the environment, or text: before a secret that contains \${`
  t.is(refused(t, `\${LEDGER}`)?.message, `${AT_KEY}${sentence('password: env:LEDGER')}`)
  t.is(refused(t, `\${${HIDDEN}}x`)?.message, `${AT_KEY}${sentence('password: env:NAME')}`)
  const settings = [...PASSWORD, `destinations.d.password="text:\${${HIDDEN}}x"`]
  const { config } = configurationOf({ environment: {}, settings })
  t.is(config.destinations.d?.password, `\${${HIDDEN}}x`)
})

test('a hash that is held elsewhere is checked, and nothing of it is repeated', (t) => {
  const settings = ['admin.operators={anna: {token: "env:ANNA"}}']
  const error = t.throws(() => configurationOf({ environment: { ANNA: HIDDEN }, settings }), {
    instanceOf: WaybillError,
  })
  t.regex(error?.message ?? '', /expected sha256: and 64 hexadecimal digits/)
  t.false(error?.message.includes(HIDDEN))
})

test('the JSON Schema takes what names a secret', (t) => {
  const text = JSON.stringify(jsonSchemaOf(shippedSchema))
  const patterns = [...text.matchAll(/"pattern":"(\^\(env:[^"]*)"/g)].map(
    ([, one = '']) => new RegExp(JSON.parse(`"${one}"`)),
  )
  t.true(patterns.length >= 7)
  for (const one of patterns) {
    t.regex('env:NAME', one)
    t.regex('file:../path', one)
    t.notRegex('env:', one)
    t.notRegex(HIDDEN, one)
  }
})

test('a file with a secret that everybody may read is a warning; what names a secret in an open file is none', async (t) => {
  const text =
    'destinations:\n  d:\n    url: https://d.example/\n    token: file:token\nplugins: [{ use: echo, options: { tokens: ["env:ONE"] } }]\n'
  const folder = folderOf(t, { 'w.yaml': text, token: 'abc' })
  chmodSync(join(folder, 'w.yaml'), 0o644)
  const warnings = () =>
    linesOf(
      configurationOf({
        environment: { ONE: HIDDEN },
        settings: [],
        file: join(folder, 'w.yaml'),
      }),
    )
  const unused = 'destinations.d: no route leads to d'
  chmodSync(join(folder, 'token'), 0o640)
  t.deepEqual(await warnings(), [unused])
  chmodSync(join(folder, 'token'), 0o644)
  const file = join(folder, 'token')
  t.deepEqual(await warnings(), [
    `destinations.d.token: ${file} may be read by every user of this machine: chmod o-rwx ${file}`,
    unused,
  ])
})

test('config print shows what names a secret, with and without --show-secrets', async (t) => {
  const text = `queue: { url: "env:REDIS" }
destinations:
  d: { url: "https://d.example/", user: u, password: "file:secrets/d" }
  e: { url: "https://e.example/", token: "text:env-odd" }
plugins: [{ use: echo, options: { tokens: ["env:ONE", plain] } }]
`
  const folder = folderOf(t, { 'etc/w.yaml': text, 'etc/secrets/d': `${HIDDEN}\n` })
  const environment = { REDIS: `redis://bus:${HIDDEN}@redis.example`, ONE: HIDDEN }
  for (const more of [[], ['--show-secrets']]) {
    const { code, out, err } = await cli(
      ['config', 'print', '--json', '--config', 'etc/w.yaml', ...more],
      {
        folder,
        environment,
      },
    )
    t.is(code, 0, err)
    t.false((out + err).includes(HIDDEN))
    const shown = JSON.parse(out)
    t.is(shown.queue.url, 'env:REDIS')
    t.is(shown.destinations.d.password, `file:${folder}/etc/secrets/d`)
    const own = more.length === 0
    t.is(shown.destinations.e.token, own ? '***' : 'text:env-odd')
    t.deepEqual(shown.plugins[0].options.tokens, ['env:ONE', own ? '***' : 'plain'])
    t.is(err.includes('2 secrets are not shown'), own)
  }
})

test('SIGHUP reads the files again: what has changed is named, and what is gone changes nothing', async (t) => {
  const text = `plugins: [calculator]
destinations: { d: { url: "http://127.0.0.1:9/", user: u, password: "file:d.secret" } }
journal: { nodes: [{ name: other, url: "http://127.0.0.1:9", token: "file:other.secret" }] }
`
  const files = { 'd.secret': 'first\n', 'other.secret': 'first\n' }
  const { daemon, folder, reload } = await reloadingDaemon(t, text, files)
  t.like(await reload(text), { msg: RELOADED, changed: [] })
  writeFileSync(join(folder, 'd.secret'), HIDDEN)
  t.like(await reload(text), { msg: RELOADED, changed: ['destinations.d'] })
  writeFileSync(join(folder, 'other.secret'), HIDDEN)
  t.like(await reload(text), { msg: RELOADED, changed: [] })
  await daemon.logged(({ restart }) => JSON.stringify(restart) === '["journal.nodes"]')
  rmSync(join(folder, 'd.secret'))
  const { err } = await reload(text)
  t.regex(
    JSON.stringify(err),
    /w\.yaml:2:\d+: destinations\.d\.password: \S+d\.secret cannot be read/,
  )
  t.false(JSON.stringify(daemon.log).includes(HIDDEN))
  t.is(await daemon.stop(), 0)
})
