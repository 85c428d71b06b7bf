/** Attributes and elements as they were assessed, for the fields that they are. */
import type { NamespaceScope, XmlAttribute } from '../../xml/tree.js'
import type { AttributeDeclaration, SimpleType } from '../components.js'

/** A text that is valid for its type. */
export interface FieldValue {
  readonly type: SimpleType
  readonly text: string
  /** Of prefixes in it. */
  readonly scope: NamespaceScope
}

/** An attribute as it was assessed. */
export interface AttributeValue {
  readonly attribute: XmlAttribute
  /** undefined if nothing declares it. */
  readonly declaration: AttributeDeclaration | undefined
  readonly text: string
  /** undefined if it is not valid. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text. */
  readonly scope: NamespaceScope
}

/** An element as it was assessed. */
export interface ElementValue {
  readonly nil: boolean
  /** undefined if its content is not simple. */
  readonly text: string | undefined
  /** undefined if the text is not valid. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text. */
  readonly scope: NamespaceScope
}
