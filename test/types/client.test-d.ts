/** The types of calls by a contract: parameters, results, header blocks and faults are those of the operation. */
import { createSender } from 'waybill'

const contract = new URL('./orders.wsdl', import.meta.url)

interface Shop {
  readonly Place: {
    readonly request: { readonly item: readonly string[]; readonly note?: string | undefined }
    readonly response: { readonly order: string }
    readonly faults: { readonly OutOfStock: { readonly item: string }; readonly Closed: string }
    readonly requestHeaders: { readonly Customer: { readonly id: bigint } }
    readonly responseHeaders: { readonly Receipt: string }
  }
  readonly Forget: { readonly request: { readonly order: string }; readonly response: undefined }
  readonly Clear: {
    readonly request: { readonly [name: string]: never }
    readonly response: { readonly [name: string]: never }
  }
}

/** With dates. */
interface Dated {
  readonly Now: {
    readonly request: { readonly zone?: string }
    readonly response: { readonly now: Date | string }
  }
}

const is = <Type>(value: Type): Type => value
const sender = createSender()
const shop = sender.use<Shop>(contract, { to: 'http://127.0.0.1/', addressing: true })

export async function calls(): Promise<void> {
  const { order } = await shop.Place({ item: ['tea'] }, { headers: { Customer: { id: 1n } } })
  is<string>(order)
  is<undefined>(await shop.Forget({ order }))
  await shop.Clear()
  await shop.Clear({}, { signal: AbortSignal.timeout(1), addressing: true })
  // @ts-expect-error: only a contract says which actions there are
  await sender.call('http://127.0.0.1/', '{urn:m}Add', {}, { addressing: true })
  const { values, headers, blocks } = await shop.Place.answer({ item: [], note: 'now' })
  is<string | undefined>(values?.order)
  is<string | undefined>(headers.Receipt)
  is<number>(blocks.length)
  // @ts-expect-error: it may only have been accepted
  is<string>(values.order)
  // @ts-expect-error: it is a block of requests
  is<unknown>(headers.Customer)
  // @ts-expect-error: there is no such parameter
  await shop.Place({ item: [], notes: '' })
  // @ts-expect-error: one is missing
  await shop.Place({})
  // @ts-expect-error: nothing is said
  await shop.Place()
  // @ts-expect-error: the block has an id
  await shop.Place({ item: [] }, { headers: { Customer: {} } })
  // @ts-expect-error: there is no such block
  await shop.Forget({ order }, { headers: { Customer: { id: 1n } } })
  // @ts-expect-error: there is no such operation
  await shop.Remember({ order })
}

export function reasonOf(error: unknown): string {
  if (!shop.Place.isFault(error)) return ''
  const { fault, reason, code } = error
  is<
    'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch' | 'DataEncodingUnknown' | undefined
  >(code)
  // @ts-expect-error: which one it is decides what it holds
  is<string>(fault.detail)
  switch (fault.name) {
    case 'OutOfStock':
      return fault.detail.item
    case 'Closed':
      return fault.detail + reason
  }
}

sender.use<Dated>(contract, { values: { dates: 'Date' } })
// @ts-expect-error: dates are not chosen
sender.use<Dated>(contract)
// @ts-expect-error: a contract is told by its URL
sender.use<Shop>('./orders.wsdl')
