/** Writes the module of a typed client in TypeScript: a function for each service that opens it over a sender. */
import { comment, literal } from '../schema/types/write-text.js'
import type { ValueOptions } from '../schema/values/index.js'
import type { Contract } from './contract.js'

export interface ClientOptions extends ValueOptions {
  /** What the sender is imported from, such as `waybill`. */
  readonly module: string
  /** What the types are imported from, such as `./orders.types.js`. */
  readonly types: string
  /** The WSDL document as a relative reference, such as `./orders.wsdl`. */
  readonly document: string
  /** More types that are imported from `module`. Default: none. */
  readonly imported?: readonly string[] | undefined
}

/**
 * @param names  of each contract, the name of the interface of its operations
 * @returns a module that `tsc --strict` compiles
 */
export function writeClient(
  contracts: readonly Contract[],
  names: ReadonlyMap<Contract, string>,
  { module, types, document, imported = [], dates = 'text', decimals = 'text' }: ClientOptions,
): string {
  const served = contracts.flatMap((contract) => {
    const name = names.get(contract)
    return name === undefined ? [] : [{ contract, name }]
  })
  const chosen = [
    ...(dates === 'text' ? [] : [`dates: '${dates}'`]),
    ...(decimals === 'text' ? [] : [`decimals: '${decimals}'`]),
  ]
  const values = chosen.length === 0 ? '' : `, values: { ${chosen.join(', ')} }`
  const all = served.map(({ name }) => name).sort()
  const functions = served.map(({ contract, name }) => {
    const service = literal(contract.name)
    return `${notesOf(contract, name)}export function open${name}(sender: Sender, options: UseOptions = {}): ContractClient<${name}> {
  return sender.use<${name}>(contract, { ...options, service: ${service}${values} })
}
`
  })
  const about = `Calls the services of ${document.replace(/^\.\//, '')}, made by \`waybill import --client\`: make it again when that changes.`
  const head = `${comment([about])}import type { ${['ContractClient', ...imported, 'Sender', 'UseOptions'].join(', ')} } from ${literal(module)}
import type { ${all.join(', ')} } from ${literal(types)}

const contract = new URL(${literal(document)}, import.meta.url)
`
  return [head, ...functions].join('\n')
}

function notesOf({ name, documentation, operations: [first] }: Contract, type: string): string {
  const call = first && /^[A-Za-z_$][\w$]*$/.test(first.name) ? `.${first.name}(…)` : '[…](…)'
  return comment([
    ...(documentation === undefined ? [] : [documentation]),
    `Opens the service ${name}: \`const service = open${type}(createSender())\`, then \`await service${call}\`.`,
  ])
}
