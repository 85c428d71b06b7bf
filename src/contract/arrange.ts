/** Puts named parameters into the order and namespaces of the schema, since senders may write them in others. */
import { RPC_ENCODINGS } from '../soap/version.js'
import {
  resolveQName,
  type XmlAttribute,
  type XmlElement,
  XSD_NAMESPACE,
  XSI_NAMESPACE,
} from '../xml/tree.js'
import { atOnce, ELEMENT, Pace, type Walk } from '../xml/walk.js'
import type { ComplexShape, Field, Shape } from './shape.js'

/** Arranges an element at once: see `arranging`. */
export function arrange(element: XmlElement, shape: Shape, envelope: string): XmlElement {
  return atOnce(arranging(element, shape, envelope))
}

/**
 * Parameters have names, and their order is irrelevant; RPC callers leave them without a
 * namespace and write their types in the instance. So the children of a complex type are put in the
 * schema's order, a child without namespace gets the namespace of its field (and the reverse), and what
 * belongs to SOAP, not to the data, is left out: attributes of the envelope's namespace, and
 * `xsi:type` if it names a type of XML Schema or of a SOAP encoding. What the schema does
 * not know is put at the end, for the validator to find.
 *
 * @param envelope  namespace of the envelope the element came in
 */
export function* arranging(
  element: XmlElement,
  shape: Shape,
  envelope: string,
  pace: Pace = new Pace(),
): Walk<XmlElement> {
  if (shape.kind !== 'complex') return withoutSoap(element, element.children, envelope)
  const children = yield* fields(element, shape, envelope, pace)
  return withoutSoap(element, children, envelope)
}

function withoutSoap(
  element: XmlElement,
  children: XmlElement['children'],
  envelope: string,
): XmlElement {
  const attributes = element.attributes.filter(
    (attribute) => !belongsToSoap(attribute, element, envelope),
  )
  return { ...element, attributes, children }
}

function* fields(
  element: XmlElement,
  shape: ComplexShape,
  envelope: string,
  pace: Pace,
): Walk<XmlElement['children']> {
  const byField: (XmlElement | string)[][] = shape.fields.map(() => [])
  const unknown: (XmlElement | string)[] = []
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/[^ \t\r\n]/.test(child)) unknown.push(child)
      continue
    }
    const index = shape.fields.findIndex((field) => fits(child, field, element))
    const field = shape.fields[index]
    if (field) {
      const given = named(child, field, element)
      byField[index]?.push(yield* arranging(given, field.shape, envelope, pace))
    } else unknown.push(child)
    if (pace.done(ELEMENT)) yield
  }
  return [...byField.flat(), ...unknown]
}

function fits(child: XmlElement, field: Field, parent: XmlElement): boolean {
  return (
    child.local === field.name &&
    (child.namespace === field.namespace ||
      child.namespace === '' ||
      child.namespace === parent.namespace)
  )
}

function named(child: XmlElement, field: Field, parent: XmlElement): XmlElement {
  const { namespace } = field
  if (child.namespace === namespace) return child
  // The parent's prefix may be the default namespace, which a written child then inherits.
  const prefix = namespace !== '' && namespace === parent.namespace ? parent.prefix : ''
  return { ...child, namespace, prefix }
}

function belongsToSoap(
  { namespace, local, value }: XmlAttribute,
  { scope }: XmlElement,
  envelope: string,
): boolean {
  if (namespace === envelope) return true
  if (namespace !== XSI_NAMESPACE || local !== 'type') return false
  const type = resolveQName(scope, value)
  return (
    type !== undefined && (type.namespace === XSD_NAMESPACE || RPC_ENCODINGS.has(type.namespace))
  )
}
