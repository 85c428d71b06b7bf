/** The text of a schema of elements that are made here, all of one namespace. */
import { type ClarkName, parseClarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import { escapeAttribute } from '../../xml/write.js'

export class MadeSchema {
  readonly namespace: string
  /** Names of entries by the names that stand for them here. */
  readonly entries = new Map<string, string>()
  readonly #elements: string[] = []
  /** Prefixes by namespace. */
  readonly #prefixes = new Map([[XSD_NAMESPACE, 'xs']])

  constructor(namespace: string) {
    this.namespace = namespace
  }

  /** @param children  elements without a namespace, in their order */
  addEntry(
    local: string,
    children: readonly {
      readonly name: string
      readonly type: ClarkName
      readonly nillable: boolean
    }[],
  ): void {
    const inside = children
      .map(({ name, type, nillable }) => this.#element(name, type, nillable))
      .join('')
    const content = inside === '' ? '' : `<xs:sequence>${inside}</xs:sequence>`
    const type = `<xs:complexType>${content}</xs:complexType>`
    this.#elements.push(`<xs:element name="${local}">${type}</xs:element>`)
  }

  addElement(local: string, type: ClarkName): void {
    this.#elements.push(this.#element(local, type, false))
  }

  text(): string {
    const { namespace } = this
    const declared = [...this.#prefixes].map(
      ([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`,
    )
    const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`
    const imports = [...this.#prefixes.keys()]
      .filter((uri) => uri !== namespace && uri !== XSD_NAMESPACE)
      .map((uri) => `<xs:import namespace="${escapeAttribute(uri)}"/>`)
    const start = `<xs:schema${declared.join('')}${target}>`
    return [start, ...imports, ...this.#elements, '</xs:schema>'].join('\n')
  }

  #element(name: string, type: ClarkName, nillable: boolean): string {
    const nil = nillable ? ' nillable="true"' : ''
    return `<xs:element name="${name}" type="${this.#qname(type)}"${nil}/>`
  }

  #qname(type: ClarkName): string {
    const { namespace, local } = parseClarkName(type)
    const existing = this.#prefixes.get(namespace)
    // A type without a namespace is named without a prefix, as no default namespace is declared.
    if (namespace === '') return local
    const prefix = existing ?? `n${this.#prefixes.size}`
    if (existing === undefined) this.#prefixes.set(namespace, prefix)
    return `${prefix}:${local}`
  }
}
