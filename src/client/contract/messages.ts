/** Writes requests by a contract and reads what comes back: results, header blocks, declared faults. */
import { withoutSoap } from '../../contract/arrange.js'
import { contentOf } from '../../contract/block-content.js'
import { blockNames } from '../../contract/block-names.js'
import type { ContractFault, ContractMessage, ContractOperation } from '../../contract/contract.js'
import { Codec } from '../../contract/encoding/codec.js'
import type { TypedElement, TypedSchema } from '../../contract/typed-schema.js'
import type { Packing } from '../../message/xop/packing.js'
import { lineOf } from '../../schema/finding.js'
import { record, type ValueOptions } from '../../schema/values/index.js'
import type { Value, Values } from '../../schema/values/value.js'
import type { Envelope } from '../../soap/envelope.js'
import type { ReceivedFault } from '../../soap/read-fault.js'
import type { VersionName } from '../../soap/version.js'
import { type ClarkName, clarkName, parseClarkName, type XmlElement } from '../../xml/tree.js'
import { atOnce } from '../../xml/walk.js'
import type { DeclaredFault } from '../fault-answer.js'
import { type Reading, typedResults } from '../read-results.js'
import { UnexpectedAnswer } from '../unexpected-answer.js'
import { decodedResults, encodedEntries, encodedFault } from './encoded.js'

/** The messages of one operation. */
export class Messages implements Reading {
  readonly #service: ClarkName
  readonly #operation: ContractOperation
  readonly #schema: TypedSchema
  /** Undefined for literal messages. */
  readonly #encoded: Codec | undefined
  readonly streams: boolean

  /** @param values  what values of encoded messages are given as: as those of the schema */
  constructor(
    service: ClarkName,
    operation: ContractOperation,
    schema: TypedSchema,
    values?: ValueOptions | undefined,
  ) {
    this.#service = service
    this.#operation = operation
    this.#schema = schema
    this.streams = values?.binary === 'stream'
    this.#encoded =
      operation.use === 'encoded' ? new Codec(schema.compiled.components, values) : undefined
  }

  /** @throws TypeError for what the contract does not allow */
  async entries(
    parameters: Values,
    soap: VersionName,
    packing: Packing,
  ): Promise<readonly XmlElement[]> {
    const { entry } = this.#operation.request
    if (entry !== undefined) {
      return this.#encoded
        ? encodedEntries(entry, parameters, this.#encoded, soap)
        : [
            await packing.whole(() =>
              atOnce(this.#typed(entry).writing(parameters, true, packing.pack)),
            ),
          ]
    }
    const [name] = Object.keys(parameters)
    if (name === undefined) return []
    throw new TypeError(`${this.#operation.name} has an empty Body, and no parameter ${name}`)
  }

  /** @throws TypeError for a block that the contract does not declare, or a content that it does not allow */
  headers(contents: Values): readonly XmlElement[] {
    const names = blockNames(this.#operation.request.headers)
    return Object.entries(contents).flatMap(([name, content]) => {
      if (content === undefined) return []
      const element = names.get(name)
      if (element !== undefined) return atOnce(this.#typed(element).writingValue(content))
      const all = [...names.keys()].join(', ') || 'none'
      throw new TypeError(
        `the contract declares no header block ${name} for ${this.#operation.name}; it declares ${all}`,
      )
    })
  }

  /** An answer is that of the operation, and nothing else that the schema declares. */
  results(envelope: Envelope): Values {
    const { name, response, style } = this.#operation
    const [entry] = envelope.entries
    const expected = response?.entry
    if (expected === undefined) {
      if (!entry) return {}
      const sentence = `${name} has an answer without entry, and got ${clarkName(entry)}`
      throw new UnexpectedAnswer(sentence, envelope.source)
    }
    const named = entry && style === 'rpc' ? renamed(entry, expected) : entry
    if (named && clarkName(named) === expected) {
      return this.#encoded
        ? decodedResults(named, this.#encoded, envelope)
        : typedResults(named, this.#typed(expected), envelope)
    }
    const got = entry ? clarkName(entry) : 'an empty Body'
    throw new UnexpectedAnswer(
      `${name} is answered by ${expected}, and got ${got}`,
      envelope.source,
    )
  }

  fault(fault: ReceivedFault, envelope: Envelope): DeclaredFault | undefined {
    const { name: operation, faults } = this.#operation
    const found = this.#encoded
      ? encodedFault(fault, faults, this.#encoded, envelope)
      : declaredFault(fault, faults, this.#schema, envelope)
    return found && { service: this.#service, operation, ...found }
  }

  /** What the header blocks of an answer hold that the contract declares. */
  read(blocks: readonly XmlElement[], text: string): Values {
    const headers = record()
    for (const [name, element] of blockNames(this.#answer?.headers ?? [])) {
      const block = blocks.find((one) => clarkName(one) === element)
      if (!block) continue
      const typed = this.#typed(element)
      const { findings, value } = atOnce(typed.validating(contentOf(block, typed)))
      const [first] = findings
      if (first) throw new UnexpectedAnswer(lineOf(first), text)
      headers[name] = value
    }
    return headers
  }

  get #answer(): ContractMessage | undefined {
    return this.#operation.response
  }

  #typed(name: ClarkName): TypedElement {
    const typed = this.#schema.element(name)
    if (typed) return typed
    throw new TypeError(`the schema of the contract declares no element ${name}`)
  }
}

/** SOAP 1.1 §7.1: "the name of the struct is not significant"; what it holds is. */
function renamed(entry: XmlElement, name: ClarkName): XmlElement {
  return { ...entry, ...parseClarkName(name) }
}

/** @returns undefined for a fault that is not declared, or whose detail is not as it is declared */
function declaredFault(
  { detail = [] }: ReceivedFault,
  faults: readonly ContractFault[],
  schema: TypedSchema,
  { version }: Envelope,
): { readonly name: string; readonly detail: Value } | undefined {
  for (const entry of detail) {
    const name = clarkName(entry)
    const fault = faults.find(({ element }) => element === name)
    const typed = fault && schema.element(name)
    if (!typed) continue
    const arranged = atOnce(
      typed.arranging(withoutSoap(entry, version.namespace), version.namespace),
    )
    const { findings, value } = atOnce(typed.validating(arranged))
    if (findings.length === 0) return { name: fault.name, detail: value }
  }
  return undefined
}
