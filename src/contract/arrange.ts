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
import { ELEMENT, Pace, type Walk } from '../xml/walk.js'
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
   * Arranges an entry of Body.
   *
   * @returns the element itself if it is arranged already
   */
  *entry(sent: XmlElement, declared: TypeDefinition): Walk<XmlElement> {
    return yield* this.#element(withoutIds(sent, this.#typeOf(sent, declared)), declared)
  }

  *#element(sent: XmlElement, declared: TypeDefinition): Walk<XmlElement> {
    const element = withoutSoap(sent, this.#envelope, saysNothing(declared))
    const type = this.#typeOf(element, declared)
    if (type.kind === 'simple') return element
    const complex = this.#mappings.complex(type)
    const { kind } = complex.mapping.content
    return kind === 'elements' ? yield* this.#children(element, complex) : element
  }

  #typeOf({ attributes, scope }: XmlElement, declared: TypeDefinition): TypeDefinition {
    if (attributes.length === 0) return declared
    const attribute = attributes.find((attribute) => isXsiType(attribute))
    const name = attribute && readQName(scope, attribute.value)
    return (name && this.#schema.types.get(clarkName(name))) ?? declared
  }

  *#children(element: XmlElement, type: ComplexValues): Walk<XmlElement> {
    const arranged: (XmlElement | string)[] = []
    const positions: number[] = []
    let same = true
    let sorted = true
    let last = 0
    for (const child of element.children) {
      if (typeof child === 'string') {
        arranged.push(child)
        positions.push(TEXT)
        continue
      }
      const field = this.#fieldOf(child, element, type)
      const one = field ? yield* this.#child(child, field, element) : child
      const index = field ? type.fields.positionOf(field) : UNKNOWN
      if (this.#pace.done(ELEMENT)) yield
      if (one !== child) same = false
      if (index < last) sorted = false
      else last = index
      arranged.push(one)
      positions.push(index)
    }
    if (sorted || !this.#sorts(type)) return same ? element : { ...element, children: arranged }
    return { ...element, children: reordered(arranged, positions) }
  }

  *#child(child: XmlElement, field: ElementField, parent: XmlElement): Walk<XmlElement> {
    const { declaration } = field
    if (!declaration) return child
    const { namespace, type } = declaration
    const element = child.namespace === namespace ? child : named(child, namespace, parent)
    // Most children are of simple type, and as they should be.
    if (type.kind === 'simple' && element.attributes.length === 0) return element
    return yield* this.#element(element, type)
  }

  #fieldOf(
    { namespace, local }: XmlElement,
    parent: XmlElement,
    { fields }: ComplexValues,
  ): ElementField | undefined {
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

/** Where text stands, which moves nothing, and where elements that the schema does not know do. */
const TEXT = -1
const UNKNOWN = Number.MAX_SAFE_INTEGER

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
