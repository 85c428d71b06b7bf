/** Policies of mailboxes in the processor: for all recipients of a message, in jobs that run later, in those of older versions. */
import test from 'ava'
import type { Peer } from '../../src/message/origin.js'
import { isIdle, until } from '../support/jobs.js'
import { mark, marking } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const ORDERS = 'orders@bus.example'
const POLICY = { name: 'orders', mailbox: ORDERS, require: 'tls' }
const TLS: Peer = { tls: { protocol: 'TLSv1.3' } }
const OTHER = { references: [], to: 'other@bus.example' }

function nodeOf() {
  const { plugin, marks } = marking()
  const settings = [`security.policies=${JSON.stringify([POLICY])}`]
  return { ...makeNode({ echo: plugin }, { settings }), marks }
}

for (const [what, options, held] of [
  ['the second of two', { recipients: [OTHER.to, ORDERS], reference: OTHER }, true],
  ['the only one', { recipients: [ORDERS], reference: OTHER }, true],
  ['none', { recipients: [OTHER.to], reference: OTHER }, false],
  ['known from the reference alone', { reference: { references: [], to: ORDERS } }, true],
  ['of a message over another transport', {}, false],
] as const) {
  test(`a policy of a mailbox that is ${what}: ${held ? 'holds' : 'does not hold'}`, async (t) => {
    const { inject, marks } = nodeOf()
    t.is((await inject(soap11(mark('clear')), options)).kind, held ? 'fault' : 'reply')
    t.is((await inject(soap11(mark('tls')), { ...options, peer: TLS })).kind, 'reply')
    t.deepEqual([...marks], held ? ['tls'] : ['clear', 'tls'])
  })
}

test('a job keeps all recipients, and is held against their policies when it runs', async (t) => {
  const { inject, marks, queue } = nodeOf()
  const jobs: unknown[] = []
  const { add } = queue
  queue.add = (job, ...more) => {
    jobs.push(JSON.parse(JSON.stringify({ ...job, body: undefined })).origin?.recipients)
    return add.call(queue, job, ...more)
  }
  const recipients = [OTHER.to, ORDERS]
  const later = { recipients, patience: 0 }
  t.is((await inject(soap11(mark('clear')), later)).kind, 'fault')
  t.is((await inject(soap11(mark('tls')), { ...later, peer: TLS })).kind, 'pending')
  await until(async () => isIdle(await queue.admin.stats()))
  t.deepEqual(jobs, [recipients])
  t.deepEqual([...marks], ['tls'])
})
