/** `waybill serve` as a process: starting, greeting, draining, ending. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { SLOW_PLUGIN, WAIT } from '../support/nodes/slow-plugin.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...headers },
  })

async function slowDaemon(
  t: ExecutionContext,
  settings: readonly string[] = [],
): Promise<{ daemon: RunningDaemon; folder: string }> {
  const folder = folderOf(t, { 'slow.mjs': SLOW_PLUGIN, 'w.yaml': 'plugins: [./slow.mjs]\n' })
  const daemon = await startDaemon(settings, ['--config', join(folder, 'w.yaml')])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return { daemon, folder }
}

const isStopping = (line: Record<string, unknown>) => String(line.msg).startsWith('stopping')

/** Leaves nothing behind, and takes no port that another may want. */
const apart = (t: ExecutionContext) => [
  ...['--set', 'queue.url=memory:', '--set', 'admin.port=0'],
  ...['--set', `stateDir=${folderOf(t, {})}`],
]

test('it answers, and ends with 0 when told to', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const answer = await post(daemon.url, soap11(ADD))
  t.is(answer.status, 200)
  t.regex(await answer.text(), /<m:result>3<\/m:result>/)
  t.is(await daemon.stop(), 0)
  t.is(daemon.log.at(-1)?.msg, 'stopped')
})

test('every line on standard output is a JSON object with level, time and sentence', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.process.kill('SIGKILL'))
  await post(daemon.url, soap11(ADD))
  await post(daemon.url, soap11('<x:No xmlns:x="urn:x"/>'))
  await daemon.stop()
  for (const line of daemon.log) {
    t.is(typeof line.level, 'string')
    t.is(typeof line.msg, 'string')
    t.regex(String(line.time), /^\d{4}-\d\d-\d\dT/)
  }
})

test('the greeting has a command that works as it stands', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const greeting = await daemon.greeted()
  const [, type = '', body = '', to = ''] =
    /curl -s -H '([^']+)' --data '([^']+)' (\S+)\n/.exec(greeting) ?? []
  t.is(to, daemon.url)
  t.true(greeting.startsWith(`Waybill listens on ${daemon.url}, smtp://127.0.0.1:`))
  const [name = '', value = ''] = type.split(': ')
  const answer = await fetch(to, { method: 'POST', body, headers: { [name]: value } })
  t.is(answer.status, 200)
  t.regex(await answer.text(), /<m:result>3<\/m:result>/)
})

test('a node without the operation of the example greets without it', async (t) => {
  const daemon = await startDaemon(['plugins=[echo]', 'transports=[http]'])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  t.is(await daemon.greeted(), `Waybill listens on ${daemon.url}.\n\n`)
})

test('what opens it to other hosts is a warning at start', async (t) => {
  const daemon = await startDaemon(['http.host=0.0.0.0'])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const { msg } = await daemon.logged(({ level }) => level === 'warn')
  t.regex(String(msg), /^http\.host: 0\.0\.0\.0 opens the node to other hosts, without TLS/)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets a running exchange end, takes no new one, and ends with 0`, async (t) => {
    const { daemon, folder } = await slowDaemon(t)
    const running = post(daemon.url, soap11(WAIT))
    await daemon.logged((line) => line.msg === 'waiting')
    daemon.process.kill(signal)
    await daemon.logged(isStopping)
    await t.throwsAsync(post(daemon.url, soap11(WAIT)))
    writeFileSync(join(folder, 'release'), '')
    const answer = await running
    t.is(answer.status, 200)
    t.regex(await answer.text(), /<m:done>yes<\/m:done>/)
    t.is(await daemon.ended(), 0)
    t.is(daemon.log.filter(({ msg }) => msg === 'waiting').length, 1)
  })
}

test('a second signal ends at once', async (t) => {
  const { daemon } = await slowDaemon(t)
  const running = t.throwsAsync(post(daemon.url, soap11(WAIT)))
  await daemon.logged((line) => line.msg === 'waiting')
  daemon.process.kill('SIGTERM')
  await daemon.logged(isStopping)
  daemon.process.kill('SIGTERM')
  t.is(await daemon.ended(), 70)
  await running
})

test('an exchange that does not end before the deadline is aborted, and the log says so', async (t) => {
  const { daemon } = await slowDaemon(t, ['shutdown.deadline=50ms'])
  const running = t.throwsAsync(post(daemon.url, soap11(WAIT)))
  await daemon.logged((line) => line.msg === 'waiting')
  daemon.process.kill('SIGTERM')
  await running
  await daemon.logged((line) => line.msg === 'the shutdown deadline cut off running exchanges')
  // The operation is told, so that it may stop working.
  t.is(daemon.log.find(({ msg }) => msg === 'told')?.reason, 'the node is stopping')
  // The operation still looks for its file, as a plugin that ignores its signal would.
  t.is(await daemon.ended(), 0)
})

test('a stop waits for no answer from the queue that does not come: its caller, who prefers not to wait long, may fetch it later', async (t) => {
  const folder = folderOf(t, {
    'later.mjs': `export default ({ log }) => ({
      operations: [{
        name: '{urn:example:later}Later',
        dispatch: 'queue',
        invoke: () => { throw new Error('not yet') },
      }],
    })`,
    'w.yaml': 'plugins: [./later.mjs]\n',
  })
  // Neither the next attempt nor one of these deadlines comes while the test runs.
  const hours = 'queue.retry={attempts: 9, delay: 10h, maxDelay: 10h}'
  const days = ['queue.wait=1d', 'shutdown.deadline=1d']
  const settings = [`stateDir=${join(folder, 'state')}`, hours, ...days]
  const start = () => startDaemon(settings, ['--config', join(folder, 'w.yaml')])
  const first = await start()
  t.teardown(() => first.process.kill('SIGKILL'))
  const later = soap11('<l:Later xmlns:l="urn:example:later"/>')
  const waiting = post(first.url, later, { Prefer: 'respond-async, wait=86400' })
  await first.logged((line) => line.event === 'job' && line.outcome === 'retry')
  first.process.kill('SIGTERM')
  const answer = await waiting
  t.is(answer.status, 202)
  t.is(await first.ended(), 0)
  const second = await start()
  t.teardown(() => second.process.kill('SIGKILL'))
  const url = new URL(answer.headers.get('location') ?? '', second.url)
  t.is((await fetch(url)).status, 202)
  t.is(await second.stop(), 0)
})

test('a connection without a request does not keep the node from stopping', async (t) => {
  const daemon = await startDaemon()
  t.teardown(() => daemon.process.kill('SIGKILL'))
  for (const sent of ['', 'POST /soap HTTP/1.1\r\nHost: ']) {
    const socket = connect(daemon.port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(sent)
  }
  // Connections are taken in their order: with this one the others are there too.
  await post(daemon.url, soap11(ADD))
  t.is(await daemon.stop(), 0)
  t.false(daemon.log.some(({ msg }) => String(msg).includes('deadline')))
})

test('a plugin that never closes does not keep the process', async (t) => {
  const folder = folderOf(t, {
    'stuck.mjs':
      'export default () => ({ close: () => new Promise(() => setInterval(() => {}, 9)) })',
    'w.yaml': 'plugins: [./stuck.mjs]\n',
  })
  const daemon = await startDaemon([], ['--config', join(folder, 'w.yaml')])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  t.is(await daemon.stop(), 0)
  t.true(
    daemon.log.some(
      ({ msg, plugin }) => msg === 'the plugin failed to close' && plugin === 'stuck',
    ),
  )
})

test('a port in use is reported in one clear line with a hint', async (t) => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.teardown(() => listener.close())
  const { port } = listener.address() as AddressInfo
  const { code, out, err } = await cli(['serve', ...apart(t), '--set', `http.port=${port}`])
  t.is(code, 69)
  t.notRegex(out, /"msg":"listening"/)
  const [first = '', hint = '', ...rest] = err.split('\n')
  t.is(first, `WAYBILL_ADDRESS_IN_USE: http: 127.0.0.1:${port} is in use by another process`)
  t.regex(hint, /^ {2}\S/)
  t.deepEqual(rest, [''])
})

for (const key of ['smtp.port', 'smtp.securePort'] as const) {
  test(`a port in use is told for ${key}, too`, async (t) => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    t.teardown(() => listener.close())
    const { port } = listener.address() as AddressInfo
    const folder = folderOf(t, { 'cert.pem': CERTIFICATE, 'key.pem': KEY })
    const files = ['--set', 'smtp.tls={certificate: cert.pem, key: key.pem}']
    const free = ['--set', 'http.port=0', '--set', 'smtp.port=0']
    const { code, err } = await cli(
      ['serve', ...apart(t), ...free, ...files, '--set', `${key}=${port}`],
      { folder },
    )
    t.is(code, 69)
    const [first = '', hint = '', ...rest] = err.split('\n')
    t.is(first, `WAYBILL_ADDRESS_IN_USE: smtp: 127.0.0.1:${port} is in use by another process`)
    t.regex(hint, /^ {2}\S/)
    t.deepEqual(rest, [''])
  })
}

test('an address that this machine does not have is refused', async (t) => {
  const { code, err } = await cli([
    'serve',
    ...apart(t),
    '--set',
    'http.host=192.0.2.1',
    '--set',
    'http.port=0',
  ])
  t.is(code, 77)
  t.regex(
    err,
    /^WAYBILL_ADDRESS_REFUSED: http: 192\.0\.2\.1:?\S* cannot be listened on \(EADDRNOTAVAIL\)\n/,
  )
})

test('a wrong configuration ends it before anything listens', async (t) => {
  const folder = folderOf(t, { 'w.yaml': 'http:\n  port: 99999\n' })
  const { code, out, err } = await cli(['serve', '--config', 'w.yaml'], { folder })
  t.is(code, 78)
  t.is(out, '')
  t.regex(
    err,
    /^WAYBILL_CONFIG_INVALID: w\.yaml:2:3: http\.port: expected at most 65535, got 99999\n {2}\S.*\n$/,
  )
})
