/** The prefixes of an encoded message: one for each namespace, declared once on each element that stands in Body. */
import type { TypeDefinition } from '../../../schema/components.js'
import { isSoapEncoding } from '../../../schema/resolve/soap-encoding.js'
import {
  attribute,
  type NamespaceDeclaration,
  type XmlAttribute,
  XSD_NAMESPACE,
  XSI_NAMESPACE,
} from '../../../xml/tree.js'

type Name = { readonly namespace: string; readonly local: string }

export class Names {
  readonly #prefixes = new Map<string, string>()

  /**
   * @param entry     namespace of the entry, which has the prefix `m`
   * @param encoding  namespace of the encoding, which has the prefix `enc`
   */
  constructor(entry: string, encoding: string) {
    if (entry !== '') this.#prefixes.set(entry, 'm')
    this.#prefixes.set(XSD_NAMESPACE, 'xs')
    this.#prefixes.set(XSI_NAMESPACE, 'xsi')
    this.#prefixes.set(encoding, 'enc')
  }

  /** All that have been used so far. */
  get declarations(): readonly NamespaceDeclaration[] {
    return [...this.#prefixes].map(([namespace, prefix]) => ({ prefix, namespace }))
  }

  prefixOf(namespace: string): string {
    if (namespace === '') return ''
    const existing = this.#prefixes.get(namespace)
    if (existing !== undefined) return existing
    const prefix = `t${this.#prefixes.size}`
    this.#prefixes.set(namespace, prefix)
    return prefix
  }

  qname({ namespace, local }: Name): string {
    const prefix = this.prefixOf(namespace)
    return prefix === '' ? local : `${prefix}:${local}`
  }

  attribute({ namespace, local }: Name, value: string): XmlAttribute {
    return { prefix: this.prefixOf(namespace), namespace, local, value }
  }

  /** `xsi:type` */
  type(name: Name): XmlAttribute {
    return this.attribute({ namespace: XSI_NAMESPACE, local: 'type' }, this.qname(name))
  }

  nil(): XmlAttribute {
    return attribute(`{${XSI_NAMESPACE}}nil`, 'true', 'xsi')
  }
}

/** The name by which a peer knows a type: an anonymous one is what it comes from. */
export function typeName(type: TypeDefinition): Name | undefined {
  let at: TypeDefinition | undefined = type
  while (at && at.local === '') at = at.base === at ? undefined : at.base
  if (!at || at.local === 'anyType' || at.local === 'anySimpleType') return undefined
  // The simple types of the encodings are those of XML Schema with room for attributes.
  if (at.kind === 'simple' && isSoapEncoding(at.namespace)) {
    return { namespace: XSD_NAMESPACE, local: at.local === 'base64' ? 'base64Binary' : at.local }
  }
  return at
}
