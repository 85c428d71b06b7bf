/** The same message again: one effect on every node and across restarts, and the same answer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { anyRedis } from '../support/redis/redis.js'
import { soap11 } from '../support/wire/envelopes.js'

/** Every run answers something else: the same answer again is the one that was kept. */
const PLUGIN = `
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
export default ({ options }) => ({
  operations: [{
    name: '{urn:q}Run',
    async invoke() {
      appendFileSync(options.file, 'run\\n')
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { made: randomUUID() }
    },
  }],
})`
const RUN = '<q:Run xmlns:q="urn:q"/>'
const WSA = 'xmlns:a="http://www.w3.org/2005/08/addressing"'
const header = (id: string) =>
  `<a:Action ${WSA}>urn:q:run</a:Action><a:MessageID ${WSA}>${id}</a:MessageID>`

async function ask(url: string, headers: Record<string, string>, block = ''): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', ...headers },
    body: soap11(RUN, block),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
  return /<m:made>([^<]+)/.exec(text)?.[1] ?? text
}

function settingsIn(folder: string): readonly string[] {
  const options = `{file: ${join(folder, 'runs')}}`
  return [`plugins=[{use: ${join(folder, 'p.mjs')}, options: ${options}}]`]
}

async function runsIn(folder: string): Promise<number> {
  return (await readFile(join(folder, 'runs'), 'utf8')).split('\n').length - 1
}

test('embedded: a message is known again after the node was killed and started again', async (t) => {
  const folder = folderOf(t, { 'p.mjs': PLUGIN })
  const settings = [...settingsIn(folder), `stateDir=${join(folder, 'state')}`]
  const first = await startDaemon(settings)
  t.teardown(() => first.process.kill('SIGKILL'))
  const key = { 'idempotency-key': 'a' }
  const keyed = await ask(first.url, key)
  const identified = await ask(first.url, {}, header('urn:m:1'))
  t.not(keyed, identified)
  first.process.kill('SIGKILL')
  await first.ended()
  const second = await startDaemon(settings)
  t.teardown(() => second.process.kill('SIGKILL'))
  t.is(await ask(second.url, key), keyed)
  t.is(await ask(second.url, {}, header('urn:m:1')), identified)
  t.is(await runsIn(folder), 2)
  t.is(await second.stop(), 0)
})

test('Redis: a message sent to two nodes many times at once runs once, and all have its answer', async (t) => {
  const redis = await anyRedis()
  const folder = folderOf(t, { 'p.mjs': PLUGIN })
  const settings = [
    ...settingsIn(folder),
    `queue.url=${redis.url}`,
    `queue.prefix=twins-${process.pid}`,
  ]
  const nodes: RunningDaemon[] = []
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await redis.close()
  })
  for (let node = 0; node < 2; node += 1) nodes.push(await startDaemon(settings))
  const requested = nodes.flatMap(({ url }) =>
    Array.from({ length: 10 }, () => ask(url, {}, header('urn:m:twice'))),
  )
  t.is(new Set(await Promise.all(requested)).size, 1)
  t.is(await runsIn(folder), 1)
})
