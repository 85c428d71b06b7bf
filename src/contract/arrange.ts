/** Puts named parameters into the order and namespaces of the schema, since senders may write them in others. */
import type { SchemaComponents, TypeDefinition } from '../schema/components.js'
import { builtInType } from '../schema/simple/index.js'
import type { ComplexValues, ElementField, Mappings } from '../schema/values/index.js'
import { RPC_ENCODINGS } from '../soap/version.js'
import {
  clarkName,
  readQName,
  type XmlAttribute,
  type XmlElement,
  XSD_NAMESPACE,
  XSI_NAMESPACE,
} from '../xml/tree.js'
import { ELEMENT, Pace, PORTION, type Walk } from '../xml/walk.js'
import { withoutIds } from './message-ids.js'

/** Whether parameters may stand in any order, or stay where they are. */
export type ParameterOrder = 'any-order' | 'ordered'

/**
 * Parameters have names, and their order is irrelevant; RPC callers leave them without a
 * namespace and write their types in the instance. So the children of a complex type whose elements have one
 * order are put into it, and a child without namespace gets the namespace of its field (and the reverse);
 * what belongs to SOAP, not to the data, is left out: attributes of the envelope's namespace, and
 * `xsi:type` if it names a type of XML Schema or of a SOAP encoding. What the schema does
 * not know is put at the end, for the validator to find.
 */
export class Arrangement {
  readonly #schema: SchemaComponents
  readonly #mappings: Mappings
  readonly #envelope: string
  readonly #order: ParameterOrder
  readonly #pace = new Pace()

  /** @param envelope  namespace of the envelope the element came in */
  constructor(
    schema: SchemaComponents,
    mappings: Mappings,
    envelope: string,
    order: ParameterOrder,
  ) {
    this.#schema = schema
    this.#mappings = mappings
    this.#envelope = envelope
    this.#order = order
  }

  /**
   * Arranges an entry of Body: a short one at once.
   *
   * @returns the element itself if it is arranged already
   */
  entry(sent: XmlElement, declared: TypeDefinition): XmlElement | Walk<XmlElement> {
    const entry = withoutIds(sent, this.#typeOf(sent, declared))
    return isShort(sent) ? this.#arranged(entry, declared) : this.#arranging(entry, declared)
  }

  #arranged(sent: XmlElement, declared: TypeDefinition): XmlElement {
    const element = withoutSoap(sent, this.#envelope, saysNothing(declared))
    const type = this.#complexOf(element, declared)
    if (!type) return element
    const children = new Children(element, type)
    for (const child of element.children) {
      const field = this.#fieldOf(child, element, type)
      const inner = innerOf(child, field, element)
      children.add(inner ? this.#arranged(inner.element, inner.type) : child, field)
    }
    return children.arranged(this.#sorts(type))
  }

  /** The same for one of any size. */
  *#arranging(sent: XmlElement, declared: TypeDefinition): Walk<XmlElement> {
    const element = withoutSoap(sent, this.#envelope, saysNothing(declared))
    const type = this.#complexOf(element, declared)
    if (!type) return element
    const children = new Children(element, type)
    for (const child of element.children) {
      const field = this.#fieldOf(child, element, type)
      const inner = innerOf(child, field, element)
      children.add(inner ? yield* this.#arranging(inner.element, inner.type) : child, field)
      if (this.#pace.done(ELEMENT)) yield
    }
    return children.arranged(this.#sorts(type))
  }

  /** @returns undefined for one of another type than has elements, which stays as it is */
  #complexOf(element: XmlElement, declared: TypeDefinition): ComplexValues | undefined {
    const type = this.#typeOf(element, declared)
    if (type.kind === 'simple') return undefined
    const complex = this.#mappings.complex(type)
    return complex.mapping.content.kind === 'elements' ? complex : undefined
  }

  #typeOf({ attributes, scope }: XmlElement, declared: TypeDefinition): TypeDefinition {
    if (attributes.length === 0) return declared
    const attribute = attributes.find((attribute) => isXsiType(attribute))
    const name = attribute && readQName(scope, attribute.value)
    return (name && this.#schema.types.get(clarkName(name))) ?? declared
  }

  #fieldOf(
    child: XmlElement | string,
    parent: XmlElement,
    { fields }: ComplexValues,
  ): ElementField | undefined {
    if (typeof child === 'string') return undefined
    const { namespace, local } = child
    const field = fields.named(namespace, local)
    if (field || this.#order === 'ordered') return field
    // A wildcard may let it in as it is.
    if (fields.any || (namespace !== '' && namespace !== parent.namespace)) return undefined
    return fields.allOf(local)[0]
  }

  #sorts({ mapping: { content }, fields }: ComplexValues): boolean {
    if (content.kind !== 'elements' || content.particle.term.kind === 'all') return false
    return content.form !== 'ordered' && !fields.any && this.#order === 'any-order'
  }
}

/** True for one that was read from no more text than one portion. */
function isShort({ start, end }: XmlElement): boolean {
  return start >= 0 && end - start <= PORTION
}

/** A child in the namespace of its field, and its type, if it is declared. */
function innerOf(
  child: XmlElement | string,
  field: ElementField | undefined,
  parent: XmlElement,
): { readonly element: XmlElement; readonly type: TypeDefinition } | undefined {
  if (typeof child === 'string' || !field?.declaration) return undefined
  const { namespace, type } = field.declaration
  return { element: child.namespace === namespace ? child : named(child, namespace, parent), type }
}

/** Where text stands, which moves nothing, and where elements that the schema does not know do. */
const TEXT = -1
const UNKNOWN = Number.MAX_SAFE_INTEGER

/** The children of an element as they are arranged: nothing is copied as long as each stays as and where it is. */
class Children {
  readonly #element: XmlElement
  readonly #fields: ComplexValues['fields']
  readonly #positions: number[] = []
  #changed: (XmlElement | string)[] | undefined
  #last = 0
  #sorted = true

  constructor(element: XmlElement, { fields }: ComplexValues) {
    this.#element = element
    this.#fields = fields
  }

  /** Adds the next one. */
  add(one: XmlElement | string, field: ElementField | undefined): void {
    const { children } = this.#element
    const at = this.#positions.length
    if (this.#changed) this.#changed.push(one)
    else if (one !== children[at]) this.#changed = [...children.slice(0, at), one]
    this.#positions.push(this.#positionOf(one, field))
  }

  /** @param sorts  false if they stay in the order in which they came */
  arranged(sorts: boolean): XmlElement {
    const children = this.#changed ?? this.#element.children
    const inOrder = this.#sorted || !sorts ? children : reordered(children, this.#positions)
    return inOrder === this.#element.children
      ? this.#element
      : { ...this.#element, children: inOrder }
  }

  #positionOf(one: XmlElement | string, field: ElementField | undefined): number {
    if (typeof one === 'string') return TEXT
    const position = field ? this.#fields.positionOf(field) : UNKNOWN
    if (position < this.#last) this.#sorted = false
    else this.#last = position
    return position
  }
}

/** White space between elements that are moved is left out. */
function reordered(
  children: readonly (XmlElement | string)[],
  positions: readonly number[],
): XmlElement['children'] {
  return children
    .map((child, index) => ({ child, position: positions[index] ?? UNKNOWN }))
    .filter(({ child }) => typeof child !== 'string' || /[^ \t\r\n]/.test(child))
    .sort((one, other) => locationOf(one.position) - locationOf(other.position))
    .map(({ child }) => child)
}

const locationOf = (index: number) => (index === TEXT ? UNKNOWN : index)

function named(child: XmlElement, namespace: string, parent: XmlElement): XmlElement {
  // The parent's prefix may be the default namespace, which a written child then inherits.
  const prefix = namespace !== '' && namespace === parent.namespace ? parent.prefix : ''
  return { ...child, namespace, prefix }
}

/**
 * Leaves out the attributes that belong to SOAP, not to the data.
 *
 * @param envelope  namespace of the envelope; undefined if its attributes are left out already
 * @param typed     true for an element whose type only the instance says
 */
export function withoutSoap(
  element: XmlElement,
  envelope: string | undefined,
  typed = false,
): XmlElement {
  const { attributes, scope } = element
  if (attributes.length === 0) return element
  const kept = attributes.filter(
    (attribute) =>
      attribute.namespace !== envelope &&
      !(isXsiType(attribute) && !typed && isOfSoap(attribute.value, { scope })),
  )
  return kept.length === attributes.length ? element : { ...element, attributes: kept }
}

const isXsiType = ({ namespace, local }: XmlAttribute) =>
  local === 'type' && namespace === XSI_NAMESPACE

/** Names of SOAP and of XML Schema for what is no simple type. */
const OTHERS: ReadonlySet<string> = new Set(['anyType', 'Array', 'Struct', 'base64'])

/** What nobody has signed makes no difference where it is left out; a name that is none there was of another namespace. */
export function isOfSoap(qname: string, { scope }: Pick<XmlElement, 'scope'>): boolean {
  const type = readQName(scope, qname)
  if (!type) return false
  const { namespace, local, unsigned } = type
  if (namespace !== XSD_NAMESPACE && !RPC_ENCODINGS.has(namespace)) return false
  return !unsigned || builtInType(local) !== undefined || OTHERS.has(local)
}

/** True for a type that says nothing of the content, so that the instance has to. */
function saysNothing({ namespace, local }: TypeDefinition): boolean {
  return namespace === XSD_NAMESPACE && (local === 'anyType' || local === 'anySimpleType')
}
