/** Writes the types of a contract in TypeScript: those of its values, and what each operation takes and gives. */
import type { ElementDeclaration } from '../schema/components.js'
import { type ElementNames, type TypesOptions, writeTypes } from '../schema/types/index.js'
import { comment, keyText } from '../schema/types/write-text.js'
import { mappingOf } from '../schema/values/index.js'
import type { ClarkName } from '../xml/tree.js'
import { blockNames } from './block-names.js'
import type { Contract, ContractHeader, ContractMessage, ContractOperation } from './contract.js'

export interface ContractTypesText {
  /** Of each contract, the name of the interface of its operations. */
  readonly names: ReadonlyMap<Contract, string>
  /** A module of TypeScript that `tsc --strict` compiles. */
  readonly text: string
}

/** @param contracts  those of one document, with one schema: at least one */
export function writeContractTypes(
  contracts: readonly [Contract, ...Contract[]],
  options: Omit<TypesOptions, 'more'>,
): ContractTypesText {
  const names = new Map<Contract, string>()
  const more = (elements: ElementNames) =>
    contracts.map((contract) => {
      const name = elements.make(contract.name)
      names.set(contract, name)
      return new OperationsWriter(contract, elements).text(name)
    })
  const [{ schema }] = contracts
  return { text: writeTypes(schema.components, { ...options, more }), names }
}

/** Characters of a line. */
const WIDTH = 100

class OperationsWriter {
  readonly #contract: Contract
  readonly #names: ElementNames

  constructor(contract: Contract, names: ElementNames) {
    this.#contract = contract
    this.#names = names
  }

  text(name: string): string {
    const { operations } = this.#contract
    const notes = comment([`The operations of the service ${this.#contract.name}.`])
    const members = operations.map((operation) => this.#operation(operation))
    // An interface without members would take anything.
    if (members.length === 0)
      return `${notes}export type ${name} = Readonly<Record<never, never>>\n`
    return `${notes}export interface ${name} {\n${members.join('')}}\n`
  }

  #operation({ name, documentation, request, response, faults }: ContractOperation): string {
    const notes = comment(documentation === undefined ? [] : [documentation], '  ')
    const named = new Map(faults.map((fault) => [fault.name, fault.element]))
    const members = [
      `readonly request: ${this.#message(request)}`,
      `readonly response: ${response ? this.#message(response) : 'undefined'}`,
      ...this.#group('faults', named),
      ...this.#group('requestHeaders', this.#blocks(request.headers)),
      ...this.#group('responseHeaders', this.#blocks(response?.headers ?? [])),
    ]
    const line = `  readonly ${keyText(name)}: { ${members.join('; ')} }\n`
    if (members.length === 2 && line.length <= WIDTH) return notes + line
    const lines = members.map((member) => `    ${member}\n`)
    return `${notes}  readonly ${keyText(name)}: {\n${lines.join('')}  }\n`
  }

  #blocks(headers: readonly ContractHeader[]): ReadonlyMap<string, ClarkName> {
    return blockNames(headers)
  }

  /** Elements by what they are called; nothing if there are none. */
  #group(key: string, elements: ReadonlyMap<string, ClarkName>): readonly string[] {
    if (elements.size === 0) return []
    const members = [...elements].map(
      ([name, element]) => `readonly ${keyText(name)}: ${this.#value(element)}`,
    )
    const line = `readonly ${key}: { ${members.join('; ')} }`
    if (line.length + 4 <= WIDTH) return [line]
    return [`readonly ${key}: {\n${members.map((member) => `      ${member}\n`).join('')}    }`]
  }

  #value(name: ClarkName): string {
    const element = this.#element(name)
    return element ? this.#names.of(element) : 'OpenValues'
  }

  /** Values of an entry: named ones, or `value` alone. */
  #message({ entry }: ContractMessage): string {
    if (entry === undefined) return '{ readonly [name: string]: never }'
    const element = this.#element(entry)
    if (!element) return 'OpenValues'
    const text = this.#names.of(element)
    return isBare(element) || isOpen(element) ? `{ readonly value: ${text} }` : text
  }

  #element(name: ClarkName): ElementDeclaration | undefined {
    return this.#contract.schema.components.elements.get(name)
  }
}

function isOpen({ type }: ElementDeclaration): boolean {
  return type.kind === 'complex' && mappingOf(type).content.kind === 'open'
}

/** True for an element whose value is that of its text alone. */
function isBare({ type }: ElementDeclaration): boolean {
  if (type.kind === 'simple') return true
  const { content } = mappingOf(type)
  return content.kind === 'simple' && content.bare
}
