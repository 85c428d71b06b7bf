/** The jobs of one state over the API, page by page, on every kind of queue. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { JobsView } from '../../src/operate/admin/api.js'
import { LISTED_STATES } from '../../src/store/queue/listing.js'
import { forwardOf, jobOf, planOf, until } from '../support/jobs.js'
import { type AdminNode, adminNode, viewOf } from '../support/nodes/admin-node.js'
import { anyRedis } from '../support/redis/redis.js'

const redis = await anyRedis()
test.after.always(() => redis.close())

const list = (node: AdminNode, query: string) =>
  viewOf<JobsView>(node.get(`/api/queue/jobs?${query}`))

async function onRedis(t: ExecutionContext): Promise<AdminNode> {
  return adminNode(t, [`queue.url=${redis.url}`, `queue.prefix=jobs-${randomUUID().slice(0, 8)}`])
}

for (const [kind, open] of [
  ['in memory', (t: ExecutionContext) => adminNode(t)],
  ['in a file', (t: ExecutionContext) => adminNode(t, ['queue={}'])],
  ['on Redis', onRedis],
] as const) {
  test(`${kind}: a page says where the next one goes on, and how many there are of each state`, async (t) => {
    const node = await open(t)
    await node.queue.admin.pause()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) await node.queue.add(jobOf({ id }), planOf())
    const first = await list(node, 'state=waiting&limit=3')
    t.deepEqual(
      first.jobs.map(({ id }) => id),
      ['a', 'b', 'c'],
    )
    t.like(first.queue, { paused: true, waiting: 5, dead: 0 })
    const second = await list(
      node,
      `state=waiting&limit=3&after=${encodeURIComponent(first.next ?? '')}`,
    )
    t.deepEqual(
      second.jobs.map(({ id }) => id),
      ['d', 'e'],
    )
    t.false('next' in second)
    for (const state of LISTED_STATES) {
      t.is((await list(node, `state=${state}`)).jobs.length, state === 'waiting' ? 5 : 0, state)
    }
  })

  test(`${kind}: what is shown of a job is what its message came with, and no envelope`, async (t) => {
    const node = await open(t)
    const label = { operation: '{urn:x}Do', to: 'http://b.example/', sender: 'a sender' }
    const id = await node.deadLetter('<secret/>', label)
    const dead = await list(node, 'state=dead')
    t.like(dead.jobs[0], {
      id,
      state: 'dead',
      attempts: 1,
      cause: 'the ledger is closed',
      ...label,
    })
    await node.queue.add(
      forwardOf({ id: 'forward', label, body: Buffer.from('<secret/>') }),
      planOf(),
    )
    await until(async () => (await list(node, 'state=done')).jobs.length === 1)
    const done = await node.get('/api/queue/jobs?state=done')
    const text = await done.text()
    t.like(JSON.parse(text), { jobs: [{ id: 'forward', kind: 'forward', destination: 'next' }] })
    t.notRegex(text + JSON.stringify(dead), /secret/)
  })
}

test('what is no state, no position and no limit is refused with what was expected', async (t) => {
  const node = await adminNode(t)
  for (const [query, sentence] of [
    ['', /state/],
    ['state=lost', /state/],
    ['state=dead&after=x', /after: expected what a page before says as `next`/],
    ['state=dead&after=0.1e9.x', /after: expected/],
    ['state=dead&limit=0', /limit: expected a number/],
    ['state=dead&limit=501', /limit/],
    ['state=dead&more=1', /more/],
  ] as const) {
    const answer = await node.get(`/api/queue/jobs?${query}`)
    t.is(answer.status, 400, query)
    t.regex(await answer.text(), sentence, query)
  }
})

test('a position of no job at all is where a page can go on, in every state', async (t) => {
  for (const node of [await adminNode(t), await onRedis(t)]) {
    const id = await node.deadLetter('<x/>')
    for (const state of LISTED_STATES) {
      for (const after of ['0.0.x', '0.99999999999999999999.y', '1.5.-1', '9.1.z']) {
        const answer = await node.get(`/api/queue/jobs?state=${state}&after=${after}`)
        t.is(answer.status, 200, `${state} ${after}`)
      }
    }
    t.deepEqual(
      (await list(node, 'state=dead&after=0.99999999999999999999.y')).jobs.map((job) => job.id),
      [id],
    )
  }
})
