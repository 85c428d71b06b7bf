/** The tree that every part of the node works on: elements with names, scopes and source positions. */
import { type Included, includedIn } from './binary.js'
import { isNcName } from './characters.js'
import {
  boundTo,
  type NamespaceDeclaration,
  type NamespaceScope,
  type UnsignedPrefix,
  unsignedIn,
  XML_NAMESPACE,
} from './scope.js'

export {
  boundTo,
  inScope,
  type NamespaceDeclaration,
  type NamespaceScope,
  namespaceOf,
  rootScope,
  UnsignedPrefix,
  XML_NAMESPACE,
} from './scope.js'

export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'
export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema'
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'

/** A name as `{namespace}local`, or `local` alone where there is no namespace (Clark notation). */
export type ClarkName = string

/** An attribute as it was read, or as `attribute()` makes it; a namespace declaration is none. */
export interface XmlAttribute {
  /** `''` if it has none. */
  readonly prefix: string
  /** Its name without the prefix. */
  readonly local: string
  /** `''` if it has none: the default namespace is not one for attributes. */
  readonly namespace: string
  /** What it says, references resolved. */
  readonly value: string
}

/** An element as it was read, or as `element()` makes it. It never changes. */
export interface XmlElement {
  /** `''` if it has none. */
  readonly prefix: string
  /** Its name without the prefix. */
  readonly local: string
  /** `''` if it is in none. */
  readonly namespace: string
  /** In document order, without the namespace declarations. */
  readonly attributes: readonly XmlAttribute[]
  /** The namespaces that prefixes stand for here, in its content too: see `namespaceOf`. */
  readonly scope: NamespaceScope
  /** Text (character data and CDATA, joined) and elements in document order. */
  readonly children: readonly (XmlElement | string)[]
  /** Offset of the `<` in the source text, in UTF-16 units; -1 for an element made here. */
  readonly start: number
  /** Offset just past the closing `>`; -1 for an element made here. */
  readonly end: number
  /** The bytes whose base64 text it stands for, as the only child of its parent: an Include of XOP. */
  readonly included?: Included | undefined
}

/** The name of an element or an attribute as `{namespace}local`, or `local` alone. */
export function clarkName(name: { readonly namespace: string; readonly local: string }): ClarkName {
  return name.namespace === '' ? name.local : `{${name.namespace}}${name.local}`
}

/** Splits `{namespace}local`; a name without braces has no namespace. */
export function parseClarkName(name: ClarkName): {
  readonly namespace: string
  readonly local: string
} {
  const close = name.startsWith('{') ? name.indexOf('}') : -1
  return close === -1
    ? { namespace: '', local: name }
    : { namespace: name.slice(1, close), local: name.slice(close + 1) }
}

/** True if an element has this name; `''` for no namespace. Its prefix does not matter. */
export function isNamed(element: XmlElement, namespace: string, local: string): boolean {
  return element.local === local && element.namespace === namespace
}

/** The value of an attribute, `''` for no namespace; undefined if the element has no such attribute. */
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

/** The elements directly inside an element, in document order, without the text between them. */
export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string')
}

/**
 * The character data directly inside an element; text of child elements is not part of it. XOP §3: of bytes that
 * stand for text it is their base64, once they are loaded.
 */
export function elementText(element: XmlElement): string {
  const first = element.children[0]
  if (element.children.length === 0) return ''
  const loaded = includedIn(element.children)?.loaded
  if (loaded) return Buffer.from(loaded.buffer, loaded.byteOffset, loaded.length).toString('base64')
  if (element.children.length === 1 && typeof first === 'string') return first
  return element.children.filter((child): child is string => typeof child === 'string').join('')
}

/** Text with that of elements in it, such as HTML. */
export function allText(node: XmlElement): string {
  const open: (XmlElement | string)[] = [node]
  const texts: string[] = []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.push(next)
    else open.push(...[...next.children].reverse())
  }
  return texts.join('')
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

/** What a QName in a value names. */
export interface ResolvedName {
  readonly namespace: string
  readonly local: string
}

/**
 * Resolves a QName in content, such as a faultcode; undefined if its prefix is not bound.
 *
 * @throws UnsignedPrefix as `namespaceOf` does
 */
export function resolveQName(scope: NamespaceScope, qname: string): ResolvedName | undefined {
  const name = readQName(scope, qname)
  if (name?.unsigned) throw name.unsigned
  return name
}

/** Resolves it whoever has declared its prefix: what is `unsigned` may be taken only if it makes no difference. */
export function readQName(
  scope: NamespaceScope,
  qname: string,
): (ResolvedName & { readonly unsigned?: UnsignedPrefix | undefined }) | undefined {
  const trimmed = trimXml(qname)
  const colon = trimmed.indexOf(':')
  const prefix = colon === -1 ? '' : trimmed.slice(0, colon)
  const namespace = boundTo(scope, prefix)
  if (namespace === undefined) return undefined
  const local = trimmed.slice(colon + 1)
  const unsigned = unsignedIn(scope, prefix)
  return unsigned ? { namespace, local, unsigned } : { namespace, local }
}

/** What `element()` makes an element of; all but the name may be left out. */
export interface NewElement {
  readonly name: ClarkName
  /** Stands for the namespace of the name. Default `''`, which makes it the default namespace. */
  readonly prefix?: string | undefined
  /** Made by `attribute()`, and written in this order. Default: none. */
  readonly attributes?: readonly XmlAttribute[] | undefined
  /** Prefixes that text or values refer to: those of names are declared anyway. Default: none. */
  readonly declarations?: readonly NamespaceDeclaration[] | undefined
  /**
   * What is inside, in this order: a string is text, which is escaped when it is written, never markup;
   * an element is one made here or one that was read, which keeps its own name and namespaces. A child
   * does not get the namespace of its parent: its name says its own. Default: none.
   */
  readonly children?: readonly (XmlElement | string)[] | undefined
}

/**
 * Makes an element: an entry of a fault's detail, a header block, the body entry of an answer. The
 * writer declares the namespaces that names need, where they are needed.
 *
 * @throws TypeError for a name or prefix that XML does not allow. A character that it does not allow in
 *   text, such as U+0000, is a TypeError when the element is written: a Server fault, if a plugin made it
 *
 * @example
 * element({
 *   name: '{urn:example:shop}order',
 *   prefix: 's',
 *   attributes: [attribute('number', '7')],
 *   children: [
 *     element({ name: '{urn:example:shop}item', prefix: 's', children: ['Tea & milk'] }),
 *     element({ name: 'note', children: ['without a namespace'] }),
 *   ],
 * })
 * // <s:order xmlns:s="urn:example:shop" number="7">
 * //   <s:item>Tea &amp; milk</s:item>
 * //   <note>without a namespace</note>
 * // </s:order>
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
 * @param value  is escaped when it is written
 * @throws TypeError for a name or prefix that XML does not allow, for a namespace without a prefix, and
 *   for a prefix without a namespace
 */
export function attribute(name: ClarkName, value: string, prefix = ''): XmlAttribute {
  const { namespace, local } = parseClarkName(name)
  if ((namespace === '') !== (prefix === '')) {
    throw new TypeError(`the attribute ${name} has a namespace without a prefix, or the reverse`)
  }
  checkName(local, prefix, namespace)
  return { prefix, local, namespace, value }
}

/** Names are written without escaping, so anything that is not one name is refused. */
function checkName(local: string, prefix: string, namespace: string): void {
  if (!isNcName(local)) throw new TypeError(`${JSON.stringify(local)} is not an XML name`)
  const free = prefix === '' || (isNcName(prefix) && prefix !== 'xmlns')
  if (!free || (prefix === 'xml') !== (namespace === XML_NAMESPACE)) {
    throw new TypeError(`the prefix ${JSON.stringify(prefix)} cannot stand for ${namespace}`)
  }
}
