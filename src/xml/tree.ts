/** The plain tree every part of the node works on: elements with names, scopes and source positions. */
import { isNcName } from './characters.js'

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'
export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema'
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'

/** A name as `{namespace}local`, or `local` alone where there is no namespace (Clark notation). */
export type ClarkName = string

export interface XmlAttribute {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  readonly value: string
}

export interface NamespaceDeclaration {
  /** `''` for the default namespace. */
  readonly prefix: string
  /** `''` where the default namespace is taken back. */
  readonly namespace: string
}

/** The namespaces in scope at an element: its own declarations, then its parent's. */
export interface NamespaceScope {
  readonly declarations: readonly NamespaceDeclaration[]
  readonly parent: NamespaceScope | undefined
}

export interface XmlElement {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** In document order, without the namespace declarations. */
  readonly attributes: readonly XmlAttribute[]
  readonly scope: NamespaceScope
  /** Text (character data and CDATA, joined) and elements in document order. */
  readonly children: readonly (XmlElement | string)[]
  /** Offset of the `<` in the source text, in UTF-16 units; -1 for an element made here. */
  readonly start: number
  /** Offset just past the closing `>`; -1 for an element made here. */
  readonly end: number
}

const ROOT_SCOPE: NamespaceScope = {
  declarations: [{ prefix: 'xml', namespace: XML_NAMESPACE }],
  parent: undefined,
}

/** The scope above every root element: only `xml` is bound. */
export function rootScope(): NamespaceScope {
  return ROOT_SCOPE
}

/** The namespace a prefix stands for in a scope; `''` if none is bound to the empty prefix. */
export function namespaceOf(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at; at = at.parent) {
    for (const declaration of at.declarations) {
      if (declaration.prefix === prefix) return declaration.namespace
    }
  }
  return prefix === '' ? '' : undefined
}

/** Every prefix bound in a scope, innermost binding first, without `xml`. */
export function inScope(scope: NamespaceScope): ReadonlyMap<string, string> {
  const bound = new Map<string, string>()
  for (let at: NamespaceScope | undefined = scope; at; at = at.parent) {
    for (const { prefix, namespace } of at.declarations) {
      if (prefix !== 'xml' && !bound.has(prefix)) bound.set(prefix, namespace)
    }
  }
  return bound
}

export function clarkName(name: { readonly namespace: string; readonly local: string }): ClarkName {
  return name.namespace === '' ? name.local : `{${name.namespace}}${name.local}`
}

/** Takes `{namespace}local` apart; a name without braces has no namespace. */
export function parseClarkName(name: ClarkName): {
  readonly namespace: string
  readonly local: string
} {
  const close = name.startsWith('{') ? name.indexOf('}') : -1
  return close === -1
    ? { namespace: '', local: name }
    : { namespace: name.slice(1, close), local: name.slice(close + 1) }
}

export function isNamed(element: XmlElement, namespace: string, local: string): boolean {
  return element.local === local && element.namespace === namespace
}

export function attributeOf(
  element: XmlElement,
  namespace: string,
  local: string,
): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.namespace === namespace) return attribute.value
  }
  return undefined
}

export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string')
}

/** The character data directly inside an element; text of child elements is not part of it. */
export function textOf(element: XmlElement): string {
  const first = element.children[0]
  if (element.children.length === 0) return ''
  if (element.children.length === 1 && typeof first === 'string') return first
  return element.children.filter((child): child is string => typeof child === 'string').join('')
}

/** True if there is text other than XML white space directly inside an element. */
export function hasText(element: XmlElement): boolean {
  return element.children.some((child) => typeof child === 'string' && /[^ \t\r\n]/.test(child))
}

/** Removes white space at both ends as XML knows it: space, tab, CR, LF. */
export function trimXml(text: string): string {
  // No pattern: one that looks for space before the end is quadratic in a long run of spaces.
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a
}

/** Resolves a QName in content, such as a faultcode; undefined if its prefix is not bound. */
export function resolveQName(
  scope: NamespaceScope,
  qname: string,
): { readonly namespace: string; readonly local: string } | undefined {
  const trimmed = trimXml(qname)
  const colon = trimmed.indexOf(':')
  const prefix = colon === -1 ? '' : trimmed.slice(0, colon)
  const namespace = namespaceOf(scope, prefix)
  return namespace === undefined ? undefined : { namespace, local: trimmed.slice(colon + 1) }
}

/** What is needed to make an element: everything but the source positions. */
export interface NewElement {
  readonly name: ClarkName
  /** Preferred prefix; `''` makes the namespace the default one. */
  readonly prefix?: string
  readonly attributes?: readonly XmlAttribute[]
  readonly declarations?: readonly NamespaceDeclaration[]
  readonly children?: readonly (XmlElement | string)[]
}

/**
 * Makes an element. The writer declares the namespaces that its names need.
 *
 * @throws TypeError for a name or prefix that XML does not allow
 */
export function element(from: NewElement): XmlElement {
  const { namespace, local } = parseClarkName(from.name)
  const prefix = namespace === '' ? '' : (from.prefix ?? '')
  checkName(local, prefix, namespace)
  return {
    prefix,
    local,
    namespace,
    attributes: from.attributes ?? [],
    scope: { declarations: from.declarations ?? [], parent: undefined },
    children: from.children ?? [],
    start: -1,
    end: -1,
  }
}

/**
 * Makes an attribute; one in a namespace needs a prefix (Namespaces in XML §6.2).
 *
 * @throws TypeError for a name or prefix that XML does not allow
 */
export function attribute(name: ClarkName, value: string, prefix = ''): XmlAttribute {
  const { namespace, local } = parseClarkName(name)
  if ((namespace === '') !== (prefix === '')) {
    throw new TypeError(`the attribute ${name} has a namespace without a prefix, or the reverse`)
  }
  checkName(local, prefix, namespace)
  return { prefix, local, namespace, value }
}

/** A made name is written as it stands, so what would not be one name in a tag is refused. */
function checkName(local: string, prefix: string, namespace: string): void {
  if (!isNcName(local)) throw new TypeError(`${JSON.stringify(local)} is not an XML name`)
  const free = prefix === '' || (isNcName(prefix) && prefix !== 'xmlns')
  if (!free || (prefix === 'xml') !== (namespace === XML_NAMESPACE)) {
    throw new TypeError(`the prefix ${JSON.stringify(prefix)} cannot stand for ${namespace}`)
  }
}
