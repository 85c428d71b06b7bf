/** `waybill status`, and what the doctor shows of a node that runs: with problems, without, and where none runs. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { renewStateToken } from '../../src/security/credentials/state-token.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startBounded, startDaemon } from '../support/nodes/daemon.js'
import { HOLDING_PLUGIN } from '../support/nodes/holding-plugin.js'
import { CERTIFICATE, KEY, RENEWED } from '../support/wire/certificate.js'
import { soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The URL of its admin listener. */
async function addressOf(daemon: RunningDaemon): Promise<string> {
  const { listening } = await daemon.logged(({ msg }) => msg === 'health is available')
  return String(listening)
}

async function runWith(daemon: RunningDaemon, ...args: readonly string[]): Promise<Ended> {
  const url = await addressOf(daemon)
  return cli([...args, '--set', `stateDir=${daemon.stateDir}`, '--url', url])
}

async function running(t: ExecutionContext, settings: readonly string[] = []) {
  const daemon = await startDaemon(settings)
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return daemon
}

test('a node without a problem is described, and the exit code is 0', async (t) => {
  const daemon = await running(t, ['node.uri=urn:node:one'])
  const { code, out, err } = await runWith(daemon, 'status')
  t.is(code, 0, err)
  t.regex(out, /^node +urn:node:one$/m)
  t.regex(out, /^runs +for \d+s, since /m)
  t.regex(out, /^ready +yes$/m)
  t.true(out.includes(daemon.url), out)
  t.regex(out, /^queue +0 waiting, 0 delayed, 0 suspended, 0 running, 0 dead$/m)
  t.regex(err, /^nothing is wrong, as of /)
  const json = JSON.parse((await runWith(daemon, 'status', '--json')).out)
  t.like(json, { uri: 'urn:node:one', ready: true, problems: [], queue: { waiting: 0 } })
})

test('a warning is shown with what to do, and is no error', async (t) => {
  const daemon = await running(t)
  const pause = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  t.is((await daemon.admin('/api/queue/pause', pause)).status, 200)
  let shown: Ended = { code: null, out: '', err: '' }
  await until(async () => {
    shown = await runWith(daemon, 'status')
    return shown.out.includes('queue-paused')
  })
  t.is(shown.code, 0, shown.err)
  t.regex(shown.out, /^queue +paused: 0 waiting/m)
  t.regex(shown.out, /^warning +queue-paused {2}since \d{4}-\S+ \(\d+s\), 0 waiting$/m)
  t.regex(shown.out, /^ {9}waybill queue resume$/m)
  t.true(shown.out.includes(`${await addressOf(daemon)}/#/queue`))
  t.regex(shown.err, /^problems: 1, as of /)
  const doctor = await runWith(daemon, 'doctor', '--offline', '--json')
  const found = doctor.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ area }) => area === 'node')
  t.like(found, [
    { level: 'ok', key: 'node' },
    { level: 'warning', key: 'queue-paused', remedy: 'waybill queue resume' },
  ])
})

test('a problem that is an error makes the exit code 1, of the doctor too', async (t) => {
  const folder = folderOf(t, {
    'holding.mjs': HOLDING_PLUGIN,
    'w.yaml': 'plugins: [./holding.mjs]\nsoap: { validate: false }\n',
  })
  const bounds = { 'event-loop': { beat: 50, held: 300, severe: 300 } }
  const daemon = await startBounded(bounds, [], ['--config', join(folder, 'w.yaml')])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  await fetch(daemon.url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: soap11('<h:Spin xmlns:h="urn:example:holding"/>'),
  })
  let shown: Ended = { code: null, out: '', err: '' }
  await until(async () => {
    shown = await runWith(daemon, 'status')
    return shown.out.includes('event-loop-held')
  })
  t.is(shown.code, 1)
  const subject = `spin in ${join(folder, 'holding.mjs')}`
  t.true(shown.out.includes(`error    event-loop-held: ${subject}  since `), shown.out)
  const doctor = await runWith(daemon, 'doctor', '--offline')
  t.is(doctor.code, 1)
  t.true(doctor.out.includes(`error    event-loop-held: ${subject}: spin (`), doctor.out)
})

test('where no node runs, both say so', async (t) => {
  const stateDir = folderOf(t, {})
  const port = await freePort()
  const settings = ['--set', `stateDir=${stateDir}`, '--set', `admin.port=${port}`]
  const never = await cli(['status', ...settings])
  t.is(never.code, 78)
  t.regex(never.err, /^WAYBILL_STATE_NOT_FOUND: there is no token at \S+: no node has run/)
  renewStateToken(stateDir)
  const none = await cli(['status', ...settings])
  t.is(none.code, 69)
  t.is(
    none.err.split('\n')[0],
    `WAYBILL_NODE_NOT_RUNNING: no node runs: nothing listens at http://127.0.0.1:${port}`,
  )
  const doctor = await cli(['doctor', '--offline', ...settings])
  t.true(
    doctor.out.includes(
      `the node was not asked: no node runs: nothing listens at http://127.0.0.1:${port}`,
    ),
    doctor.out,
  )
  const anyPort = await cli(['status', '--set', `stateDir=${stateDir}`, '--set', 'admin.port=0'])
  t.is(anyPort.code, 69)
  t.regex(anyPort.err, /admin\.port is 0, any free one: expected --url/)
})

test('what listens in place of the node gets no token, and what it gets asks the same only', async (t) => {
  const daemon = await running(t)
  const received: { readonly path: string; readonly authorization: string }[] = []
  const other = createServer(({ url = '', headers: { authorization = '' } }, answer) => {
    received.push({ path: url, authorization })
    answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, err } = await cli([
    ...['status', '--set', `stateDir=${daemon.stateDir}`],
    ...['--url', `http://127.0.0.1:${port}`],
  ])
  t.is(code, 69)
  t.regex(err, /is not the node of \S+: it answers \/api\/\w+ with 404/)
  const [{ path, authorization } = { path: '', authorization: '' }] = received
  t.is((await daemon.admin(path, { headers: { authorization } })).status, 200)
  t.is((await daemon.admin('/api/dead', { headers: { authorization } })).status, 401)
  const post = { method: 'POST', body: '{}' }
  const headers = { authorization, 'content-type': 'application/json' }
  t.is((await daemon.admin('/api/queue/pause', { ...post, headers })).status, 401)
  // Made of another token, or changed, it proves nothing.
  const forged = authorization.replace(/\d{5}\./, '99999.')
  t.is((await daemon.admin(path, { headers: { authorization: forged } })).status, 401)
  renewStateToken(daemon.stateDir)
  t.is((await daemon.admin(path, { headers: { authorization } })).status, 401)
})

test('over TLS it is the certificate of the configuration that proves the node', async (t) => {
  const folder = folderOf(t, {
    'node.pem': CERTIFICATE,
    'node.key': KEY,
    'other.pem': RENEWED.certificate,
  })
  const tls = (name: string) =>
    `admin.tls={certificate: ${join(folder, name)}, key: ${join(folder, 'node.key')}}`
  const daemon = await running(t, [tls('node.pem')])
  const url = await addressOf(daemon)
  const own = ['--set', `stateDir=${daemon.stateDir}`, '--url', url]
  const { code, err } = await cli(['status', ...own, '--set', tls('node.pem')])
  t.is(code, 0, err)
  const other = await cli(['status', ...own, '--set', tls('other.pem')])
  t.is(other.code, 69)
  t.regex(other.err, /has another certificate than admin\.tls\.certificate/)
})

test('a node that does not answer is no node that does not run', async (t) => {
  const daemon = await running(t)
  const url = await addressOf(daemon)
  daemon.process.kill('SIGSTOP')
  const { code, err } = await cli(['status', '--set', `stateDir=${daemon.stateDir}`, '--url', url])
  t.is(code, 69)
  t.regex(err, /does not answer within 5 s: where its event loop is held, its log says by what/)
})
