/** The parts of a message: each an element or a type of a schema (WSDL 1.1 §2.3.1). */
import { type ClarkName, clarkName, resolveQName } from '../../xml/tree.js'
import { localOf, nameOf, partsOf, valueIn, type WsdlSource } from './definitions.js'

export interface MessagePart {
  readonly source: WsdlSource
  readonly name: string
  readonly element: Reference | undefined
  readonly type: Reference | undefined
}

/** A name as it stands, and what it stands for. */
export interface Reference {
  readonly qname: string
  /** undefined if its prefix is not declared. */
  readonly name: ClarkName | undefined
  readonly local: string
}

export function messageParts({ document, node }: WsdlSource): readonly MessagePart[] {
  return partsOf(node, 'part').map((part) => ({
    source: { document, node: part },
    name: nameOf(part),
    element: referenceOf({ document, node: part }, 'element'),
    type: referenceOf({ document, node: part }, 'type'),
  }))
}

function referenceOf({ node }: WsdlSource, attribute: string): Reference | undefined {
  const qname = valueIn(node, attribute)
  if (qname === undefined || qname === '') return undefined
  const name = resolveQName(node.scope, qname)
  return { qname, name: name && clarkName(name), local: localOf(qname) }
}
