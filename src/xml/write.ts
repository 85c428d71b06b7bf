/** Writes a tree as text that is well-formed by construction. */
import { forbiddenCharacter, replaceEach } from './characters.js'
import { inScope, type XmlAttribute, type XmlElement } from './tree.js'

/**
 * Writes an element as a document of its own. Every namespace in its scope is declared on it, so
 * names in its content keep their meaning. A name whose prefix is bound to another
 * namespace, or to none, gets a declaration on its own element.
 *
 * @param above  the prefixes bound where the text will stand; none by default
 */
export function writeElement(
  element: XmlElement,
  keep: AttributeFilter = everyAttribute,
  above: ReadonlyMap<string, string> = new Map(),
): string {
  return write(element, new Map(above), inScope(element.scope), keep)
}

/** Decides which attributes are written. */
export type AttributeFilter = (attribute: XmlAttribute) => boolean

const everyAttribute: AttributeFilter = () => true

/** @param bound  the prefixes bound here; changed for what is inside, and changed back */
function write(
  element: XmlElement,
  bound: Map<string, string>,
  declared: ReadonlyMap<string, string>,
  keep: AttributeFilter,
): string {
  const { prefix, local, namespace, attributes } = element
  const name = prefix === '' ? local : `${prefix}:${local}`
  // Most elements declare no namespaces: they need no maps of their own.
  if (declared.size === 0 && attributes.length === 0 && (bound.get(prefix) ?? '') === namespace) {
    return enclose(name, '', writeContent(element, bound, keep))
  }
  const wanted = new Map(declared).set(prefix, namespace)
  const kept = attributes.filter(keep)
  const prefixes = attributePrefixes(kept, element, wanted)
  const replaced = bindAll(wanted, bound)
  let tag = ''
  for (const [declaration] of replaced) {
    const value = escapeAttribute(bound.get(declaration) ?? '')
    tag += ` xmlns${declaration && ':'}${declaration}="${value}"`
  }
  for (const [index, attribute] of kept.entries()) {
    const before = prefixes[index] ? `${prefixes[index]}:` : ''
    tag += ` ${before}${attribute.local}="${escapeAttribute(attribute.value)}"`
  }
  const content = writeContent(element, bound, keep)
  for (const [prefix, before] of replaced) {
    if (before === undefined) bound.delete(prefix)
    else bound.set(prefix, before)
  }
  return enclose(name, tag, content)
}

function enclose(name: string, tag: string, content: string): string {
  return content === '' ? `<${name}${tag}/>` : `<${name}${tag}>${content}</${name}>`
}

function writeContent(
  element: XmlElement,
  bound: Map<string, string>,
  keep: AttributeFilter,
): string {
  let content = ''
  for (const child of element.children) {
    if (typeof child === 'string') content += escapeText(child)
    else content += write(child, bound, ownDeclarations(child, element), keep)
  }
  return content
}

type Bindings = ReadonlyMap<string, string>

/** The prefix of each attribute; a new one if its own means another namespace on this element. */
function attributePrefixes(
  attributes: readonly XmlAttribute[],
  { prefix: taken, namespace: by }: XmlElement,
  wanted: Map<string, string>,
): readonly string[] {
  if (attributes.length === 0) return NO_PREFIXES
  const fixed = new Map([[taken, by]])
  return attributes.map(({ prefix, namespace }) => {
    if (prefix === '' || prefix === 'xml') return prefix
    let chosen = prefix
    for (let n = 1; (fixed.get(chosen) ?? namespace) !== namespace; n += 1) chosen = prefix + n
    fixed.set(chosen, namespace)
    wanted.set(chosen, namespace)
    return chosen
  })
}

const NO_PREFIXES: readonly string[] = []

/** Adds bindings that differ; returns what each changed prefix was bound to before. */
function bindAll(wanted: Bindings, bound: Map<string, string>): Map<string, string | undefined> {
  const replaced = new Map<string, string | undefined>()
  for (const [prefix, namespace] of wanted) {
    if (prefix === 'xml') continue
    const before = bound.get(prefix)
    if ((before ?? '') === namespace) continue
    bound.set(prefix, namespace)
    replaced.set(prefix, before)
  }
  return replaced
}

const NOTHING_DECLARED: Bindings = new Map()

function ownDeclarations({ scope }: XmlElement, parent: XmlElement): Bindings {
  if (scope === parent.scope || scope.declarations.length === 0) return NOTHING_DECLARED
  return new Map(scope.declarations.map(({ prefix, namespace }) => [prefix, namespace] as const))
}

/** Escapes character data. A CR becomes a reference, because a reader would turn it into a LF. */
export function escapeText(text: string): string {
  if (!TEXT_TO_LOOK_AT.test(text)) return text
  refuseForbidden(text)
  return TEXT_REFERENCES.reduce(escapeEach, text)
}

/** Escapes a value for double quotes, so that attribute normalisation gives it back unchanged. */
export function escapeAttribute(value: string): string {
  if (!ATTRIBUTE_TO_LOOK_AT.test(value)) return value
  refuseForbidden(value)
  return ATTRIBUTE_REFERENCES.reduce(escapeEach, value)
}

type Reference = readonly [character: string, reference: string]

// The ampersand first, because the other references contain one.
const TEXT_REFERENCES: readonly Reference[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]
const ATTRIBUTE_REFERENCES: readonly Reference[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]

function escapeEach(text: string, [character, reference]: Reference): string {
  return replaceEach(text, character, reference)
}

// Most text needs no escaping: one test finds that out. It matches surrogates, because a lone one is no text.
// The ranges leave out & < > in text, and " & < in a value.
const TEXT_TO_LOOK_AT = /[^\t\n -%'-;=?-\ud7ff\ue000-\ufffd]/
const ATTRIBUTE_TO_LOOK_AT = /[^ !#-%'-;=-\ud7ff\ue000-\ufffd]/

/** True if XML can hold the text. */
export function isXmlText(text: string): boolean {
  return forbiddenCharacter(text) === -1
}

function refuseForbidden(text: string): void {
  const at = forbiddenCharacter(text)
  if (at === -1) return
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new TypeError(`U+${code} cannot be written in XML`)
}
