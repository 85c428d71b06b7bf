/** What the makers of components ask of each other. */
import type { ClarkName } from '../../xml/tree.js'
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  IdentityConstraint,
  ModelGroup,
  SimpleType,
  Source,
  TypeDefinition,
  Wildcard,
} from '../components.js'
import type { Forgive } from '../problem.js'
import type { Names } from './names.js'

/** The attributes of a type or an attribute group, with those of the groups that it refers to. */
export interface AttributeSet {
  readonly attributes: ReadonlyMap<ClarkName, AttributeUse>
  readonly prohibited: ReadonlySet<ClarkName>
  readonly anyAttribute: Wildcard | undefined
}

/** Each method for a reference throws SchemaProblem with `src-resolve` if there is no such component. */
export interface Resolution {
  readonly names: Names
  readonly constraints: Map<ClarkName, IdentityConstraint>
  /** As of `resolveSchema`. */
  readonly forgive: Forgive | undefined
  /** A complex type may not be complete yet. */
  type(from: Source, qname: string): TypeDefinition
  simpleType(from: Source, qname: string): SimpleType
  /** An anonymous type. A complex one may not be complete yet. */
  typeIn(source: Source): TypeDefinition
  /** May not be complete yet. */
  element(from: Source, qname: string): ElementDeclaration
  attribute(from: Source, qname: string): AttributeDeclaration
  group(from: Source, qname: string): ModelGroup
  attributeGroup(from: Source, qname: string): AttributeSet
  /** Only looks whether it is declared. */
  notation(from: Source, qname: string): void
  /**
   * Completes a component later, or when `completed` asks for it.
   *
   * @param circle  the clause that is broken if it needs itself for that
   */
  completeLater(component: Completed, circle: string, complete: () => void): void
  /** @throws SchemaProblem if it cannot be completed */
  completed(component: Completed): void
  /** Does this once every component is complete. */
  link(source: Source, work: () => void): void
  /** Checks this at the end, if all could be resolved. */
  check(source: Source | undefined, work: () => void): void
}

export type Completed = ComplexType | ElementDeclaration
