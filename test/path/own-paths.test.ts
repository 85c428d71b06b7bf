/** Two plugins that have an operation of one name: the path that a message came on decides which of them runs. */
import test from 'ava'
import { WaybillError } from '../../src/errors.js'
import type { Operation, Plugin } from '../../src/plugin.js'
import { isIdle, jobOf, planOf, until } from '../support/jobs.js'
import { makeNode, type NodeOptions } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const NAME = '{urn:example:stock}Count'
const COUNT = soap11('<s:Count xmlns:s="urn:example:stock"><s:item>tea</s:item></s:Count>')
const EMPTY = soap11('')

function counting(runs: string[], name: string, more: Partial<Operation> = {}): Plugin {
  const invoke = () => {
    runs.push(name)
    return { by: name }
  }
  return { operations: [{ name: NAME, ...more, invoke }] }
}

function two(options: NodeOptions, more: Partial<Operation> = {}) {
  const runs: string[] = []
  const plugins = { north: counting(runs, 'north', more), south: counting(runs, 'south', more) }
  return { ...makeNode(plugins, options), runs }
}

const answerIn = (outcome: {
  readonly kind: string
  readonly message?: { readonly body: string }
}) => outcome.message?.body ?? ''

test('the path decides, and the node as a whole has neither', async (t) => {
  const { inject, runs } = two({ ownPaths: ['north', 'south'] })
  t.regex(answerIn(await inject(COUNT, { destination: 'south' })), /<by>south<|>south</)
  t.regex(answerIn(await inject(COUNT, { destination: 'north' })), /<by>north<|>north</)
  const outcome = await inject(COUNT)
  t.is(outcome.kind, 'fault')
  t.regex(answerIn(outcome), /There is no such operation here/)
  t.deepEqual(runs, ['south', 'north'])
})

test('one that is shared is called where the node as a whole is addressed, too', async (t) => {
  const { inject, runs } = two({ ownPaths: ['south'] })
  await inject(COUNT)
  await inject(COUNT, { destination: 'north' })
  await inject(COUNT, { destination: 'south' })
  t.deepEqual(runs, ['north', 'north', 'south'])
})

test('two on one path are refused, and both are named', (t) => {
  const error = t.throws(() => two({}), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_PLUGIN_CONFLICT')
  t.is(error?.message, `the operation ${NAME} is claimed by two plugins: north and south`)
  t.regex(error?.hint ?? '', /path: own/)
  const [operation] = counting([], 'north').operations ?? []
  const twice = { operations: [operation, operation].flatMap((one) => one ?? []) }
  t.throws(() => makeNode({ north: twice }, { ownPaths: ['north'] }), {
    message: /claimed by two plugins: north and north$/,
  })
})

test('two operations that are called by one entry on one path are refused by that entry', (t) => {
  const runs: string[] = []
  const plugins = {
    north: counting(runs, 'north', { name: '{urn:a}Issue', entry: NAME }),
    south: counting(runs, 'south', { name: '{urn:b}Issue', entry: NAME }),
  }
  t.throws(() => makeNode(plugins), {
    message: `the body entry ${NAME} is claimed by two plugins: north and south`,
  })
  t.notThrows(() => makeNode(plugins, { ownPaths: ['north'] }))
})

test('a third plugin is refused beside the one that has its path, whatever others there are', (t) => {
  const plugins = Object.fromEntries(
    ['north', 'south', 'west'].map((name) => [name, counting([], name)]),
  )
  t.throws(() => makeNode(plugins, { ownPaths: ['north'] }), {
    message: /claimed by two plugins: south and west$/,
  })
  t.notThrows(() => makeNode(plugins, { ownPaths: ['north', 'west'] }))
})

test('an empty Body without an action is a call at each path of its own', async (t) => {
  const { inject, runs } = two({ ownPaths: ['north', 'south'] }, { entry: null })
  await inject(EMPTY, { destination: 'south' })
  await inject(EMPTY, { destination: 'north' })
  await inject(EMPTY)
  t.deepEqual(runs, ['south', 'north'])
})

test('an action is held against the operation of the path', async (t) => {
  const runs: string[] = []
  const plugins = {
    north: counting(runs, 'north', { action: 'urn:north' }),
    south: counting(runs, 'south', { action: 'urn:south' }),
  }
  const { inject } = makeNode(plugins, { ownPaths: ['north', 'south'] })
  const wrong = await inject(COUNT, { destination: 'north', action: 'urn:south' })
  t.is(wrong.kind, 'fault')
  t.is((await inject(COUNT, { destination: 'north', action: 'urn:north' })).kind, 'reply')
  t.is((await inject(COUNT, { destination: 'south', action: 'urn:south' })).kind, 'reply')
  t.deepEqual(runs, ['north', 'south'])
})

test('a retrieval asks the safe operation of its path', async (t) => {
  const { processor, runs } = two({ ownPaths: ['north', 'south'] }, { safe: true })
  const retrieve = (destination?: string) =>
    processor.process({
      kind: 'retrieval',
      origin: { transport: 'memory', peer: {}, destination },
      mediaType: 'application/soap+xml',
      operation: 'Count',
      parameters: [],
    })
  t.is((await retrieve('south')).kind, 'reply')
  t.is((await retrieve('north')).kind, 'reply')
  t.is((await retrieve()).kind, 'refused')
  t.deepEqual(runs, ['south', 'north'])
})

test('a job runs the operation of the path that it was accepted on', async (t) => {
  const { inject, queue, runs } = two({ ownPaths: ['north', 'south'] }, { exchange: 'one-way' })
  t.is((await inject(COUNT, { destination: 'south' })).kind, 'accepted')
  await until(async () => isIdle(await queue.admin.stats()))
  t.is((await inject(COUNT, { destination: 'north' })).kind, 'accepted')
  await until(async () => isIdle(await queue.admin.stats()))
  t.deepEqual(runs, ['south', 'north'])
})

test('what was accepted at the node as a whole is run by the plugin that it was accepted for', async (t) => {
  const { queue, runs } = two({ ownPaths: ['north', 'south'] }, { exchange: 'one-way' })
  await queue.add(jobOf({ body: COUNT, plugin: 'south' }), planOf())
  await until(async () => isIdle(await queue.admin.stats()))
  t.deepEqual(runs, ['south'])
})

test('a job of before, which names no plugin, runs the operation that is shared', async (t) => {
  const { queue, runs } = two({ ownPaths: ['south'] }, { exchange: 'one-way' })
  await queue.add(jobOf({ body: COUNT }), planOf())
  // Its plugin may have another name by now.
  await queue.add(jobOf({ body: COUNT, plugin: 'gone' }), planOf())
  await until(async () => isIdle(await queue.admin.stats()))
  t.deepEqual(runs, ['north', 'north'])
})

test('a policy of a path holds at that path, and one of an operation at all of them', async (t) => {
  const tls = { peer: { tls: { protocol: 'TLSv1.3' } } } as const
  for (const [policy, clear] of [
    [{ name: 'north', path: 'north', require: 'tls' }, ['south']],
    [{ name: 'count', operation: NAME, require: 'tls' }, []],
  ] as const) {
    const policies = `security.policies=${JSON.stringify([policy])}`
    const settings = ['plugins=["north","south"]', policies]
    const { inject, runs } = two({ ownPaths: ['north', 'south'], settings })
    for (const destination of ['north', 'south']) await inject(COUNT, { destination })
    t.deepEqual(runs, clear)
    for (const destination of ['north', 'south']) await inject(COUNT, { destination, ...tls })
    t.deepEqual(runs, [...clear, 'north', 'south'])
  }
})

test('one MessageID on two paths is two messages', async (t) => {
  const { inject, queue, runs } = two({ ownPaths: ['north', 'south'] }, { exchange: 'one-way' })
  for (const destination of ['north', 'south', 'south']) {
    t.is((await inject(COUNT, { destination, messageId: 'one' })).kind, 'accepted')
  }
  await until(async () => isIdle(await queue.admin.stats()))
  t.deepEqual(runs.toSorted(), ['north', 'south'])
})
