/** Writes a typed client for a contract: its types, and a module that opens each of its services over a sender, secured as policies ask. */
import type { Contract } from '../contract.js'
import { writeClient } from '../write-client.js'
import { writeContractTypes } from '../write-types.js'
import type { Copy } from './linked.js'
import { planOf } from './policy/plan.js'
import { writeSecurity, writesOptions } from './policy/write-security.js'

export interface ClientText {
  /** The services that are called. */
  readonly called: readonly Contract[]
  /** Every contract of the document. */
  readonly contracts: readonly [Contract, ...Contract[]]
  /** Name of the WSDL document and of the types, without their ends. */
  readonly name: string
  /** What the client imports from: `waybill`. */
  readonly module: string
}

export function clientFiles({ called, contracts, name, module }: ClientText): readonly Copy[] {
  const { text, names } = writeContractTypes(contracts, { module, from: `${name}.wsdl` })
  const types = `./${name}.types.js`
  const planned = called.flatMap((contract) => {
    const plan = planOf(contract)
    return plan ? [{ plan, contract }] : []
  })
  const imported = planned.some(({ plan }) => writesOptions(plan)) ? ['SecurityOptions'] : []
  const options = { module, types, document: `./${name}.wsdl`, imported }
  const client = [
    writeClient(called, names, options),
    ...planned.map(({ plan, contract }) =>
      writeSecurity(plan, names.get(contract) ?? contract.name, contract.name),
    ),
  ].join('\n')
  return [
    { path: `${name}.types.ts`, content: text },
    { path: `${name}.client.ts`, content: client },
  ]
}
