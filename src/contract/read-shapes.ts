/** Reads the shapes of a schema's global elements from its file and the files that it includes. */
import { schemaDocuments } from '../schema/documents.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  resolveQName,
  type XmlElement,
  XSD_NAMESPACE,
} from '../xml/tree.js'
import type { Field, Shape, Shapes, SimpleKind } from './shape.js'

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
  const declarations = declarationsOf(file)
  const shapes = new Map<ClarkName, Shape>()
  const reading = new ShapeReading(declarations)
  for (const [name, declared] of declarations.elements) {
    shapes.set(name, reading.ofElement(declared))
  }
  return shapes
}

/** A schema component with what it inherits from its document. */
interface Declared {
  readonly node: XmlElement
  readonly schema: XmlElement
  /** Target namespace: the document's own, or that of the document that includes it. */
  readonly namespace: string
}

interface Declarations {
  readonly elements: ReadonlyMap<ClarkName, Declared>
  readonly types: ReadonlyMap<ClarkName, Declared>
}

function declarationsOf(file: string): Declarations {
  const elements = new Map<ClarkName, Declared>()
  const types = new Map<ClarkName, Declared>()
  const redefined: ClarkName[] = []
  for (const { root: schema, namespace } of schemaDocuments(file)) {
    const nameOf = (node: XmlElement) =>
      clarkName({ namespace, local: attributeOf(node, '', 'name') ?? '' })
    for (const node of childElements(schema)) {
      if (node.namespace !== XSD_NAMESPACE) continue
      const declared = { node, schema, namespace }
      if (node.local === 'element') elements.set(nameOf(node), declared)
      else if (node.local.endsWith('Type')) types.set(nameOf(node), declared)
      else if (node.local === 'redefine') redefined.push(...childElements(node).map(nameOf))
    }
  }
  // A redefined type differs from the one in its file: without a shape its content is open.
  for (const name of redefined) types.delete(name)
  return { elements, types }
}

class ShapeReading {
  readonly #declarations: Declarations
  /** By the element of the type: each type is read once, also one that contains itself. */
  readonly #ofTypes = new Map<XmlElement, Shape>()

  constructor(declarations: Declarations) {
    this.#declarations = declarations
  }

  ofElement(declared: Declared): Shape {
    const type = attributeOf(declared.node, '', 'type')
    if (type !== undefined) return this.#ofTypeName(declared, type)
    const inline = childElements(declared.node).find(({ local }) => local.endsWith('Type'))
    return inline ? this.#ofType({ ...declared, node: inline }) : { kind: 'open' }
  }

  #ofTypeName(at: Declared, qname: string): Shape {
    const name = referredTo(at, qname)
    if (!name) return { kind: 'open' }
    if (name.namespace === XSD_NAMESPACE) return builtIn(name.local)
    const declared = this.#declarations.types.get(clarkName(name))
    return declared ? this.#ofType(declared) : { kind: 'open' }
  }

  #ofType(declared: Declared): Shape {
    const known = this.#ofTypes.get(declared.node)
    if (known) return known
    return declared.node.local === 'simpleType'
      ? this.#ofSimple(declared)
      : this.#ofComplex(declared)
  }

  #ofSimple(declared: Declared): Shape {
    // A validator refuses a type that is derived from itself; without a validator this ends the recursion.
    this.#ofTypes.set(declared.node, { kind: 'open' })
    const restriction = childElements(declared.node).find(({ local }) => local === 'restriction')
    const base = restriction && attributeOf(restriction, '', 'base')
    // Lists and unions stay text: their members may have different types.
    const shape: Shape =
      restriction && base !== undefined
        ? this.#ofTypeName({ ...declared, node: restriction }, base)
        : { kind: 'simple', type: 'string' }
    this.#ofTypes.set(declared.node, shape)
    return shape
  }

  #ofComplex(declared: Declared): Shape {
    const members = this.#members(declared)
    if (!members) return { kind: 'open' }
    const fields: Field[] = []
    const shape: Shape = { kind: 'complex', fields }
    this.#ofTypes.set(declared.node, shape)
    fields.push(...members.map((member) => this.#field(member)))
    return shape
  }

  /** The elements of a type that is a plain list of them; undefined for any other type. */
  #members(declared: Declared): readonly Member[] | undefined {
    const { node } = declared
    const parts = childElements(node).filter(({ local }) => local !== 'annotation')
    const [group] = parts
    if (attributeOf(node, '', 'mixed') === 'true') return undefined
    if (!group) return []
    const plain =
      parts.length === 1 &&
      (group.local === 'sequence' || group.local === 'all') &&
      (attributeOf(group, '', 'maxOccurs') ?? '1') === '1'
    if (!plain) return undefined
    const optional = attributeOf(group, '', 'minOccurs') === '0'
    const members = childElements(group)
      .filter(({ local }) => local !== 'annotation')
      .map((member) => this.#member({ ...declared, node: member }, optional))
    return members.every((member) => member !== undefined) ? members : undefined
  }

  #member(at: Declared, optional: boolean): Member | undefined {
    if (at.node.local !== 'element') return undefined
    const ref = attributeOf(at.node, '', 'ref')
    if (ref === undefined) return { at, optional, declared: at }
    const name = referredTo(at, ref)
    const declared = name && this.#declarations.elements.get(clarkName(name))
    return declared && { at, optional, declared }
  }

  #field({ at, optional, declared }: Member): Field {
    const most = attributeOf(at.node, '', 'maxOccurs') ?? '1'
    const qualified = declared !== at || isQualified(at)
    const preset =
      attributeOf(declared.node, '', 'default') ?? attributeOf(declared.node, '', 'fixed')
    return {
      name: attributeOf(declared.node, '', 'name') ?? '',
      namespace: qualified ? declared.namespace : '',
      shape: this.ofElement(declared),
      required: !optional && attributeOf(at.node, '', 'minOccurs') !== '0',
      repeats: most !== '1' && most !== '0',
      nillable: attributeOf(declared.node, '', 'nillable') === 'true',
      ...(preset !== undefined && { preset }),
    }
  }
}

/** An element of a group: the particle, and its declaration, which may be a global one. */
interface Member {
  readonly at: Declared
  /** True if the whole group may be left out. */
  readonly optional: boolean
  readonly declared: Declared
}

function isQualified({ node, schema }: Declared): boolean {
  const form = attributeOf(node, '', 'form') ?? attributeOf(schema, '', 'elementFormDefault')
  return form === 'qualified'
}

/** In a document without target namespace, names without prefix belong to the document that includes it. */
function referredTo({ node, schema, namespace }: Declared, qname: string) {
  const name = resolveQName(node.scope, qname)
  const own = attributeOf(schema, '', 'targetNamespace') !== undefined
  return name?.namespace === '' && !own ? { ...name, namespace } : name
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
  if (local === 'dateTime' || local === 'date' || local === 'time') return local
  return 'string'
}
