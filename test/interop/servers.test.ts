/** Typed clients of this project call servers that were not written here, each by its own WSDL document. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { cli } from '../support/nodes/cli.js'
import { compile } from '../types/compile.js'
import { compiled } from './compile.js'
import { npmToolkits } from './contract/toolkits/npm.js'
import { type Expressions, USES, useText } from './servers/uses.js'

const test = anyTest as TestFn
/** The build copies no scripts. */
const HERE = fileURLToPath(new URL('../../../test/interop/servers/', import.meta.url))
const NODE = process.execPath

/** gSOAP's compiler writes the WSDL document of a header file, in the style that this names. */
const gsoap = compiled(
  test,
  ['document', 'rpc', 'encoded']
    .map(
      (style) => `mkdir ${style} && cd ${style}
  sed '${gsoapStyle(style)}' '${HERE}gsoap-shop.h' > shop.h
  soapcpp2 -S -L -x -c++11 shop.h > log || { cat log >&2; exit 1; }
  g++ -w -std=c++11 -I. '${HERE}gsoap-server.cpp' soapC.cpp soapServer.cpp -lgsoap++ -o server
  cd ..`,
    )
    .join('\n'),
)

function gsoapStyle(style: string): string {
  if (style === 'document') return ''
  const use = style === 'encoded' ? 's/encoding: literal/encoding: encoded/;' : ''
  return `s/style: document/style: rpc/;${use}s/elementForm: qualified/elementForm: unqualified/`
}

interface Server {
  readonly command: () => Promise<readonly string[]>
  /** Folder that it runs in. */
  readonly folder?: () => string
  readonly use: Expressions
  readonly versions: readonly ('1.1' | '1.2')[]
  /** True if its document does not say where it is. */
  readonly moved?: boolean
}

const php = (style: string, use: Expressions): Server => ({
  command: async () => [NODE, `${HERE}php-server.mjs`, style],
  use,
  versions: ['1.1'],
})

const gSoap = (style: string): Server => ({
  command: async () => ['./server'],
  folder: () => join(gsoap, style),
  use: USES.gsoap,
  versions: ['1.1', '1.2'],
  moved: true,
})

const spyne = (version: '1.1' | '1.2'): Server => ({
  command: async () => ['python3', `${HERE}spyne-server.py`, version],
  use: USES.spyne,
  versions: [version],
})

const npm = (name: string, style: string, use: Expressions): Server => ({
  command: async () => [
    NODE,
    `${HERE}node-server.mjs`,
    name,
    `${await npmToolkits()}/`,
    `${HERE}${style}.wsdl`,
  ],
  use,
  versions: ['1.1'],
})

const SERVERS: Readonly<Record<string, Server>> = {
  'PHP SoapServer, document/literal': php('document', USES.shop),
  'PHP SoapServer, rpc/literal': php('rpc', USES.shop),
  'PHP SoapServer, rpc/encoded': php('encoded', USES.encoded),
  'gSOAP, document/literal': gSoap('document'),
  'gSOAP, rpc/literal': gSoap('rpc'),
  'gSOAP, rpc/encoded': gSoap('encoded'),
  'spyne, SOAP 1.1': spyne('1.1'),
  'spyne, SOAP 1.2': spyne('1.2'),
  'node-soap, document/literal': npm('soap', 'document', USES.withoutNil),
  'node-soap, rpc/literal': npm('soap', 'rpc', USES.withoutNil),
  'strong-soap, document/literal': npm('strong-soap', 'document', USES.shop),
}

/** Starts a server, which prints its URL. */
async function start(t: ExecutionContext, { command, folder }: Server): Promise<string> {
  const [program = '', ...parameters] = await command()
  const cwd = folder?.()
  const child = spawn(program, parameters, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => ended(child))
  const output = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return String(output[0]).trim()
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.stdin?.end()
  await once(child, 'exit')
}

/** The client that is made of a server's own document, compiled with what uses it. */
async function imported(t: ExecutionContext, url: string, use: Expressions) {
  const made = mkdtempSync(join(tmpdir(), 'waybill-client-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  const { code, err } = await cli(['import', `${url}?wsdl`, '--client', '--force', '--to', made])
  t.is(code, 0, err)
  const names = readdirSync(made)
  const sources = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.replace(/^.*(?=\.(client|types)\.ts$)/, use.file), name] as const)
  const renamed = (text: string) =>
    text.replaceAll(/'\.\/[^']*\.types\.js'/g, `'./${use.file}.types.js'`)
  const files = sources.map(([to, from]) => [to, renamed(readFileSync(join(made, from), 'utf8'))])
  const { folder, errors } = compile(t, { ...Object.fromEntries(files), 'use.ts': useText(use) })
  t.deepEqual(errors, [])
  for (const name of names.filter((one) => !one.endsWith('.ts'))) {
    copyFileSync(join(made, name), join(folder, name))
  }
  return import(join(folder, 'use.js'))
}

for (const [title, server] of Object.entries(SERVERS)) {
  test(`${title}: types, lists, nested values, header blocks and a declared fault`, async (t) => {
    const url = await start(t, server)
    const { run } = await imported(t, url, server.use)
    for (const version of server.versions) {
      const output = await run(version, server.moved ? url : undefined)
      const [text, int, long, double, decimal, flag, at, day, bytes, color] = output.all
      t.deepEqual([text, int, long, double], ['Grüße & <x>', -5, 9007199254740993n, 1.5e300])
      t.deepEqual([decimal, flag, color], ['12345678901234567890.125', true, 'red'])
      t.is(new Date(at).getTime(), Date.UTC(2026, 10, 22, 10))
      t.regex(day, /^2026-11-22Z?$/)
      t.deepEqual([...bytes], [0, 1, 255])
      t.deepEqual([...output.words], ['a', 'b & c', ''])
      const { customer, line } = output.order
      t.is(customer.name, 'Ada')
      t.is(customer.city, server.use.order.includes('Graz') ? 'Graz' : null)
      t.deepEqual(
        line.map((one: object) => ({ ...one })),
        [
          { item: 'tea', count: 2 },
          { item: 'coffee', count: 1 },
        ],
      )
      t.deepEqual(output.fault, ['Refused', 3, 'Client', 'Refused.'])
      if (server.use.session === undefined) continue
      t.deepEqual(output.who, ['Ada', server.use === USES.gsoap ? 'seven' : '7'])
      t.is(output.nobody, 'nobody')
    }
  })
}
