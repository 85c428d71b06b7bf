/** The same signed message again: at another node of the cluster, and after a restart, it is refused. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { anyRedis } from '../support/redis/redis.js'
import { people } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { ask } from '../support/wire/wire.js'
import { CALCULATOR, onItsWay } from './signed-line.js'

const ADD = `<c:Add xmlns:c="${CALCULATOR}"><c:a>1</c:a><c:b>2</c:b></c:Add>`

/** A message of alice’s, and settings of a node that takes such ones only. */
async function setup(t: ExecutionContext) {
  const all = await people()
  const kit = { ...all, soap: '1.1', form: 'wss', at: Date.now() } as const
  // Its part is for nobody here, and stays in the message.
  const text = onItsWay({ kit, last: 0, entry: ADD, signedFor: [0] })
  const policy = { require: 'signature', signed: ['Body', 'Timestamp'], replays: 'dated' }
  return { text, settings: ['plugins=[calculator]', securityOf(t, all, [policy])] }
}

async function statusesOf(
  text: string,
  nodes: readonly RunningDaemon[],
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const { url } of nodes) statuses.push((await ask(url, text)).status)
  return statuses
}

test('at another node of the cluster', async (t) => {
  const { text, settings } = await setup(t)
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const queue = [`queue.url=${redis.url}`, `queue.prefix=replays-${randomBytes(4).toString('hex')}`]
  const nodes = await Promise.all([1, 2].map(() => startDaemon([...settings, ...queue])))
  t.teardown(async () => {
    for (const node of nodes) await node.stop()
  })
  t.deepEqual(await statusesOf(text, [...nodes, ...nodes]), [200, 500, 500, 500])
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`after ${signal} and a new start`, async (t) => {
    const { text, settings } = await setup(t)
    const kept = [...settings, `stateDir=${folderOf(t, {})}`]
    const first = await startDaemon(kept)
    t.deepEqual(await statusesOf(text, [first]), [200])
    first.process.kill(signal)
    await first.ended()
    const second = await startDaemon(kept)
    t.teardown(() => second.stop())
    t.deepEqual(await statusesOf(text, [second]), [500])
    await t.notThrowsAsync(second.logged(({ cause }) => /it came before/.test(String(cause))))
  })
}
