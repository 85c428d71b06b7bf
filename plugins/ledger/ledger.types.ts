/** Types of the values of ledger.xsd, made by `waybill types`: make them again when it changes. */

/** `xs:string`: at least this long: 1. */
export type Identifier = string

/** Records a text under an id, once: the same again changes nothing. */
export interface Record {
  readonly id: Identifier
  readonly text: string
}

/** Another text is recorded under the id. */
export type RecordedOtherwise = { readonly [name: string]: never }

/** Tells whether something is recorded under an id. */
export interface Has {
  readonly id: Identifier
}

export interface HasResponse {
  readonly result: boolean
}

/** Counts what is recorded. */
export type Count = { readonly [name: string]: never }

export interface CountResponse {
  readonly result: number
}
