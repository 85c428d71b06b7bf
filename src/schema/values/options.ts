/** What a plugin may choose about the values that it gets. */
import type { Binary } from '../../xml/binary.js'
import type { ValueLike } from './value.js'

/** What values are given as, where a type of the language holds less than the schema's. */
export interface ValueOptions {
  /**
   * `Date`: an `xs:dateTime` with a time zone, and an `xs:date` in UTC, is a `Date` if its year has four digits and a
   * `Date` holds all it says; other ones, and every `xs:time`, are text anyway. Default `text`.
   */
  readonly dates?: 'text' | 'Date' | undefined
  /** `number`: an `xs:decimal` is a number if that holds all its digits, else text. Default `text`. */
  readonly decimals?: 'text' | 'number' | undefined
  /**
   * `stream`: an `xs:base64Binary` is a `Binary`, which need not be in memory, whether it came as text or as a part of
   * the message. Default `bytes`, of which one message may have 64 MiB.
   */
  readonly binary?: 'bytes' | 'stream' | undefined
}

/** What has to be chosen for values of the type `Read` to be read: by a `Date` in them, and by a `Binary`. */
export type ChoiceFor<Read> = ([Read] extends [ValueLike<Read, Binary>]
  ? unknown
  : { readonly values: ValueOptions & { readonly dates: 'Date' } }) &
  ([Read] extends [ValueLike<Read, Date>]
    ? unknown
    : { readonly values: ValueOptions & { readonly binary: 'stream' } })
