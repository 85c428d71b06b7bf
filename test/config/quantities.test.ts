/** Lengths of time and sizes in a configuration: written with units everywhere, refused without, printed with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { asWritten } from '../../src/config/as-written.js'
import { configurationOf, readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'

const sentence = (settings: readonly string[]) => {
  try {
    readConfig({ environment: {}, settings })
    return 'taken'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('a file in YAML, one in JSON, a variable and a flag are read alike', (t) => {
  const files = folderOf(t, {
    'a.yaml': 'http: { maxBody: 1MiB, requestTimeout: 90s }\n',
    'a.json': '{"http": {"maxBody": "1MiB", "requestTimeout": "90s"}}',
  })
  const environment = { WAYBILL_HTTP__MAX_BODY: '1MiB', WAYBILL_HTTP__REQUEST_TIMEOUT: '90s' }
  const settings = ['http.maxBody=1MiB', 'http.requestTimeout=90s']
  for (const { http } of [
    readConfig({ file: join(files, 'a.yaml'), environment: {}, settings: [] }),
    readConfig({ file: join(files, 'a.json'), environment: {}, settings: [] }),
    readConfig({ environment, settings: [] }),
    readConfig({ environment: {}, settings }),
  ]) {
    t.like(http, { maxBody: 1024 ** 2, requestTimeout: 90_000 })
  }
})

test('0 needs no unit, where it has a meaning', (t) => {
  t.is(readConfig({ environment: {}, settings: ['queue.minFree=0'] }).queue.minFree, 0)
  t.regex(sentence(['http.requestTimeout=0']), /expected at least 1ms, got 0$/)
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['http.requestTimeout=30000', /expected a time with its unit, got 30000: write 30s$/],
  ['http.maxBody=10485760', /expected a size with its unit, got 10485760: write 10MiB$/],
  ['http.maxBody=10MB', /expected a size with its unit, got "10MB": write 10MiB$/],
  ['alerts.certificates=21', /expected a time with its unit, got 21: write 21d$/],
  [
    'queue.retry.delay=soon',
    /expected a time with its unit such as 500ms, 30s, 5m, 2h or 7d, got "soon"$/,
  ],
  ['queue.retention=400d', /expected at most 366d, got "400d"$/],
  ['security.policies=[{sends: {timestamp: 300000}}]', /timestamp: .*write 5m/],
]

for (const [setting, expected] of REFUSED) {
  test(`refused, with what to write: ${setting}`, (t) => t.regex(sentence([setting]), expected))
}

test('the configuration in effect is printed as a file can have it', (t) => {
  const { config, schema } = configurationOf({
    environment: {},
    settings: ['http.maxBody=1MiB', 'stateDir=/tmp/state'],
  })
  const written = JSON.stringify(asWritten(config, schema))
  t.like(JSON.parse(written), { http: { maxBody: '1MiB' }, alerts: { certificates: '21d' } })
  const file = join(folderOf(t, { 'w.json': written }), 'w.json')
  t.deepEqual(readConfig({ file, environment: {}, settings: [] }), config)
})

test('no key whose name or description is of a time or a size takes a bare number', (t) => {
  const schema: { readonly properties: Readonly<Record<string, Key>> } = JSON.parse(
    readFileSync(new URL('../../../waybill.schema.json', import.meta.url), 'utf8'),
  )
  const numbers = [...numericKeys(schema.properties, '')]
  t.true(numbers.length > 10)
  for (const [path, description] of numbers) {
    t.notRegex(description, /^(milliseconds|seconds|bytes|time|size)\b/i, path)
  }
})

interface Key {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Key>>
  readonly items?: Key
  readonly additionalProperties?: Key | boolean
}

function* numericKeys(
  properties: Readonly<Record<string, Key>>,
  above: string,
): Generator<readonly [string, string]> {
  for (const [name, key] of Object.entries(properties)) {
    const path = above + name
    if (key.type === 'integer' || key.type === 'number') yield [path, key.description ?? '']
    if (key.properties) yield* numericKeys(key.properties, `${path}.`)
    if (key.items?.properties) yield* numericKeys(key.items.properties, `${path}[].`)
    const { additionalProperties: each } = key
    if (typeof each === 'object' && each.properties)
      yield* numericKeys(each.properties, `${path}.*.`)
  }
}
