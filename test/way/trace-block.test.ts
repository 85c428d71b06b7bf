/** The trace in header blocks, where a transport has no header fields for it. */
import test from 'ava'
import { traceIn } from '../../src/message/way/trace-block.js'
import type { EnvelopeMessage, OutboundMessage, Transport } from '../../src/transport.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const NS = 'https://www.w3.org/TR/trace-context/'
const ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${ID}-b7ad6b7169203331-01`
/** As OpenTelemetry's instrumentation of WCF writes them. */
const BLOCKS = `<traceparent xmlns="${NS}">${PARENT}</traceparent><tracestate xmlns="${NS}">a=b</tracestate>`

const bytes = (text: string) => Buffer.from(text, 'utf8')

class Box implements Transport {
  readonly name = 'box'
  readonly schemes = ['box']
  readonly listening = []
  readonly carriesTrace: boolean
  readonly sent: OutboundMessage[] = []

  constructor(carriesTrace: boolean) {
    this.carriesTrace = carriesTrace
  }

  async listen(): Promise<void> {}

  async send(message: OutboundMessage): Promise<EnvelopeMessage | undefined> {
    this.sent.push(message)
    return undefined
  }

  async close(): Promise<void> {}
}

async function through(text: string, carriesTrace: boolean, settings: readonly string[] = []) {
  const box = new Box(carriesTrace)
  const node = makeNode({}, { settings, findRoute: onwardTo('box:next'), transports: [box] })
  await node.inject(text)
  const [sent] = box.sent
  return { body: sent?.body ?? '', trace: sent?.trace, log: node.log }
}

test('the blocks of an envelope are read as header fields are', (t) => {
  t.deepEqual(traceIn(bytes(soap11(ADD, BLOCKS))), { parent: PARENT, state: 'a=b' })
  const prefixed = `<t:traceparent xmlns:t="${NS}" t:x="1">\n ${PARENT}\n</t:traceparent>`
  t.deepEqual(traceIn(bytes(soap11(ADD, prefixed))), { parent: PARENT })
})

test('what is no trace, or two of them, is none', (t) => {
  t.is(traceIn(bytes(soap11(ADD))), undefined)
  t.is(traceIn(bytes(soap11(ADD, `<traceparent>${PARENT}</traceparent>`))), undefined)
  t.is(traceIn(bytes(soap11(ADD, BLOCKS + BLOCKS))), undefined)
  t.is(traceIn(bytes(soap11(ADD, BLOCKS.replace(ID, 'nothing')))), undefined)
  t.is(traceIn(new Uint8Array()), undefined)
})

test('what stands in Body is no trace, nor does the word Body in a block end the search', (t) => {
  t.is(traceIn(bytes(soap11(`<x>${BLOCKS}</x>`))), undefined)
  t.deepEqual(
    traceIn(bytes(soap11(ADD, `<x:y xmlns:x="urn:x" z="#Body"/>${BLOCKS}`)))?.parent,
    PARENT,
  )
})

test('what a peer can write at the front of an envelope is looked through in one pass', (t) => {
  for (const piece of [
    '<traceparent',
    '<traceparent>',
    ' ',
    '<traceparent> ',
    '\n<',
    'x:',
    'Body',
  ]) {
    const text = `${NS}<traceparent>${piece.repeat(Math.ceil(16_384 / piece.length))}`
    for (let times = 0; times < 50; times += 1) t.is(traceIn(bytes(text)), undefined)
  }
})

test('a message of a transport without header fields belongs to the trace of its blocks', async (t) => {
  const { log } = await through(soap11(ADD, BLOCKS), true)
  t.is(log.find(({ event }) => event === 'exchange')?.traceId, ID)
})

test('a transport without header fields gets the trace in blocks, after Hops', async (t) => {
  const { body, trace } = await through(soap11(ADD), false)
  const block = `<trace:traceparent xmlns:trace="${NS}">${trace?.parent}</trace:traceparent>`
  t.regex(body, /<r:Hops .*<\/r:Hops><trace:traceparent /)
  t.true(body.includes(block))
})

test('blocks make way for those that the message goes on with', async (t) => {
  for (const carries of [true, false]) {
    const { body, trace } = await through(soap11(ADD, BLOCKS), carries, ['routing.hops=false'])
    const blocks = [
      `<trace:traceparent xmlns:trace="${NS}">${trace?.parent}</trace:traceparent>`,
      `<trace:tracestate xmlns:trace="${NS}">a=b</trace:tracestate>`,
    ]
    t.is(body, soap11(ADD, blocks.join('')))
    t.not(trace?.parent, PARENT)
    t.true(trace?.parent.includes(ID))
  }
})

test('a transport with header fields gets no blocks', async (t) => {
  const { body } = await through(soap11(ADD), true)
  t.false(body.includes(NS))
})

test('blocks of a message that may be signed stay as they are', async (t) => {
  const signature =
    '<w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" s:actor="urn:x"/>'
  const text = soap11(ADD, BLOCKS + signature)
  const { body } = await through(text, true, ['routing.hops=false'])
  t.is(body, text)
})
