/** What the walk says of each element: its type, its text and attributes, and the values of what is in it. */
import type { Included } from '../../xml/binary.js'
import type { NamespaceScope, XmlAttribute, XmlElement } from '../../xml/tree.js'
import type {
  AttributeDeclaration,
  ElementDeclaration,
  SimpleType,
  TypeDefinition,
} from '../components.js'
import type { Finding } from '../finding.js'

export interface Validated<Value> {
  /** At most 10. */
  readonly findings: readonly Finding[]
  /** undefined if no fold was given. */
  readonly value: Value | undefined
}

/** Makes a value of an element and of the values of what is in it. */
export type Fold<Value> = (assessed: Assessed<Value>) => Value

export interface Assessed<Value> {
  readonly element: XmlElement
  /** undefined where a wildcard let it in and nobody declares it. */
  readonly declaration: ElementDeclaration | undefined
  /** What it is: by `xsi:type`, or else by its declaration; undefined where nothing says so. */
  readonly type: TypeDefinition | undefined
  readonly nil: boolean
  /** Of simple content: normalised, with the default if the element is empty. undefined for other content, and nil. */
  readonly text: string | undefined
  /** Bytes that stand for the text, which is undefined then. */
  readonly included: Included | undefined
  /** Of simple content: the type of the text; of a union the member. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text: that of the schema, for a default. */
  readonly scope: NamespaceScope
  readonly attributes: readonly AssessedAttribute[]
  /**
   * Of complex content, in document order: text of mixed content too. None where a wildcard skips the element,
   * and where no element may stand.
   */
  readonly children: readonly (AssessedChild<Value> | string)[]
  /** False if a finding is about it, or about what is in it. */
  readonly valid: boolean
}

/** None of `xsi:type`, `xsi:nil` and `xsi:schemaLocation`. */
export interface AssessedAttribute {
  /** As it came; for one that is there by its default, as it would have come. */
  readonly attribute: XmlAttribute
  readonly declaration: AttributeDeclaration | undefined
  /** Normalised. */
  readonly text: string
  /** Of a union the member; undefined if nothing declares it, and if the text is not of its type. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text: that of the schema, for a default. */
  readonly scope: NamespaceScope
}

export interface AssessedChild<Value> {
  readonly element: XmlElement
  /** The declaration that the parent's content model gives it, which is the head of a substitution group; undefined for what a wildcard let in. */
  readonly particle: ElementDeclaration | undefined
  readonly value: Value
}
