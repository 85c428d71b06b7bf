/** The JSON Schema of the configuration: what the node takes is valid by it, and what an editor should mark is not. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import test from 'ava'
import { parse } from 'yaml'
import { jsonSchemaOf } from '../../src/config/json-schema.js'
import { projectFiles } from '../../src/init/project.js'
import { shippedSchema } from '../support/config.js'
import { cli } from '../support/nodes/cli.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const file = `${root}waybill.schema.json`
const schema = jsonSchemaOf(shippedSchema)
const validate = new Ajv({
  strict: true,
  allowUnionTypes: true,
  formats: { uri: true, email: true },
}).compile(schema)

test('waybill.schema.json is that of the shipped transports, and config schema prints it', async (t) => {
  const text = `${JSON.stringify(schema, undefined, 2)}\n`
  if (process.env.UPDATE_DOCS) writeFileSync(file, text)
  t.is(
    readFileSync(file, 'utf8'),
    text,
    'run UPDATE_DOCS=1 npx ava dist/test/config/json-schema.test.js',
  )
  const { code, out, err } = await cli(['config', 'schema'])
  t.deepEqual([code, out, err], [0, text, ''])
})

test('it has the sections of the configured transports', async (t) => {
  const { out } = await cli(['config', 'schema', '--set', 'transports=[http]'])
  const { properties } = JSON.parse(out)
  t.deepEqual([typeof properties.http, typeof properties.smtp], ['object', 'undefined'])
})

const EXAMPLES = ['examples/', 'examples/chain/'].flatMap((folder) =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => folder + name),
)

for (const name of EXAMPLES) {
  const value: unknown = parse(readFileSync(root + name, 'utf8'))
  test(`${name} is valid by it, and names it for editors`, (t) => {
    t.true(validate(value), JSON.stringify(validate.errors))
    t.regex(
      readFileSync(root + name, 'utf8'),
      /^# yaml-language-server: \$schema=\S+schema\.json$/m,
    )
  })
}

test('what init writes is valid by it, and names it where npm puts it', (t) => {
  const text = projectFiles('a', '1.0.0').find(({ path }) => path === 'waybill.yaml')?.content ?? ''
  t.true(validate(parse(text)), JSON.stringify(validate.errors))
  t.regex(
    text,
    /^# yaml-language-server: \$schema=\.\/node_modules\/waybill\/waybill\.schema\.json$/m,
  )
})

for (const [what, text] of [
  ['a key that does not exist', 'htpp: {}'],
  ['a key in a section that does not exist', 'http: {prot: 8080}'],
  ['a text for a number', "http: {port: '8080'}"],
  ['a number out of its bounds', 'http: {port: 70000}'],
  ['a choice that does not exist', 'node: {role: both}'],
  ['a list for a section', 'queue: []'],
  ['a destination without url', 'destinations: {ledger: {}}'],
] as const) {
  test(`it marks ${what}`, (t) => {
    t.false(validate(parse(text)))
  })
}

test('it tells of each key what it means', (t) => {
  const without = keysWithout(schema, '')
  t.deepEqual(without, [])
})

interface Part {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Part>>
}

/** Keys that are not sections, and have no description. */
function keysWithout({ properties = {} }: Part, above: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, part]) => {
    if (part.properties) return keysWithout(part, `${above}${name}.`)
    return part.description === undefined ? [above + name] : []
  })
}
