/** An open element, and what identity constraints have found of it. */
import type { XmlElement } from '../../xml/tree.js'
import type { IdentityConstraint } from '../components.js'
import type { KeyTable } from './key-table.js'
import type { ConstraintScope, Target } from './scope.js'

/** A field that an open element is. */
export interface Found {
  readonly target: Target
  readonly field: number
}

/** An open element. */
export interface Level {
  readonly element: XmlElement
  readonly nillable: boolean
  /** Of its own constraints. */
  readonly scopes: readonly ConstraintScope[]
  /** Selectors that have found it. */
  targets: readonly Target[]
  /** Fields that it is. */
  fields: readonly Found[]
  /** Node tables of what is inside it, for a keyref. */
  tables: Map<IdentityConstraint, KeyTable> | undefined
}
