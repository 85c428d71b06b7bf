/** The first mistakes of a newcomer: each is told in a few lines, with its place and what to do, and no stack. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { MISTAKES, serve, serveEmbedded } from '../support/mistakes.js'
import { cleanEnvironment, cli, type Ended, MAIN } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { ownRedis } from '../support/redis/redis.js'
import { certificates } from '../support/security/certificates.js'
import { openSqlite } from '../support/sqlite-queue.js'

/** What holds for every answer. */
function isShort(t: ExecutionContext, { out, err }: Ended): void {
  t.is(out, '')
  t.true(err.split('\n').length <= 4, err)
  t.notRegex(err, /^ {4}at |\.js:\d+|node_modules\/(?!greeting)/m)
}

for (const [what, { args, files = {}, environment = {}, code, says }] of Object.entries(MISTAKES)) {
  test(`${what} is told`, async (t) => {
    const ended = await cli(args, { folder: folderOf(t, files), environment })
    t.is(ended.code, code, ended.err)
    if (typeof says === 'string') t.is(ended.err, says)
    else t.regex(ended.err, says)
    isShort(t, ended)
  })
}

test('an empty configuration is that of the defaults', async (t) => {
  const folder = folderOf(t, { 'w.yaml': '' })
  const { code, out, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.deepEqual([code, out, err], [0, 'w.yaml is valid.\n', ''])
})

test('a port that is taken is told', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const ended = await cli(serve(`http.port=${port}`), { folder: folderOf(t, {}) })
  t.is(ended.code, 69)
  t.is(
    ended.err,
    `WAYBILL_ADDRESS_IN_USE: http: 127.0.0.1:${port} is in use by another process\n  End the other process, which waybill doctor names, or choose another port, as in --set http.port=8090, smtp.port=2530 or admin.port=8091.\n`,
  )
  isShort(t, ended)
})

test('a Redis that wants a password, or another one, is told without it', async (t) => {
  const redis = await ownRedis(['--requirepass', 'right'])
  t.teardown(() => redis.close())
  for (const url of [redis.url, redis.url.replace('//', '//:wrong-one@')]) {
    const ended = await cli([...serve(), '-s', `queue.url=${url}`], { folder: folderOf(t, {}) })
    t.is(ended.code, 77)
    t.regex(
      ended.err,
      /^WAYBILL_QUEUE_REFUSED: redis:\/\/127\.0\.0\.1:\d+ refuses this node: (NOAUTH|WRONGPASS) .*\n {2}Correct the user and the password in queue\.url/,
    )
    t.notRegex(ended.err, /wrong-one/)
    isShort(t, ended)
  }
})

test('a key that does not fit its certificate is told', async (t) => {
  const { server, client } = certificates()
  const folder = folderOf(t, { 'c.pem': server.pem, 'k.pem': client.keyPem })
  const ended = await cli(serve('http.tls={certificate: c.pem, key: k.pem}'), { folder })
  t.is(ended.code, 78)
  t.regex(
    ended.err,
    /^WAYBILL_FILE_UNUSABLE: http\.tls\.key: k\.pem is not the key of the certificate in c\.pem\n/,
  )
  isShort(t, ended)
})

test('a certificate that has ended is told, and a node starts with it all the same', async (t) => {
  const { expired } = certificates()
  const folder = folderOf(t, { 'c.pem': expired.pem, 'k.pem': expired.keyPem })
  const tls = `http.tls={certificate: ${join(folder, 'c.pem')}, key: ${join(folder, 'k.pem')}}`
  const { code, err } = await cli(['config', 'check', '-s', 'transports=[http]', '-s', tls])
  t.is(code, 78)
  t.regex(
    err,
    /^error: http\.tls\.certificate: the certificate of CN=expired,.* expired on 2020-12-31: renew it$/m,
  )
  const daemon = await startDaemon(['transports=[http]', tls])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const warning = await daemon.logged(({ level }) => level === 'error')
  t.regex(String(warning.msg), /^http\.tls\.certificate: .* expired on 2020-12-31: renew it$/)
})

test('a state folder of a newer version is told, by the doctor too', async (t) => {
  const stateDir = folderOf(t, {})
  await (await openSqlite({ stateDir })).close()
  const database = new DatabaseSync(join(stateDir, 'queue.db'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  const ended = await cli(serveEmbedded(`stateDir=${stateDir}`))
  t.is(ended.code, 65)
  t.regex(
    ended.err,
    /^WAYBILL_QUEUE_FOREIGN: \S+ is of a newer version of Waybill \(99; this one reads \d+\)\n {2}Start the version that wrote it/,
  )
  isShort(t, ended)
  const { code, out } = await cli([
    'doctor',
    '-q',
    ...serveEmbedded(`stateDir=${stateDir}`).slice(1),
  ])
  t.is(code, 1)
  t.regex(out, /error {4}stateDir: \S+ is of a newer version of Waybill/)
})

test('two nodes on one state folder share its queue', async (t) => {
  const settings = ['transports=[http]', `stateDir=${folderOf(t, {})}`]
  for (const daemon of [await startDaemon(settings), await startDaemon(settings)]) {
    t.teardown(() => daemon.process.kill('SIGKILL'))
    t.is(await daemon.stop(), 0)
  }
})

test('a Node.js that is too old is told before anything is loaded', (t) => {
  const old = 'Object.defineProperty(process, "version", { value: "v18.20.8" })'
  const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, MAIN, 'serve']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  t.is(status, 78)
  t.is(
    stderr,
    `WAYBILL_NODEJS_TOO_OLD: expected Node.js 26, 24, 22.12 or later, or 20.19 or later, got v18.20.8 (${process.execPath})\n  Install such a version, or put it first in PATH; node --version says which one is found.\n`,
  )
})

/** The user without rights, on Debian. */
const NOBODY = 65_534
const FIRST_OPEN_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start'

/** Only root becomes another user; to whom the program itself may be closed. */
function asNobody(args: readonly string[]): Ended | undefined {
  if (process.getuid?.() !== 0) return undefined
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, words, {
      encoding: 'utf8',
      uid: NOBODY,
      gid: NOBODY,
      cwd: '/',
      env: cleanEnvironment(),
    })
  if (run(MAIN, '--version').status !== 0) return undefined
  const { status, stdout, stderr } = run(MAIN, ...args)
  return { code: status, out: stdout, err: stderr }
}

test('a port that this user may not have is told', (t) => {
  const open = existsSync(FIRST_OPEN_PORT) ? Number(readFileSync(FIRST_OPEN_PORT, 'utf8')) : 0
  const ended = asNobody(serve('http.port=81'))
  if (!ended || open <= 81) {
    t.pass('left out: only root becomes a user without rights')
    return
  }
  t.is(ended.code, 77)
  t.is(
    ended.err,
    'WAYBILL_ADDRESS_REFUSED: http: 127.0.0.1:81 cannot be listened on (EACCES)\n  Choose a port above 1023 and an address that this machine has.\n',
  )
  isShort(t, ended)
})

test('a state folder that this user may not write is told', (t) => {
  const stateDir = folderOf(t, {})
  const ended = asNobody(serveEmbedded(`stateDir=${stateDir}`))
  if (!ended) {
    t.pass('left out: only root becomes a user without rights')
    return
  }
  t.is(ended.code, 74)
  t.is(
    ended.err,
    `WAYBILL_STATE_UNUSABLE: ${stateDir} cannot be used (permission denied)\n  Give stateDir a folder on a local disk with free space that this user may write.\n`,
  )
  isShort(t, ended)
})
