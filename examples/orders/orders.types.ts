/** Types of the values of orders.wsdl, made by `waybill types`: make them again when it changes. */

export interface Line {
  readonly item: string
  readonly count: Count
}

/** `xs:int`: at least 1. */
export type Count = number

export interface Place {
  readonly line: readonly Line[]
  readonly note?: string | undefined
}

export interface PlaceResponse {
  readonly order: string
}

export interface Find {
  readonly order: string
}

export interface FindResponse {
  readonly line: readonly Line[]
  readonly customer: string | null
}

export interface Cancel {
  readonly order: string
}

export interface OutOfStock {
  readonly item: string
  readonly left: number
}

export interface Receipt {
  readonly number: number
}

export type UnknownOrder = string

export type Customer = string

/** The operations of the service Orders. */
export interface Orders {
  /** Places an order for what is in stock. */
  readonly Place: {
    readonly request: Place
    readonly response: PlaceResponse
    readonly faults: { readonly OutOfStock: OutOfStock }
    readonly requestHeaders: { readonly Customer: Customer }
    readonly responseHeaders: { readonly Receipt: Receipt }
  }
  /** What an order is of, and whose it is. */
  readonly Find: {
    readonly request: Find
    readonly response: FindResponse
    readonly faults: { readonly UnknownOrder: UnknownOrder }
  }
  /** Forgets an order. */
  readonly Cancel: { readonly request: Cancel; readonly response: undefined }
}
