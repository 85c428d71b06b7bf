/** The lines of docs/clients.md run as they stand there, and what they send is what it says. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { VersionName } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { answering } from '../support/wire/answering.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { linesFor, rowsOf, type Section, sections } from './clients-page.js'
import { run, shell } from './foreign-client.js'

const test = anyTest as TestFn
const SUM = '<c:AddResponse xmlns:c="urn:example:calculator"><c:result>3</c:result></c:AddResponse>'
const ANSWERS = {
  '1.1': { type: 'text/xml; charset=UTF-8', envelope: soap11(SUM) },
  '1.2': { type: 'application/soap+xml; charset=UTF-8', envelope: soap12(SUM) },
} as const

/** The WSDL, and the schemas where it looks for them. */
const WSDL = 'test/interop/clients/examples.wsdl'
const SCHEMAS = ['calculator', 'echo', 'ledger'].map((name) => `plugins/${name}/${name}.xsd`)

let strict: RunningDaemon
let lenient: RunningDaemon

test.before(async () => {
  strict = await startDaemon()
  lenient = await startDaemon(['soap.lenient=true'])
})

test.after.always(async () => {
  await strict?.stop()
  await lenient?.stop()
})

/** Runs the lines of a section in a folder of their own, and gives the last line that they print. */
async function print(t: ExecutionContext, { file, source, commands }: Section): Promise<string> {
  const files = await Promise.all(
    [WSDL, ...SCHEMAS].map(async (path) => {
      const content = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
      return [path, content] as const
    }),
  )
  const beside = dirname(WSDL)
  const folder = folderOf(t, { ...Object.fromEntries(files), [join(beside, file)]: source })
  const printed = await shell(commands, join(folder, beside))
  return printed.toString('utf8').trimEnd().split('\n').at(-1) ?? ''
}

const clients = rowsOf('client', 'version', 'SOAP', 'Debian packages', 'WSDL')
const versionsOf = ({ change }: Section): readonly VersionName[] =>
  change ? ['1.1', '1.2'] : ['1.1']

for (const section of sections) {
  for (const soap of versionsOf(section)) {
    test(`${section.name}, SOAP ${soap}: the lines print the sum`, async (t) => {
      const node = soap === '1.2' && section.lenient ? lenient : strict
      const printed = await print(t, linesFor(section, soap, node.url))
      t.is(Number(printed), 3, printed)
    })

    test(`${section.name}, SOAP ${soap}: the page says what they send`, async (t) => {
      const { type, envelope } = ANSWERS[soap]
      const listener = await answering(t, (response) => {
        response.setHeader('Content-Type', type)
        response.end(`<?xml version="1.0" encoding="UTF-8"?>${envelope}`)
      })
      await print(t, linesFor(section, soap, `${listener.url}/soap`))
      const headers = listener.requested[0]?.headers ?? {}
      const { soapaction = 'none', 'content-type': contentType = 'none' } = headers
      const rows = rowsOf('client', 'SOAP', 'SOAPAction', 'Content-Type')
      const sent = [section.name, soap, String(soapaction), contentType]
      t.deepEqual(
        rows.find(([name, version]) => name === section.name && version === soap),
        sent,
      )
    })
  }
}

test('the page has lines for each of its clients, in the versions that it says', (t) => {
  t.deepEqual(
    clients.map(([name, , versions]) => [/\[(.+)\]/.exec(name ?? '')?.[1], versions]),
    sections.map((section) => [section.name, versionsOf(section).join(', ')]),
  )
})

test('the versions on the page are those of the packages of Debian 12', async (t) => {
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const rows = system.includes('VERSION_ID="12"') ? clients : []
  for (const [name = '', version = '', , packages = ''] of rows) {
    const [first = ''] = packages.split(', ')
    const status = (await run('dpkg-query', ['--status', first])).toString('utf8')
    const [, upstream = ''] = /^Version: (?:\d+:)?(.*)$/m.exec(status) ?? []
    t.true(upstream.startsWith(version), `${name}: ${upstream}`)
  }
  t.pass()
})
