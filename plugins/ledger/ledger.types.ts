/** Types of the values of ledger.xsd, made by `waybill types`: make them anew when it changes. */

/** `xs:string`: at least this long: 1. */
export type Identifier = string

export interface Record {
  readonly id: Identifier
  readonly text: string
}

export type RecordedOtherwise = { readonly [name: string]: never }

export interface Has {
  readonly id: Identifier
}

export interface HasResponse {
  readonly result: boolean
}

export type Count = { readonly [name: string]: never }

export interface CountResponse {
  readonly result: number
}
