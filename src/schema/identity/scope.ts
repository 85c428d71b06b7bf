/** A constraint at an element that is being validated, and the nodes that its selector has found in it. */
import type { XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { IdentityConstraint } from '../components.js'
import { keyOf } from '../simple/index.js'
import type { FieldValue } from './values.js'

export interface ConstraintScope {
  readonly constraint: IdentityConstraint
  /** Of the element: its index among those that are open. */
  readonly depth: number
  /** The qualified node set of a `key` or `unique`, by key-sequence. */
  readonly nodes: Map<string, XmlElement>
  /** Of a `keyref`: what its key must hold. */
  readonly references: Reference[]
}

/** A node that a `keyref` has found. */
export interface Reference {
  readonly key: string
  readonly element: XmlElement
  /** The values, for a finding. */
  readonly shown: string
}

export function scopeOf(constraint: IdentityConstraint, depth: number): ConstraintScope {
  return { constraint, depth, nodes: new Map(), references: [] }
}

/** How many levels below a target its fields may be. */
export function reachOf({ fields }: IdentityConstraint): number {
  const paths = fields.flat()
  return Math.max(...paths.map(({ anywhere, steps }) => (anywhere ? Infinity : steps.length)))
}

/** A node that a selector has found, and what its fields have been found to be so far. */
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
    this.#nodes = new Array<undefined>(length).fill(undefined)
    this.#values = new Array<undefined>(length).fill(undefined)
  }

  /** @returns false if the field has found another node before */
  find(field: number, node: XmlElement | XmlAttribute): boolean {
    const existing = this.#nodes[field]
    this.#nodes[field] = node
    return existing === undefined || existing === node
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
    const [first] = this.#values
    if (this.#values.length === 1) return keyOfValue(first)
    let sequence = ''
    for (const value of this.#values) {
      const key = keyOfValue(value)
      sequence += `${key.length}:${key}`
    }
    return sequence
  }

  /** The values, for a finding. */
  get shown(): string {
    const [first] = this.#values
    if (this.#values.length === 1) return first?.text ?? ''
    return this.#values.map((value) => value?.text ?? '').join(', ')
  }
}

function keyOfValue(value: FieldValue | undefined): string {
  if (value?.simple === undefined || value.text === undefined) return ''
  return keyOf(value.simple, value.text, value.scope)
}
