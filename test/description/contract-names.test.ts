/** Real contracts are served as they were written: every name, order, text and action in them stands in what the node serves. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Contract } from '../../src/contract/contract.js'
import {
  type ReadContracts,
  readContractSet,
  readContracts,
} from '../../src/contract/wsdl/read/index.js'
import { WaybillError } from '../../src/errors.js'
import { Descriptions } from '../../src/path/description/descriptions.js'
import type { XmlElement } from '../../src/xml/tree.js'
import { configurationOf } from '../support/config.js'
import { namesIn, parts, value } from '../support/contract-names.js'
import { rootOf } from '../support/described.js'
import { folderOf } from '../support/folder.js'
import { conformanceFolder } from '../support/shared.js'

const LEFT_OUT = 'an operation that cannot be bound is left out'

/** What is served beside the names of a contract, and why, by the file. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'vpulim+node-soap/test/request-response-samples/NoParams__add_correct_namespace_for_operations_without_parameters/soap.wsdl':
    'its port has no soap:address, and gets that of the node',
  'vpulim+node-soap/test/wsdl/Dummy.wsdl': LEFT_OUT,
  'vpulim+node-soap/test/wsdl/include_with_duplicated_namespace.wsdl': LEFT_OUT,
  'vpulim+node-soap/test/wsdl/nsTypeConflict/main.wsdl': LEFT_OUT,
  'vpulim+node-soap/test/wsdl/schema_with_no_targetnamespace.wsdl': LEFT_OUT,
}

const SECURITY = /\/securitypolicy$|\/ws-securitypolicy\//

test('the names of real contracts are served as they were written', (t) => {
  const shared = conformanceFolder()
  const archive = shared && join(shared, 'contracts.tar.xz')
  if (archive === undefined || !existsSync(archive)) {
    t.log('There are no real contracts beside this checkout: none was served.')
    t.pass()
    return
  }
  const folder = folderOf(t, {})
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => name.endsWith('.wsdl')).map((name) => join(folder, name))
  const different: string[] = []
  let count = 0
  for (const file of files) {
    const set = readable(file)
    for (const contract of set?.contracts ?? []) {
      count += 1
      const documents = served(contract)
      const difference = set && differenceOf(set, contract, documents.map(rootOf))
      // Nothing is lost to who reads it: entries, header blocks, faults, and actions that follow from names.
      t.deepEqual(readAgain(t, contract, documents)?.operations, contract.operations, file)
      if (difference !== undefined) different.push(`${relative(folder, file)}: ${difference}`)
    }
  }
  t.log(`${count - different.length} of ${count} contracts are served with all their names`)
  t.true(count > 100)
  const exceptions = different.map((line) => line.slice(0, line.indexOf(': ')))
  t.deepEqual(exceptions, Object.keys(EXCEPTIONS), different.join('\n'))
})

function readable(file: string): ReadContracts | undefined {
  try {
    return readContractSet(file)
  } catch (error) {
    if (error instanceof WaybillError) return undefined
    throw error
  }
}

/** @returns the first line in which the two differ; undefined if they do not */
function differenceOf(
  { definitions }: ReadContracts,
  contract: Contract,
  roots: readonly XmlElement[],
): string | undefined {
  const isLeft = leftOutOf(contract)
  const expected = definitions.documents.map(({ root }) => namesIn(root, isLeft))
  // A binding that no service has can be called at a service of the node.
  const isAdded = (node: XmlElement) => contract.ports.length === 0 && node.local === 'service'
  const got = roots.map((root) => namesIn(root, isAdded))
  if (got.length !== expected.length) {
    return `${got.length} documents are served of ${expected.length}`
  }
  const [mine, theirs] = [got.flat(), expected.flat()]
  const at = theirs.findIndex((line, index) => line !== mine[index])
  if (at >= 0) return `expected ${theirs[at]}, got ${mine[at]}`
  return mine.length === theirs.length ? undefined : `got ${mine[theirs.length]} as well`
}

/** Other services, ports that no node of SOAP over HTTP has, and assertions that this node does not meet. */
function leftOutOf({ ports }: Contract): (node: XmlElement) => boolean {
  const own = new Set(
    ports
      .filter(({ transport }) => ['', 'http://schemas.xmlsoap.org/soap/http'].includes(transport))
      .map(({ name }) => name),
  )
  const isOwn = (port: XmlElement) => own.has(value(port, 'name') ?? '')
  return (node) => {
    if (SECURITY.test(node.namespace) || node.local === 'EndpointReference') return true
    if (node.local === 'service') return !parts(node, 'port').some(isOwn)
    return node.local === 'port' && !isOwn(node)
  }
}

const BASE = 'http://node.example/soap'

/** The documents that a node serves of a contract: the first, and what it imports, in the order in which they are read. */
function served(contract: Contract): readonly string[] {
  const operations = contract.operations.map(({ name }) => ({
    name: `{${contract.namespace}}${name}`,
    invoke: () => undefined,
  }))
  const plugin = { name: 'tried', from: 'test', definition: { operations }, contract }
  const { config, transports } = configurationOf({ environment: {}, settings: [] })
  const descriptions = new Descriptions({ plugins: [plugin], transports, config })
  const request = { transport: 'http', base: BASE, all: false, publicOnly: false }
  const texts = new Map<string, string>()
  const read = (location: string) => {
    if (texts.has(location)) return
    const { searchParams } = new URL(location)
    const document = Number(searchParams.get('document') ?? '1')
    const text = descriptions.wsdl('tried', { ...request, document })?.text ?? '<nothing/>'
    texts.set(location, text)
    for (const node of parts(rootOf(text), 'import')) read(value(node, 'location') ?? '')
  }
  read(`${BASE}/tried?wsdl`)
  return [...texts.values()]
}

/** What is read of the documents by who has fetched them. */
function readAgain(
  t: ExecutionContext,
  { name }: Contract,
  documents: readonly string[],
): Contract | undefined {
  const files = documents.map((text, index) => [
    `${index + 1}.wsdl`,
    text
      .replace(/"[^"]*document=(\d+)"/g, '"$1.wsdl"')
      .replace(/"[^"]*\/tried\?wsdl"/g, '"1.wsdl"'),
  ])
  const contracts = readContracts(join(folderOf(t, Object.fromEntries(files)), '1.wsdl'))
  return contracts.find((one) => one.name === name)
}
