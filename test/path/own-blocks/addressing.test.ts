/** Addressing as handlers of the path: what plugins see of it, and what they may not do beside it. */
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { ownBlocks } from '../../../src/path/own-blocks/table.js'
import { HandlerTable } from '../../../src/path/parts/handler-table.js'
import { type Addressing, element, NEXT, type Plugin, SoapFault } from '../../../src/plugin.js'
import { SOAP_11 } from '../../../src/soap/version.js'
import { makeNode } from '../../support/nodes/node.js'
import { onwardTo } from '../../support/nodes/onward.js'
import { ADDRESSED, endpoint, NONE, WSA, wsa } from '../../support/wire/addressing.js'
import { soap11 } from '../../support/wire/envelopes.js'

const LOOK = '<l:Look xmlns:l="urn:example:look"/>'
const BLOCK = '<l:Early xmlns:l="urn:example:look"/>'

function looking() {
  const seen: (Addressing | undefined)[] = []
  const early: (Addressing | undefined)[] = []
  const plugin: Plugin = {
    operations: [
      {
        name: '{urn:example:look}Look',
        invoke(_, exchange) {
          seen.push(exchange.addressing)
        },
      },
      {
        name: '{urn:example:look}Meddle',
        invoke(_, exchange) {
          exchange.addHeader(element({ name: `{${WSA}}Action`, prefix: 'a', children: ['urn:x'] }))
        },
      },
    ],
    headers: [
      {
        name: '{urn:example:look}Early',
        process(_, exchange) {
          early.push(exchange.addressing)
        },
      },
    ],
  }
  return { plugin, seen, early }
}

test('operations and header handlers see what the addressing blocks say', async (t) => {
  const { plugin, seen, early } = looking()
  const node = makeNode({ look: plugin })
  const header = BLOCK + ADDRESSED + endpoint('FaultTo', NONE) + wsa('To', 'http://example.com/')
  t.is((await node.inject(soap11(LOOK, header))).kind, 'reply')
  t.is(seen[0]?.action, 'urn:example:act')
  t.is(seen[0]?.messageId, 'urn:example:message:1')
  t.is(seen[0]?.replyTo.kind, 'anonymous')
  t.is(seen[0]?.faultTo?.kind, 'none')
  t.is(seen[0]?.to, 'http://example.com/')
  t.deepEqual(early, seen)
})

test('without addressing blocks, or with addressing switched off, they see nothing', async (t) => {
  const { plugin, seen } = looking()
  await makeNode({ look: plugin }).inject(soap11(LOOK))
  const off = makeNode({ look: plugin }, { addressing: false })
  t.is((await off.inject(soap11(LOOK, ADDRESSED))).kind, 'reply')
  t.deepEqual(seen, [undefined, undefined])
})

test('an allowed endpoint elsewhere is left as it came, one that is not allowed never shows', async (t) => {
  const { plugin, seen } = looking()
  const settings = ['replies.schemes=[https]', 'replies.hosts=[partner.example]']
  const node = makeNode({ look: plugin }, { settings })
  const to = (address: string) => soap11(LOOK, ADDRESSED + endpoint('ReplyTo', address))
  await node.inject(to('https://partner.example/x'))
  // Its answer goes elsewhere, so it is run from the queue.
  while (seen.length === 0) await turn()
  t.is(seen[0]?.replyTo.address, 'https://partner.example/x')
  t.is((await node.inject(to('https://other.example/x'))).kind, 'fault')
  t.is(seen.length, 1)
})

test('a plugin adds no addressing block where the node does, and may where it does not', async (t) => {
  const { plugin } = looking()
  const meddle = '<l:Meddle xmlns:l="urn:example:look"/>'
  const node = makeNode({ look: plugin }, { settings: ['queue.retry.attempts=1'] })
  const outcome = await node.inject(soap11(meddle, ADDRESSED))
  t.is(outcome.kind === 'fault' && outcome.code, 'Server')
  t.is((await node.inject(soap11(meddle))).kind, 'reply')
  const off = makeNode({ look: plugin }, { addressing: false })
  t.is((await off.inject(soap11(meddle, ADDRESSED))).kind, 'reply')
})

test('a plugin of its own for addressing blocks has them where addressing is switched off', async (t) => {
  const found: string[] = []
  const own: Plugin = {
    headers: [{ name: `{${WSA}}Action`, process: (block) => void found.push(block.local) }],
  }
  const { plugin } = looking()
  const off = makeNode({ look: plugin, own }, { addressing: false })
  const outcome = await off.inject(soap11(LOOK, ADDRESSED))
  t.deepEqual(found, ['Action'])
  t.false(outcome.kind === 'reply' && outcome.message.body.includes(WSA))
})

test('a plugin that claims an addressing block is refused, and told what to switch off', (t) => {
  const definition: Plugin = {
    headers: [{ name: `{${WSA}}To`, actor: NEXT, process: () => undefined }],
  }
  const own = ownBlocks({ addressing: true, hops: false, trace: false, security: false })
  const plugins = [{ name: 'mine', from: 'test:mine', definition }]
  t.throws(() => new HandlerTable(own, plugins, undefined, []), {
    code: 'WAYBILL_PLUGIN_CONFLICT',
    message: /\}To is claimed by two plugins: WS-Addressing \(addressing\.enabled\) and mine$/,
  })
})

test('what comes from the queue is addressed as its request asks, and retried for no unwanted fault', async (t) => {
  let count = 0
  const queued: Plugin = {
    operations: [
      {
        name: '{urn:example:queued}Run',
        dispatch: 'queue',
        invoke(_, { addressing }) {
          count += 1
          if (addressing?.faultTo) throw new SoapFault({ code: 'Client', reason: 'No.' })
        },
      },
    ],
  }
  const node = makeNode({ queued })
  const run = (header: string) =>
    node.inject(soap11('<q:Run xmlns:q="urn:example:queued"/>', ADDRESSED + header))
  const outcome = await run('')
  t.regex(
    outcome.kind === 'reply' ? outcome.message.body : '',
    />urn:example:actResponse<.*RelatesTo[^>]*>urn:example:message:1</,
  )
  const other = (header: string) => header.replace('message:1', 'message:2')
  const unwanted = soap11(
    '<q:Run xmlns:q="urn:example:queued"/>',
    other(ADDRESSED) + endpoint('FaultTo', NONE),
  )
  t.is((await node.inject(unwanted)).kind, 'accepted')
  t.is(count, 2)
  t.is((await node.queue.admin.stats()).dead, 0)
})

test('at a node on the way the blocks for it are checked, end there, and ask for no message id', async (t) => {
  const { plugin } = looking()
  const next = `s:actor="${SOAP_11.next}" xmlns:s="${SOAP_11.namespace}"`
  const sent: string[] = []
  const node = makeNode(
    { look: plugin },
    {
      settings: ['routing.hops=false'],
      findRoute: onwardTo('memory:next'),
      transports: [
        {
          name: 'memory',
          schemes: ['memory'],
          listening: [],
          listen: async () => undefined,
          close: async () => undefined,
          send: async ({ body }) => {
            sent.push(body)
            return undefined
          },
        },
      ],
    },
  )
  const action = wsa('Action', 'urn:example:act', next)
  t.is((await node.inject(soap11(LOOK, action + ADDRESSED))).kind, 'accepted')
  t.deepEqual(sent, [soap11(LOOK, ADDRESSED)])
  const wrong = wsa('To', 'nonsense', next)
  t.is((await node.inject(soap11(LOOK, action + wrong + ADDRESSED))).kind, 'fault')
  t.is(sent.length, 1)
})
