/** The control socket: the whole desk through it, whom it lets in, and what it finds in its place. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Agent, request } from 'undici'
import { ControlClient } from '../../src/console/control-client.js'
import { ControlListener } from '../../src/console/control-listener.js'
import { WaybillError } from '../../src/errors.js'
import { type JobQuery, type QueueDesk, QueueUnavailable } from '../../src/queue/queue.js'
import {
  ACCEPTED,
  controlled,
  invokeJob,
  kill,
  memoryQueue,
  PLAN,
  sendJob,
} from '../support/desk.js'
import { folderOf } from '../support/folder.js'

const SILENT = { error: () => undefined }

async function clientOf(t: ExecutionContext, stateDir: string): Promise<ControlClient> {
  const client = await ControlClient.connect(stateDir)
  if (!client) throw new Error('no node listens')
  t.teardown(() => client.close())
  return client
}

/** A desk in which everything fails but what is given. */
function deskOf(desk: Partial<QueueDesk>): QueueDesk {
  const absent = async () => {
    throw new Error('not expected')
  }
  return {
    stats: absent,
    list: absent,
    show: absent,
    replay: absent,
    remove: absent,
    pause: absent,
    resume: absent,
    ...desk,
  }
}

test('everything looks the same through the socket', async (t) => {
  const queue = memoryQueue(t)
  await kill(queue, [
    [invokeJob('j1', { label: {} }), 'no room'],
    [sendJob('j2', 'http://192.0.2.9/soap', { accepted: ACCEPTED + 1 }), 'refused'],
    [invokeJob('j3', { accepted: ACCEPTED + 2 }), 'no room'],
  ])
  await queue.add(invokeJob('j4', { accepted: ACCEPTED + 3 }), PLAN)
  const folder = folderOf(t, {})
  await controlled(t, folder, queue.desk)
  const desk = await clientOf(t, folder)

  for (const query of [
    {},
    { states: ['dead'] },
    { ids: ['j1', 'j4'] },
    { cause: 'room' },
    { limit: 1 },
  ]) {
    const there = await queue.desk.list(query as JobQuery)
    t.true(there.length > 0)
    // Keys with `undefined` count here.
    t.deepEqual(await desk.list(query as JobQuery), there)
  }
  t.deepEqual(await desk.show('j1'), await queue.desk.show('j1'))
  t.is(await desk.show('none'), undefined)
  t.is(await desk.pause(), undefined)
  const { oldest, ...stats } = await desk.stats()
  const { oldest: _, ...there } = await queue.desk.stats()
  t.deepEqual(stats, there)
  t.true(stats.paused)
  t.is(typeof oldest, 'number')
  t.is(await desk.resume(), undefined)
  t.false((await desk.stats()).paused)
  t.is(await desk.replay('j1'), 'done')
  t.is(await desk.replay('j1'), 'not-dead')
  t.is(await desk.replay('none'), 'unknown')
  t.is(await desk.remove('j2'), 'done')
  t.is(await desk.remove('j2'), 'unknown')
  t.is(await desk.remove('j4'), 'not-dead')
  t.is((await queue.desk.list({})).length, 3)
})

test('an empty queue has no oldest job: undefined, as a key', async (t) => {
  const queue = memoryQueue(t)
  const folder = folderOf(t, {})
  await controlled(t, folder, queue.desk)
  const stats = await (await clientOf(t, folder)).stats()
  t.deepEqual(stats, await queue.desk.stats())
  t.true('oldest' in stats)
})

test('an envelope of 10 MiB comes whole, whatever is in it', async (t) => {
  const queue = memoryQueue(t)
  const unit = '"\\\u0001\u2028ä中\u{1F600}'
  const body = unit.repeat(Math.ceil((10 * 1024 ** 2) / Buffer.byteLength(unit)))
  await queue.add(invokeJob('big', { body }), PLAN)
  const folder = folderOf(t, {})
  await controlled(t, folder, queue.desk)
  const job = await (await clientOf(t, folder)).show('big')
  t.true(job?.body === body)
})

test('a question beyond 4 MiB is refused', async (t) => {
  const folder = folderOf(t, {})
  await controlled(t, folder, deskOf({}))
  const desk = await clientOf(t, folder)
  await t.throwsAsync(desk.list({ ids: ['x'.repeat(4 * 1024 ** 2)] }), {
    instanceOf: WaybillError,
    message: /413|has gone/,
  })
})

test('only its owner gets in: the folder is made with 0700, the socket with 0600', async (t) => {
  const folder = join(folderOf(t, {}), 'a', 'state')
  const before = process.umask(0)
  t.teardown(() => process.umask(before))
  const listener = await controlled(t, folder, deskOf({}))
  t.is(statSync(folder).mode & 0o777, 0o700)
  t.is(statSync(join(folder, 'control.sock')).mode & 0o777, 0o600)
  t.is(process.umask(), 0)
  t.deepEqual(listener.listening, [join(folder, 'control.sock')])
  await listener.close(AbortSignal.abort())
  t.deepEqual(listener.listening, [])
  t.false(existsSync(join(folder, 'control.sock')))
})

test('a folder that is there keeps its mode', async (t) => {
  const folder = folderOf(t, {})
  chmodSync(folder, 0o750)
  await controlled(t, folder, deskOf({}))
  t.is(statSync(folder).mode & 0o777, 0o750)
})

test('the socket of a killed process is replaced', async (t) => {
  const folder = folderOf(t, {})
  const path = join(folder, 'control.sock')
  const child = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`,
  ])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  t.true(existsSync(path))
  t.is(await ControlClient.connect(folder), undefined)
  const queue = memoryQueue(t)
  await controlled(t, folder, queue.desk)
  t.is((await (await clientOf(t, folder)).stats()).backend, 'memory:')
})

test('a second node on the folder is told so, and the first one goes on', async (t) => {
  const queue = memoryQueue(t)
  const folder = folderOf(t, {})
  await controlled(t, folder, queue.desk)
  const second = new ControlListener(folder, deskOf({}), SILENT)
  await t.throwsAsync(second.listen(), { code: 'WAYBILL_CONTROL_IN_USE' })
  await second.close(AbortSignal.abort())
  t.is((await (await clientOf(t, folder)).stats()).backend, 'memory:')
})

test('what is no socket is left alone', async (t) => {
  const folder = folderOf(t, { 'control.sock': 'mine', kept: 'kept', 'linked/x': '' })
  symlinkSync('../kept', join(folder, 'linked/control.sock'))
  for (const stateDir of [folder, join(folder, 'linked')]) {
    const listener = new ControlListener(stateDir, deskOf({}), SILENT)
    await t.throwsAsync(listener.listen(), {
      code: 'WAYBILL_CONTROL_PATH',
      message: /is no socket/,
    })
    await t.throwsAsync(ControlClient.connect(stateDir), { code: 'WAYBILL_CONTROL_PATH' })
    t.true(existsSync(join(stateDir, 'control.sock')))
  }
})

test('a path that the system has no room for is told with its length', async (t) => {
  const folder = folderOf(t, {})
  const long = (bytes: number) => {
    const stateDir = join(folder, 'x'.repeat(bytes - folder.length - '//control.sock'.length))
    mkdirSync(stateDir, { recursive: true })
    return stateDir
  }
  await controlled(t, long(107), memoryQueue(t).desk)
  t.truthy(await clientOf(t, long(107)))
  const listener = new ControlListener(long(108), deskOf({}), SILENT)
  const expected = { code: 'WAYBILL_CONTROL_PATH', message: /has 108 bytes; .* at most 107$/ }
  await t.throwsAsync(listener.listen(), expected)
  await t.throwsAsync(ControlClient.connect(long(108)), expected)
})

test('without a state folder a command says so; without a socket nobody listens', async (t) => {
  const folder = folderOf(t, {})
  await t.throwsAsync(ControlClient.connect(join(folder, 'none')), {
    code: 'WAYBILL_STATE_NOT_FOUND',
    message: new RegExp(`there is no folder ${join(folder, 'none')}$`),
  })
  t.is(await ControlClient.connect(folder), undefined)
})

test('a folder that cannot be made is told as what it is', async (t) => {
  const folder = folderOf(t, { file: '' })
  const listener = new ControlListener(join(folder, 'file', 'state'), deskOf({}), SILENT)
  await t.throwsAsync(listener.listen(), { code: 'ENOTDIR' })
})

test('a queue that does not answer is told in its own words', async (t) => {
  const folder = folderOf(t, {})
  const unavailable = async () => {
    throw new QueueUnavailable('redis://10.0.0.7:6379 is gone')
  }
  await controlled(t, folder, deskOf({ stats: unavailable, pause: unavailable }))
  const desk = await clientOf(t, folder)
  for (const asked of [desk.stats(), desk.pause()]) {
    await t.throwsAsync(asked, {
      instanceOf: QueueUnavailable,
      message: 'redis://10.0.0.7:6379 is gone',
    })
  }
})

test('a failure of the node is logged there, not told', async (t) => {
  const folder = folderOf(t, {})
  const errors: object[] = []
  await controlled(t, folder, deskOf({}), errors)
  const desk = await clientOf(t, folder)
  const error = await t.throwsAsync(desk.stats(), { code: 'WAYBILL_NODE_UNREACHABLE' })
  t.regex(error?.message ?? '', /answers 500: failed; the log of the node says why$/)
  t.is(errors.length, 1)
})

test('a node that ends in the middle is told as gone', async (t) => {
  const folder = folderOf(t, {})
  let begun: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    begun = resolve
  })
  const listener = await controlled(
    t,
    folder,
    deskOf({
      stats: () => {
        begun()
        return new Promise(() => undefined)
      },
    }),
  )
  const desk = await clientOf(t, folder)
  const answered = t.throwsAsync(desk.stats(), { code: 'WAYBILL_NODE_UNREACHABLE' })
  await asked
  await listener.close(AbortSignal.abort())
  await answered
  await t.throwsAsync(desk.stats(), {
    code: 'WAYBILL_NODE_UNREACHABLE',
    message: /has gone \(ENOENT\)$/,
  })
})

for (const [what, status, answer] of [
  ['no JSON', 200, 'hello'],
  ['no result', 200, '{"result":{"backend":7}}'],
  ['another failure', 418, '{"error":"a teapot"}'],
] as const) {
  test(`an answer that is none is told: ${what}`, async (t) => {
    const folder = folderOf(t, {})
    const other = createServer((_, response) => response.writeHead(status).end(answer))
    await once(other.listen(join(folder, 'control.sock')), 'listening')
    t.teardown(() => void other.close())
    const desk = await clientOf(t, folder)
    await t.throwsAsync(desk.stats(), { code: 'WAYBILL_NODE_UNREACHABLE' })
  })
}

test('the protocol: POST of JSON to seven paths', async (t) => {
  const queue = memoryQueue(t)
  await queue.add(invokeJob('j1'), PLAN)
  const folder = folderOf(t, {})
  const errors: object[] = []
  await controlled(t, folder, queue.desk, errors)
  const dispatcher = new Agent({ connect: { socketPath: join(folder, 'control.sock') } })
  t.teardown(() => dispatcher.destroy())
  const ask = async (path: string, body?: string, method = 'POST') => {
    const answer = await request(`http://node${path}`, { method, dispatcher, body: body ?? null })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
  t.is((await ask('/stats')).status, 200)
  t.is((await ask('/stats', '{}')).status, 200)
  t.deepEqual(await ask('/show', '{"id":"none"}'), { status: 200, text: '{"result":null}\n' })
  t.deepEqual(await ask('/pause'), { status: 200, text: '{"result":null}\n' })
  t.is((await ask('/stats', undefined, 'GET')).status, 405)
  t.is((await ask('/quit')).status, 404)
  for (const [path, body] of [
    ['/stats', '{'],
    ['/stats', '[]'],
    ['/stats', '{"a":1}'],
    ['/show', '{}'],
    ['/show', '{"id":7}'],
    ['/remove', '{"id":"j1","force":true}'],
    ['/list', '{"states":["gone"]}'],
    ['/list', '{"limit":0}'],
    ['/list', '{"limt":5}'],
  ] as const) {
    const { status, text } = await ask(path, body)
    t.is(status, 400, path + body)
    t.regex(text, /^\{"error":"not understood: /)
  }
  t.deepEqual(errors, [])
  t.is((await queue.desk.list({})).length, 1)
})

test('closing cuts off a connection that asks nothing', async (t) => {
  t.timeout(20_000, 'it waited for the end of the connection')
  const folder = folderOf(t, {})
  const listener = await controlled(t, folder, deskOf({}))
  const socket = connect(join(folder, 'control.sock'))
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  // Connections are taken in their order: with this one the other is there too.
  await t.throwsAsync((await clientOf(t, folder)).stats())
  await listener.close(new AbortController().signal)
  t.pass()
})

const NOBODY = 65_534

/** As another user, for a while; only root can. Nothing else runs meanwhile, as the test is serial. */
async function asNobody(work: () => Promise<unknown>): Promise<void> {
  process.seteuid?.(NOBODY)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

const rootTest = process.getuid?.() === 0 ? test.serial : test.serial.skip

rootTest('another user is refused, by the folder and by the socket (needs root)', async (t) => {
  const closed = folderOf(t, {})
  const open = folderOf(t, {})
  for (const folder of [closed, open]) await controlled(t, folder, deskOf({}))
  chmodSync(open, 0o755)
  await asNobody(async () => {
    for (const folder of [closed, open]) {
      await t.throwsAsync(ControlClient.connect(folder), {
        code: 'WAYBILL_STATE_REFUSED',
        message: `${join(folder, 'control.sock')} cannot be used (EACCES)`,
      })
    }
    const listener = new ControlListener(join(open, 'new'), deskOf({}), SILENT)
    await t.throwsAsync(listener.listen(), { code: 'WAYBILL_STATE_REFUSED' })
  })
  t.truthy(await clientOf(t, open))
})
