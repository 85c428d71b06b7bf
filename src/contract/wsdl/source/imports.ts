/** What a WSDL document brings in is found where this node serves it: other documents at addresses of their own, all schemas in one of them. */
import {
  type Definitions,
  partsOf,
  type WsdlDocument,
} from '../../../schema/definitions/definitions.js'
import { WSDL_NAMESPACE } from '../../../schema/definitions/vocabulary.js'
import { type Cut, putInside } from '../../../xml/splice.js'
import { childElements } from '../../../xml/tree.js'
import type { Lines } from '../markup.js'
import { isXsd } from '../standalone-schema.js'
import { leaveOut, sayAttribute } from './cuts.js'

/** Where a WSDL document of the contract is served, by its number from 1 on. */
export type DocumentAt = (number: number) => string

/** An import that leads to no document would lead somewhere else from here; schemas are brought in by the types. */
export function importCuts(
  document: WsdlDocument,
  { documents }: Definitions,
  documentAt: DocumentAt,
): readonly Cut[] {
  return partsOf(document.root, 'import').map((node) => {
    const imported = document.imports.get(node)
    if (!imported) return leaveOut(document, node)
    return sayAttribute(document, node, 'location', documentAt(documents.indexOf(imported) + 1))
  })
}

/** @param schemas  all schemas of the contract, as they stand in its types */
export function typesCuts(
  document: WsdlDocument,
  definitions: Definitions,
  schemas: Lines,
): readonly Cut[] {
  const [types] = partsOf(document.root, 'types')
  const own = partsOf(document.root, 'types')
    .flatMap(childElements)
    .filter((node) => isXsd(node, 'schema'))
  const left = own.map((node) => leaveOut(document, node))
  if (document !== holderOf(definitions) || schemas.length === 0) return left
  const text = `\n${schemas.join('\n')}\n`
  if (types) return [...left, putInside(types, document.text, text)]
  // WSDL 1.1 §2.1: types stand before what refers to them.
  const [first] = partsOf(document.root).filter(
    ({ local }) => local !== 'import' && local !== 'documentation',
  )
  const insert = `<wsdl:types xmlns:wsdl="${WSDL_NAMESPACE}">${text}</wsdl:types>\n`
  return [
    first
      ? { start: first.start, end: first.start, insert }
      : putInside(document.root, document.text, insert),
  ]
}

/** The last document that has types: those before it import it. */
function holderOf({ documents }: Definitions): WsdlDocument | undefined {
  const holding = documents.filter(({ root }) => partsOf(root, 'types').length > 0)
  return holding.at(-1) ?? documents[0]
}
