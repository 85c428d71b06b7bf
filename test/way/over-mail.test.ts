/** What a node writes on the way of a message that goes on by mail, and what the next node makes of it. */
import test from 'ava'
import { readVisits } from '../../src/message/way/visits.js'
import { clarkName } from '../../src/xml/tree.js'
import { SmtpSender } from '../../transports/smtp/sender.js'
import { bodyOf } from '../support/mail/client.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { envelopeOf } from '../support/wire/wire.js'

const NEXT = 's:actor="http://schemas.xmlsoap.org/soap/actor/next"'

test('trace and trace id go over mail, and the answer by mail tells of both nodes', async (t) => {
  const sink = await mailSink()
  const last = await mailNode({ relay: sink.url })
  const sender = new SmtpSender({
    url: `smtp://127.0.0.1:${last.port}`,
    from: 'gateway@peer.example',
    plusAddresses: true,
    connections: 1,
    mailsPerConnection: 10,
    connectTimeout: 10_000,
    silenceTimeout: 10_000,
  })
  t.teardown(async () => {
    await sender.close()
    await last.close()
    await sink.close()
  })
  const first = makeNode(
    {},
    {
      settings: ['node.uri=urn:a'],
      findRoute: onwardTo('mailto:calculator@bus.example'),
      transports: [
        {
          name: 'smtp',
          schemes: ['mailto'],
          listening: [],
          listen: async () => undefined,
          close: async () => undefined,
          send: (message, to, signal) => sender.send(message, to, signal),
        },
      ],
    },
  )
  const trace = `<r:Trace xmlns:r="urn:waybill:route" ${NEXT}/>`
  t.deepEqual(await first.inject(soap11(ADD, trace)), { kind: 'accepted' })
  const { content } = await sink.mail(0)
  const { blocks } = envelopeOf(bodyOf({ content: content.toString('latin1') }))
  t.deepEqual(blocks.map(clarkName), ['{urn:waybill:route}Trace'])
  t.deepEqual(
    blocks
      .flatMap(readVisits)
      .map(({ node, transport, to, outcome }) => [node, transport, to, outcome]),
    [
      ['urn:a', 'memory', 'mailto', 'forwarded'],
      ['urn:waybill:node', 'smtp', undefined, 'replied'],
    ],
  )
  const [here, there] = [first, last].map(({ log }) =>
    log.find(({ msg, attempt }) => msg === 'exchange' && attempt === undefined),
  )
  t.is(here?.traceId, String(here?.exchange).replaceAll('-', ''))
  t.is(there?.traceId, here?.traceId)
  t.not(there?.exchange, here?.exchange)
})
