/** Which calls run at once and which as jobs; both claim in one name space, so that whoever comes second gets the outcome of the first. */
import test from 'ava'
import type { Operation } from '../../src/plugin.js'
import { call, nodeWith as made, outcomeText, RUN, WSA } from '../support/nodes/identified.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import type { TestNode } from '../support/nodes/node.js'

const queues: TestNode['queue'][] = []
test.after.always(() => Promise.all(queues.map((queue) => queue.close())))

const nodeWith = (...args: Parameters<typeof made>) => {
  const node = made(...args)
  queues.push(node.queue)
  return node
}

test('another message under the same identity is refused, also where the first threw', async (t) => {
  const node = nodeWith({
    invoke() {
      throw new Error('away')
    },
  })
  await node.inject(call())
  const other = await node.inject(call('urn:uuid:1', RUN.replace('1', '2')))
  t.regex(outcomeText(other), /DuplicateMessageID|InvalidAddressingHeader/)
})

for (const first of ['at once', 'by Prefer'] as const) {
  test(`one name space: whoever comes second gets the outcome of the first, which ran ${first}`, async (t) => {
    let runs = 0
    const node = nodeWith({
      invoke() {
        runs += 1
        return { runs: String(runs) }
      },
    })
    const ways = first === 'at once' ? [{}, { patience: 60_000 }] : [{ patience: 60_000 }, {}]
    for (const way of ways) t.regex(outcomeText(await node.inject(call(), way)), /<m:runs>1</)
    t.is(runs, 1)
  })
}

for (const first of ['inline', 'queue'] as const) {
  test(`one name space: what ran as ${first} before a change of dispatch is not run again by the other way`, async (t) => {
    let runs = 0
    const queue = new MemoryQueue()
    const invoke = () => {
      runs += 1
      return { runs: String(runs) }
    }
    const ways =
      first === 'inline' ? (['inline', 'queue'] as const) : (['queue', 'inline'] as const)
    for (const dispatch of ways) {
      const node = nodeWith({ dispatch, invoke }, { queue })
      t.regex(outcomeText(await node.inject(call())), /<m:runs>1</)
    }
    t.is(runs, 1)
  })
}

test('one name space: what threw at once is run by the queue when it comes again, and a dead letter is tried anew', async (t) => {
  let runs = 0
  const queue = new MemoryQueue()
  const invoke = () => {
    runs += 1
    if (runs < 3) throw new Error('away')
    return { runs: String(runs) }
  }
  const node = (dispatch: 'inline' | 'queue') =>
    nodeWith({ dispatch, retry: { attempts: 1 }, invoke }, { queue })
  t.is((await node('inline').inject(call())).kind, 'fault')
  t.is((await node('queue').inject(call())).kind, 'fault')
  t.is(runs, 2)
  t.is((await queue.admin.list({ state: ['dead'] })).length, 1)
  t.regex(outcomeText(await node('inline').inject(call())), /<m:runs>3</)
})

test('mail, one-way, and answers that go elsewhere are for the queue; what waits is not', async (t) => {
  const kinds = async (
    operation: Partial<Operation>,
    envelope: string,
    options: MessageOptions = {},
  ) => {
    const node = nodeWith({ invoke: () => ({}), ...operation }, { settings: REPLIES })
    await node.inject(envelope, options)
    for (;;) {
      const [found] = await node.queue.admin.list({})
      if (found) return found.kind
      await new Promise(setImmediate)
    }
  }
  const addressed = (name: string, address: string) =>
    call().replace(
      '<a:MessageID',
      `<a:${name} xmlns:a="${WSA}"><a:Address>${address}</a:Address></a:${name}><a:MessageID`,
    )
  t.is(await kinds({}, call()), 'direct')
  t.is(await kinds({ ordered: true }, call()), 'invoke')
  t.is(await kinds({ dispatch: 'queue' }, call()), 'invoke')
  t.is(await kinds({ exchange: 'one-way' }, call()), 'invoke')
  t.is(await kinds({}, call(), { patience: 60_000 }), 'invoke')
  t.is(await kinds({}, call(), { replyTo: 'mailto:a@example.com' }), 'invoke')
  t.is(await kinds({}, addressed('ReplyTo', `${WSA}/none`)), 'invoke')
  t.is(await kinds({}, addressed('FaultTo', `${WSA}/none`)), 'invoke')
  t.is(await kinds({}, addressed('FaultTo', 'http://127.0.0.1:9/')), 'invoke')
  t.is(await kinds({}, addressed('FaultTo', `${WSA}/anonymous`)), 'direct')
})

const REPLIES = [
  `replies=${JSON.stringify({ schemes: ['http'], hosts: ['127.0.0.1:*'], addresses: ['127.0.0.0/8'] })}`,
]
