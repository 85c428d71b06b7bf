/** Attributes and elements as they were assessed, for the fields that they are. */
import type { NamespaceScope, XmlAttribute } from '../../xml/tree.js'
import type { AttributeDeclaration, SimpleType } from '../components.js'

/** A text, and its type if it is valid. */
export interface FieldValue {
  readonly text: string | undefined
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text. */
  readonly scope: NamespaceScope
}

/** An attribute as it was assessed. */
export interface AttributeValue extends FieldValue {
  readonly attribute: XmlAttribute
  /** undefined if nothing declares it. */
  readonly declaration: AttributeDeclaration | undefined
}

/** An element as it was assessed; it has a text if its content is simple. */
export interface ElementValue extends FieldValue {
  readonly nil: boolean
  readonly type: { readonly simple: unknown }
}
