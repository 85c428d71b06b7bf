/** An element in the making: its attributes and prefixes are gathered before its content is known. */
import { attribute, type XmlAttribute, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.js'
import type { ElementDeclaration, TypeDefinition } from '../components.js'
import { Prefixes } from './prefixes.js'

export class Made {
  readonly #name: ElementDeclaration
  readonly #prefix: string
  readonly attributes: XmlAttribute[] = []
  readonly prefixes: Prefixes

  constructor(name: ElementDeclaration, prefix: string) {
    this.#name = name
    this.#prefix = name.namespace === '' ? '' : prefix
    this.prefixes = new Prefixes(this.#prefix, name.namespace)
  }

  /** Says of what type it is. */
  say(type: TypeDefinition): void {
    this.attributes.push(attribute(`{${XSI_NAMESPACE}}type`, this.prefixes.write(type), 'xsi'))
  }

  element(children: XmlElement['children']): XmlElement {
    const { local, namespace } = this.#name
    const { attributes, prefixes } = this
    const prefix = this.#prefix
    return {
      prefix,
      local,
      namespace,
      attributes,
      scope: prefixes.own,
      children,
      start: -1,
      end: -1,
    }
  }

  /** The prefix of a child: that of the element itself, if it is in the same namespace. */
  prefixOf({ namespace }: ElementDeclaration): string {
    return namespace === this.#name.namespace ? this.#prefix : 'f'
  }
}
