/** What a client derives from the WSDL that is served for a real contract is taken: soapAction, Action, and the default one. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import type { Contract, ContractOperation } from '../../../src/contract/contract.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeSchema, writeWsdl } from '../../../src/contract/wsdl/write.js'
import { WaybillError } from '../../../src/errors.js'
import { parseClarkName } from '../../../src/xml/tree.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { conformanceFolder } from '../../support/shared.js'
import { wsa } from '../../support/wire/addressing.js'
import { envelope, NS11, NS12 } from '../../support/wire/envelopes.js'

const PORT = {
  name: 'Soap11',
  soap: '1.1',
  transport: 'http://schemas.xmlsoap.org/soap/http',
  address: 'http://example.org/',
} as const

/** Only faults about the action count: what the arguments have to be is another matter. */
const WRONG =
  /ActionMismatch|ActionNotSupported|InvalidAddressingHeader|The SOAPAction|The action of|no such operation/

interface Read {
  readonly file: string
  readonly contract: Contract
}

function readable(file: string): readonly Read[] {
  try {
    return readContracts(file).map((contract) => ({ file, contract }))
  } catch (error) {
    if (error instanceof WaybillError) return []
    throw error
  }
}

function served({ contract }: Read, folder: string, index: number): Contract | undefined {
  const whole = contract.ports.length > 0 ? contract : { ...contract, ports: [PORT] }
  const location = (number: number) => `served-${index}-${number}.xsd`
  const file = join(folder, `served-${index}.wsdl`)
  writeFileSync(file, writeWsdl([whole], { location }))
  for (let number = 1; ; number += 1) {
    const text = writeSchema([whole], number, location)
    if (text === undefined) break
    writeFileSync(join(folder, location(number)), text)
  }
  return readContracts(file)[0]
}

/** Ways to say the action: as a client without addressing, one that sends its soapAction beside what the port type says, and JAX-WS. */
function waysOf({
  soapAction,
  request,
}: ContractOperation): readonly (readonly [string, string?])[] {
  const action = request.action ?? soapAction
  const addressed = [...new Set([action, ...(soapAction === '' ? [] : [soapAction])])]
  return [
    [soapAction],
    ...addressed
      .filter((one) => one !== '')
      .flatMap((one) => [soapAction, '', one].map((beside) => [beside, one] as const)),
  ]
}

function messageFor(
  { request: { entry } }: ContractOperation,
  action: string | undefined,
  id: string,
) {
  const { namespace, local } = parseClarkName(entry ?? '')
  const body = entry === undefined ? '' : `<e:${local} xmlns:e="${namespace}"/>`
  const unqualified = `<${local}/>`
  const header = action === undefined ? '' : wsa('Action', action) + wsa('MessageID', id)
  return [namespace === '' && entry !== undefined ? unqualified : body, header] as const
}

test('the operations of real contracts are called by what their WSDL says', async (t) => {
  const shared = conformanceFolder()
  const archive = shared && join(shared, 'contracts.tar.xz')
  if (archive === undefined || !existsSync(archive)) {
    t.log('There are no real contracts beside this checkout: none was read.')
    t.pass()
    return
  }
  const folder = folderOf(t, {})
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.wsdl')).map((name) => join(folder, name))
  let asked = 0
  const wrong: string[] = []
  for (const [index, one] of files.flatMap(readable).entries()) {
    const { file, contract } = one
    const handlers = Object.fromEntries(contract.operations.map(({ name }) => [name, () => ({})]))
    const plugin = await pluginOfContract(() => {
      return { contract: pathToFileURL(file), service: contract.name, handlers }
    }).catch((error: unknown) => {
      if (error instanceof WaybillError) return error
      throw error
    })
    if (plugin instanceof WaybillError) {
      // Two operations of one entry and one soapAction: no client could call them.
      t.regex(plugin.message, /no soapAction or wsam:Action tells them apart$/)
      continue
    }
    const node = makeNode({ it: plugin })
    const own = new Map(contract.operations.map((operation) => [operation.name, operation]))
    for (const told of served(one, folder, index)?.operations ?? []) {
      // Where the names of the contract make no action, those of another namespace make none that is its own.
      const implied = own.get(told.name)?.request.action !== undefined
      const operation = implied
        ? told
        : { ...told, request: { ...told.request, action: undefined } }
      for (const [beside, inside] of waysOf(operation)) {
        for (const namespace of [NS11, NS12]) {
          asked += 1
          const [body, header] = messageFor(operation, inside, `urn:id:${asked}`)
          const mediaType = namespace === NS12 ? 'application/soap+xml' : 'text/xml'
          const said = { mediaType, ...(beside === '' ? {} : { action: beside }) }
          const outcome = await node.inject(envelope(namespace, body, header), said)
          const answer = outcome.kind === 'fault' ? outcome.message.body : ''
          const [why] = WRONG.exec(answer) ?? []
          if (why !== undefined) wrong.push(`${file} ${operation.name} ${beside} ${inside}: ${why}`)
        }
      }
    }
  }
  t.log(`${asked} messages, of which ${wrong.length} were refused for their action`)
  t.true(asked > 1_000)
  t.deepEqual(wrong, [])
})
