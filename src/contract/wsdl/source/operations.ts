/** Leaves out what belongs to operations that who asks may not know. */
import type { BoundOperation } from '../../../schema/definitions/bindings.js'
import type { BoundHeader } from '../../../schema/definitions/bound-message.js'
import { partsOf, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import type { Cut } from '../../../xml/splice.js'
import type { XmlElement } from '../../../xml/tree.js'
import type { Contract, ContractSource } from '../../contract.js'
import { leaveOut } from './cuts.js'

/** The definitions that are kept. */
export type Kept = ReadonlySet<XmlElement>

/**
 * What the operations of a contract are made of.
 *
 * @returns undefined if they are all of its source, so that nothing is left out
 */
export function keptFor({ operations }: Contract, { bound }: ContractSource): Kept | undefined {
  const names = new Set(operations.map(({ name }) => name))
  const all = bound.flatMap(({ binding }) => binding.operations)
  if (all.every(({ name }) => names.has(name))) return undefined
  const kept = all.filter(({ name }) => names.has(name)).flatMap(madeOf)
  const around = bound.flatMap(({ binding }) => [binding.source, binding.portType])
  return new Set([...kept, ...around].flatMap((source) => source?.node ?? []))
}

function madeOf({ source, abstract, input, output, faults }: BoundOperation) {
  const messages = [input, output].flatMap((one) => (one ? [one.message, ...headersOf(one)] : []))
  return [source, abstract, ...messages, ...faults.map(({ message }) => message)]
}

function headersOf({ headers }: { readonly headers: readonly BoundHeader[] }) {
  return headers.flatMap(({ message, faults }) => [message, ...faults.map((one) => one.message)])
}

/** Definitions that a name could tell of. */
const TELLING: readonly string[] = ['message', 'portType', 'binding']

export function operationCuts(document: WsdlDocument, kept: Kept): readonly Cut[] {
  const definitions = partsOf(document.root).filter(({ local }) => TELLING.includes(local))
  const operations = definitions.flatMap((node) => partsOf(node, 'operation'))
  return [...definitions, ...operations]
    .filter((node) => !kept.has(node))
    .map((node) => leaveOut(document, node))
}
