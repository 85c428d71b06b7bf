/** The components of a schema (XSD 1.0 Part 1 §2.2), as they are once all references are resolved: they never change. */
import type { ClarkName, XmlElement } from '../xml/tree.js'
import type { SchemaDocument } from './document.js'

/** Where a component stands in its document; undefined for what is built in. */
export interface Source {
  readonly document: SchemaDocument
  readonly node: XmlElement
}

/** The global components of a schema set. */
export interface SchemaComponents {
  /** Every document of the set, in the order in which they were read. */
  readonly documents: readonly SchemaDocument[]
  readonly elements: ReadonlyMap<ClarkName, ElementDeclaration>
  readonly attributes: ReadonlyMap<ClarkName, AttributeDeclaration>
  /** Those of the documents and those that are built in. */
  readonly types: ReadonlyMap<ClarkName, TypeDefinition>
  readonly groups: ReadonlyMap<ClarkName, ModelGroup>
  /** `key` and `unique`, by name, and `keyref` too: they share a symbol space. */
  readonly constraints: ReadonlyMap<ClarkName, IdentityConstraint>
  readonly notations: ReadonlySet<ClarkName>
}

export type TypeDefinition = SimpleType | ComplexType

export type Derivation = 'extension' | 'restriction' | 'list' | 'union' | 'substitution'

/** What a value is if there is none, or must be (§3.2.1, §3.3.1). */
export interface ValueConstraint {
  readonly kind: 'default' | 'fixed'
  /** As it stands in the schema. */
  readonly text: string
  /** Where it stands: for prefixes in it. */
  readonly node: XmlElement
}

export interface ElementDeclaration {
  readonly kind: 'element'
  readonly local: string
  /** `''` for none. */
  readonly namespace: string
  readonly name: ClarkName
  readonly global: boolean
  readonly type: TypeDefinition
  readonly nillable: boolean
  readonly abstract: boolean
  readonly constraint: ValueConstraint | undefined
  /** Disallowed substitutions: `extension`, `restriction`, `substitution`. */
  readonly block: ReadonlySet<Derivation>
  /** Substitution group exclusions: `extension`, `restriction`. */
  readonly final: ReadonlySet<Derivation>
  /** The head of the substitution group that it belongs to. */
  readonly head: ElementDeclaration | undefined
  /**
   * Those that may stand where it may, by §3.3.6 and what is blocked: itself first, unless it is abstract;
   * no abstract one. A declaration that is not global has itself only.
   */
  readonly substitutes: readonly ElementDeclaration[]
  readonly constraints: readonly IdentityConstraint[]
  readonly source: Source | undefined
}

export interface AttributeDeclaration {
  readonly kind: 'attribute'
  readonly local: string
  readonly namespace: string
  readonly name: ClarkName
  readonly global: boolean
  readonly type: SimpleType
  readonly constraint: ValueConstraint | undefined
  readonly source: Source | undefined
}

/** §3.5. A prohibited one is none. */
export interface AttributeUse {
  readonly required: boolean
  readonly declaration: AttributeDeclaration
  /** Its own, or else that of its declaration. */
  readonly constraint: ValueConstraint | undefined
}

export interface ComplexType {
  readonly kind: 'complex'
  /** `''` for an anonymous one. */
  readonly local: string
  readonly namespace: string
  /** `''` for an anonymous one. */
  readonly name: ClarkName
  /** `anyType` is its own base. */
  readonly base: TypeDefinition
  readonly derivation: 'extension' | 'restriction'
  readonly abstract: boolean
  /** Prohibited substitutions: `extension`, `restriction`. */
  readonly block: ReadonlySet<Derivation>
  readonly final: ReadonlySet<Derivation>
  /** With those that it inherits. */
  readonly attributes: ReadonlyMap<ClarkName, AttributeUse>
  readonly anyAttribute: Wildcard | undefined
  readonly content: Content
  readonly source: Source | undefined
}

export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple'; readonly type: SimpleType }
  /** `particle` of a mixed one without elements is an empty sequence. */
  | { readonly kind: 'element-only' | 'mixed'; readonly particle: Particle }

export interface Particle {
  readonly min: number
  /** `Infinity` for `unbounded`. */
  readonly max: number
  readonly term: ElementDeclaration | Wildcard | ModelGroup
  readonly source: Source | undefined
}

/** References to groups are replaced by what they name. A particle of `maxOccurs="0"` is none. */
export interface ModelGroup {
  readonly kind: 'sequence' | 'choice' | 'all'
  readonly particles: readonly Particle[]
  readonly source: Source | undefined
}

export interface Wildcard {
  readonly kind: 'any'
  readonly namespaces: NamespaceConstraint
  readonly process: 'strict' | 'lax' | 'skip'
  readonly source: Source | undefined
}

/** §3.10.1. `''` stands for no namespace. */
export type NamespaceConstraint =
  | { readonly kind: 'any' }
  /** Every namespace but this one; and not the absent one, either. */
  | { readonly kind: 'not'; readonly namespace: string }
  | { readonly kind: 'in'; readonly namespaces: ReadonlySet<string> }

export interface IdentityConstraint {
  readonly kind: 'key' | 'unique' | 'keyref'
  readonly local: string
  readonly namespace: string
  readonly name: ClarkName
  readonly selector: Selector
  /** At least one. */
  readonly fields: readonly Selector[]
  /** What a `keyref` refers to. */
  readonly refer: IdentityConstraint | undefined
  readonly source: Source | undefined
}

/** The XPath of a selector or a field (§3.11.6): any of these ways leads to a node. */
export type Selector = readonly SelectorPath[]

export interface SelectorPath {
  /** True if it begins with `.//`. */
  readonly anywhere: boolean
  /** Child steps; `.` is none. */
  readonly steps: readonly NameTest[]
  /** The attribute at the end of a field; undefined for an element. */
  readonly attribute: NameTest | undefined
}

/** undefined for any. `*` is any namespace and any name, `p:*` a namespace and any name. */
export interface NameTest {
  readonly namespace: string | undefined
  readonly local: string | undefined
}

export const PRIMITIVES = [
  'string',
  'boolean',
  'decimal',
  'float',
  'double',
  'duration',
  'dateTime',
  'time',
  'date',
  'gYearMonth',
  'gYear',
  'gMonthDay',
  'gDay',
  'gMonth',
  'hexBinary',
  'base64Binary',
  'anyURI',
  'QName',
  'NOTATION',
] as const

export type Primitive = (typeof PRIMITIVES)[number]

/** §3.14, and Part 2. */
export interface SimpleType {
  readonly kind: 'simple'
  readonly local: string
  readonly namespace: string
  /** `''` for an anonymous one. */
  readonly name: ClarkName
  /** undefined for `anySimpleType` alone. */
  readonly base: SimpleType | undefined
  /** `any` for `anySimpleType` alone. */
  readonly variety: 'any' | 'atomic' | 'list' | 'union'
  /** Of an atomic one. */
  readonly primitive: Primitive | undefined
  /** The nearest built-in type that it is, or comes from by restriction, such as `int`; of a list or union its own built-in one, such as `NMTOKENS`, if there is one. */
  readonly builtIn: string | undefined
  /** Of a list. */
  readonly item: SimpleType | undefined
  /** Of a union: at least one. */
  readonly members: readonly SimpleType[]
  readonly facets: Facets
  readonly final: ReadonlySet<Derivation>
  readonly source: Source | undefined
}

/** The facets that hold for a type, its own and those that it inherits. */
export interface Facets {
  readonly whiteSpace: 'preserve' | 'replace' | 'collapse'
  readonly length?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  /** All must hold; each is one step of derivation, of which one of its patterns must match. */
  readonly patterns?: readonly PatternStep[] | undefined
  readonly enumeration?: Enumeration | undefined
  /** Lexical forms, of values of the base. */
  readonly minInclusive?: string | undefined
  readonly maxInclusive?: string | undefined
  readonly minExclusive?: string | undefined
  readonly maxExclusive?: string | undefined
  readonly totalDigits?: number | undefined
  readonly fractionDigits?: number | undefined
  /** Names of the facets that no type derived from this one may change. */
  readonly fixed: ReadonlySet<string>
}

export interface PatternStep {
  readonly sources: readonly string[]
  /** Takes time that grows with the text only. */
  test(text: string): boolean
}

export interface Enumeration {
  /** As they stand in the schema, in their order. */
  readonly texts: readonly string[]
  /** Of each, what `keyOf` says. */
  readonly keys: ReadonlySet<string>
}
