/** The contract-first example: its contract gives names, checks and types, its handlers do the work. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import orders from '../../examples/orders/index.js'
import type { Outcome } from '../../src/transport.js'
import { cli } from '../support/nodes/cli.js'
import { makeNode } from '../support/nodes/node.js'
import { pluginOfContract } from '../support/of-contract.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const NS = 'xmlns="urn:example:orders"'
const made = async () => makeNode({ orders: await pluginOfContract(orders) })
const line = (item: string, count: number) =>
  `<line><item>${item}</item><count>${count}</count></line>`

function text(outcome: Outcome): string {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return outcome.message.body
}

test('an order is placed, with the header blocks of the contract, and found', async (t) => {
  const node = await made()
  const outcome = await node.inject(
    soap11(
      `<Place ${NS}>${line('tea', 2)}${line('coffee', 1)}</Place>`,
      `<c:Customer xmlns:c="urn:example:orders" s:mustUnderstand="1">Ada</c:Customer>`,
    ),
    { action: 'urn:example:orders/Place' },
  )
  t.regex(
    text(outcome),
    /<(\w+):Receipt [^>]*><\1:number>1<\/\1:number><\/\1:Receipt><\/s[^>]*Header>/,
  )
  t.regex(text(outcome), /PlaceResponse [^>]*><(\w+:)?order>1</)
  const found = await node.inject(soap12(`<Find ${NS}><order>1</order></Find>`))
  t.regex(text(found), /item>tea<.*count>2<.*item>coffee<.*customer>Ada</)
  const unnamed = await node.inject(soap11(`<Place ${NS}>${line('tea', 1)}</Place>`))
  t.regex(text(unnamed), /order>2</)
  const nil = await node.inject(soap11(`<Find ${NS}><order>2</order></Find>`))
  t.regex(text(nil), /customer [^>]*nil="true"/)
})

test('its faults have the detail of the contract', async (t) => {
  const node = await made()
  const out = await node.inject(soap11(`<Place ${NS}>${line('coffee', 4)}</Place>`))
  t.regex(
    text(out),
    /<faultcode>[^:]*:Client<\/faultcode><faultstring>There is not enough coffee\.<\/faultstring><detail><(\w+):OutOfStock [^>]*><\1:item>coffee<\/\1:item><\1:left>3</,
  )
  const unknown = await node.inject(soap12(`<Find ${NS}><order>9</order></Find>`))
  t.regex(text(unknown), />UnknownOrder<\/.*Text>.*Detail><(\w+):UnknownOrder [^>]*>9</)
})

test('what the contract does not allow never reaches a handler', async (t) => {
  const node = await made()
  const none = await node.inject(soap11(`<Place ${NS}>${line('tea', 0)}</Place>`))
  t.regex(text(none), /The arguments do not match the schema/)
  const other = await node.inject(soap11(`<Find ${NS}><order>1</order></Find>`), {
    action: 'urn:example:orders/Place',
  })
  t.regex(text(other), /The SOAPAction is not the one of the operation/)
})

test('a one-way operation is accepted, and done from the queue', async (t) => {
  const node = await made()
  await node.inject(soap11(`<Place ${NS}>${line('coffee', 3)}</Place>`))
  t.is((await node.inject(soap11(`<Cancel ${NS}><order>1</order></Cancel>`))).kind, 'accepted')
  const find = soap11(`<Find ${NS}><order>1</order></Find>`)
  while ((await node.inject(find)).kind === 'reply') await new Promise(setImmediate)
  const again = await node.inject(soap11(`<Place ${NS}>${line('coffee', 3)}</Place>`))
  t.regex(text(again), /order>2</)
})

test('its types are those that its contract has', async (t) => {
  const folder = fileURLToPath(new URL('../../../examples/orders/', import.meta.url))
  const { out } = await cli(['types', `${folder}orders.wsdl`])
  t.is(out, readFileSync(`${folder}orders.types.ts`, 'utf8'))
})
