/** What senders over HTTP see of a message that is accepted and not finished, and what our own make of it. */
import test from 'ava'
import { createSender } from '../../src/client/sender.js'
import type { Operation } from '../../src/plugin.js'
import { elementText } from '../../src/xml/tree.js'
import { endedJobs, gate, until } from '../support/jobs.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { type NodeOptions, type ServedNode, serveNode } from '../support/nodes/node.js'
import { ADDRESSED, endpoint } from '../support/wire/addressing.js'
import { soap11 } from '../support/wire/envelopes.js'
import { faultIn, OUT_OF_STOCK } from '../support/wire/faults.js'
import { ask11, ask12 } from '../support/wire/wire.js'

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

const RUN = '<q:Run xmlns:q="urn:q"/>'
const FAST = 'queue.retry={attempts: 30, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}'
const ASK = { '1.1': ask11, '1.2': ask12 } as const

async function served(
  t: Teardown,
  operation: Partial<Operation> & Pick<Operation, 'invoke'>,
  options: NodeOptions = {},
): Promise<ServedNode> {
  const plugin = { operations: [{ name: '{urn:q}Run', ...operation }] }
  const settings = [FAST, ...(options.settings ?? [])]
  const node = await serveNode({ q: plugin }, { ...options, settings })
  t.teardown(() => node.close())
  return node
}

/** An operation whose database is away until it is told to be back. */
function failing() {
  const { opened, open } = gate()
  let [runs, up] = [0, false]
  void opened.then(() => {
    up = true
  })
  return {
    repair: open,
    runs: () => runs,
    operation: {
      dispatch: 'queue',
      invoke() {
        runs += 1
        if (!up) throw new Error('the database is away')
        return { at: 'last' }
      },
    },
  } as const
}

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: 500 with Location and one entry with that address; the same message again gets the answer`, async (t) => {
    const { operation, repair } = failing()
    const { url, queue } = await served(t, operation)
    const headers = { 'Idempotency-Key': '"k"' }
    const heard = await ASK[soap](url, RUN, '', { headers })
    t.is(heard.status, 500)
    const { code, detail = [] } = heard.fault
    t.is(code, 'Server')
    const location = heard.headers.get('location') ?? ''
    t.deepEqual(detail.map(elementText), [location])
    t.regex(location, /^\/soap\/exchanges\/[0-9a-f-]{36}$/)
    repair()
    await endedJobs(queue)
    const again = await ASK[soap](url, RUN, '', { headers })
    t.is(again.status, 200)
    t.regex(again.text, />last</)
    t.is(await (await fetch(new URL(location, url))).text(), again.text)
  })

  test(`SOAP ${soap}: whose faults go elsewhere waits here all the same, and its fault is sent once it has failed`, async (t) => {
    const hop = await httpHop({ status: 202 })
    t.teardown(() => hop.close())
    const { operation } = failing()
    const { url, queue } = await served(t, operation, {
      settings: [
        'queue.retry.attempts=3',
        'replies.schemes=[http]',
        'replies.hosts=["127.0.0.1:*"]',
        'replies.addresses=[127.0.0.0/8]',
      ],
    })
    const header = ADDRESSED + endpoint('FaultTo', hop.url)
    const heard = await ASK[soap](url, RUN, header)
    t.is(heard.status, 500, heard.text)
    t.truthy(heard.headers.get('location'))
    await endedJobs(queue, 2)
    t.is(hop.requests.length, 1)
    t.notRegex(hop.requests[0]?.body ?? '', /Accepted/)
  })

  test(`SOAP ${soap}: our sender takes it as an acceptance, as it takes 202`, async (t) => {
    const { operation } = failing()
    const { url } = await served(t, operation)
    const sender = createSender({ soap })
    t.teardown(() => sender.close())
    const answer = await sender.call(url, '{urn:q}Run', {})
    t.false(answer.replied)
    t.is(
      answer.acceptance?.location,
      `${new URL(url).origin}/soap/exchanges/${answer.acceptance?.exchange}`,
    )
  })

  test(`SOAP ${soap}: two nodes in store, the second without its database: the message gets through`, async (t) => {
    const { operation, repair, runs } = failing()
    const last = await served(t, { ...operation, dispatch: 'inline' })
    const first = await served(
      t,
      { invoke: () => ({}) },
      {
        settings: [
          'node.uri=urn:example:first',
          `routes=${JSON.stringify([{ to: last.url, mode: 'store' }])}`,
        ],
      },
    )
    const heard = await ASK[soap](first.url, RUN)
    t.is(heard.status, 202)
    await until(() => runs() > 1)
    repair()
    const [job] = await endedJobs(first.queue)
    t.is(job?.state, 'done')
    const fetched = await fetch(new URL(heard.headers.get('location') ?? '', first.url))
    t.regex(await fetched.text(), />last</)
  })

  test(`SOAP ${soap}: over a route of mode request-reply to a queued operation that fails at first, the answer comes in the end`, async (t) => {
    const { operation, repair, runs } = failing()
    const last = await served(t, operation)
    const first = await served(
      t,
      { invoke: () => ({}) },
      {
        settings: [
          'node.uri=urn:example:first',
          `routes=${JSON.stringify([{ to: last.url, mode: 'request-reply' }])}`,
        ],
      },
    )
    const requested = ASK[soap](first.url, RUN)
    await until(() => runs() > 1)
    repair()
    const heard = await requested
    t.is(heard.status, 200)
    t.regex(heard.text, />last</)
    t.is((await endedJobs(last.queue)).length, 1, 'the last node knows the message again')
  })
}

test('an answer that is too large is final, and one that cannot be used opens no circuit', async (t) => {
  const large = soap11(`<q:RunResponse xmlns:q="urn:q">${'x'.repeat(2000)}</q:RunResponse>`)
  for (const mode of ['relay', 'store', 'request-reply']) {
    let answer = large
    const hop = await httpHop(() => ({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: answer,
    }))
    t.teardown(() => hop.close())
    const partner = { url: hop.url, breaker: { failures: 1, pause: '1h' } }
    const node = await served(
      t,
      { invoke: () => ({}) },
      {
        settings: [
          'node.uri=urn:example:first',
          'http.maxBody=1000B',
          `destinations=${JSON.stringify({ partner })}`,
          `routes=${JSON.stringify([{ to: 'partner', mode }])}`,
        ],
      },
    )
    for (const body of [large, '<html/>']) {
      answer = body
      await ask11(node.url, `<q:Run xmlns:q="urn:q">${mode}</q:Run>`)
      if (body === large && mode === 'store') {
        const [job] = await endedJobs(node.queue)
        t.like(job, { state: 'dead', cause: 'the answer has more than 1000 bytes' })
      }
      if (body === large) t.is(hop.requests.length, 1, mode)
    }
    answer = soap11('<q:RunResponse xmlns:q="urn:q"/>')
    const heard = await ask11(node.url, RUN)
    t.is(heard.status, mode === 'store' ? 202 : 200, mode)
    t.false(
      node.log.some(({ event }) => event === 'breaker'),
      mode,
    )
  }
})

test('200 without an envelope is a failure where an answer is expected, is not sent again, and opens no circuit', async (t) => {
  const hop = await httpHop({ status: 200 })
  t.teardown(() => hop.close())
  const statusOver = async (route: object) => {
    const before = hop.requests.length
    const partner = { url: hop.url, breaker: { failures: 1, pause: '1h' } }
    const node = await served(
      t,
      { invoke: () => ({}) },
      {
        settings: [
          'node.uri=urn:example:first',
          'http.maxBody=1000B',
          `destinations=${JSON.stringify({ partner })}`,
          `routes=${JSON.stringify([{ to: 'partner', ...route }])}`,
        ],
      },
    )
    const { status } = await ask11(node.url, RUN)
    await until(() => hop.requests.length > before)
    t.false(node.log.some(({ event }) => event === 'breaker'))
    return `${status >= 500 ? 'fault' : status} after ${hop.requests.length - before}`
  }
  t.is(await statusOver({}), 'fault after 1')
  t.is(await statusOver({ mode: 'request-reply' }), 'fault after 1')
  t.is(await statusOver({ answers: 'none' }), '202 after 1')
  t.is(await statusOver({ mode: 'store', answers: 'none' }), '202 after 1')
  t.is(await statusOver({ mode: 'store' }), '202 after 1')
})

test('a route of mode request-reply sends an Idempotency-Key, and a declared fault of the next node comes back at once', async (t) => {
  const fault = faultIn('1.1', { detail: OUT_OF_STOCK })
  const hop = await httpHop({ status: 500, headers: { 'content-type': 'text/xml' }, body: fault })
  t.teardown(() => hop.close())
  const routes = JSON.stringify([{ to: hop.url, mode: 'request-reply' }])
  const settings = ['node.uri=urn:example:first', `routes=${routes}`, 'routing.hops=false']
  const node = await served(t, { invoke: () => ({}) }, { settings })
  const heard = await ask11(node.url, RUN)
  t.is(heard.text, fault)
  t.is(hop.requests.length, 1)
  t.regex(String(hop.requests[0]?.headers['idempotency-key']), /^"[0-9a-f-]{36}"$/)
})
