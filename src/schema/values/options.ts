/** What a plugin may choose about the values that it gets. */
import type { ValueLike } from './value.js'

/** What values are given as, where a type of the language holds less than the schema's. */
export interface ValueOptions {
  /**
   * `Date`: an `xs:dateTime` with a time zone, and an `xs:date` in UTC, is a `Date` if its year has four digits and a
   * `Date` holds all it says; other ones, and every `xs:time`, are text all the same. Default `text`.
   */
  readonly dates?: 'text' | 'Date' | undefined
  /** `number`: an `xs:decimal` is a number if that holds all its digits, else text. Default `text`. */
  readonly decimals?: 'text' | 'number' | undefined
}

/** What has to be chosen for values of the type `Read` to be read: dates, if one of them is a `Date`. */
export type ChoiceFor<Read> = [Read] extends [ValueLike<Read>]
  ? unknown
  : { readonly values: ValueOptions & { readonly dates: 'Date' } }
