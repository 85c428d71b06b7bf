/** Types of the values of warehouse.wsdl, made by `waybill types`: make them anew when it changes. */

export interface Line {
  readonly item: string
  readonly count: number
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
}
