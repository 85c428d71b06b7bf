/** Asynchronous answers over HTTP: 202 with a place, coming back for the answer, sending again. */
import test from 'ava'
import { fetch } from 'undici'
import { endedJobs } from '../support/jobs.js'
import { serveNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'

/** A node whose operation waits until it is let go, and counts. */
async function held() {
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  let runs = 0
  const node = await serveNode(
    {
      q: {
        operations: [
          {
            name: '{urn:q}Run',
            async invoke({ n }) {
              runs += 1
              await gate
              if (n === '0') throw new Error('secret')
              return { n, runs: String(runs) }
            },
          },
          { name: '{urn:q}Tell', exchange: 'one-way', invoke() {} },
        ],
      },
    },
    { settings: ['queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}'] },
  )
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(node.url, { method: 'POST', headers: { 'content-type': 'text/xml', ...headers }, body })
  const ended = () => endedJobs(node.queue)
  return { node, go, post, ended, runs: () => runs }
}

test('RFC 7240 §4.1 respond-async: 202 at once, 202 while pending, then the reply', async (t) => {
  const { node, go, post, ended } = await held()
  t.teardown(() => node.close())
  const response = await post(soap11(RUN), { prefer: 'respond-async' })
  t.is(response.status, 202)
  t.is(await response.text(), '')
  const location = response.headers.get('location') ?? ''
  t.regex(location, /^\/soap\/exchanges\/[0-9a-f-]{36}$/)
  const pickUp = () => fetch(new URL(location, node.url))
  const pending = await pickUp()
  t.is(pending.status, 202)
  t.is(pending.headers.get('location'), location)
  go()
  await ended()
  const reply = await pickUp()
  t.is(reply.status, 200)
  t.is(reply.headers.get('content-type'), 'text/xml; charset=UTF-8')
  t.regex(await reply.text(), /<m:RunResponse/)
})

test('RFC 7240 §4.3 wait: the reply, if it is there in time', async (t) => {
  const { node, go, post } = await held()
  t.teardown(() => node.close())
  go()
  const heard = await post(soap11(RUN), { prefer: 'respond-async, wait=30' })
  t.is(heard.status, 200)
})

test('a fault is fetched later with its own status, and says nothing about the node', async (t) => {
  const { node, go, post, ended } = await held()
  t.teardown(() => node.close())
  const response = await post(soap12(RUN.replace('1', '0')), {
    prefer: 'respond-async',
    'content-type': 'application/soap+xml',
  })
  go()
  await ended()
  const heard = await fetch(new URL(response.headers.get('location') ?? '', node.url))
  t.is(heard.status, 500)
  const text = await heard.text()
  t.regex(text, /Receiver/)
  t.notRegex(text, /secret/)
})

test('an answer that is kept no longer is gone; other paths are not found; nothing else is allowed', async (t) => {
  const { node } = await held()
  t.teardown(() => node.close())
  const status = async (path: string, method = 'GET') =>
    (await fetch(`${node.url}/exchanges/${path}`, { method })).status
  t.is(await status('0b0c3b6e-6f0e-4d2c-9a55-0c2f4f1f3a11'), 410)
  t.is(await status('1'), 404)
  t.is(await status('0b0c3b6e-6f0e-4d2c-9a55-0c2f4f1f3a11', 'DELETE'), 405)
})

test('Idempotency-Key: the same request twice at once and once more later has one effect', async (t) => {
  const { node, go, post, runs } = await held()
  t.teardown(() => node.close())
  const again = () => post(soap11(RUN), { 'idempotency-key': '"a-1"' })
  const both = Promise.all([again(), again()])
  go()
  const heard = [...(await both), await again()]
  const texts = await Promise.all(heard.map((answer) => answer.text()))
  t.deepEqual(
    heard.map(({ status }) => status),
    [200, 200, 200],
  )
  t.is(new Set(texts).size, 1)
  t.is(runs(), 1)
})

test('an invalid Idempotency-Key is refused', async (t) => {
  const { node, post } = await held()
  t.teardown(() => node.close())
  for (const key of ['""', 'a b', 'x'.repeat(256)]) {
    t.is((await post(soap11(RUN), { 'idempotency-key': key })).status, 400, key)
  }
})

test('503 with Retry-After when a message cannot be made durable', async (t) => {
  const { node, post } = await held()
  t.teardown(() => node.close())
  await node.queue.close()
  const heard = await post(soap11('<q:Tell xmlns:q="urn:q"/>'))
  t.is(heard.status, 503)
  t.is(heard.headers.get('retry-after'), '5')
  t.is(await heard.text(), '')
})
