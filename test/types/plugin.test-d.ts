/** The types of the plugin contract: what must compile does, and what must not says so. */
import {
  definePlugin,
  element,
  header,
  NEXT,
  type Operation,
  operation,
  type Plugin,
  type QName,
  SoapFault,
  type Value,
  type Values,
  type XmlElement,
} from '#plugin'

const name = '{urn:example:types}Any'
const schema = new URL('./any.xsd', import.meta.url)

interface Add {
  readonly a: number
  readonly b: number
}

interface Sum {
  readonly result: number
}

/** An element with a child of every occurrence and of every kind. */
interface Order {
  readonly id: bigint
  readonly express: boolean
  readonly note?: string
  readonly remark?: string | undefined
  readonly until: string | null
  readonly scan: Uint8Array
  readonly line: readonly Line[]
}

interface Line {
  readonly item: string
  /** A type may hold itself. */
  readonly parts?: Line
}

type Named = { a: number; list: { b: string }[] }

/** Compiles only if both are one type. */
function same<Left>(_: (left: Left) => Left, __: (left: Left) => Left): void {}
const is = <Type>(value: Type): Type => value

export const plugin = definePlugin(async ({ options, log }) => {
  same(is<Readonly<Record<string, unknown>>>, (input: typeof options) => input)
  log.info({}, 'starts')
  const operations = [
    operation<Add, Sum>({ name, schema, invoke: ({ a, b }) => ({ result: a + b }) }),
    operation<Add, Sum>({ name, schema, invoke: async ({ a, b }) => ({ result: a + b }) }),
    operation<Order, Order>({ name, schema, safe: true, invoke: (order) => order }),
    operation<Order, XmlElement>({ name, schema, invoke: () => element({ name }) }),
    operation<Add, Sum | XmlElement | undefined>({
      name,
      schema,
      invoke: ({ a }) => (a > 1 ? { result: a } : a < 0 ? undefined : element({ name })),
    }),
    operation<Named, Named>({ name, schema, invoke: (named) => named }),
    operation<Values, Values>({ name, schema, invoke: (values) => values }),
    operation<Record<string, never>, Sum>({ name, schema, invoke: () => ({ result: 1 }) }),
    operation<Add>({ name, schema, exchange: 'one-way', invoke() {} }),
    operation<Add>({ name, schema, exchange: 'one-way', async invoke() {} }),
    operation<Add>({ name, schema, exchange: 'request-response', invoke() {} }),
    operation({ name, schema, exchange: 'one-way', async invoke() {} }),
    operation({ name, schema, invoke: ({ a }: Add) => ({ result: a, lines: [{ b: 1n }] }) }),
    operation({ name, schema, invoke: ({ any }) => ({ any }) }),
    { name, invoke: ({ text }: Values) => ({ text }) },
  ]
  same(is<Operation[]>, (options: typeof operations) => options)
  return { operations, headers: [] }
})

operation<Order>({
  name,
  schema,
  invoke({ id, express, note, remark, until, scan, line: [first] }, exchange) {
    is<bigint>(id)
    is<boolean>(express)
    is<string | undefined>(note ?? remark)
    is<string | null>(until)
    is<number>(scan.byteLength)
    is<string | undefined>(first?.parts?.item)
    is<AbortSignal>(exchange.signal)
    // @ts-expect-error: it may have been left out
    is<string>(note)
    // @ts-expect-error: it may be nil
    is<string>(until)
    // @ts-expect-error: the list may be shorter
    is<Line>(first)
  },
})

operation({
  name,
  schema,
  invoke({ any }) {
    is<Value>(any)
    // @ts-expect-error: without a type it is any value
    is<string>(any)
  },
})

// A Date is written, at any depth.
operation<Add, { readonly at: Date }>({ name, schema, invoke: () => ({ at: new Date(0) }) })
operation<Add, { readonly at: readonly { readonly from: Date }[] }>({
  name,
  schema,
  invoke: () => ({ at: [{ from: new Date(0) }] }),
})
operation({ name, schema, invoke: () => ({ at: new Date(0) }) })

// It is read where the operation chooses dates, at any depth, beside the text that says more.
interface Booking {
  readonly from: Date | string
  readonly stay?: readonly { readonly until: Date | string | null }[]
}
const dates = { dates: 'Date' } as const
operation<Booking>({
  name,
  schema,
  values: dates,
  invoke({ from }) {
    is<Date | string>(from)
    // @ts-expect-error: it may be text
    is<Date>(from)
  },
})
operation<Booking, Booking>({
  name,
  schema,
  values: { dates: 'Date', decimals: 'number' },
  invoke: async (booking) => booking,
})
operation({ name, schema, values: dates, invoke: ({ from }: Booking) => ({ from }) })
operation({ name, schema, values: dates, invoke: ({ any }) => void is<Value>(any) })
operation<Add, Sum>({ name, schema, values: dates, invoke: ({ a, b }) => ({ result: a + b }) })
operation<Add>({ name, schema, values: { decimals: 'number' }, invoke() {} })
is<Operation>({ name, schema, values: { dates: 'text', decimals: 'text' }, invoke() {} })
header<Date | string>({ name, schema, values: dates, process() {} })
header<Booking>({
  name,
  schema,
  values: dates,
  process: ({ from }) => void is<Date | string>(from),
})
// @ts-expect-error: dates are not chosen
operation<Booking>({ name, schema, invoke() {} })
// @ts-expect-error: dates are not chosen, only decimals
operation<Booking>({ name, schema, values: { decimals: 'number' }, invoke() {} })
// @ts-expect-error: text is chosen
operation<Booking>({ name, schema, values: { dates: 'text' }, invoke() {} })
// @ts-expect-error: dates are not chosen where the type stands at the parameter
operation({ name, schema, invoke: ({ from }: Booking) => ({ from }) })
// @ts-expect-error: there is no such choice
operation<Add>({ name, schema, values: { dates: 'date' }, invoke() {} })
// @ts-expect-error: there is nothing of that name to choose
operation<Add>({ name, schema, values: { date: 'Date' }, invoke() {} })
// @ts-expect-error: a Map is not read, whatever is chosen
operation<{ readonly all: Map<string, Date> }>({ name, schema, values: dates, invoke() {} })
// @ts-expect-error: dates are not chosen
header<Date | string>({ name, schema, process() {} })

// What a wildcard lets in is an element, and a QName has two parts.
operation<{ readonly $any?: readonly XmlElement[] }>({ name, schema, invoke() {} })
operation<{ readonly kind: QName }, { readonly kind: QName }>({
  name,
  schema,
  invoke: ({ kind }) => ({ kind }),
})

// Parameters and results that the node can neither read nor write.
// @ts-expect-error: a Date is no parameter
operation<{ readonly at: Date }>({ name, schema, invoke() {} })
// @ts-expect-error: nor is one in a list
operation<{ readonly at: readonly { readonly from: Date }[] }>({ name, schema, invoke() {} })
// @ts-expect-error: nor is a Map
operation<{ readonly all: ReadonlyMap<string, string> }>({ name, schema, invoke() {} })
// @ts-expect-error: nor is a function
operation<{ any(): void }>({ name, schema, invoke() {} })
// @ts-expect-error: what may be anything is no value
operation<{ readonly any: unknown }>({ name, schema, invoke() {} })
// @ts-expect-error: parameters have names
operation<string>({ name, schema, invoke() {} })
// @ts-expect-error: parameters have names
operation<readonly string[]>({ name, schema, invoke() {} })
// @ts-expect-error: a result has names
operation<Add, string>({ name, schema, invoke: () => '' })
// @ts-expect-error: a result has names
operation<Add, readonly Line[]>({ name, schema, invoke: () => [] })
// @ts-expect-error: a promise that nobody awaits is no value
operation({ name, schema, invoke: () => ({ result: Promise.resolve(1) }) })

// What does not fit its type.
// @ts-expect-error: the result is a number
operation<Add, Sum>({ name, schema, invoke: () => ({ result: '1' }) })
// @ts-expect-error: the result is missing
operation<Add, Sum>({ name, schema, invoke: () => ({}) })
// @ts-expect-error: there is a result
operation<Add, Sum>({ name, schema, invoke() {} })
// @ts-expect-error: there is no result
operation<Add>({ name, schema, invoke: ({ a }) => ({ result: a }) })
// @ts-expect-error: there is no such parameter
operation<Add, Sum>({ name, schema, invoke: ({ c }) => ({ result: c }) })
// @ts-expect-error: types come from a schema
operation<Add, Sum>({ name, invoke: ({ a }) => ({ result: a }) })
// @ts-expect-error: a one-way operation has no result
operation<Add, Sum>({ name, schema, exchange: 'one-way', invoke: () => ({ result: 1 }) })
// @ts-expect-error: not even where it may be left out
operation<Add, Sum | undefined>({ name, schema, exchange: 'one-way', invoke() {} })
// @ts-expect-error: nor without types
operation({ name, schema, exchange: 'one-way', invoke: () => ({ result: 1 }) })
// @ts-expect-error: there is no such exchange
operation<Add>({ name, schema, exchange: 'oneway', invoke() {} })
// @ts-expect-error: there is no such key
operation<Add>({ name, schema, secure: true, invoke() {} })

export const handlers: Plugin = {
  headers: [
    header<string>({ name, schema, actor: NEXT, process: (text) => void is<string>(text) }),
    header<Order>({ name, schema, process: ({ id }, _, block) => (id > 1n ? block : undefined) }),
    header<Order>({
      name,
      schema,
      process: async (_, exchange) => exchange.addHeader(element({ name })),
    }),
    header({ name, schema, process: (count: number) => void is<number>(count) }),
    { name, process: (block) => block },
  ],
}

// @ts-expect-error: a list of values has no element of its own
header<readonly string[]>({ name, schema, process() {} })
// @ts-expect-error: a Date is no value
header<{ readonly at: Date }>({ name, schema, process() {} })
// @ts-expect-error: without a schema nobody knows what it holds
header<string>({ name, process() {} })
// @ts-expect-error: a block is put back, not a text
header<string>({ name, schema, process: (text) => text })
// @ts-expect-error: the type of the content is the handler's word, and it is given
header<string>({ name, schema, process: (text) => void text.toFixed() })
// @ts-expect-error: a block is put back, not named values
export const values: Plugin = { headers: [{ name, process: () => ({ any: '' }) }] }

export const faults = [
  new SoapFault({ code: 'Client', faultcode: '{urn:example:types}Wrong', reason: 'It is wrong.' }),
  new SoapFault({ code: 'Client', faultcode: 'Client.Wrong', reason: 'It is wrong.' }),
  // @ts-expect-error: a code of one's own has a namespace, or the standard code and a dot before it
  new SoapFault({ code: 'Client', faultcode: 'Wrong', reason: 'It is wrong.' }),
  // @ts-expect-error: the standard code says who is to blame
  new SoapFault({ code: 'Client.Wrong', reason: 'It is wrong.' }),
]

// @ts-expect-error: options are unknown until somebody has looked at them
definePlugin(({ options: { file } }) => ({ close: () => is<Promise<void>>(file.close()) }))
// @ts-expect-error: there is no such key
definePlugin(() => ({ operation: [] }))
