/** Describes the messages of an operation by what the schema declares. */
import type { ElementDeclaration, SchemaComponents } from '../schema/components.js'
import type { ClarkName } from '../xml/tree.js'
import type { ContractMessage, ContractPart, Style } from './contract.js'
import { Undescribable } from './undescribable.js'
import { isWrapper } from './wsdl/read/wrapped.js'

/** Name of the one part of a document message, as most tools write it. */
const DOCUMENT_PART = 'parameters'

/**
 * @param entry    name of the body entry; undefined for an empty Body
 * @param wrapped  name of the operation if the entry of a document message may wrap parameters; that of an answer
 *   may have any name, and is undefined; false if it may not
 * @throws Undescribable for what WSDL has no words for
 */
export function describedMessage(
  entry: ClarkName | undefined,
  style: Style,
  wrapped: string | undefined | false,
  { elements }: SchemaComponents,
): Pick<ContractMessage, 'entry' | 'wrapped' | 'parts'> {
  if (entry === undefined) return { entry, wrapped: false, parts: [] }
  const declaration = elements.get(entry)
  if (!declaration) throw new Undescribable(`no schema declares ${entry}`)
  if (style === 'rpc') return { entry, wrapped: true, parts: partsOf(declaration) }
  const parts = [{ name: DOCUMENT_PART, element: entry }]
  return { entry, wrapped: wrapped !== false && isWrapper(declaration, wrapped), parts }
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
