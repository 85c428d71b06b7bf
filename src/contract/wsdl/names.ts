/** The names of what a WSDL defines for a contract: none of them stands twice in a document. */
import type {
  Contract,
  ContractFault,
  ContractMessage,
  ContractOperation,
  ContractPort,
  Style,
  Use,
} from '../contract.js'

/** The prefixes of the two bindings to SOAP. */
export const SOAP_PREFIXES = { '1.1': 'soap', '1.2': 'soap12' } as const

/** Operations of one style and use. BP 1.1 R2705: a binding has one style. */
export interface OperationGroup {
  readonly style: Style
  readonly use: Use
  /** Stands behind names; empty for the first group of a contract. */
  readonly suffix: string
  readonly operations: readonly ContractOperation[]
}

/** At least one, which may be without operations. */
export function groupsOf({ operations }: Contract): readonly OperationGroup[] {
  const groups = new Map<string, OperationGroup>()
  for (const operation of operations) {
    const { style, use } = operation
    const key = `${style} ${use}`
    const { suffix = groups.size === 0 ? '' : suffixOf(style, use), operations: before = [] } =
      groups.get(key) ?? {}
    groups.set(key, { style, use, suffix, operations: [...before, operation] })
  }
  const none: OperationGroup = { style: 'document', use: 'literal', suffix: '', operations: [] }
  return groups.size === 0 ? [none] : [...groups.values()]
}

function suffixOf(style: Style, use: Use): string {
  return `${style === 'rpc' ? 'Rpc' : 'Document'}${use === 'encoded' ? 'Encoded' : ''}`
}

export interface Names {
  portType(group: OperationGroup): string
  binding(group: OperationGroup, port: ContractPort): string
  port(group: OperationGroup, port: ContractPort): string
  request({ name }: ContractOperation): string
  response({ name }: ContractOperation): string
  fault({ name }: ContractFault, operation: ContractOperation): string
  /** Of the message whose parts are the header blocks of a message. */
  headers(operation: ContractOperation, message: ContractMessage): string
}

/** @param alone  true if no other contract is in the document */
export function namesFor(contract: Contract, alone: boolean): Names {
  const before = alone ? '' : `${contract.name}.`
  const portType = ({ suffix }: OperationGroup) => `${contract.name}${suffix}`
  const request = ({ name }: ContractOperation) => `${before}${name}Request`
  const response = ({ name }: ContractOperation) => `${before}${name}Response`
  return {
    portType,
    binding: (group, port) => `${portType(group)}${port.name}`,
    // WSDL 1.1 §2.6: its name is "unique among all ports defined within the enclosing WSDL document".
    port: (group, { name }) => (alone ? name + group.suffix : `${portType(group)}${name}`),
    request,
    response,
    fault: ({ name }, operation) => `${before}${operation.name}.${name}`,
    headers: (operation, message) =>
      `${message === operation.response ? response(operation) : request(operation)}.Headers`,
  }
}
