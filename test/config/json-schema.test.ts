/** The JSON Schema of the configuration: what the node takes is valid by it, and what an editor should mark is not. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import test from 'ava'
import { parse } from 'yaml'
import { projectFiles } from '../../src/cli/init/project.js'
import { jsonSchemaOf } from '../../src/config/json-schema.js'
import { shippedSchema } from '../support/config.js'
import { cli } from '../support/nodes/cli.js'
import { stopsOf } from '../support/tour.js'
import { WRONG } from '../support/wrong-configurations.js'

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

const TOURS = readdirSync(`${root}docs/tours`).flatMap((page) =>
  stopsOf(readFileSync(`${root}docs/tours/${page}`, 'utf8')).flatMap((stop) =>
    stop.kind === 'file' && stop.name.endsWith('.yaml') ? { page, ...stop } : [],
  ),
)

test('tours have configurations', (t) => {
  t.true(TOURS.length >= 4)
})

for (const { page, name, text } of TOURS) {
  test(`${name} of the tour ${page} is valid by it`, (t) => {
    t.true(validate(parse(text)), JSON.stringify(validate.errors))
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

test('the wrong ones are fifty at least, and each is another one', (t) => {
  t.true(new Set(WRONG).size >= 50)
})

for (const text of WRONG) {
  test(`the schema and the node refuse ${text}`, (t) => {
    const value: unknown = parse(text)
    t.false(validate(value), 'by the schema')
    t.false(shippedSchema.safeParse(value).success, 'by the node')
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
