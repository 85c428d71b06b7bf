/** A constraint at an element that is being validated: what its selector has found in it. */
import type { XmlElement } from '../../xml/tree.js'
import type { IdentityConstraint } from '../components.js'

export interface ConstraintScope {
  readonly constraint: IdentityConstraint
  /** Of the element: its index among those that are open. */
  readonly depth: number
  /** The qualified node set of a `key` or `unique`, by key-sequence. */
  readonly nodes: Map<string, XmlElement>
  /** Of a `keyref`: what its key must hold. */
  readonly references: Reference[]
}

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
