/** The types of contract-first plugins: every operation has its handler, and each is typed by the contract. */
import { type ContractPlugin, definePlugin, element, type SoapFault } from '#plugin'

const contract = new URL('./orders.wsdl', import.meta.url)

interface Order {
  readonly item: readonly string[]
  readonly until?: Date | string
}

interface Shop {
  readonly Place: {
    readonly request: Order
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

/** Without dates. */
interface Plain {
  readonly Has: {
    readonly request: { readonly item: string }
    readonly response: { readonly has: boolean }
  }
}

const is = <Type>(value: Type): Type => value
const values = { dates: 'Date' } as const
const Forget = () => undefined
const Clear = () => undefined
const handlers = { Place: () => ({ order: '' }), Forget, Clear }

export default definePlugin<Shop>(({ log }) => ({
  contract,
  values,
  service: 'Shop',
  options: { Place: { ordered: true, retry: { attempts: 2 } }, Clear: { safe: true } },
  handlers: {
    Place({ item: [first = ''], until }, { fault, headers, addHeader, signal }) {
      is<Date | string | undefined>(until)
      is<AbortSignal>(signal)
      const { Customer } = headers
      is<bigint | undefined>(Customer?.id)
      if (first === '') throw fault('Closed', 'until noon', { code: 'Server', reason: 'We sleep.' })
      if (!Customer) throw is<SoapFault>(fault('OutOfStock', { item: first }))
      addHeader('Receipt', first)
      addHeader(element({ name: '{urn:example:shop}Any' }))
      // @ts-expect-error: there is no such fault
      fault('Sold', {})
      // @ts-expect-error: its detail has an item
      fault('OutOfStock', {})
      // @ts-expect-error: the block is a text
      addHeader('Receipt', { first })
      // @ts-expect-error: it is a block of the request
      addHeader('Customer', { id: 1n })
      // @ts-expect-error: there is no such block
      is<unknown>(headers.Receipt)
      return { order: first }
    },
    async Forget({ order }, { fault }) {
      log.info({ order }, 'is forgotten')
      // @ts-expect-error: it declares no fault
      fault('Closed', '')
    },
    Clear: () => ({}),
  },
}))

definePlugin<Plain>(async () => ({
  contract,
  handlers: { Has: async ({ item }) => ({ has: item !== '' }) },
}))
definePlugin<Plain>(() => ({
  contract,
  handlers: { Has: () => element({ name: '{urn:example:shop}HasResponse' }) },
  close() {},
}))

// @ts-expect-error: an operation has no handler
export const lacks: ContractPlugin<Shop> = { contract, values, handlers: { Forget, Clear } }

export const more: ContractPlugin<Plain> = {
  contract,
  // @ts-expect-error: the contract has no such operation
  handlers: { Has: () => ({ has: true }), Forget },
}

// @ts-expect-error: it has dates, and does not choose them
export const unchosen: ContractPlugin<Shop> = { contract, handlers }

export const wrong: ContractPlugin<Plain> = {
  contract,
  // @ts-expect-error: the answer is a boolean
  handlers: { Has: () => ({ has: 'yes' }) },
}

export const nothing: ContractPlugin<Plain> = {
  contract,
  // @ts-expect-error: there is an answer
  handlers: { Has() {} },
}

export const answers: ContractPlugin<Pick<Shop, 'Forget'>> = {
  contract,
  // @ts-expect-error: a one-way operation has none
  handlers: { Forget: () => ({ order: '' }) },
}

export const text: ContractPlugin<Plain> = {
  contract,
  // @ts-expect-error: the contract says how it is answered
  options: { Has: { exchange: 'one-way' } },
  handlers: { Has: () => ({ has: true }) },
}
