/** The documentation of the configuration: its table is the schema's, its examples work. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readQuantity, SIZE, TIME } from '../../src/base/units.js'
import { asWritten } from '../../src/config/as-written.js'
import { readConfig, shippedSchema } from '../support/config.js'
import { configTable, replaceTable } from '../support/config-table.js'
import { folderOf } from '../support/folder.js'

const DOCUMENT = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')

const rows = configTable(shippedSchema)
  .split('\n')
  .slice(2)
  .map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

test('the table in the document is the one of the schema', (t) => {
  t.is(
    DOCUMENT,
    replaceTable(DOCUMENT, configTable(shippedSchema)),
    'run: npm run build && node scripts/config-table.mjs',
  )
})

/** A key of each entry of a list or of a section of sections. */
const isOfEach = (path: string) => /\[\]|\*/.test(path)

/** What is not there by default, and what each needs at least. */
const OPTIONAL =
  /^(alerts\.(webhook|mail)(?=\.)|(admin|http)\.tls(?=\.)|smtp\.((relay|mailbox|tls)(?=\.)|securePort$))/
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'alerts.webhook': ['alerts.webhook={url: "https://hooks.example/"}'],
  'alerts.mail': ['alerts.mail={to: ["ops@example.com"]}'],
  'admin.tls': ['admin.tls={certificate: node.pem, key: node.key}'],
  'smtp.relay': ['smtp.relay={url: "smtp://relay", from: "bus@localhost"}'],
  'http.tls': ['http.tls={certificate: node.pem, key: node.key}'],
  'smtp.tls': ['smtp.tls={certificate: bus.pem, key: bus.key}'],
  'smtp.securePort': ['smtp.tls={certificate: bus.pem, key: bus.key}'],
  'smtp.mailbox': ['smtp.mailbox={url: "imaps://mail", user: "bus", password: "secret"}'],
}

test('every key has a type and a meaning that is a sentence', (t) => {
  t.true(rows.length > 30)
  for (const [key = '', type = '', , meaning = ''] of rows) {
    t.regex(meaning, /^[A-Z].*\.$/, key)
    t.not(type, '', key)
  }
})

test('the defaults in the table are the ones in effect', (t) => {
  const config = asWritten(readConfig({ environment: {}, settings: [] }), shippedSchema)
  for (const [key = '', , preset = ''] of rows) {
    const path = key.replaceAll('`', '')
    if (isOfEach(path)) continue
    let at: unknown = config
    // What is within a section that is not there by default has no effect by default.
    if (OPTIONAL.test(path)) continue
    for (const step of path.split('.')) at = (at as Record<string, unknown>)[step]
    t.is(preset, at === undefined ? '' : `\`${JSON.stringify(at)}\``, path)
  }
})

test('the numbers at the ends of a range are taken, the ones beyond are not', (t) => {
  for (const [key = '', type = ''] of rows) {
    const [least, most, beyond] = endsOf(type) ?? []
    if (least === undefined || most === undefined || beyond === undefined) continue
    const path = key.replaceAll('`', '')
    if (isOfEach(path)) continue
    const optional = OPTIONAL.exec(path)?.[0]
    const section = optional === undefined ? [] : (SECTIONS[optional] ?? [])
    const set = (value: string) => () =>
      readConfig({ environment: {}, settings: [...section, `${path}=${value}`] })
    t.notThrows(set(least), path)
    t.notThrows(set(most), path)
    for (const value of beyond) t.throws(set(value), undefined, path)
  }
})

/** The ends of a range, and what lies beyond each. */
function endsOf(type: string): readonly [string, string, readonly string[]] | undefined {
  const [, least = '', most = ''] = /^(\w+) to (\w+)$/.exec(type) ?? []
  const measure = [TIME, SIZE].find((one) => readQuantity(most, one) !== undefined)
  if (measure === undefined) {
    if (!/^\d+$/.test(most)) return undefined
    return [least, most, [String(Number(least) - 1), String(Number(most) + 1)]]
  }
  const [smallest = ''] = measure.units.keys()
  const above = (readQuantity(most, measure) ?? 0) + 1
  const below = (readQuantity(least, measure) ?? 0) - 1
  return [least, most, [`${below}${smallest}`, `${above}${smallest}`]]
}

const PAGES = new URL('../../../docs/', import.meta.url)
const EVERYTHING = [
  new URL('../README.md', PAGES),
  ...readdirSync(PAGES)
    .filter((name) => name.endsWith('.md'))
    .map((name) => new URL(name, PAGES)),
].map((page) => readFileSync(page, 'utf8'))

test('every YAML example in the documents is a valid configuration', (t) => {
  const examples = EVERYTHING.flatMap((page) => [
    ...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm),
    // No example has a secret that works: whoever copied it would let everybody in. Nor are its files there.
  ]).map(([, yaml = '']) =>
    yaml
      .replace(/(sha256|scrypt):…/g, `sha256:${'ab'.repeat(32)}`)
      .replace(/: file:\S+/g, ': env:HELD'),
  )
  t.true(examples.length >= 10)
  for (const [index, example] of examples.entries()) {
    // Its section is that of a transport which the page has yet to write.
    if (example.startsWith('transports: [http, ./folder]')) continue
    const file = join(folderOf(t, { [`${index}.yaml`]: example }), `${index}.yaml`)
    const names = [...example.matchAll(/env:([A-Z_]+)/g)].map(([, name = '']) => [name, 'held'])
    const environment = { ...Object.fromEntries(names), REDIS_URL: 'redis://redis.example' }
    t.notThrows(() => readConfig({ file, environment, settings: [] }), example)
  }
})

test('the ways to set a key that the document calls the same are the same', (t) => {
  const expected = readConfig({ environment: {}, settings: [] })
  for (const sources of [
    { environment: { WAYBILL_HTTP__BASE_PATH: '/soap' }, settings: [] },
    { environment: {}, settings: ['http.basePath=/soap'] },
    { environment: {}, settings: ['http={basePath: /soap}'] },
  ]) {
    t.deepEqual(readConfig(sources), expected)
  }
  const { soap } = readConfig({ environment: {}, settings: ['soap.namespaces={urn:old: "1.1"}'] })
  t.deepEqual(soap.namespaces, { 'urn:old': '1.1' })
})
