/** The values that operations and typed header handlers get and return: plain values by name. */
import type { Binary } from '../../xml/binary.js'
import type { XmlElement } from '../../xml/tree.js'

/**
 * A value as an operation sees it, typed by the operation's schema: `xs:boolean` is a boolean;
 * `xs:int` and narrower types, `xs:double` and `xs:float` are numbers; `xs:integer` and `xs:long`
 * with their kin are bigints; `xs:base64Binary` and `xs:hexBinary` are bytes; every other simple
 * type, `xs:decimal` and the dates among them, is a string, so that nothing is rounded. An element
 * that may repeat is an array, a complex type an object, an absent optional element is undefined,
 * `xsi:nil` is null, and what a wildcard lets in an element. An operation gets a `Date`, or a number
 * for `xs:decimal`, or a `Binary` for `xs:base64Binary`, only if it chooses so by `values`; it may always return a
 * `Date` for `xs:dateTime`, `xs:date` and `xs:time`, which is written in UTC, and a `Binary` for bytes.
 */
export type Value =
  | SimpleValue
  | Binary
  | Date
  | null
  | undefined
  | XmlElement
  | readonly Value[]
  | { readonly [name: string]: Value }

/** A value of a simple type. */
export type SimpleValue = string | number | bigint | boolean | Uint8Array

/** A value of `xs:QName` or `xs:NOTATION`. */
export type QName = {
  /** `''` for none. */
  readonly namespace: string
  readonly local: string
  /** Given where a pattern of the type looks at it. */
  readonly prefix?: string
}

/** Named parameters; the order in which they came does not matter. */
export type Values = { readonly [name: string]: Value }

/**
 * `T` if the node can read and write it, else `never`. An interface does not extend `Values`, as it has
 * no index signature, so its members are checked one by one. `More` are further types that will do.
 */
export type ValueLike<T, More = never> = [Value] extends [T]
  ? [T] extends [Value]
    ? T
    : never
  : EachLike<T, More>

/** Of each member of a union. */
type EachLike<T, More> = T extends SimpleValue | null | undefined | XmlElement | More
  ? T
  : T extends (...args: never) => unknown
    ? never
    : T extends readonly (infer Item)[]
      ? readonly ValueLike<Item, More>[]
      : // What has methods of the language has symbols too: a Date, a Map, a promise.
        keyof T extends string | number
        ? ValuesLike<T, More>
        : never

/** An object with the members of `T`, as far as they are values; `as` excludes lists. */
export type ValuesLike<T, More = never> = object & {
  readonly [Key in keyof T as Key]: ValueLike<T[Key], More>
}
