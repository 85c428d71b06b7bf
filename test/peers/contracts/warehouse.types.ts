/** Types of the values of warehouse.wsdl, made by `waybill types`: make them again when it changes. */

export interface Line {
  readonly item: string
  readonly count: number
}

export interface Values {
  readonly text: string
  readonly count: number
  readonly amount: string
  readonly at: string
  readonly open: boolean
  readonly item: readonly string[]
}

export interface Reserve {
  readonly line: Line
}

export interface ReserveResponse {
  readonly reservation: string
}

export interface Ship {
  readonly reservation: string
}

export interface ShipResponse {
  readonly parcel: string
}

export interface Note {
  readonly text: string
}

export interface OutOfStock {
  readonly item: string
  readonly left: number
}

export interface Echo {
  readonly values: Values
}

export interface EchoResponse {
  readonly echoed: Values
}

export interface Mark {
  readonly text: string
}

export interface MarkResponse {
  readonly text: string
}

export interface Caller {
  readonly name: string
}

export interface Receipt {
  readonly number: string
}

export interface Store {
  readonly content: Uint8Array
}

export interface StoreResponse {
  readonly stored: Uint8Array
}

/** The operations of the service WarehouseService. */
export interface WarehouseService {
  /** Takes a line out of the stock. */
  readonly Reserve: {
    readonly request: Reserve
    readonly response: ReserveResponse
    readonly faults: { readonly stockFault: OutOfStock }
  }
  readonly Ship: { readonly request: Ship; readonly response: ShipResponse }
  readonly Note: { readonly request: Note; readonly response: undefined }
  readonly Echo: { readonly request: Echo; readonly response: EchoResponse }
  readonly Mark: {
    readonly request: Mark
    readonly response: MarkResponse
    readonly requestHeaders: { readonly Caller: Caller }
    readonly responseHeaders: { readonly Receipt: Receipt }
  }
  readonly Store: { readonly request: Store; readonly response: StoreResponse }
}
