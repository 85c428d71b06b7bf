/** Types of the values of vat.wsdl, made by `waybill types`: make them again when it changes. */

export interface CheckVat {
  readonly countryCode: string
  readonly vatNumber: string
}

export interface CheckVatResponse {
  readonly valid: boolean
  readonly name?: string | null | undefined
}

/** The operations of the service checkVatService. */
export interface CheckVatService {
  readonly checkVat: { readonly request: CheckVat; readonly response: CheckVatResponse }
}
