/** What an operation and a typed header handler are given and give back: plain values by name. */

/**
 * A value as an operation sees it, typed by the operation's schema: `xs:boolean` is a boolean;
 * `xs:int` and narrower types, `xs:double` and `xs:float` are numbers; `xs:integer` and `xs:long`
 * with their kin are bigints; `xs:base64Binary` and `xs:hexBinary` are bytes; every other simple
 * type, `xs:decimal` and the dates among them, is a string, so that nothing is rounded. An element
 * that may repeat is an array, a complex type an object, an absent optional element is undefined,
 * `xsi:nil` is null.
 */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly Value[]
  | { readonly [name: string]: Value }

/** Named parameters; the order in which they came does not matter. */
export type Values = { readonly [name: string]: Value }
