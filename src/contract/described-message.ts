/** Describes the messages of an operation by what the schema declares. */
import type { ElementDeclaration, SchemaComponents } from '../schema/components.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import type { ContractMessage, ContractPart } from './contract.js'
import { Undescribable } from './undescribable.js'

/** Name of the one part of a document message, as most tools write it. */
const DOCUMENT_PART = 'parameters'

/**
 * @param entry  name of the body entry; undefined for an empty Body
 * @throws Undescribable for what WSDL has no words for
 */
export function describedMessage(
  entry: ClarkName | undefined,
  style: 'document' | 'rpc',
  { elements }: SchemaComponents,
  more: Pick<ContractMessage, 'action' | 'encodingStyle' | 'headers'>,
): ContractMessage {
  if (entry === undefined) return { entry, wrapped: false, parts: [], attachments: [], ...more }
  const declaration = elements.get(entry)
  if (!declaration) throw new Undescribable(`no schema declares ${entry}`)
  const parts = style === 'rpc' ? partsOf(declaration) : [{ name: DOCUMENT_PART, element: entry }]
  const wrapped = style === 'rpc' || hasParameters(declaration)
  return { entry, wrapped, parts, attachments: [], ...more }
}

/** True if the children of an element are named parameters. */
export function hasParameters({ type }: ElementDeclaration): boolean {
  return type.kind === 'complex' && type.content.kind !== 'simple'
}

/** WSDL 1.1 §3.5: each part of an rpc message is a child of the entry, named as the part is, and without namespace (BP 1.1 R2735). */
function partsOf({ name, type }: ElementDeclaration): readonly ContractPart[] {
  const wrong = (what: string) => new Undescribable(`the rpc entry ${name} ${what}`)
  if (type.kind === 'simple') throw wrong('has a simple type; expected a complex one')
  if (type.attributes.size > 0) throw wrong('has attributes; expected none')
  const { content } = type
  if (content.kind === 'empty') return []
  if (content.kind !== 'element-only') throw wrong('has text; expected elements alone')
  const { term } = content.particle
  if (term.kind !== 'sequence' && term.kind !== 'all') throw wrong('is no sequence of parts')
  return term.particles.map(({ term: child, max }) => {
    if (child.kind !== 'element' || max !== 1) throw wrong('has a part that is no single element')
    const { local, namespace } = child
    if (namespace !== '') throw wrong(`has the part ${child.name}; expected one without namespace`)
    if (child.type.name === '') {
      throw wrong(`has the part ${local} of a type without name: give the type a name`)
    }
    return { name: local, type: child.type.name }
  })
}

/** The local name of an element. */
export const localOf = (name: ClarkName): string => parseClarkName(name).local
