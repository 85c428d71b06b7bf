/** The trace: its block is noted, answered and left for the next node. */
import test from 'ava'
import echo from '../../plugins/echo/index.js'
import trace from '../../plugins/trace/index.js'
import { createLog } from '../../src/log.js'
import { NEXT } from '../../src/plugin.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const input = { options: {}, folder: '.', log: createLog('silent') }
const plugin = await trace(input)
const other = await echo(input)

const ECHO = '<e:Echo xmlns:e="urn:example:echo"><e:text>x</e:text></e:Echo>'
const block = (text: string, attributes: string) =>
  `<t:Trace xmlns:t="urn:example:trace" ${attributes}>${text}</t:Trace>`

test('it handles its block at every node', (t) => {
  t.is(plugin.headers?.[0]?.actor, NEXT)
})

test('its block is logged and comes back as Traced, in both versions', async (t) => {
  for (const [envelope, attributes, mediaType] of [
    [soap11, `s:actor="${SOAP_11.next}" s:mustUnderstand="1"`, 'text/xml'],
    [soap12, `s:role="${SOAP_12.next}" s:mustUnderstand="true"`, 'application/soap+xml'],
  ] as const) {
    const node = makeNode({ trace: plugin, echo: other })
    const outcome = await node.inject(envelope(ECHO, block('run 1', attributes)), { mediaType })
    t.is(outcome.kind, 'reply')
    t.regex(
      outcome.kind === 'reply' ? outcome.message.body : '',
      /Header><t:Traced xmlns:t="urn:example:trace">run 1<\/t:Traced></,
    )
    const line = node.log.find(({ msg }) => msg === 'traced')
    t.is(line?.trace, 'run 1')
    t.is(typeof line?.exchange, 'string')
  }
})

test('a block for the ultimate receiver is not for it', async (t) => {
  const node = makeNode({ trace: plugin, echo: other })
  const outcome = await node.inject(soap11(ECHO, block('run 1', '')))
  t.is(outcome.kind, 'reply')
  t.false(outcome.kind === 'reply' && outcome.message.body.includes('Traced'))
  const mandatory = await node.inject(soap11(ECHO, block('run 1', 's:mustUnderstand="1"')))
  t.is(mandatory.kind === 'fault' && mandatory.code, 'MustUnderstand')
})

test('without schemas, a block that is no text is a fault all the same', async (t) => {
  const node = makeNode({ trace: plugin, echo: other }, { settings: ['soap.validate=false'] })
  const outcome = await node.inject(soap11(ECHO, block('<t:more/>', `s:actor="${SOAP_11.next}"`)))
  t.is(outcome.kind === 'fault' && outcome.code, 'Client')
  t.is(
    node.log.find(({ msg }) => msg === 'traced'),
    undefined,
  )
})

test('a block that its schema does not allow is a fault, and the operation does not run', async (t) => {
  const node = makeNode({ trace: plugin, echo: other })
  for (const text of ['', ' ', 'x'.repeat(101), '<t:more/>']) {
    const outcome = await node.inject(soap11(ECHO, block(text, `s:actor="${SOAP_11.next}"`)))
    t.is(outcome.kind === 'fault' && outcome.code, 'Client', text)
  }
  t.is(
    node.log.find(({ msg }) => msg === 'traced'),
    undefined,
  )
})
