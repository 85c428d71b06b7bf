/** What an XML Schema says about an element, as far as values depend on it: names, types, occurrence. */
import type { ClarkName } from '../xml/tree.js'

/** How the text of a simple type becomes a value; a date is read as text, and may be written from a `Date`. */
export type SimpleKind =
  | 'string'
  | 'boolean'
  | 'number'
  | 'bigint'
  | 'base64'
  | 'hex'
  | 'dateTime'
  | 'date'
  | 'time'

export interface SimpleShape {
  readonly kind: 'simple'
  readonly type: SimpleKind
}

export interface ComplexShape {
  readonly kind: 'complex'
  /** In the order the schema gives. */
  readonly fields: readonly Field[]
}

/** Content that plugins get as an element: wildcards, mixed content, attributes, choices. */
export interface OpenShape {
  readonly kind: 'open'
}

export type Shape = SimpleShape | ComplexShape | OpenShape

export interface Field {
  readonly name: string
  /** `''` for an element that the schema leaves unqualified. */
  readonly namespace: string
  readonly shape: Shape
  /** True if it must occur at least once. */
  readonly required: boolean
  /** True if it may occur more than once: its values are an array. */
  readonly repeats: boolean
  /** True if `xsi:nil` may stand in for a value. */
  readonly nillable: boolean
  /** The value of an empty element: its default or fixed value. */
  readonly preset?: string
}

/** The global elements of a schema. */
export type Shapes = ReadonlyMap<ClarkName, Shape>
