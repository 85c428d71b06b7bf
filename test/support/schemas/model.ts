/** What a random schema is made of: enough to write it, and to write elements that it mostly accepts. */
import type { Random } from '../random.js'

export interface SimpleModel {
  readonly kind: 'simple'
  /** As `type` says it; undefined for one that stands where it is used. */
  readonly reference: string | undefined
  /** The `xs:simpleType` of one without a name. */
  readonly body: string
  /** A text that it should accept. */
  readonly sample: (random: Random) => string
}

export interface AttributeModel {
  readonly name: string
  readonly type: SimpleModel
  readonly use: 'optional' | 'required' | 'prohibited'
  /** Such as ` default="1"`. */
  readonly constraint: string
  readonly fixed: string | undefined
}

export interface ElementModel {
  readonly kind: 'element'
  readonly local: string
  /** True for one that is declared at the top. */
  readonly global: boolean
  readonly type: SimpleModel | ComplexModel
  readonly nillable: boolean
  /** Such as ` default="1"`. */
  readonly constraint: string
  readonly fixed: string | undefined
  /** Those that may stand in its place. */
  readonly members: ElementModel[]
  /** Further attributes of its declaration, such as ` abstract="true"`. */
  readonly more: string
  /** Identity constraints. */
  readonly inside: string
}

export interface WildcardModel {
  readonly kind: 'any'
  readonly namespaces: string
  readonly process: string
}

export interface GroupModel {
  readonly kind: 'sequence' | 'choice' | 'all'
  readonly particles: readonly ParticleModel[]
}

export interface ParticleModel {
  readonly min: number
  readonly max: number
  readonly term: ElementModel | WildcardModel | GroupModel
}

export interface ComplexModel {
  readonly kind: 'complex'
  readonly name: string
  readonly attributes: readonly AttributeModel[]
  /** Any attribute of these namespaces; `''` for none. */
  readonly anyAttribute: string
  readonly mixed: boolean
  /** All of it, with what it inherits. */
  readonly content: SimpleModel | GroupModel | undefined
  /** Types derived from it, by any steps. */
  readonly derived: ComplexModel[]
  /** Its `xs:complexType`. */
  readonly text: string
  readonly abstract: boolean
}

export interface SchemaModel {
  readonly text: string
  readonly namespace: string
  /** True if local elements are in the namespace. */
  readonly qualified: boolean
  readonly roots: readonly ElementModel[]
}
