/** Calls with identities over HTTP to real processes: connections that break, stops, restarts, and outcomes that are fetched. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { call } from '../support/nodes/identified.js'

/** Each run leaves a line when it begins and when it ends, and ends once a file `release` is there. */
const PLUGIN = `
import { appendFileSync, existsSync } from 'node:fs'
const beside = (name) => new URL('./' + name, import.meta.url)
export default () => ({
  operations: [{
    name: '{urn:q}Run',
    action: 'urn:q:Run',
    invoke: () => new Promise((resolve) => {
      appendFileSync(beside('runs'), 'begun\\n')
      const look = setInterval(() => {
        if (!existsSync(beside('release'))) return
        clearInterval(look)
        appendFileSync(beside('runs'), 'ended\\n')
        resolve({ done: 'yes' })
      }, 5)
    }),
  }],
})
`

async function held(t: ExecutionContext, more: readonly string[] = []) {
  const folder = folderOf(t, { 'held.mjs': PLUGIN })
  const settings = [
    `stateDir=${join(folderOf(t, {}), 'state')}`,
    `plugins=${JSON.stringify([{ use: join(folder, 'held.mjs') }])}`,
    ...more,
  ]
  const runs = () => {
    const file = join(folder, 'runs')
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  }
  let daemon: RunningDaemon | undefined
  t.teardown(async () => {
    daemon?.process.kill('SIGKILL')
    await daemon?.ended()
  })
  return {
    runs,
    release: () => writeFileSync(join(folder, 'release'), ''),
    start: async () => {
      daemon = await startDaemon(settings)
      return daemon
    },
  }
}

const HEADERS = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"urn:q:Run"' }

async function post({ url }: RunningDaemon) {
  const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: call() })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** Sends a call, and is gone once it runs. */
async function sendAndGo({ port, url }: RunningDaemon, runs: () => readonly string[]) {
  const body = call()
  const socket = connect(port, '127.0.0.1')
  const fields = Object.entries({
    Host: `127.0.0.1:${port}`,
    'Content-Length': String(Buffer.byteLength(body)),
    ...HEADERS,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${new URL(url).pathname} HTTP/1.1\r\n${fields.join('')}\r\n${body}`)
  await until(() => runs().length === 1)
  socket.destroy()
}

test('a connection that breaks ends nothing: the operation runs on, and who comes again gets its outcome', async (t) => {
  const { start, runs, release } = await held(t)
  const node = await start()
  await sendAndGo(node, runs)
  const again = post(node)
  await node.logged(({ msg }) => msg === 'the message was sent before')
  release()
  const { status, text } = await again
  t.is(status, 200, text)
  t.regex(text, /yes/)
  t.deepEqual(runs(), ['begun', 'ended'])
  t.is(await node.stop(), 0)
})

test('a stop waits for a run whose connection broke, and its outcome outlives the process', async (t) => {
  const { start, runs, release } = await held(t)
  const first = await start()
  await sendAndGo(first, runs)
  const stopped = first.stop()
  await first.logged(({ msg }) => typeof msg === 'string' && /stopp/.test(msg))
  release()
  t.is(await stopped, 0)
  t.deepEqual(runs(), ['begun', 'ended'])
  const { status, text } = await post(await start())
  t.is(status, 200, text)
  t.deepEqual(runs(), ['begun', 'ended'])
})

test('an outcome is found by its exchange: 202 while it runs, the reply afterwards', async (t) => {
  const { start, release } = await held(t, ['limits.operationTime=1s'])
  const node = await start()
  t.is((await post(node)).status, 500)
  const again = await post(node)
  t.is(again.status, 500, again.text)
  const location = new URL(again.headers.get('location') ?? '', node.url)
  t.regex(location.pathname, /^\/soap\/exchanges\//)
  t.true(again.text.includes(location.pathname), again.text)
  t.is((await fetch(location)).status, 202)
  release()
  let answer = await fetch(location)
  await until(async () => {
    answer = await fetch(location)
    return answer.status === 200
  })
  t.regex(await answer.text(), /yes/)
  t.is((await post(node)).status, 200)
  t.is(await node.stop(), 0)
})
