/** Dead letters by their causes over the API, and a whole group that is replayed or removed, on every kind of queue. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { ChangeView, DeadGroupsView } from '../../src/operate/admin/api.js'
import { FinalFailure } from '../../src/store/queue/job.js'
import { forwardOf, planOf, until } from '../support/jobs.js'
import { type AdminNode, adminNode, viewOf } from '../support/nodes/admin-node.js'
import { anyRedis } from '../support/redis/redis.js'
import { ask11 } from '../support/wire/wire.js'

const redis = await anyRedis()
test.after.always(() => redis.close())

const PARTNER = 'http://127.0.0.1:9/soap'
/** More than a slice has, so that a group takes several requests. */
const MANY = 300

async function onRedis(t: ExecutionContext): Promise<AdminNode> {
  return adminNode(t, [`queue.url=${redis.url}`, `queue.prefix=groups-${randomUUID().slice(0, 8)}`])
}

/** Messages to an address that failed for good, each with its own cause. */
async function failed(node: AdminNode, count: number, to: string, cause: (n: number) => string) {
  const ids = Array.from({ length: count }, () => randomUUID())
  const before = (await node.queue.admin.stats()).dead
  for (const [number, id] of ids.entries()) {
    node.runs(id, async () => {
      throw new FinalFailure(cause(number))
    })
  }
  const label = { operation: '{urn:x}Order', to }
  await Promise.all(
    ids.map((id) => node.queue.add(forwardOf({ id, label, to, destination: undefined }), planOf())),
  )
  await until(async () => (await node.queue.admin.stats()).dead === before + count)
  return ids
}

const groups = (node: AdminNode, query = '') =>
  viewOf<DeadGroupsView>(node.get(`/api/dead/groups?${query}`))

/** Changes a group slice by slice, as the console does. */
async function changeAll(node: AdminNode, action: 'replay' | 'remove', group: string) {
  const done: string[] = []
  let requests = 0
  let after: string | undefined
  do {
    const view = await viewOf<ChangeView>(
      node.post(`/api/dead/${action}`, { filter: { group }, after }),
    )
    done.push(...view.done)
    after = view.next
    requests += 1
  } while (after !== undefined)
  return { done, requests }
}

for (const [kind, open] of [
  ['in memory', (t: ExecutionContext) => adminNode(t)],
  ['in a file', (t: ExecutionContext) => adminNode(t, ['queue={}'])],
  ['on Redis', onRedis],
] as const) {
  test.serial(
    `${kind}: dead letters of two causes are two groups, however many there are`,
    async (t) => {
      const node = await open(t)
      await failed(node, MANY, PARTNER, (n) => `connect ECONNREFUSED 10.0.0.${n % 9}:80${n}`)
      await failed(node, 2, 'http://other.example/', (n) => `the order "${n}" is closed`)
      const { groups: found, ...rest } = await groups(node)
      t.like(rest, { looked: MANY + 2, all: true, others: 0, down: [] })
      t.deepEqual(
        found.map(({ group, count }) => [group, count]),
        [
          ['connect ECONNREFUSED #:#', MANY],
          ['the order … is closed', 2],
        ],
      )
      t.regex(found[0]?.cause ?? '', /^connect ECONNREFUSED 10\.0\.0\.\d:80\d+$/)
      t.deepEqual(found[0]?.operations, [{ name: '{urn:x}Order', count: MANY }])
      t.deepEqual(found[0]?.destinations, [{ name: PARTNER, count: MANY }])
      t.true((found[0]?.first ?? 0) <= (found[0]?.last ?? 0))
      const some = await groups(node, `to=${encodeURIComponent('other.example')}`)
      t.deepEqual(
        some.groups.map(({ count }) => count),
        [2],
      )
      const one = await groups(node, `group=${encodeURIComponent('connect ECONNREFUSED #:#')}`)
      t.is(one.groups.length, 1)
      t.is(one.groups[0]?.count, MANY)
    },
  )

  test.serial(
    `${kind}: a whole group is removed in slices, and no other dead letter`,
    async (t) => {
      const node = await open(t)
      const others = await failed(node, 3, PARTNER, () => 'closed')
      const ids = await failed(node, MANY, PARTNER, (n) => `failed ${n}`)
      const dry = await viewOf<ChangeView>(
        node.post('/api/dead/remove', { filter: { group: 'failed #' }, dryRun: true }),
      )
      t.true(dry.done.length >= 200 && dry.next !== undefined)
      t.is((await node.queue.admin.stats()).dead, MANY + 3)
      const { done, requests } = await changeAll(node, 'remove', 'failed #')
      t.deepEqual([...done].sort(), [...ids].sort())
      t.is(requests, 2)
      const left = await node.queue.admin.list({ state: ['dead'] })
      t.deepEqual(left.map(({ id }) => id).sort(), [...others].sort())
      t.deepEqual(
        (await groups(node)).groups.map(({ group, count }) => [group, count]),
        [['closed', 3]],
      )
    },
  )

  test.serial(
    `${kind}: what dies again while its group is replayed is replayed once`,
    async (t) => {
      const node = await open(t)
      const ids = await failed(node, MANY, PARTNER, (n) => `failed ${n}`)
      let again = 0
      for (const id of ids) {
        node.runs(id, async () => {
          again += 1
          throw new FinalFailure('failed 0')
        })
      }
      const { done } = await changeAll(node, 'replay', 'failed #')
      t.is(done.length, MANY)
      await until(async () => (await node.queue.admin.stats()).dead === MANY)
      t.is(again, MANY)
    },
  )

  test.serial(
    `${kind}: only what had died when somebody looked is changed, if the request says so`,
    async (t) => {
      const node = await open(t)
      await failed(node, 2, PARTNER, (n) => `failed ${n}`)
      const [before] = (await groups(node)).groups
      await until(async () => Date.now() > (before?.last ?? 0))
      await failed(node, 1, PARTNER, () => 'failed 7')
      const filter = { group: 'failed #', died: before?.last }
      const view = await viewOf<ChangeView>(node.post('/api/dead/remove', { filter }))
      t.is(view.done.length, 2)
      t.is((await node.queue.admin.stats()).dead, 1)
    },
  )
}

test('a replay says which destinations get no message now', async (t) => {
  const partner = { url: PARTNER, breaker: { failures: 1, pause: '1h' } }
  const routes = [{ operation: '{urn:partner}*', to: 'partner' }]
  const node = await adminNode(t, [
    'node.uri=urn:example:node',
    `destinations=${JSON.stringify({ partner })}`,
    `routes=${JSON.stringify(routes)}`,
  ])
  await failed(node, 2, PARTNER, () => 'connect ECONNREFUSED')
  const filter = { group: 'connect ECONNREFUSED' }
  const before = await viewOf<ChangeView>(node.post('/api/dead/replay', { filter, dryRun: true }))
  t.deepEqual(before.down, [])
  // One that waits for its answer finds nobody there, and opens the circuit.
  t.is((await ask11(node.soap, '<p:Order xmlns:p="urn:partner"/>')).status, 500)
  const down = [{ destination: 'partner', url: PARTNER, state: 'circuit open' }]
  const after = await viewOf<ChangeView>(node.post('/api/dead/replay', { filter, dryRun: true }))
  t.deepEqual(after.down, down as ChangeView['down'])
  t.deepEqual((await groups(node)).down, down as ChangeView['down'])
  // Nothing waits for a destination because it is removed.
  const removed = await viewOf<ChangeView>(node.post('/api/dead/remove', { filter, dryRun: true }))
  t.deepEqual(removed.down, [])
})

test('a request for several names ids or a filter, and only a filter has slices', async (t) => {
  const node = await adminNode(t)
  for (const body of [{}, { ids: ['a'], filter: {} }, { ids: ['a'], after: '0.1.2' }]) {
    t.is((await node.post('/api/dead/replay', body)).status, 400)
  }
  t.is((await node.post('/api/dead/replay', { filter: {}, after: 'no position' })).status, 400)
})
