/** Reads the documents of a schema: the file, and what it includes, imports and redefines, in their order. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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
  collect(file, undefined, documents, new Set())
  return documents
}

/** @param includer  target namespace of the schema that includes this one; undefined if it has none */
function collect(
  file: string,
  includer: string | undefined,
  into: SchemaDocument[],
  seen: Set<string>,
): void {
  const key = `${file} ${includer ?? ''}`
  if (seen.has(key)) return
  seen.add(key)
  const root = parse(file)
  const namespace = attributeOf(root, '', 'targetNamespace') ?? includer ?? ''
  into.push({ file, root, namespace })
  for (const node of childElements(root)) {
    const location = locationOf(node)
    if (location === undefined) continue
    const from = node.local === 'import' ? undefined : namespace
    collect(resolve(dirname(file), location), from, into, seen)
  }
}

const FROM_OTHERS: readonly string[] = ['include', 'import', 'redefine']

/** The document that a child of a schema brings in, as it is named there. */
function locationOf(node: XmlElement): string | undefined {
  if (node.namespace !== XSD_NAMESPACE || !FROM_OTHERS.includes(node.local)) return undefined
  return attributeOf(node, '', 'schemaLocation')
}

function parse(file: string): XmlElement {
  try {
    return readDocument(decodeText(readFileSync(file)))
  } catch (error) {
    throw new InvalidSchema(file, error instanceof Error ? error.message : String(error))
  }
}
