/** The prefixes of a document that is written: each namespace gets one when its first name is written. */
import { type ClarkName, parseClarkName } from '../../xml/tree.js'
import type { Lines } from './markup.js'

export class Prefixes {
  readonly #byNamespace: Map<string, string>

  /** @param fixed  namespaces with the prefixes that they have anyway */
  constructor(fixed: readonly (readonly [prefix: string, namespace: string])[]) {
    // No prefix stands for no namespace (Namespaces in XML §2.2).
    const bound = fixed.filter(([, namespace]) => namespace !== '')
    this.#byNamespace = new Map(bound.map(([prefix, namespace]) => [namespace, prefix]))
  }

  /** A name as it stands in a value: there is no default namespace, so one without namespace has no prefix. */
  qname(name: ClarkName): string {
    const { namespace, local } = parseClarkName(name)
    return namespace === '' ? local : `${this.#prefix(namespace)}:${local}`
  }

  #prefix(namespace: string): string {
    const existing = this.#byNamespace.get(namespace)
    if (existing !== undefined) return existing
    const prefix = `ns${this.#byNamespace.size}`
    this.#byNamespace.set(namespace, prefix)
    return prefix
  }

  /** The attributes that declare those that stand in some lines. */
  declarationsFor(lines: Lines): Readonly<Record<string, string>> {
    const entries = [...this.#byNamespace]
      .filter(
        ([, prefix]) => prefix === 'wsdl' || lines.some((line) => line.includes(`${prefix}:`)),
      )
      .map(([namespace, prefix]) => [`xmlns:${prefix}`, namespace])
    return Object.fromEntries(entries)
  }
}
