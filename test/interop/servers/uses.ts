/** What the typed clients of other toolkits' contracts are used for: the same of each, in the names of its contract. */

/** How one contract says it: expressions of TypeScript. */
export interface Expressions {
  /** Name of the service, and of the file that its client is in. */
  readonly service: string
  readonly file: string
  /** Values of the base types, sent and got. */
  readonly all: string
  readonly sendAll: string
  readonly words: string
  readonly order: string
  /** Header block of the request, and what is got of that of the answer; undefined where none is declared. */
  readonly session?: string
  readonly stamp?: string
  readonly user?: string
}

const SHOP: Expressions = {
  service: 'Shop',
  file: 'shop',
  all: `{ string: TEXT, int: -5, long: 9007199254740993n, double: 1.5e300, decimal: DECIMAL, boolean: true,
      dateTime: AT, date: DAY, bytes: BYTES, color: 'red' } as const`,
  sendAll: `Object.values((await service.EchoTypes({ all })).all ?? {})`,
  words: `(await service.EchoList({ list: { word: WORDS } })).list?.word`,
  order: `(await service.EchoOrder({ order: { customer: { name: 'Ada', city: null }, line: LINES } })).order`,
  session: `Session: { user: 'Ada' }`,
  stamp: `String(who.headers.Stamp?.number)`,
  user: 'user',
}

export const USES = {
  shop: SHOP,
  // node-soap writes nil without the namespace that it is in.
  withoutNil: { ...SHOP, order: SHOP.order.replace('city: null', `city: 'Graz'`) },
  encoded: {
    service: 'Shop',
    file: 'shop',
    all: SHOP.all,
    sendAll: SHOP.sendAll,
    words: `(await service.EchoList({ list: WORDS })).list`,
    order: `await service.EchoOrder({ order: { customer: { name: 'Ada', city: null }, lines: LINES } })
      .then(({ order }) => ({ customer: order?.customer, line: order?.lines }))`,
  },
  gsoap: {
    service: 'GShop',
    file: 'GShop',
    all: `{ text: TEXT, number: -5, big: 9007199254740993n, real: 1.5e300, exact: DECIMAL, flag: true,
      at: AT, day: DAY, bytes: BYTES, color: 'red' } as const`,
    sendAll: `Object.values((await service.EchoAll({ all })).all ?? {})`,
    words: `(await service.EchoList({ list: { word: WORDS } })).list?.word`,
    order: `(await service.EchoOrder({ order: { customer: { name: 'Ada', city: 'Graz' }, line: LINES } })).order`,
    session: `user: 'Ada'`,
    stamp: `who.headers.stamp`,
    user: 'user',
  },
  spyne: {
    service: 'Shop',
    file: 'Application',
    all: `{ text: TEXT, number: -5, big: 9007199254740993n, real: 1.5e300, exact: DECIMAL, flag: true,
      at: AT, day: DAY, bytes: BYTES, color: 'red' } as const`,
    sendAll: `Object.values((await service.EchoAll({ all })).EchoAllResult ?? {})`,
    words: `(await service.EchoList({ list: { string: WORDS } })).EchoListResult?.string`,
    order: `(await service.EchoOrder({ order: { customer: { name: 'Ada', city: null }, line: LINES } })).EchoOrderResult`,
    session: `Session: { user: 'Ada' }`,
    stamp: `String(who.headers.Stamp?.number)`,
    user: 'WhoResult',
  },
} as const satisfies Record<string, Expressions>

/** A module that uses the client that `waybill import --client` has written, without a cast. */
export function useText({
  service,
  file,
  all,
  sendAll,
  words,
  order,
  ...more
}: Expressions): string {
  const who =
    more.session === undefined
      ? ''
      : `const who = await service.Who.answer({}, { headers: { ${more.session} } })
    said['who'] = [who.values?.${more.user}, ${more.stamp}]
    said['nobody'] = (await service.Who()).${more.user}`
  return `import { createSender } from 'waybill'
import { open${service} } from './${file}.client.js'

const TEXT = 'Gr\\u00fc\\u00dfe & <x>'
const DECIMAL = '12345678901234567890.125'
const AT = '2026-11-22T10:00:00Z'
const DAY = '2026-11-22'
const BYTES = new Uint8Array([0, 1, 255])
const WORDS = ['a', 'b & c', '']
const LINES = [{ item: 'tea', count: 2 }, { item: 'coffee', count: 1 }]

export async function run(soap: '1.1' | '1.2', to?: string): Promise<Record<string, unknown>> {
  const sender = createSender({ soap })
  try {
    const service = open${service}(sender, { to })
    const said: Record<string, unknown> = {}
    const all = ${all}
    said['all'] = ${sendAll}
    said['words'] = ${words}
    said['order'] = ${order}
    await service.Refuse({ code: 0 })
    try {
      await service.Refuse({ code: 3 })
    } catch (error) {
      if (!service.Refuse.isFault(error)) throw error
      said['fault'] = [error.fault.name, error.fault.detail.code, error.code, error.reason]
    }
    ${who}
    return said
  } finally {
    await sender.close()
  }
}
`
}
