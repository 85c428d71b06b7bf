/** The definitions of WSDL documents by their names: messages, port types, bindings and services. */
import { WaybillError } from '../../errors.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  resolveQName,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { WSDL_NAMESPACE } from './vocabulary.js'

/** One WSDL document. */
export interface WsdlDocument {
  readonly file: string
  /** As it was read: `start` of an element is an offset into it. */
  readonly text: string
  /** Its `definitions`. */
  readonly root: XmlElement
  /** Target namespace; `''` for none. */
  readonly namespace: string
  /** What its `import` children bring in, as far as it is there and a WSDL document. */
  readonly imports: ReadonlyMap<XmlElement, WsdlDocument>
}

/** An element of a WSDL document. */
export interface WsdlSource {
  readonly document: WsdlDocument
  readonly node: XmlElement
}

/** Each has names of its own (WSDL 1.1 §2.1). */
export type DefinitionKind = 'message' | 'portType' | 'binding' | 'service'

/**
 * What a contract may amount to: a document in which many operations have the messages of many parts, or
 * many services the same operations, says much in few words.
 */
const MAX_NODES = 200_000

/** What several documents define, each of which may refer to the others. */
export class Definitions {
  readonly documents: readonly WsdlDocument[]
  readonly #byName = new Map<string, WsdlSource>()
  /** By local name; undefined for one that several namespaces have. */
  readonly #byLocal = new Map<string, WsdlSource | undefined>()
  readonly #all = new Map<string, WsdlSource[]>()
  #counted = 0

  constructor(documents: readonly WsdlDocument[]) {
    this.documents = documents
    for (const document of documents) {
      for (const node of partsOf(document.root)) this.#add({ document, node })
    }
  }

  #add(source: WsdlSource): void {
    const { document, node } = source
    const local = nameOf(node)
    const name = keyOf(node.local, clarkName({ namespace: document.namespace, local }))
    const sources = this.#all.get(node.local)
    if (sources) sources.push(source)
    else this.#all.set(node.local, [source])
    // WSDL 1.1 §2.1.1: names are unique; where they are not, the first is meant.
    if (this.#byName.has(name)) return
    this.#byName.set(name, source)
    const short = keyOf(node.local, local)
    this.#byLocal.set(short, this.#byLocal.has(short) ? undefined : source)
  }

  /**
   * Counts what is made of the documents.
   *
   * @throws WaybillError WAYBILL_CONTRACT_INVALID where it is too much
   */
  count(things: number): void {
    this.#counted += things
    if (this.#counted <= MAX_NODES) return
    const file = this.documents[0]?.file ?? ''
    throw new WaybillError(
      'WAYBILL_CONTRACT_INVALID',
      `${file}: its operations have more than ${MAX_NODES} messages and parts`,
    )
  }

  /** In the order of the documents. */
  all(kind: DefinitionKind): readonly WsdlSource[] {
    return this.#all.get(kind) ?? []
  }

  /**
   * What an attribute refers to. A name whose namespace is wrong means the only one that has its local
   * name: prefixes that are left out, or not declared, are a common mistake.
   */
  referredTo(
    kind: DefinitionKind,
    { node }: WsdlSource,
    attribute: string,
  ): WsdlSource | undefined {
    const qname = attributeOf(node, '', attribute)
    if (qname === undefined) return undefined
    const name = resolveQName(node.scope, qname)
    const found = name && this.#byName.get(keyOf(kind, clarkName(name)))
    return found ?? this.#byLocal.get(keyOf(kind, localOf(qname)))
  }
}

const keyOf = (kind: string, name: ClarkName) => `${kind} ${name}`

/** The children that WSDL defines, and no extension. */
export function partsOf(node: XmlElement, local?: string | undefined): readonly XmlElement[] {
  return childElements(node).filter(
    (child) => child.namespace === WSDL_NAMESPACE && (local === undefined || child.local === local),
  )
}

/** What `name` says; `''` for none. */
export function nameOf(node: XmlElement): string {
  return valueIn(node, 'name') ?? ''
}

/** The value of an attribute without a namespace, without white space around it. */
export function valueIn(node: XmlElement, attribute: string): string | undefined {
  const value = attributeOf(node, '', attribute)
  return value === undefined ? undefined : trimXml(value)
}

/** A QName without its prefix. */
export function localOf(qname: string): string {
  const trimmed = trimXml(qname)
  return trimmed.slice(trimmed.indexOf(':') + 1)
}
