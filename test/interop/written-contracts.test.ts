/** Contracts of our own making, in the manner of ONVIF, WS-Trust and CXF: imported, served, and each operation called by zeep. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import anyTest, { type TestFn } from 'ava'
import { copyDocuments } from '../../src/contract/import/copies.js'
import { fromFiles } from '../../src/contract/import/from-files.js'
import { pluginFiles } from '../../src/contract/import/plugin.js'
import { readContractSet } from '../../src/contract/wsdl/read/index.js'
import { folderOf } from '../support/folder.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { compile } from '../types/compile.js'
import { foreignScript } from './foreign-client.js'
import type { WrittenCall, WrittenContract } from './written/contract.js'
import { CXF } from './written/cxf.js'
import { ONVIF } from './written/onvif.js'
import { OTHERS } from './written/others.js'
import { TRUST } from './written/trust.js'

const test = anyTest as TestFn
const ALL: readonly WrittenContract[] = [...ONVIF, ...TRUST, ...CXF, ...OTHERS]
const ANSWERING = fileURLToPath(new URL('written/answering.js', import.meta.url))

/** What came of a call, by the ports that it went to. */
type Results = Readonly<
  Record<string, { readonly same?: boolean; readonly fault?: string | null } | string>
>

/** A contract as `waybill import` copies it, and what it writes beside it. */
function imported(main: string) {
  const source = fromFiles(main)
  const set = readContractSet(source.main, source)
  const copies = copyDocuments(set, source, 'service.wsdl')
  const { contracts } = set
  const written = { called: contracts, contracts, name: 'service', module: 'waybill/plugin' }
  return { copies, plugins: pluginFiles(written), services: contracts.map(({ name }) => name) }
}

function textsOf(
  files: readonly { readonly path: string; readonly content: string | Uint8Array }[],
) {
  return files.map(({ path, content }) => [path, Buffer.from(content).toString('utf8')] as const)
}

test('each is read, served as it was written, and its operations are called by zeep', async (t) => {
  t.true(ALL.length >= 30)
  const sources: Record<string, string> = {}
  const entries: object[] = []
  const requested: { readonly wsdl: string; readonly call: WrittenCall }[] = []
  for (const { name, files, calls } of ALL) {
    const [main = ''] = Object.keys(files)
    const { copies, plugins, services } = imported(join(folderOf(t, files), main))
    const folder = folderOf(t, Object.fromEntries(textsOf(copies)))
    const contract = pathToFileURL(join(folder, 'service.wsdl')).href
    for (const [path, text] of textsOf(plugins)) sources[`${name}/${path}`] = text
    for (const service of services) {
      const as = `${name}.${service}`
      entries.push({ use: ANSWERING, as, path: 'own', options: { contract, service } })
      for (const call of calls) {
        if ((call.service ?? service) === service) requested.push({ wsdl: as, call })
      }
    }
  }
  t.deepEqual(compile(t, sources, { noEmit: true }).errors, [])

  const config = join(folderOf(t, { 'w.yaml': JSON.stringify({ plugins: entries }) }), 'w.yaml')
  const node = await startDaemon([], ['--config', config])
  t.teardown(() => node.stop())
  const calls = requested.map(({ wsdl, call }) => ({ wsdl: `${node.url}/${wsdl}?wsdl`, call }))
  const results = (await foreignScript(
    'python3',
    'written-contracts.py',
  )(calls)) as readonly Results[]
  const wrong = results.flatMap(({ operation, ...ports }, at) => {
    const { wsdl, call } = requested[at] ?? {}
    const all = Object.values(ports)
    const right = (one: Results[string] | undefined) =>
      typeof one === 'object' &&
      (call?.fault === undefined ? one.same === true : one.fault === call.fault)
    return all.length > 0 && all.every(right) ? [] : [{ wsdl, operation, ports }]
  })
  t.log(`${ALL.length} contracts, ${entries.length} services, ${results.length} operations called`)
  t.deepEqual(
    wrong.map((one) => JSON.stringify(one)),
    [],
  )
})
