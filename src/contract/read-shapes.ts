/** Reads the shapes of a schema's global elements from its file and the files it includes. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readDocument } from '../xml/read.js'
import { InvalidSchema } from '../xml/schema.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  resolveQName,
  type XmlElement,
} from '../xml/tree.js'
import type { Field, Shape, Shapes, SimpleKind } from './shape.js'

const XSD = 'http://www.w3.org/2001/XMLSchema'

const NUMBERS = [
  'byte',
  'short',
  'int',
  'unsignedByte',
  'unsignedShort',
  'unsignedInt',
  'double',
  'float',
]
const BIGINTS = [
  'integer',
  'long',
  'unsignedLong',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
]

/**
 * @param file  absolute path of a schema that the validator has accepted
 * @throws InvalidSchema if it cannot be read as XML
 */
export function readShapes(file: string): Shapes {
  const schemas: Declarations = { elements: new Map(), types: new Map() }
  collect(file, schemas, new Set())
  const shapes = new Map<ClarkName, Shape>()
  const reading = new ShapeReading(schemas)
  for (const [name, declared] of schemas.elements) shapes.set(name, reading.ofElement(declared))
  return shapes
}

/** A schema component with the document it stands in. */
interface Declared {
  readonly node: XmlElement
  readonly schema: XmlElement
}

interface Declarations {
  readonly elements: Map<ClarkName, Declared>
  readonly types: Map<ClarkName, Declared>
}

function collect(file: string, into: Declarations, seen: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  const schema = parse(file)
  const namespace = attributeOf(schema, '', 'targetNamespace') ?? ''
  for (const node of childElements(schema)) {
    if (node.namespace !== XSD) continue
    const name = clarkName({ namespace, local: attributeOf(node, '', 'name') ?? '' })
    const location = attributeOf(node, '', 'schemaLocation')
    if (node.local === 'element') into.elements.set(name, { node, schema })
    else if (node.local.endsWith('Type')) into.types.set(name, { node, schema })
    else if ((node.local === 'include' || node.local === 'import') && location !== undefined) {
      collect(resolve(dirname(file), location), into, seen)
    }
  }
}

function parse(file: string): XmlElement {
  try {
    return readDocument(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new InvalidSchema(file, error instanceof Error ? error.message : String(error))
  }
}

class ShapeReading {
  readonly #declarations: Declarations
  /** Types being read, so that one that contains itself ends as an open shape. */
  readonly #within = new Set<XmlElement>()

  constructor(declarations: Declarations) {
    this.#declarations = declarations
  }

  ofElement({ node, schema }: Declared): Shape {
    const type = attributeOf(node, '', 'type')
    if (type !== undefined) return this.#ofTypeName(node, type)
    const inline = childElements(node).find(({ local }) => local.endsWith('Type'))
    return inline ? this.#ofType({ node: inline, schema }) : { kind: 'open' }
  }

  #ofTypeName(at: XmlElement, qname: string): Shape {
    const name = resolveQName(at.scope, qname)
    if (!name) return { kind: 'open' }
    if (name.namespace === XSD) return builtIn(name.local)
    const declared = this.#declarations.types.get(clarkName(name))
    return declared ? this.#ofType(declared) : { kind: 'open' }
  }

  #ofType(declared: Declared): Shape {
    const { node } = declared
    if (this.#within.has(node)) return { kind: 'open' }
    this.#within.add(node)
    const shape = node.local === 'simpleType' ? this.#ofSimple(node) : this.#ofComplex(declared)
    this.#within.delete(node)
    return shape
  }

  #ofSimple(node: XmlElement): Shape {
    const restriction = childElements(node).find(({ local }) => local === 'restriction')
    const base = restriction && attributeOf(restriction, '', 'base')
    // Lists and unions stay text: their members are not values of one type.
    return restriction && base !== undefined
      ? this.#ofTypeName(restriction, base)
      : { kind: 'simple', type: 'string' }
  }

  #ofComplex({ node, schema }: Declared): Shape {
    const parts = childElements(node).filter(({ local }) => local !== 'annotation')
    const [group] = parts
    if (!group) return { kind: 'complex', fields: [] }
    const plain =
      parts.length === 1 &&
      (group.local === 'sequence' || group.local === 'all') &&
      attributeOf(node, '', 'mixed') !== 'true' &&
      attributeOf(group, '', 'maxOccurs') === undefined
    if (!plain) return { kind: 'open' }
    const fields = childElements(group)
      .filter(({ local }) => local !== 'annotation')
      .map((member) => this.#field({ node: member, schema }))
    return fields.every((field) => field !== undefined)
      ? { kind: 'complex', fields }
      : { kind: 'open' }
  }

  #field({ node, schema }: Declared): Field | undefined {
    if (node.local !== 'element') return undefined
    const most = attributeOf(node, '', 'maxOccurs') ?? '1'
    const occurrence = {
      required: attributeOf(node, '', 'minOccurs') !== '0',
      repeats: most !== '1' && most !== '0',
      nillable: attributeOf(node, '', 'nillable') === 'true',
    }
    const ref = attributeOf(node, '', 'ref')
    if (ref !== undefined) {
      const name = resolveQName(node.scope, ref)
      const declared = name && this.#declarations.elements.get(clarkName(name))
      if (!name || !declared) return undefined
      return {
        name: name.local,
        ...name,
        qualified: true,
        shape: this.ofElement(declared),
        ...occurrence,
      }
    }
    const name = attributeOf(node, '', 'name') ?? ''
    const form =
      attributeOf(node, '', 'form') ??
      attributeOf(schema, '', 'elementFormDefault') ??
      'unqualified'
    const qualified = form === 'qualified'
    const namespace = qualified ? (attributeOf(schema, '', 'targetNamespace') ?? '') : ''
    return { name, namespace, qualified, shape: this.ofElement({ node, schema }), ...occurrence }
  }
}

function builtIn(local: string): Shape {
  if (local === 'anyType') return { kind: 'open' }
  return { kind: 'simple', type: simpleKind(local) }
}

function simpleKind(local: string): SimpleKind {
  if (NUMBERS.includes(local)) return 'number'
  if (BIGINTS.includes(local)) return 'bigint'
  if (local === 'boolean') return 'boolean'
  if (local === 'base64Binary') return 'base64'
  if (local === 'hexBinary') return 'hex'
  return 'string'
}
