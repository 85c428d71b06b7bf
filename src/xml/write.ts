/** Writes a tree as text that is well-formed by construction. */
import { inScope, type XmlAttribute, type XmlElement } from './tree.js'

/**
 * Writes an element as a document of its own: every namespace in scope at it is declared on it, so
 * that names in its content keep their meaning, and a name whose prefix is bound to another
 * namespace, or to none, gets a declaration where it stands.
 *
 * @param above  the prefixes bound where the text will stand; none by default
 */
export function writeElement(
  element: XmlElement,
  keep: AttributeFilter = everyAttribute,
  above: ReadonlyMap<string, string> = new Map(),
): string {
  return write(element, above, inScope(element.scope), keep)
}

/** Tells which attributes are written. */
export type AttributeFilter = (attribute: XmlAttribute) => boolean

const everyAttribute: AttributeFilter = () => true

function write(
  element: XmlElement,
  above: ReadonlyMap<string, string>,
  declared: ReadonlyMap<string, string>,
  keep: AttributeFilter,
): string {
  const wanted = new Map(declared)
  wanted.set(element.prefix, element.namespace)
  for (const { prefix, namespace } of element.attributes) {
    if (prefix !== '' && prefix !== 'xml') wanted.set(prefix, namespace)
  }
  let bound = above
  let declarations = ''
  for (const [prefix, namespace] of wanted) {
    if (prefix === 'xml' || (above.get(prefix) ?? '') === namespace) continue
    if (bound === above) bound = new Map(above)
    ;(bound as Map<string, string>).set(prefix, namespace)
    declarations += ` xmlns${prefix && ':'}${prefix}="${escapeAttribute(namespace)}"`
  }
  const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`
  let attributes = ''
  for (const attribute of element.attributes) {
    if (!keep(attribute)) continue
    const { prefix, local, value } = attribute
    attributes += ` ${prefix && `${prefix}:`}${local}="${escapeAttribute(value)}"`
  }
  if (element.children.length === 0) return `<${name}${declarations}${attributes}/>`
  let content = ''
  for (const child of element.children) {
    content +=
      typeof child === 'string'
        ? escapeText(child)
        : write(child, bound, ownDeclarations(child), keep)
  }
  return `<${name}${declarations}${attributes}>${content}</${name}>`
}

function ownDeclarations(element: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    element.scope.declarations.map(({ prefix, namespace }) => [prefix, namespace] as const),
  )
}

/** Escapes character data; a CR is written as a reference or a reader would make it a LF. */
export function escapeText(text: string): string {
  if (!TEXT_TO_LOOK_AT.test(text)) return text
  refuseForbidden(text)
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
}

/** Escapes a value for double quotes, so that attribute normalisation gives it back unchanged. */
export function escapeAttribute(value: string): string {
  if (!ATTRIBUTE_TO_LOOK_AT.test(value)) return value
  refuseForbidden(value)
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
}

// Most text needs nothing: one test decides that, surrogates included because a lone one is no text.
const TEXT_TO_LOOK_AT = /[&<>]|[^\t\n -\ud7ff\ue000-\ufffd]/
const ATTRIBUTE_TO_LOOK_AT = /[&<"]|[^ -\ud7ff\ue000-\ufffd]/

/** XML 1.0 §2.2: what no document can hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** True if XML can hold the text. */
export function isXmlText(text: string): boolean {
  return !FORBIDDEN.test(text)
}

function refuseForbidden(text: string): void {
  const found = FORBIDDEN.exec(text)
  if (!found) return
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new TypeError(`U+${code} cannot be written in XML`)
}
