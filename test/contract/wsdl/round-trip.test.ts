/** What is read of real contracts is written as WSDL, and read again as the same. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { Contract, ContractMessage } from '../../../src/contract/contract.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeSchema, writeWsdl } from '../../../src/contract/wsdl/write.js'
import { WaybillError } from '../../../src/errors.js'
import { folderOf } from '../../support/folder.js'
import { conformanceFolder } from '../../support/shared.js'

const PORT = {
  name: 'Soap',
  soap: '1.1',
  transport: 'http://schemas.xmlsoap.org/soap/http',
  address: 'http://example.org/',
} as const

function readable(file: string): readonly Contract[] {
  try {
    return readContracts(file)
  } catch (error) {
    if (error instanceof WaybillError) return []
    throw error
  }
}

/** What is written has an action for each message, as its port type has one namespace. */
function operationsOf({ operations }: Contract) {
  const without = (message: ContractMessage | undefined) =>
    message && { ...message, action: undefined }
  return operations.map(({ documentation: _, actions: __, ...operation }) => ({
    ...operation,
    request: without(operation.request),
    response: without(operation.response),
    faults: operation.faults.map(({ name, element }) => ({ name, element })),
  }))
}

test('real contracts that are written are read again as they were', (t) => {
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
  const contracts = files.flatMap(readable)
  t.true(contracts.length > 100)
  for (const [index, read] of contracts.entries()) {
    // As one that is described: a contract is served as it was written.
    const described = { ...read, source: undefined }
    const contract = read.ports.length > 0 ? described : { ...described, ports: [PORT] }
    const location = (number: number) => `${index}-${number}.xsd`
    const file = join(folder, `${index}.wsdl`)
    writeFileSync(file, writeWsdl([contract], { location }))
    for (let number = 1; ; number += 1) {
      const text = writeSchema([contract], number, location)
      if (text === undefined) break
      writeFileSync(join(folder, location(number)), text)
    }
    const [again, ...more] = readContracts(file)
    t.deepEqual(more, [])
    t.deepEqual(again && operationsOf(again), operationsOf(contract))
  }
})
