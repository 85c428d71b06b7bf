/** What a plugin may choose about the values that it gets. */

export interface ValueOptions {
  /**
   * `Date`: an `xs:dateTime` with a time zone, and an `xs:date` in UTC, is a `Date` if that holds all it says; other
   * ones are text all the same. Default `text`.
   */
  readonly dates?: 'text' | 'Date' | undefined
  /** `number`: an `xs:decimal` is a number if that holds all its digits, else text. Default `text`. */
  readonly decimals?: 'text' | 'number' | undefined
}
