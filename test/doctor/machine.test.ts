/** What the doctor says of this machine: ports, the state folder, Node.js. */
import { once } from 'node:events'
import { chmodSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../src/log.js'
import { examinePorts } from '../../src/operate/doctor/ports.js'
import { examineStore } from '../../src/operate/doctor/store.js'
import { renewStateToken } from '../../src/security/credentials/state-token.js'
import { openForAdmin } from '../../src/store/queue/open.js'
import { configurationOf } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { startDaemon } from '../support/nodes/daemon.js'

const PORTS = ['http.port=0', 'smtp.port=0', 'admin.port=0']

function configured(...settings: readonly string[]) {
  return configurationOf({ environment: {}, settings: [...PORTS, ...settings] })
}

async function taken(t: ExecutionContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a port that another program has is named with it', async (t) => {
  const port = await taken(t)
  const [found] = await examinePorts(configured(`http.port=${port}`))
  t.is(found?.level, 'error')
  t.regex(
    found?.sentence ?? '',
    new RegExp(`^127\\.0\\.0\\.1:${port} is in use by process ${process.pid} \\(`),
  )
})

test('a port that this node has, and one that another node has', async (t) => {
  const folders = [folderOf(t, {}), folderOf(t, {})] as const
  const [own, other] = folders
  const daemon = await startDaemon(['transports=[http]', `stateDir=${own}`])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const says = async (...settings: readonly string[]) => {
    const [found] = await examinePorts(configured(`http.port=${daemon.port}`, ...settings))
    return `${found?.level}: ${found?.sentence}`.replace(/ \(.*/, '')
  }
  const address = `127.0.0.1:${daemon.port}`
  const process = `process ${daemon.process.pid}`
  t.is(await says(`stateDir=${own}`), `ok: ${address} is held by this node, which runs: ${process}`)
  t.is(await says(`stateDir=${other}`), `error: ${address} is in use by another node: ${process}`)
  t.is(
    await says('queue.url=redis://127.0.0.1'),
    `ok: ${address} is held by a node that runs: ${process}`,
  )
})

test('ports that are free, that are taken at start, and that somebody has', async (t) => {
  const port = await taken(t)
  const found = await examinePorts(configured(`http.port=${port}`, `admin.port=${port}`))
  t.deepEqual(
    found.map(({ level, key }) => `${level} ${key}`),
    ['error http.port', 'ok smtp.port', 'error admin.port'],
  )
})

test('an address that this machine does not have', async (t) => {
  const [found] = await examinePorts(configured('http.host=192.0.2.1', 'http.port=18080'))
  t.is(found?.sentence, '192.0.2.1 is no address of this machine')
})

test('a worker listens for its operator only', async (t) => {
  const found = await examinePorts(configured('node.role=worker'))
  t.deepEqual(
    found.map(({ key }) => key),
    ['admin.port'],
  )
})

const store = (stateDir: string, ...settings: readonly string[]) =>
  examineStore(configured(`stateDir=${stateDir}`, ...settings)).map(({ level, sentence }) =>
    `${level} ${sentence}`.replaceAll(stateDir, 'STATE'),
  )

async function queueIn(folder: string): Promise<void> {
  chmodSync(folder, 0o700)
  const queue = await openForAdmin(configured(`stateDir=${folder}`).config, createLog('silent'))
  await queue.close()
}

test('a queue that is whole', async (t) => {
  const folder = folderOf(t, {})
  await queueIn(folder)
  const found = store(folder)
  t.true(
    found.every((line) => line.startsWith('ok ')),
    found.join('\n'),
  )
  t.true(found.includes('ok STATE/queue.db is intact (quick_check)'))
  t.true(found.some((line) => /no node has it open$/.test(line)))
})

test('a queue that is damaged, or is none', async (t) => {
  const folder = folderOf(t, {})
  await queueIn(folder)
  truncateSync(join(folder, 'queue.db'), 9000)
  t.true(
    store(folder).some((line) => /^error STATE\/queue\.db (is damaged|cannot be read)/.test(line)),
  )
  writeFileSync(join(folder, 'queue.db'), 'no database, but a text that is long enough to be read')
  t.true(
    store(folder).some((line) => /^error STATE\/queue\.db cannot be read as a queue/.test(line)),
  )
})

test('a state folder that others may read, and one with too little room', (t) => {
  const folder = folderOf(t, {})
  chmodSync(folder, 0o755)
  const found = store(folder, `queue.minFree=${1024 ** 4}B`)
  t.regex(found[0] ?? '', /^warning STATE is open to every user of this machine \(mode 755\)/)
  t.true(found.some((line) => /^error .* are free for stateDir, and 1\.0 TiB must be$/.test(line)))
})

test('the token of the admin listener, where it is and where others may read it', async (t) => {
  const folder = folderOf(t, {})
  await queueIn(folder)
  t.false(store(folder).some((line) => line.includes('admin.token')))
  renewStateToken(folder)
  const closed = 'ok STATE/admin.token is the token of the admin listener, and closed to others'
  t.true(store(folder).includes(closed))
  t.true(store(folder, 'queue.url=redis://127.0.0.1').includes(closed))
  chmodSync(join(folder, 'admin.token'), 0o644)
  t.true(
    store(folder).includes(
      'error STATE/admin.token lets nobody in to the admin listener: others may use it (mode 644, expected 600)',
    ),
  )
})

test('a state folder in which nothing may be made', (t) => {
  const folder = folderOf(t, { file: '' })
  t.regex(store(join(folder, 'file')).join(), /^error STATE is no folder|^error .*file/)
})

test('a queue in memory is a warning', (t) => {
  const [line] = store(folderOf(t, {}), 'queue.url=memory:')
  t.is(line, 'warning memory: forgets all jobs when the node ends')
})
