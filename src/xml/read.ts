/** Reads a stranger's text into a tree, in one pass that refuses what SOAP forbids and limits forbid. */
import { type AttributeEventForOptions, SaxesParser, type StartTagForOptions } from 'saxes'
import { DEFAULT_XML_LIMITS, type XmlLimits } from './limits.js'
import {
  type NamespaceDeclaration,
  type NamespaceScope,
  namespaceOf,
  rootScope,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
} from './tree.js'
import { Unreadable, type UnreadableKind } from './unreadable.js'

// Namespaces are resolved here and not by saxes: its errors do not tell a namespace fault, which
// the sender hears as a Fault, from text that is not well-formed, which gets no envelope at all.
const OPTIONS = { xmlns: false, position: true } as const
type Options = typeof OPTIONS

/** An element whose end has not been seen yet. */
type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: (XmlElement | string)[]
}

/**
 * Reads an XML 1.0 document.
 *
 * @param text    the document, decoded; positions in the tree are offsets into it
 * @param limits  bounds enforced while reading; see `DEFAULT_XML_LIMITS`
 * @returns the root element
 * @throws Unreadable with the kind of what was wrong and where
 */
export function readDocument(text: string, limits: XmlLimits = DEFAULT_XML_LIMITS): XmlElement {
  return new Reading(limits).read(text)
}

class Reading {
  readonly #limits: XmlLimits
  readonly #parser = new SaxesParser<Options>(OPTIONS)
  readonly #open: OpenElement[] = []
  #root: OpenElement | undefined
  #elements = 0
  #start = 0
  #attributes: { name: string; value: string }[] = []
  #declarations: NamespaceDeclaration[] = []

  constructor(limits: XmlLimits) {
    this.#limits = limits
  }

  read(text: string): XmlElement {
    const parser = this.#parser
    parser.on('error', (error) => this.#refuse('malformed', error.message))
    parser.on('xmldecl', ({ version }) => {
      if (version !== '1.0') this.#refuse('malformed', 'only XML 1.0 is read')
    })
    // SOAP 1.1 §3: "A SOAP message MUST NOT contain a Document Type Declaration."
    parser.on('doctype', () => this.#refuse('doctype', 'a document type declaration'))
    // SOAP 1.1 §3: "A SOAP message MUST NOT contain Processing Instructions."
    parser.on('processinginstruction', ({ target }) =>
      this.#refuse('instruction', `the processing instruction ${target.slice(0, 40)}`),
    )
    parser.on('opentagstart', (tag) => this.#begin(tag.name))
    parser.on('attribute', (attribute) => this.#attribute(attribute))
    parser.on('opentag', (tag) => this.#opened(tag))
    parser.on('closetag', () => this.#closed())
    parser.on('text', (characters) => this.#text(characters))
    parser.on('cdata', (characters) => this.#text(characters))
    parser.write(text).close()
    if (!this.#root) this.#refuse('malformed', 'no root element')
    return this.#root
  }

  #begin(name: string): void {
    this.#start = this.#parser.position - name.length - 2
    this.#attributes = []
    this.#declarations = []
    this.#elements += 1
    this.#bound('elements', this.#elements)
    this.#bound('depth', this.#open.length + 1)
    this.#bound('name', name.length)
  }

  #attribute({ name, value }: AttributeEventForOptions<Options>): void {
    this.#bound('name', name.length)
    this.#bound('attributeValue', value.length)
    if (name === 'xmlns') {
      this.#declarations.push({ prefix: '', namespace: value })
      this.#bound('namespaces', this.#declarations.length)
    } else if (name.startsWith('xmlns:')) {
      this.#declarations.push({ prefix: name.slice(6), namespace: value })
      this.#bound('namespaces', this.#declarations.length)
    } else {
      this.#attributes.push({ name, value })
      this.#bound('attributes', this.#attributes.length)
    }
  }

  #opened(tag: StartTagForOptions<Options>): void {
    const parent = this.#open.at(-1)
    const above = parent?.scope ?? rootScope()
    for (const declaration of this.#declarations) this.#checkDeclaration(declaration)
    const scope: NamespaceScope =
      this.#declarations.length === 0 ? above : { declarations: this.#declarations, parent: above }
    const [prefix, local] = this.#qname(tag.name)
    const element: OpenElement = {
      prefix,
      local,
      namespace: this.#resolve(scope, prefix),
      attributes: this.#resolveAttributes(scope),
      scope,
      children: [],
      start: this.#start,
      end: -1,
    }
    if (parent) parent.children.push(element)
    else this.#root = element
    this.#open.push(element)
  }

  #closed(): void {
    const element = this.#open.pop()
    if (element) element.end = this.#parser.position
  }

  #text(characters: string): void {
    const children = this.#open.at(-1)?.children
    if (!children) return
    const last = children.length - 1
    const before = children[last]
    if (typeof before === 'string') children[last] = before + characters
    else children.push(characters)
  }

  #resolveAttributes(scope: NamespaceScope): readonly XmlAttribute[] {
    if (this.#attributes.length === 0) return []
    const seen = new Set<string>()
    return this.#attributes.map(({ name, value }) => {
      const [prefix, local] = this.#qname(name)
      // Namespaces in XML §6.2: the default namespace does not apply to attribute names.
      const namespace = prefix === '' ? '' : this.#resolve(scope, prefix)
      // Namespaces in XML §6.3: no two attributes with one local name in one namespace.
      if (prefix !== '' && seen.size === seen.add(`${namespace} ${local}`).size) {
        this.#refuse('namespace', `the attribute ${shown(name)} stands twice in one namespace`)
      }
      return { prefix, local, namespace, value }
    })
  }

  #resolve(scope: NamespaceScope, prefix: string): string {
    const namespace = prefix === 'xmlns' ? undefined : namespaceOf(scope, prefix)
    if (namespace === undefined)
      this.#refuse('namespace', `the prefix ${shown(prefix)} is not bound`)
    return namespace
  }

  #qname(name: string): readonly [prefix: string, local: string] {
    const colon = name.indexOf(':')
    if (colon === -1) return ['', name]
    const local = name.slice(colon + 1)
    if (colon === 0 || !isNcName(local)) this.#refuse('namespace', `${shown(name)} is not a QName`)
    return [name.slice(0, colon), local]
  }

  /** Namespaces in XML §3 and §6.1: the reserved prefixes, and no prefix is unbound in 1.0. */
  #checkDeclaration({ prefix, namespace }: NamespaceDeclaration): void {
    const reserved =
      (prefix === 'xml') !== (namespace === XML_NAMESPACE) ||
      prefix === 'xmlns' ||
      namespace === XMLNS_NAMESPACE
    if (reserved) this.#refuse('namespace', `a reserved prefix or namespace is bound anew`)
    if (prefix !== '' && (namespace === '' || !isNcName(prefix))) {
      this.#refuse('namespace', `the prefix ${shown(prefix)} cannot be bound so`)
    }
  }

  #bound(limit: keyof XmlLimits, count: number): void {
    if (count > this.#limits[limit]) {
      this.#refuse('limit', `more than ${this.#limits[limit]} (limits.${limit})`)
    }
  }

  #refuse(kind: UnreadableKind, what: string): never {
    const { line, column } = this.#parser
    // saxes puts the position in front of its own sentences; ours get it in the same form.
    const where = /^\d+:\d+: /.test(what) ? '' : `${line}:${column}: `
    throw new Unreadable(kind, where + what, this.#root?.namespace)
  }
}

/** A name without colon that does not begin with what only the middle of a name may hold. */
function isNcName(name: string): boolean {
  return name !== '' && !/^[-.0-9\u00b7\u203f\u2040]|^\p{Mn}|:/u.test(name)
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
