/** Prefixes for the names in the texts and attributes of one element, declared on it as they are needed. */
import {
  boundTo,
  type NamespaceDeclaration,
  type NamespaceScope,
  rootScope,
  XML_NAMESPACE,
  XSD_NAMESPACE,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import type { QName } from './value.js'

const USUAL: ReadonlyMap<string, string> = new Map([
  [XML_NAMESPACE, 'xml'],
  [XSD_NAMESPACE, 'xs'],
  [XSI_NAMESPACE, 'xsi'],
])

const EMPTY_SCOPE: NamespaceScope = { declarations: [], parent: undefined }

export class Prefixes {
  readonly #prefix: string
  readonly #namespace: string
  readonly #above: NamespaceScope
  #declared: NamespaceDeclaration[] | undefined

  /**
   * @param prefix     of the element itself
   * @param namespace  what it stands for
   * @param above      what is bound there already
   */
  constructor(prefix: string, namespace: string, above: NamespaceScope = rootScope()) {
    this.#prefix = prefix
    this.#namespace = namespace
    this.#above = above
  }

  /** With what has been declared so far. */
  get scope(): NamespaceScope {
    return this.#declared ? { declarations: this.#declared, parent: this.#above } : this.#above
  }

  /** The scope of the element, for the writer: what it declares itself. */
  get own(): NamespaceScope {
    return this.#declared ? { declarations: this.#declared, parent: undefined } : EMPTY_SCOPE
  }

  /** A QName as text. */
  write({ namespace, local, prefix: wanted }: QName): string {
    const prefix = this.of(namespace, wanted)
    return prefix === '' ? local : `${prefix}:${local}`
  }

  /** The prefix that stands for a namespace here; `''` for none. */
  of(namespace: string, wanted?: string | undefined): string {
    this.#declared ??=
      this.#prefix === '' ? [] : [{ prefix: this.#prefix, namespace: this.#namespace }]
    if (namespace === '') {
      if (boundTo(this.scope, '') !== '') this.#declared.push({ prefix: '', namespace: '' })
      return ''
    }
    if (wanted !== undefined && this.#serves(wanted, namespace)) return wanted
    if (namespace === this.#namespace && this.#prefix !== '') return this.#prefix
    const usual = USUAL.get(namespace) ?? 'q'
    for (let n = 1; ; n += 1) {
      const prefix = n === 1 ? usual : `${usual}${n}`
      if (this.#serves(prefix, namespace)) return prefix
    }
  }

  /** True if a prefix stands for a namespace on this element, declared now if it is free. */
  #serves(prefix: string, namespace: string): boolean {
    if (prefix === 'xml') return namespace === XML_NAMESPACE
    const own = this.#declared?.find((declaration) => declaration.prefix === prefix)
    if (own) return own.namespace === namespace
    // The default namespace is that of the element's own name, if it has no prefix.
    if (prefix === '' && this.#prefix === '' && namespace !== this.#namespace) return false
    this.#declared?.push({ prefix, namespace })
    return true
  }
}
