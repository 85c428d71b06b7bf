/** Ordered operations over HTTP: the messages of one sender run one at a time, in their order; those of others meanwhile. */
import { setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Agent, fetch } from 'undici'
import type { Operation } from '../../src/plugin.js'
import { endedJobs, gate, until } from '../support/jobs.js'
import { serveNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const run = (n: string | number) => soap11(`<q:Run xmlns:q="urn:q"><q:n>${n}</q:n></q:Run>`)

async function served(t: ExecutionContext, operation: Pick<Operation, 'invoke' | 'exchange'>) {
  const node = await serveNode(
    { q: { operations: [{ name: '{urn:q}Run', ordered: true, ...operation }] } },
    { settings: ['queue.retry={attempts: 3, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}'] },
  )
  t.teardown(() => node.close())
  return {
    node,
    /** Posts from an address of the loopback network, each of which is another sender. */
    async post(body: string, from: string, headers: Record<string, string> = {}) {
      const dispatcher = new Agent({ localAddress: from })
      t.teardown(() => dispatcher.destroy())
      const type = { 'content-type': 'text/xml' }
      return fetch(node.url, {
        method: 'POST',
        headers: { ...type, ...headers },
        body,
        dispatcher,
      })
    },
  }
}

test('messages of one sender run one at a time, in the order in which they were accepted', async (t) => {
  const done: string[] = []
  let running = 0
  let most = 0
  let failed = false
  const { node, post } = await served(t, {
    exchange: 'one-way',
    async invoke({ n }) {
      running += 1
      most = Math.max(most, running)
      // Whoever is taken with it has begun by then.
      for (let turns = 0; turns < 20; turns += 1) await turn()
      running -= 1
      if (n === '3' && !failed) {
        failed = true
        throw new Error('away')
      }
      done.push(String(n))
    },
  })
  // All are there before the first is run: in no order, all would be run at once.
  await node.queue.admin.pause()
  const numbers = Array.from({ length: 8 }, (_, index) => String(index))
  for (const n of numbers) t.is((await post(run(n), '127.0.0.1')).status, 202)
  await node.queue.admin.resume()
  await endedJobs(node.queue, numbers.length)
  t.deepEqual(done, numbers)
  t.is(most, 1)
  t.true(failed, 'one that was tried again kept its place')
})

test('a sender that waits on its connection gets its own answer, after those before it', async (t) => {
  const first = gate()
  const begun: string[] = []
  const { node, post } = await served(t, {
    async invoke({ n }) {
      begun.push(String(n))
      if (n === 'a1') await first.opened
      return { got: n }
    },
  })
  const one = post(run('a1'), '127.0.0.1')
  await until(() => begun.includes('a1'))
  const two = post(run('a2'), '127.0.0.1')
  await until(async () => (await node.queue.admin.stats()).waiting === 1)
  // Another sender does not wait for them.
  const other = await post(run('b1'), '127.0.0.2')
  t.is(other.status, 200)
  t.regex(await other.text(), /<m:got>b1</)
  t.deepEqual(begun, ['a1', 'b1'])
  first.open()
  t.regex(await (await one).text(), /<m:got>a1</)
  t.regex(await (await two).text(), /<m:got>a2</)
  t.deepEqual(begun, ['a1', 'b1', 'a2'])
})
