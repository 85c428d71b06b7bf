/** What a client derives from the WSDL that is served for a real contract is taken: soapAction, Action, and the default one. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import type { Contract, ContractOperation } from '../../../src/contract/contract.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { WaybillError } from '../../../src/errors.js'
import { parseClarkName } from '../../../src/xml/tree.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { conformanceFolder } from '../../support/shared.js'
import { wsa } from '../../support/wire/addressing.js'
import { envelope, NS11, NS12 } from '../../support/wire/envelopes.js'

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
  let requests = 0
  const wrong: string[] = []
  for (const { file, contract } of files.flatMap(readable)) {
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
    // It is served with the same operations and actions: another test reads that again.
    for (const operation of contract.operations) {
      for (const [beside, inside] of waysOf(operation)) {
        for (const namespace of [NS11, NS12]) {
          requests += 1
          const [body, header] = messageFor(operation, inside, `urn:id:${requests}`)
          const mediaType = namespace === NS12 ? 'application/soap+xml' : 'text/xml'
          const text = { mediaType, ...(beside === '' ? {} : { action: beside }) }
          const outcome = await node.inject(envelope(namespace, body, header), text)
          const answer = outcome.kind === 'fault' ? outcome.message.body : ''
          const [why] = WRONG.exec(answer) ?? []
          if (why !== undefined) wrong.push(`${file} ${operation.name} ${beside} ${inside}: ${why}`)
        }
      }
    }
  }
  t.log(`${requests} messages, of which ${wrong.length} were refused for their action`)
  t.true(requests > 1_000)
  t.deepEqual(wrong, [])
})
