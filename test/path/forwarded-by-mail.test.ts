/** A fault at the end of HTTP, mail and HTTP: it is back as soon as it was made. */
import test from 'ava'
import { createLog } from '../../src/log.js'
import { MEDIA_TYPES } from '../../src/transport.js'
import { HttpTransport } from '../../transports/http/transport.js'
import { configurationOf } from '../support/config.js'
import { mailNode } from '../support/mail/node.js'
import { type Destination, postOffice } from '../support/mail/post-office.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { onwardTo } from '../support/nodes/onward.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { faultIn } from '../support/wire/faults.js'

const RUN = '<q:Run xmlns:q="urn:q"/>'

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: a Server fault of the last node ends both jobs on its way, and is the answer`, async (t) => {
    const fault = faultIn(soap, { reason: 'the database is away' })
    const hop = await httpHop({
      status: 500,
      headers: { 'content-type': MEDIA_TYPES[soap] },
      body: fault,
    })
    const domains: Record<string, Destination> = {}
    const office = await postOffice(domains)
    const { config } = configurationOf({ environment: {}, settings: [] })
    const middle = await mailNode({
      relay: office.url,
      settings: { domains: ['middle.example'] },
      node: {
        settings: ['node.uri=urn:example:middle', 'routing.hops=false'],
        findRoute: (envelope, message, facts) =>
          message.inReplyTo?.length ? undefined : onwardTo(hop.url)(envelope, message, facts),
        transports: [new HttpTransport(config.http, createLog('silent'))],
      },
    })
    const first = await mailNode({
      relay: office.url,
      settings: { domains: ['first.example'] },
      node: {
        settings: ['node.uri=urn:example:first', 'routing.hops=false'],
        findRoute: onwardTo('mailto:echo@middle.example', 'request-reply', 3_600_000),
      },
    })
    domains['middle.example'] = middle.port
    domains['first.example'] = first.port
    t.teardown(async () => {
      await first.close()
      await middle.close()
      await office.close()
      await hop.close()
    })
    const request = { '1.1': soap11, '1.2': soap12 }[soap](RUN)
    const outcome = await first.inject(request, { mediaType: MEDIA_TYPES[soap], patience: 20_000 })
    if (outcome.kind !== 'fault') return t.fail(outcome.kind)
    t.regex(outcome.message.body, /the database is away/)
    t.is(hop.requests.length, 1)
  })
}
