/** Calls by a contract: typed, checked before they are sent, and held against it when they are answered. */
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import orders from '../../examples/orders/index.js'
import type { Orders } from '../../examples/orders/orders.types.js'
import {
  createSender,
  FaultAnswer,
  type SenderOptions,
  UnexpectedAnswer,
} from '../../src/client/sender.js'
import { element } from '../../src/plugin.js'
import { serveNode } from '../support/nodes/node.js'
import { pluginOfContract } from '../support/of-contract.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const contract = new URL('../../examples/orders/orders.wsdl', import.meta.url)
const NS = 'xmlns="urn:example:orders"'
const TEA = { line: [{ item: 'tea', count: 2 }] }

function sender(t: ExecutionContext, options: SenderOptions = {}) {
  const made = createSender(options)
  t.teardown(() => made.close())
  return made
}

async function shop(t: ExecutionContext, options: SenderOptions = {}, addressing = false) {
  const node = await serveNode({ orders: await pluginOfContract(orders) })
  t.teardown(() => node.close())
  return sender(t, options).use<Orders>(contract, { to: `${node.url}/orders`, addressing })
}

/** The orders of a peer that answers everything with one envelope. */
async function answered(t: ExecutionContext, envelope: string, options: SenderOptions = {}) {
  const { url } = await answering(t, withEnvelope(envelope))
  return sender(t, options).use<Orders>(contract, { to: url })
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const addressing of [false, true]) {
    const how = `SOAP ${soap}${addressing ? ' with WS-Addressing' : ''}`

    test(`${how}: parameters, results and header blocks by their names`, async (t) => {
      const { Place, Find, Cancel } = await shop(t, { soap }, addressing)
      t.deepEqual({ ...(await Place(TEA)) }, { order: '1' })
      const second = await Place.answer(TEA, { headers: { Customer: 'Ada' } })
      t.is(second.values?.order, '2')
      t.is(second.headers.Receipt?.number, 2)
      t.true(second.blocks.length >= 1)
      const { line, customer } = await Find({ order: '2' })
      t.deepEqual([line[0]?.item, line[0]?.count, customer], ['tea', 2, 'Ada'])
      t.is((await Find({ order: '1' })).customer, null)
      t.is(await Cancel({ order: '1' }), undefined)
    })

    test(`${how}: a declared fault is told by its name, with its detail`, async (t) => {
      const { Place, Find } = await shop(t, { soap }, addressing)
      const error = await t.throwsAsync(Place({ line: [{ item: 'tea', count: 13 }] }))
      if (!Place.isFault(error)) return t.fail(String(error))
      t.is(error.fault.name, 'OutOfStock')
      t.is(error.fault.detail.left, 12)
      t.is(error.reason, 'There is not enough tea.')
      t.false(Find.isFault(error))
      const unknown = await t.throwsAsync(Find({ order: 'x' }))
      t.true(Find.isFault(unknown) && unknown.fault.detail === 'x')
      return undefined
    })
  }
}

test('what the contract does not allow is not sent', async (t) => {
  const { Place } = await answered(t, soap11(''))
  const expected = { instanceOf: TypeError, message: /line\[0\]\.count: / }
  await t.throwsAsync(Place({ line: [{ item: 'tea', count: 0 }] }), expected)
  const more: { line: []; headers?: string } = { line: [], headers: '' }
  await t.throwsAsync(Place(more), { instanceOf: TypeError })
})

for (const [what, body, expected] of [
  [
    'an element that the contract lacks',
    `<PlaceResponse ${NS}><order>1</order><more/></PlaceResponse>`,
    /more/,
  ],
  [
    'a value of another type',
    `<FindResponse ${NS}><order>1</order></FindResponse>`,
    /Place is answered by \{urn:example:orders\}PlaceResponse, and got \{urn:example:orders\}FindResponse/,
  ],
  ['nothing', '', /and got an empty Body/],
] as const) {
  test(`an answer with ${what} is unexpected`, async (t) => {
    const { Place } = await answered(t, soap11(body))
    const error = await t.throwsAsync(Place(TEA), { instanceOf: UnexpectedAnswer })
    t.regex(error?.message ?? '', expected)
    t.is(error?.text, soap11(body))
  })
}

test('a declared header block of another content is unexpected', async (t) => {
  const receipt = `<r:Receipt xmlns:r="urn:example:orders"><r:number>x</r:number></r:Receipt>`
  const body = `<PlaceResponse ${NS}><order>1</order></PlaceResponse>`
  const { Place } = await answered(t, soap12(body, receipt), { soap: '1.2' })
  await t.throwsAsync(Place(TEA), { instanceOf: UnexpectedAnswer })
})

test('a fault that the contract does not declare is one all the same', async (t) => {
  const fault = (detail: string) =>
    soap11(
      `<s:Fault><faultcode>s:Client</faultcode><faultstring>No.</faultstring><detail>${detail}</detail></s:Fault>`,
    )
  for (const detail of ['', '<other/>', `<OutOfStock ${NS}><item>tea</item></OutOfStock>`]) {
    const { Place } = await answered(t, fault(detail))
    const error = await t.throwsAsync(Place(TEA), { instanceOf: FaultAnswer })
    t.is(error?.fault, undefined)
    t.is(error?.reason, 'No.')
    t.false(Place.isFault(error))
  }
})

test('the address and the version are those of a port', async (t) => {
  const file = fileURLToPath(contract)
  t.throws(() => sender(t).use<Orders>(contract, { service: 'Other' }), {
    message: `${file}: it has no service Other; its services are Orders`,
  })
  const made = sender(t, { timeout: 1 }).use<Orders>(contract)
  await t.throwsAsync(made.Place(TEA), { message: /127\.0\.0\.1:8080|time/ })
})

test('header blocks of any name go along, and those that no contract declares are refused', async (t) => {
  const { Place } = await shop(t)
  const blocks = [element({ name: '{urn:x}Extra', prefix: 'x' })]
  t.is((await Place(TEA, { blocks })).order, '1')
  const headers: { Customer?: string; Other?: string } = { Other: '' }
  await t.throwsAsync(Place(TEA, { headers }), {
    message: 'the contract declares no header block Other for Place; it declares Customer',
  })
})
