/** SOAP toolkits call the interop service through its WSDL; prints a table of what each of them does. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import anyTest, { type TestFn } from 'ava'
import { tableOf, type Verdict, wrongIn } from '../support/limits.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { verdictsOf } from './contract/cells.js'
import { features } from './contract/features.js'
import { toolkits } from './contract/toolkits/index.js'
import type { Command, Toolkit } from './contract/toolkits/toolkit.js'

const test = anyTest as TestFn
const PAGE = new URL('../../../docs/clients.md', import.meta.url)
const PLUGINS = ['documents', 'rpc', 'encoded']
const verdicts = new Map<Toolkit, readonly Verdict[]>()
const commands = new Map<Toolkit, Command>()
let folder: string
let daemon: RunningDaemon

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-contract-'))
  const plugins = PLUGINS.map((name) => ({
    use: fileURLToPath(new URL(`./contract/${name}/index.js`, import.meta.url)),
    as: name,
  }))
  const file = join(folder, 'waybill.yaml')
  await writeFile(file, JSON.stringify({ plugins }))
  daemon = await startDaemon([], ['--config', file])
  await Promise.all(
    toolkits.map(async (toolkit) => {
      const made = await mkdtemp(join(folder, 'made-'))
      commands.set(toolkit, await toolkit.prepare(daemon.url, made))
    }),
  )
})

test.after.always(async () => {
  await daemon?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the service has 25 operations, with a feature for each', async (t) => {
  const wsdls = PLUGINS.map(async (name) => (await fetch(`${daemon.url}/${name}?wsdl`)).text())
  const portTypes = (await Promise.all(wsdls)).flatMap((text) =>
    text
      .split('<wsdl:portType')
      .slice(1)
      .map((rest) => rest.split('</wsdl:portType>')[0] ?? ''),
  )
  const named = portTypes.flatMap((text) => [...text.matchAll(/<wsdl:operation name="(\w+)"/g)])
  const operations = named.map(([, name]) => name).toSorted()
  t.is(operations.length, 25)
  t.deepEqual([...new Set(features.map(({ operation }) => operation))].toSorted(), operations)
})

for (const toolkit of toolkits) {
  test(`${toolkit.name} does what it can through the WSDL`, async (t) => {
    const command = commands.get(toolkit)
    if (command === undefined) return t.fail('it could not be made ready')
    const each = toolkit.versions.map((soap) => verdictsOf(toolkit, command, daemon.url, soap))
    const found = (await Promise.all(each)).flat()
    verdicts.set(toolkit, found)
    for (const soap of toolkit.versions) {
      const line = `${toolkit.name} ${soap}`
      t.truthy(await daemon.logged((written) => written.line === line))
      const here = found.filter((verdict) => verdict.soap === soap)
      t.deepEqual(
        here.flatMap((verdict) => wrongIn(verdict) ?? []),
        [],
        `SOAP ${soap}`,
      )
    }
  })
}

test('docs/clients.md has the table', async (t) => {
  const names = features.map(({ name }) => name)
  const table = tableOf(names, toolkits, verdicts)
  console.log(table)
  const page = await readFile(PAGE, 'utf8')
  const begin = page.indexOf('\n', page.indexOf('<!-- Between these lines')) + 1
  const end = page.indexOf('<!-- /table -->')
  const wanted = `${page.slice(0, begin)}\n${table}\n\n${page.slice(end)}`
  if (process.env.UPDATE_DOCS) await writeFile(PAGE, wanted)
  else t.is(page, wanted)
  t.notRegex(table, /FAIL/)
})
