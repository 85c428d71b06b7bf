/** Checks that a document is made as the schema for schemas says: elements, their attributes, and their order. */
import {
  childElements,
  hasText,
  isNamed,
  trimXml,
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'
import type { Source } from '../components.js'
import type { SchemaDocument } from '../document.js'
import type { Problems } from '../problems.js'
import { type Rule, ruleNamed, type Slot } from './grammar.js'
import { KINDS, type Kind } from './kinds.js'
import { checkRepresentation } from './representation.js'

/** Adds a problem for each place where the document is no schema. */
export function checkStructure(document: SchemaDocument, problems: Problems): void {
  new Structure(document, problems).check(document.root, 'schema')
}

class Structure {
  readonly #document: SchemaDocument
  readonly #problems: Problems
  readonly #ids = new Set<string>()

  constructor(document: SchemaDocument, problems: Problems) {
    this.#document = document
    this.#problems = problems
  }

  check(node: XmlElement, name: string): void {
    const rule = ruleNamed(name)
    this.#checkAttributes(node, rule)
    if (rule.content === 'open') return
    this.#checkChildren(node, rule.content)
    const source = this.#at(node)
    this.#problems.attempt(source, () => checkRepresentation(source, name))
  }

  #checkAttributes(node: XmlElement, { attributes, required }: Rule): void {
    for (const attribute of node.attributes) {
      const { namespace, local } = attribute
      const kind = namespace === '' ? attributes.get(local) : foreign(attribute)
      if (kind) {
        const value = trimXml(attribute.value)
        if (!kind.takes(value)) this.#wrongValue(node, attribute, `expected ${kind.expected}`)
        else if (namespace === '' && local === 'id') this.#checkId(node, attribute, value)
      } else if (namespace === '' || namespace === XSD_NAMESPACE) {
        // Attributes of other namespaces may stand anywhere.
        const sentence = `<${node.local}> has no attribute ${local} here`
        this.#problems.add('s4s-att-not-allowed', sentence, this.#at(node))
      }
    }
    for (const name of required) {
      if (node.attributes.some(({ namespace, local }) => namespace === '' && local === name))
        continue
      const sentence = `<${node.local}> needs the attribute ${name}`
      this.#problems.add('s4s-att-must-appear', sentence, this.#at(node))
    }
  }

  #wrongValue(node: XmlElement, { local, value }: XmlAttribute, why: string): void {
    const sentence = `the attribute ${local} is ${JSON.stringify(value.slice(0, 100))}: ${why}`
    this.#problems.add('s4s-att-invalid-value', sentence, this.#at(node))
  }

  /** cvc-id.2: an ID stands for one element. */
  #checkId(node: XmlElement, attribute: XmlAttribute, id: string): void {
    if (this.#ids.has(id)) this.#wrongValue(node, attribute, 'another element has this id')
    this.#ids.add(id)
  }

  #checkChildren(node: XmlElement, slots: readonly Slot[]): void {
    if (hasText(node)) {
      const sentence = `text stands in <${node.local}>: only appinfo and documentation have some`
      this.#problems.add('s4s-elt-character', sentence, this.#at(node))
    }
    const filling = new Filling(slots)
    for (const child of this.#inOrder(node)) {
      const rule = child.namespace === XSD_NAMESPACE ? filling.take(child.local) : undefined
      if (rule !== undefined) {
        this.check(child, rule)
        continue
      }
      const sentence = `<${child.local}> cannot stand here in <${node.local}>`
      this.#problems.add('s4s-elt-must-match', sentence, this.#at(child))
      return
    }
    const missing = filling.missing()
    if (missing === undefined) return
    const sentence = `<${node.local}> needs ${missing}`
    this.#problems.add('s4s-elt-must-match', sentence, this.#at(node))
  }

  /** Contracts have imports behind declarations, as the programs wrote them that made them: their place says nothing. */
  #inOrder(node: XmlElement): readonly XmlElement[] {
    const children = childElements(node)
    const { root, origin } = this.#document
    if (node !== root || origin !== 'wsdl') return children
    const isImport = (child: XmlElement) => isNamed(child, XSD_NAMESPACE, 'import')
    return [...children.filter(isImport), ...children.filter((child) => !isImport(child))]
  }

  #at(node: XmlElement): Source {
    return { document: this.#document, node }
  }
}

/** An attribute of another namespace whose values are known. */
function foreign({ namespace, local }: XmlAttribute): Kind | undefined {
  return namespace === XML_NAMESPACE && local === 'lang' ? KINDS.get('language') : undefined
}

/** How far the slots of an element are filled with its children. */
class Filling {
  readonly #slots: readonly Slot[]
  #at = 0
  #filled = false
  #alone = false

  constructor(slots: readonly Slot[]) {
    this.#slots = slots
  }

  /** @returns the rule for a child; undefined if it cannot stand here */
  take(local: string): string | undefined {
    if (this.#alone) return undefined
    for (let at = this.#at; at < this.#slots.length; at += 1) {
      const slot = this.#slots[at]
      const filled = at === this.#at && this.#filled
      const rule = filled && !slot?.many ? undefined : slot?.rules.get(local)
      if (rule !== undefined) {
        this.#at = at
        this.#filled = true
        this.#alone = slot?.alone ?? false
        return rule
      }
      if (slot?.required && !filled) return undefined
    }
    return undefined
  }

  /** What is needed, and not there. */
  missing(): string | undefined {
    const from = this.#filled ? this.#at + 1 : this.#at
    const slot = this.#alone ? undefined : this.#slots.slice(from).find(({ required }) => required)
    return slot && [...slot.rules.keys()].map((name) => `<${name}>`).join(' or ')
  }
}
