/** Reads the documents of a schema: the file, and what it includes, imports and redefines, in their order. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf } from '../base/errno.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { attributeOf, childElements, type XmlElement, XSD_NAMESPACE } from '../xml/tree.js'
import { InvalidSchema } from './engine.js'

export interface SchemaDocument {
  readonly file: string
  /** Its root element. */
  readonly root: XmlElement
  /** Target namespace: its own, or that of the document that includes it; `''` for none. */
  readonly namespace: string
}

/**
 * @param file  absolute path of the first document
 * @throws InvalidSchema for a document that cannot be read as XML
 */
export function schemaDocuments(file: string): readonly SchemaDocument[] {
  const documents: SchemaDocument[] = []
  collect(file, {}, documents, new Set())
  return documents
}

/** What brings a document in. */
interface Naming {
  /** Target namespace of the document that includes it; undefined where it is imported, or the first. */
  readonly namespace?: string | undefined
  /** Where it is named, as `file:line`. */
  readonly place?: string | undefined
}

function collect(file: string, named: Naming, into: SchemaDocument[], seen: Set<string>): void {
  const key = `${file} ${named.namespace ?? ''}`
  if (seen.has(key)) return
  seen.add(key)
  const text = read(file, named)
  const root = parse(file, text)
  const namespace = attributeOf(root, '', 'targetNamespace') ?? named.namespace ?? ''
  into.push({ file, root, namespace })
  for (const node of childElements(root)) {
    const location = locationOf(node)
    if (location === undefined) continue
    const from = node.local === 'import' ? undefined : namespace
    const place = `${file}:${text.slice(0, node.start).split('\n').length}`
    collect(resolve(dirname(file), location), { namespace: from, place }, into, seen)
  }
}

const FROM_OTHERS: readonly string[] = ['include', 'import', 'redefine']

/** The document that a child of a schema brings in, as it is named there. */
function locationOf(node: XmlElement): string | undefined {
  if (node.namespace !== XSD_NAMESPACE || !FROM_OTHERS.includes(node.local)) return undefined
  return attributeOf(node, '', 'schemaLocation')
}

function read(file: string, { place }: Naming): string {
  try {
    return decodeText(readFileSync(file))
  } catch (error) {
    throw new InvalidSchema(file, messageOf(error), place)
  }
}

function parse(file: string, text: string): XmlElement {
  try {
    return readDocument(text)
  } catch (error) {
    throw new InvalidSchema(file, messageOf(error))
  }
}
