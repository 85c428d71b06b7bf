/** A simple type as it is made here: with its facets compiled to one check. */
import { type ClarkName, clarkName } from '../../xml/tree.js'
import type { Derivation, Facets, Primitive, SimpleType, Source } from '../components.js'
import { checkOf } from './check.js'
import type { Check, Nature } from './nature.js'

/** What a simple type is called, and what may not be derived from it. */
export interface Naming {
  readonly local: string
  readonly namespace: string
  readonly final: ReadonlySet<Derivation>
  readonly source: Source | undefined
}

/** What a type is made of, besides its name. */
export interface Making {
  readonly base: SimpleType | undefined
  readonly variety: SimpleType['variety']
  readonly primitive?: Primitive | undefined
  readonly builtIn: string | undefined
  readonly item?: SimpleType | undefined
  readonly members?: readonly SimpleType[] | undefined
  readonly facets: Facets
  readonly nature: Nature
}

export class Type implements SimpleType {
  readonly kind = 'simple'
  readonly local: string
  readonly namespace: string
  readonly name: ClarkName
  readonly base: SimpleType | undefined
  readonly variety: SimpleType['variety']
  readonly primitive: Primitive | undefined
  readonly builtIn: string | undefined
  readonly item: SimpleType | undefined
  readonly members: readonly SimpleType[]
  readonly facets: Facets
  readonly final: ReadonlySet<Derivation>
  readonly source: Source | undefined
  readonly nature: Nature
  /** True too for a union of which every member is. */
  readonly isAtomic: boolean
  /** cvc-datatype-valid, with the facets. */
  readonly check: Check

  constructor(making: Making, naming: Naming) {
    this.local = naming.local
    this.namespace = naming.namespace
    this.name = naming.local === '' ? '' : clarkName(naming)
    this.base = making.base
    this.variety = making.variety
    this.primitive = making.primitive
    this.builtIn = making.builtIn
    this.item = making.item
    this.members = making.members ?? []
    this.facets = making.facets
    this.final = naming.final
    this.source = naming.source
    this.nature = making.nature
    this.isAtomic =
      making.variety === 'union'
        ? this.members.every((member) => made(member).isAtomic)
        : making.variety === 'atomic'
    this.check = checkOf(making.nature, making.facets)
  }
}

/** @throws TypeError for a simple type that was not made here */
export function made(type: SimpleType): Type {
  if (type instanceof Type) return type
  throw new TypeError(`the simple type ${type.name} was not made by restriction, list or union`)
}

/** What a type is called in a sentence. */
export function titleOf(type: SimpleType): string {
  return type.local === '' ? `an anonymous type of ${type.builtIn ?? type.variety}` : type.local
}
