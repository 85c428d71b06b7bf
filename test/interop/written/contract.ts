/** What a written contract is, and how its operations are called. */

/**
 * Values for zeep as JSON. `{ $xml }` is an element, `{ $type, … }` one of a type by its name in Clark notation, `{ $bytes }` text as
 * bytes, `{ $nil: true }` a nil element.
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

export interface WrittenCall {
  /** Default: the only one. */
  readonly service?: string
  readonly operation: string
  readonly values: Readonly<Record<string, Json>>
  readonly headers?: Readonly<Record<string, Json>>
  /** What comes back. Default: the values that went; null for one-way. */
  readonly answer?: Json
  /** Local name of what is in the detail of the fault that comes back. */
  readonly fault?: string
}

export interface WrittenContract {
  readonly name: string
  /** By their paths; the first one is the contract. */
  readonly files: Readonly<Record<string, string>>
  readonly calls: readonly WrittenCall[]
}
