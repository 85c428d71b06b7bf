/** The schema documents of a WSDL: in its types, or beside it at locations of their own. */
import { standardFirst } from '../../schema/catalogue/standard-schemas.js'
import type { SchemaDocument } from '../../schema/document.js'
import { standIns } from '../../schema/resolve/index.js'
import { readDocument } from '../../xml/read.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  isNamed,
  XML_NAMESPACE,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import type { Contract } from '../contract.js'
import { type Lines, tag } from './markup.js'
import { mergedSchemas } from './merged.js'
import { isEmpty, isXsd, standing } from './standalone-schema.js'

/** Where a schema beside a WSDL is found, by its number from 1 on. */
export type Location = (number: number) => string

export class Schemas {
  readonly #documents: readonly SchemaDocument[]
  /** Global elements that are parts of messages, not of schemas. */
  readonly #leftOut: ReadonlySet<ClarkName>

  /** Target namespace of schemas that only import. */
  readonly #namespace: string

  constructor(contracts: readonly Contract[]) {
    // Whoever reads the WSDL shall not fetch what is built in either.
    const xml = contracts.flatMap(({ schema }) => standIns(schema.components.documents))
    const own = standardFirst([...xml, ...contracts.flatMap(documentsOf)])
    const documents = firstOf(own).filter((document) => !importsOnly(document))
    this.#namespace = contracts[0]?.namespace ?? ''
    const distinct = firstCopies(documents)
    this.#documents = distinct.some(isOfXml) ? [...distinct, emptyOfXml()] : distinct
    this.#leftOut = new Set(contracts.flatMap(rpcEntries))
  }

  /** In the order of their numbers; copies of one are one. */
  get documents(): readonly SchemaDocument[] {
    return this.#documents
  }

  /**
   * What a WSDL holds of them.
   *
   * @param location  for those that cannot stand in it
   */
  types(location: Location): Lines {
    if (this.#documents.some(standsBeside)) return this.#imports(location)
    const empty = location(this.#documents.length)
    const inside = this.#documents.map((document) =>
      standing(document, this.#leftOutOf(document), (_, node) =>
        importsXml(node) ? empty : undefined,
      ),
    )
    return mergedSchemas(inside.filter((root) => !isEmpty(root))).map((root) => writeElement(root))
  }

  /** One that stands beside, as a document; undefined if there is none of that number. */
  beside(number: number, location: Location): string | undefined {
    const document = this.#documents[number - 1]
    if (!document) return undefined
    const root = standing(document, this.#leftOutOf(document), (brought, node) => {
      const index = this.#documents.findIndex((one) =>
        brought ? identityOf(one) === identityOf(brought) : isStandInFor(node, one),
      )
      return index === -1 ? undefined : location(index + 1)
    })
    return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`
  }

  /** What a contract declares itself under the name of an entry is another element. */
  #leftOutOf({ origin, namespace, entries = new Map() }: SchemaDocument): ReadonlySet<ClarkName> {
    if (origin === 'wsdl') return new Set()
    const made = [...entries.keys()].map((local) => clarkName({ namespace, local }))
    return new Set([...this.#leftOut, ...made])
  }

  /** BP 1.1 R2105: a schema without target namespace has imports alone. Some tools heed one import of a namespace only. */
  #imports(location: Location): Lines {
    const brought = new Set(this.#documents.flatMap(includedBy).map(identityOf))
    return this.#documents.flatMap((document, index) => {
      if (brought.has(identityOf(document)) || isEmpty(document.root)) return []
      const { namespace } = document
      return tag(
        'xs:schema',
        // XSD Part 1, src-import.1.2: what has no namespace is imported by what has one.
        { targetNamespace: namespace === '' ? this.#namespace : undefined },
        tag('xs:import', {
          namespace: namespace === '' ? undefined : namespace,
          schemaLocation: location(index + 1),
        }),
      )
    })
  }
}

/** What another copy of one declares is removed in it. */
function firstCopies(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const copies = new Map<string, SchemaDocument>()
  for (const one of documents) {
    const identity = identityOf(one)
    if (!copies.has(identity)) copies.set(identity, one)
  }
  return [...copies.values()]
}

/** What was made of the messages of WSDL documents is not described where these are served themselves. */
function documentsOf({ schema, source }: Contract): readonly SchemaDocument[] {
  const { documents } = schema.components
  return source ? documents.filter(({ origin }) => origin !== 'made') : documents
}

/** Tools that read schemas in their order find what stands first; some fetch that of `xml:` from www.w3.org where they do not. */
function firstOf(own: readonly SchemaDocument[]) {
  return [...own.filter(isOfXml), ...own.filter((document) => !isOfXml(document))]
}

const isOfXml = ({ namespace }: SchemaDocument) => namespace === XML_NAMESPACE

/**
 * What imports of the namespace of XML lead to where its schema stands in the WSDL: zeep fetches it from www.w3.org
 * for an import without a location, and wsimport finds it declared twice at one that leads to it again.
 */
function emptyOfXml(): SchemaDocument {
  const text = `<xs:schema xmlns:xs="${XSD_NAMESPACE}" targetNamespace="${XML_NAMESPACE}"/>`
  const root = readDocument(text)
  return { file: 'xml.xsd', text, root, namespace: XML_NAMESPACE, brings: new Map() }
}

const importsXml = (node: XmlElement) =>
  node.local === 'import' && attributeOf(node, '', 'namespace') === XML_NAMESPACE

function isStandInFor(node: XmlElement, document: SchemaDocument): boolean {
  return node.local === 'import' && attributeOf(node, '', 'namespace') === document.namespace
}

/** Copies of a document are one. */
function identityOf({ namespace, text, root: { start, end } }: SchemaDocument): string {
  return `${namespace} ${text.slice(start, end)}`
}

/** True for a document that brings together what others declare, as the WSDL does that is written. */
function importsOnly({ root }: SchemaDocument): boolean {
  const children = childElements(root)
  return children.length > 0 && children.every((child) => isXsd(child, 'import', 'annotation'))
}

/** A WSDL has no place for what it redefines, and (BP 1.1 R2105) for a schema without target namespace. */
function standsBeside({ root, namespace }: SchemaDocument): boolean {
  return (
    namespace === '' ||
    childElements(root).some((child) => isNamed(child, XSD_NAMESPACE, 'redefine'))
  )
}

function includedBy({ brings }: SchemaDocument): readonly SchemaDocument[] {
  return [...brings].flatMap(([node, document]) => (node.local === 'import' ? [] : [document]))
}

/** WSDL 1.1 §3.5: the entry of an rpc message is made up of its parts. */
function rpcEntries({ operations, source }: Contract): readonly ClarkName[] {
  // A schema of its own documents stays as it was written.
  if (source) return []
  return operations
    .filter(({ style }) => style === 'rpc')
    .flatMap(({ request, response }) => [request.entry ?? '', response?.entry ?? ''])
}
