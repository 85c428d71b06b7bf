/** The documents of a schema set while they are read: each once for every namespace that it is read for. */
import {
  attributeOf,
  childElements,
  isNamed,
  trimXml,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'
import { positionOf } from '../../xml/unreadable.js'
import { namespaceAt, standardSchema } from '../catalogue/standard-schemas.js'
import type { WsdlDocument } from '../definitions/definitions.js'
import { WSDL_NAMESPACE } from '../definitions/vocabulary.js'
import type { MadeDocument, SchemaDocument } from '../document.js'
import { InvalidSchema } from '../invalid-schema.js'
import { Problems } from '../problems.js'
import { FILES, type Library } from './library.js'
import { parse } from './location.js'
import { type Parsed, ParsedFiles } from './parsed-files.js'
import { isSchema, ownNamespace, partsOf } from './values.js'

const MAX_DOCUMENTS = 2_000
/** How many documents may bring in each other, one in the other: each takes some of the stack. */
const MAX_INCLUDE_DEPTH = 300

interface Draft extends SchemaDocument {
  readonly brings: Map<XmlElement, SchemaDocument>
}

/** What asks for a document: an `include`, `import` or `redefine` element. */
interface Asking {
  readonly document: Draft
  readonly node: XmlElement
}

export class DocumentSet {
  readonly documents: SchemaDocument[] = []
  /** The WSDL documents, in which some of them stand. */
  readonly definitions: WsdlDocument[] = []
  readonly #definitionsAt = new Map<XmlElement, WsdlDocument>()
  readonly problems = new Problems()
  readonly #drafts = new Map<string, Draft>()
  readonly #files: ParsedFiles
  readonly #taken = new Set<XmlElement>()
  readonly #missing = new Set<string>()
  readonly #library: Library
  #depth = 0

  constructor(library: Library = FILES) {
    this.#library = library
    this.#files = new ParsedFiles(library)
  }

  /** Locations that lead to no document, as they stand: for who misses something. */
  get missing(): readonly string[] {
    return [...this.#missing]
  }

  first(file: string): void {
    const parsed = this.#files.of(file, undefined)
    if (!parsed) return
    const { root } = parsed
    if (isNamed(root, WSDL_NAMESPACE, 'definitions')) {
      this.#definitions(file, parsed)
      return
    }
    // sch-props-correct: a schema document is an xs:schema element.
    if (!isSchema(root))
      throw new InvalidSchema(file, `<${root.local}> is no schema, and no WSDL 1.1 document`)
    this.#draft(file, parsed, ownNamespace(root) ?? '')
  }

  /** A document that is in no file. */
  made({ name, text }: MadeDocument): void {
    const parsed = { text, root: parse(name, text) }
    this.#draft(name, parsed, ownNamespace(parsed.root) ?? '')
  }

  /**
   * What contracts import and nothing in the set is of, as the library knows it by its namespace, or as everybody does.
   * What it imports is completed in its turn: the list grows while it is gone through.
   */
  complete(): void {
    for (const { root, brings, origin } of this.documents) {
      if (!origin) continue
      for (const node of partsOf(root)) {
        if (node.local === 'import' && !brings.has(node)) this.#standIn(node)
      }
    }
  }

  #standIn(node: XmlElement): void {
    const location = trimXml(attributeOf(node, '', 'schemaLocation') ?? '')
    const uri = attributeOf(node, '', 'namespace') ?? namespaceAt(location)
    const namespace = uri === undefined ? '' : trimXml(uri)
    if (this.documents.some((one) => one.namespace === namespace)) return
    const file = this.#library.named(namespace)
    const parsed = file === undefined ? undefined : this.#files.of(file, () => file)
    if (file !== undefined && parsed && isSchema(parsed.root)) {
      this.#draft(file, parsed, ownNamespace(parsed.root) ?? '')
      return
    }
    const document = standardSchema(namespace)
    if (document) this.documents.push(document)
    if (document) this.#missing.delete(location)
  }

  /** The schemas in a WSDL document (WSDL 1.1 §2.2), and in those that it imports (§2.1.1). */
  #definitions(file: string, { text, root }: Parsed): WsdlDocument {
    const existing = this.#definitionsAt.get(root)
    if (existing) return existing
    if (this.definitions.length >= MAX_DOCUMENTS) {
      throw new InvalidSchema(file, `a contract has at most ${MAX_DOCUMENTS} WSDL documents`)
    }
    const imports = new Map<XmlElement, WsdlDocument>()
    const document = { file, text, root, namespace: ownNamespace(root) ?? '', imports }
    this.#definitionsAt.set(root, document)
    this.definitions.push(document)
    const parts = childElements(root).filter(({ namespace }) => namespace === WSDL_NAMESPACE)
    for (const part of parts.filter(({ local }) => local === 'import')) {
      const uri = attributeOf(part, '', 'location') ?? ''
      const referrer = () => `${file}:${positionOf(text, part.start).line}`
      const location = this.#library.locate(file, uri, referrer)
      const imported = location === undefined ? undefined : this.#files.of(location, referrer)
      if (!imported) this.#miss(uri)
      if (!location || !imported) continue
      this.#inside(location, () => {
        if (isSchema(imported.root)) this.first(location)
        else imports.set(part, this.#definitions(location, imported))
      })
    }
    const schemas = parts.filter(({ local }) => local === 'types').flatMap(childElements)
    for (const [index, schema] of schemas.filter(isSchema).entries()) {
      this.#draft(file, { text, root: schema }, ownNamespace(schema) ?? '', `${file} ${index}`)
    }
    return document
  }

  #draft(
    file: string,
    parsed: Parsed,
    namespace: string,
    key = `${namespace} ${file}`,
  ): SchemaDocument {
    const existing = this.#drafts.get(key)
    if (existing) return existing
    if (this.#drafts.size >= MAX_DOCUMENTS) {
      throw new InvalidSchema(file, `a schema set has at most ${MAX_DOCUMENTS} documents`)
    }
    const { text } = parsed
    // What is read for a second namespace gets elements of its own.
    const root = this.#taken.has(parsed.root) ? parse(file, text) : parsed.root
    this.#taken.add(root)
    const origin = this.definitions.length > 0 ? ('wsdl' as const) : undefined
    const brings = new Map<XmlElement, SchemaDocument>()
    const draft = { file, text, root, namespace, brings, origin }
    this.#drafts.set(key, draft)
    this.documents.push(draft)
    this.#inside(file, () => this.#bring(draft))
    return draft
  }

  #bring(document: Draft): void {
    for (const node of childElements(document.root)) {
      if (node.namespace !== XSD_NAMESPACE) continue
      if (node.local === 'import') this.#import({ document, node })
      else if (node.local === 'include' || node.local === 'redefine') {
        this.#include({ document, node })
      }
    }
  }

  #inside(file: string, work: () => void): void {
    this.#depth += 1
    if (this.#depth > MAX_INCLUDE_DEPTH) {
      throw new InvalidSchema(
        file,
        `documents bring in each other more than ${MAX_INCLUDE_DEPTH} deep`,
      )
    }
    work()
    this.#depth -= 1
  }

  #import(asking: Asking): void {
    const { document, node } = asking
    const found = this.#find(asking)
    if (!found) return
    const { file, parsed } = found
    const wanted = trimXml(attributeOf(node, '', 'namespace') ?? '')
    const own = ownNamespace(parsed.root) ?? ''
    // src-import.2: what is there is a schema.
    if (!isSchema(parsed.root)) {
      this.problems.add('src-import.2', `${file} is no schema`, asking)
    } else if (own !== wanted && !document.origin) {
      // src-import.3: it is of the namespace that is imported. In contracts the wrong one is often given, and
      // what is meant is plain: the document that is named.
      const sentence = `${file} has ${shown(own)}, and is imported for ${shown(wanted)}`
      this.problems.add('src-import.3', sentence, asking)
    } else {
      document.brings.set(node, this.#draft(file, parsed, own))
    }
  }

  #include(asking: Asking): void {
    const { document, node } = asking
    const found = this.#find(asking)
    const clause = `src-${node.local}`
    if (!found) {
      // src-redefine.1: what is redefined is there; what is included may be missing.
      if (node.local === 'redefine' && partsOf(node).length > 0) {
        const location = attributeOf(node, '', 'schemaLocation')
        this.problems.add('src-redefine.1', `${location} is not there`, asking)
      }
      return
    }
    const { file, parsed } = found
    const own = ownNamespace(parsed.root)
    // src-include.1, src-redefine.2: what is there is a schema.
    if (!isSchema(parsed.root)) {
      const number = node.local === 'include' ? 1 : 2
      this.problems.add(`${clause}.${number}`, `${file} is no schema`, asking)
    } else if (own !== undefined && own !== document.namespace) {
      // src-include.2, src-redefine.3: it has the same namespace, or none.
      const number = node.local === 'include' ? 2 : 3
      const sentence = `${file} has ${shown(own)}, not ${shown(document.namespace)}`
      this.problems.add(`${clause}.${number}`, sentence, asking)
    } else {
      document.brings.set(node, this.#draft(file, parsed, document.namespace))
    }
  }

  /** What an element names; undefined if it names no file, or one that is missing. */
  #find({ document, node }: Asking): { file: string; parsed: Parsed } | undefined {
    const location = attributeOf(node, '', 'schemaLocation')
    if (location === undefined) return undefined
    const referrer = () => `${document.file}:${positionOf(document.text, node.start).line}`
    const file = this.#library.locate(document.file, location, referrer)
    const parsed = file === undefined ? undefined : this.#files.of(file, referrer)
    if (file !== undefined && parsed) return { file, parsed }
    this.#miss(location)
    return undefined
  }

  /** An empty location names nothing. */
  #miss(location: string): void {
    if (trimXml(location) !== '') this.#missing.add(trimXml(location))
  }
}

function shown(namespace: string): string {
  return namespace === '' ? 'no target namespace' : `the target namespace ${namespace}`
}
