/** A node that a selector has found, and what its fields have been found to be so far. */
import type { NamespaceScope, XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { SimpleType } from '../components.js'
import { keyOf } from '../simple/index.js'
import type { ConstraintScope } from './scope.js'

/** A text that is valid for its type. */
export interface FieldValue {
  readonly type: SimpleType
  readonly text: string
  /** Of prefixes in it. */
  readonly scope: NamespaceScope
}

export class Target {
  readonly scope: ConstraintScope
  readonly element: XmlElement
  /** True once a finding is about it, or about the text of a field: then it takes part in nothing. */
  spoiled = false
  readonly #nodes: (XmlElement | XmlAttribute | undefined)[]
  readonly #values: (FieldValue | undefined)[]

  constructor(scope: ConstraintScope, element: XmlElement) {
    this.scope = scope
    this.element = element
    const { length } = scope.constraint.fields
    this.#nodes = Array.from({ length }, () => undefined)
    this.#values = Array.from({ length }, () => undefined)
  }

  /** @returns false if the field has found another node before */
  find(field: number, node: XmlElement | XmlAttribute): boolean {
    const known = this.#nodes[field]
    this.#nodes[field] = node
    return known === undefined || known === node
  }

  give(field: number, value: FieldValue): void {
    this.#values[field] = value
  }

  /** True if all fields have values. */
  get complete(): boolean {
    return !this.#values.includes(undefined)
  }

  /** Two targets with equal values in each field have the same key-sequence. */
  get key(): string {
    const keys = this.#values.map((value) => value && keyOf(value.type, value.text, value.scope))
    if (keys.length === 1) return keys[0] ?? ''
    return keys.map((key = '') => `${key.length}:${key}`).join('')
  }

  /** The values, for a finding. */
  get shown(): string {
    return this.#values.map((value) => value?.text ?? '').join(', ')
  }
}
