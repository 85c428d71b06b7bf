/** The policies of a WSDL, each written once at its beginning and referred to where it holds (WS-PolicyAttachment 1.5 §4). */
import {
  SP_NAMESPACE,
  WSP_NAMESPACE,
  WSU_NAMESPACE,
} from '../../../schema/definitions/vocabulary.js'
import type { Contract, ContractOperation, ContractPort } from '../../contract.js'
import { type Lines, tag } from '../markup.js'
import { bindingAssertions, messageAssertions, spokenBy } from './assertions.js'
import type { Needs, ProtectedParts } from './needs.js'

/** The prefixes of what is written here. */
export const POLICY_PREFIXES = [
  ['wsp', WSP_NAMESPACE],
  ['sp', SP_NAMESPACE],
  ['wsu', WSU_NAMESPACE],
] as const

/** What is known of what messages must have. */
export interface PolicyOptions {
  /** True if WS-Addressing is understood. Default false. */
  readonly addressing?: boolean | undefined
  /** What an operation of a contract asks for at a port. Default: nothing. */
  readonly needs?:
    | ((contract: Contract, port: ContractPort, operation: ContractOperation) => Needs | undefined)
    | undefined
  /** Ids that are not free. Default: none. */
  readonly taken?: ReadonlySet<string> | undefined
  /** True if what is written declares its prefixes itself, for a document of other prefixes. Default false. */
  readonly declaring?: boolean | undefined
}

export class Policies {
  readonly #options: PolicyOptions
  /** The content of each by its id. */
  readonly #written = new Map<string, string>()
  readonly #lines: Lines[] = []

  constructor(options: PolicyOptions) {
    this.#options = options
  }

  /** The policies that were referred to. */
  get lines(): Lines {
    return this.#lines.flat()
  }

  /** What people are to know of a binding that its policy does not say; undefined for nothing. */
  spokenAt(contract: Contract, port: ContractPort): string | undefined {
    const all = contract.operations.flatMap(
      (one) => this.#options.needs?.(contract, port, one) ?? [],
    )
    return all.map(spokenBy).find((version) => version !== undefined)
  }

  /** That of a binding: what all of its operations ask for, and what the node understands. */
  ofBinding(contract: Contract, port: ContractPort, name: string): Lines {
    const common = this.#common(contract, port)
    // WS-Addressing 1.0 Metadata §3.1: optional, as blocks are understood and not required.
    const addressing = this.#options.addressing
      ? tag('wsam:Addressing', { 'wsp:Optional': 'true' }, tag('wsp:Policy', {}))
      : []
    return this.#reference(`${name}Policy`, [
      ...addressing,
      ...(common ? bindingAssertions(common) : []),
    ])
  }

  /** That of an operation, if not all ask for the same. */
  ofOperation(
    contract: Contract,
    port: ContractPort,
    operation: ContractOperation,
    name: string,
  ): Lines {
    const needs = this.#options.needs?.(contract, port, operation)
    if (!needs || this.#common(contract, port)) return []
    return this.#reference(`${name}.${operation.name}Policy`, bindingAssertions(needs))
  }

  /** That of a message. */
  ofMessage(
    contract: Contract,
    port: ContractPort,
    operation: ContractOperation,
    direction: 'request' | 'response',
  ): Lines {
    const needs = this.#options.needs?.(contract, port, operation)
    const parts: ProtectedParts | undefined = needs?.[direction]
    return parts ? this.#reference('Parts', messageAssertions(parts)) : []
  }

  #common(contract: Contract, port: ContractPort): Needs | undefined {
    const all = contract.operations.map((one) => this.#options.needs?.(contract, port, one))
    const [first] = all
    const same = all.every((needs) => JSON.stringify(needs) === JSON.stringify(first))
    return same ? first : undefined
  }

  /** One of the same content is written once, under the first id that was wanted for it. */
  #reference(wanted: string, assertions: Lines): Lines {
    if (assertions.length === 0) return []
    const content = assertions.join('\n')
    let id = this.#written.get(content)
    if (id === undefined) {
      const taken = new Set([...this.#written.values(), ...(this.#options.taken ?? [])])
      id = wanted
      for (let number = 2; taken.has(id); number += 1) id = `${wanted}${number}`
      this.#written.set(content, id)
      this.#lines.push(
        tag(
          'wsp:Policy',
          { ...this.#declared(), 'wsu:Id': id },
          tag('wsp:ExactlyOne', {}, tag('wsp:All', {}, assertions)),
        ),
      )
    }
    return tag('wsp:PolicyReference', { ...this.#declared('wsp'), URI: `#${id}` })
  }

  /** @param only  the one prefix that is needed. Default: all */
  #declared(only?: string): Readonly<Record<string, string>> {
    const declared = this.#options.declaring ? POLICY_PREFIXES : []
    return Object.fromEntries(
      declared
        .filter(([prefix]) => only === undefined || prefix === only)
        .map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace]),
    )
  }
}
