/** Validates an element by the components of a schema, and folds it into a value in the same walk. */
import type { XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import type {
  AttributeDeclaration,
  ElementDeclaration,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
} from '../components.js'
import type { Finding } from '../finding.js'

/** Components with what was compiled of them. */
export declare class CompiledSchema {
  constructor(components: SchemaComponents)
  readonly components: SchemaComponents
  /**
   * @param element  validated by its global declaration, or else by `xsi:type`; cvc-elt.1 if there is neither
   * @param fold     called for each element once all in it is known; children first
   */
  validating<Value>(element: XmlElement, fold?: Fold<Value>): Walk<Validated<Value>>
}

export interface Validated<Value> {
  /** At most 10. */
  readonly findings: readonly Finding[]
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
  /** Of simple content: the type of the text; of a union the member. */
  readonly simple: SimpleType | undefined
  readonly attributes: readonly AssessedAttribute[]
  /** Of complex content, in document order: text of mixed content too. */
  readonly children: readonly (AssessedChild<Value> | string)[]
  /** False if a finding is about it, or about what is in it. */
  readonly valid: boolean
}

export interface AssessedAttribute {
  /** As it came; for one that is there by its default, as it would have come. */
  readonly attribute: XmlAttribute
  readonly declaration: AttributeDeclaration | undefined
  /** Normalised. */
  readonly text: string
  /** Of a union the member; undefined if nothing declares it. */
  readonly simple: SimpleType | undefined
}

export interface AssessedChild<Value> {
  readonly element: XmlElement
  /** The declaration that the parent's content model gives it, which is the head of a substitution group; undefined for what a wildcard let in. */
  readonly particle: ElementDeclaration | undefined
  readonly value: Value
}
