/** A listener on a loopback address answers no page of another site: by its own name, nor by one that leads here. */
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../../src/log.js'
import { eventLog } from '../../../src/message/events/event-log.js'
import { OwnHost } from '../../../transports/http/admission/own-host.js'
import { readFields } from '../../../transports/http/protocol/header-fields.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../../support/config.js'
import { type RawAnswer, raw } from '../../support/wire/raw.js'
import { secureListener, secureSocket } from '../../support/wire/secure.js'

interface Listener {
  readonly port: number
  /** Kinds of the messages that came. */
  readonly taken: readonly string[]
  readonly lines: readonly Record<string, unknown>[]
  reload(settings: readonly string[]): Promise<void>
}

async function listener(t: ExecutionContext, ...settings: readonly string[]): Promise<Listener> {
  const section = (more: readonly string[]) =>
    readConfig({ environment: {}, settings: ['http.port=0', ...settings, ...more] }).http
  const taken: string[] = []
  const lines: Record<string, unknown>[] = []
  const log = createLog('debug', (line) => lines.push(JSON.parse(line)))
  const transport = new HttpTransport(section([]), Object.assign(log, { report: eventLog(log) }))
  await transport.listen(async ({ kind }) => {
    taken.push(kind)
    return { kind: 'accepted' }
  })
  t.teardown(() => transport.close(AbortSignal.abort()))
  const port = Number(new URL(String(transport.listening[0])).port)
  const reload = async (more: readonly string[]) => {
    const settings = { section: section(more), plugins: [], paths: [], stateDir: '' }
    transport.reload(settings).apply()
  }
  return { port, taken, lines, reload }
}

const request = (line: string, host: string | undefined, more = '') =>
  `${line}\r\n${host === undefined ? '' : `Host: ${host}\r\n`}${more}\r\n`
const BODY = 'Content-Type: text/xml\r\nContent-Length: 1\r\n'

function ask(port: number, host: string | undefined, line = 'POST /soap HTTP/1.1') {
  const body = line.startsWith('POST')
  const more = body ? BODY : 'Connection: close\r\n'
  return raw(port, `${request(line, host, more)}${body ? 'x' : ''}`, { first: body })
}

const FOREIGN = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example:8080',
  '0.0.0.0:8080',
  '192.0.2.1',
  '[2001:db8::1]:8080',
  '[::ffff:192.0.2.1]',
  '127.1',
  '2130706433',
  'localhost:8080:8080',
  'evil.example:localhost',
  '[localhost]',
  '',
]

for (const host of FOREIGN) {
  test(`421, and nothing runs: Host: ${host}`, async (t) => {
    const { port, taken } = await listener(t)
    const { status, body } = await ask(port, host)
    t.deepEqual([status, body, taken], [421, 'Host has no name of this node.\n', []])
  })
}

const OWN = [
  'localhost',
  'LocalHost:8080',
  '127.0.0.1',
  '127.9.8.7:1',
  '[::1]:8080',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]:8080',
]

for (const host of OWN) {
  test(`a loopback name or address is taken, with any port: ${host}`, async (t) => {
    const { port, taken } = await listener(t)
    t.is((await ask(port, host)).status, 202)
    t.deepEqual(taken, ['envelope'])
  })
}

test('names in http.names are taken, with any port, and the host of http.publicUrl', async (t) => {
  const names = 'http.names=[Bus.example, "other.example:8443", "[2001:db8::1]:80"]'
  const { port, reload } = await listener(t, names, 'http.publicUrl=https://soap.example:444/x')
  const statusOf = async (host: string) => (await ask(port, host)).status
  const own = ['bus.example', 'BUS.example:8080', 'other.example', 'other.example:8443']
  for (const host of [...own, '[2001:db8::1]', 'soap.example', 'soap.example:80']) {
    t.is(await statusOf(host), 202, host)
  }
  t.is(await statusOf('x.bus.example'), 421)
  await reload(['http.names=[x.bus.example]', 'http.publicUrl=https://new.example/x'])
  const after = await Promise.all(
    ['x.bus.example', 'new.example', 'bus.example', 'soap.example'].map(statusOf),
  )
  t.deepEqual(after, [202, 202, 421, 421])
})

test('every request is asked: descriptions, pages, answers, safe operations, OPTIONS, paths that are not there', async (t) => {
  const { port, taken } = await listener(t)
  const lines = [
    'GET /soap/plugin?wsdl HTTP/1.1',
    'GET /soap HTTP/1.1',
    'HEAD /soap?op=Now HTTP/1.1',
    'GET /soap/exchanges/1 HTTP/1.1',
    'OPTIONS /soap HTTP/1.1',
    'PUT /soap HTTP/1.1',
    'GET /nowhere HTTP/1.1',
    'POST /soap HTTP/1.0',
  ]
  for (const line of lines) t.is((await ask(port, 'evil.example', line)).status, 421, line)
  t.deepEqual(taken, [])
})

test('it is refused before its body is asked for, and before credentials are looked at', async (t) => {
  const { port } = await listener(t)
  const expects = `${BODY}Expect: 100-continue\r\nAuthorization: Basic eDp5\r\n`
  const answer = await raw(port, request('POST /soap HTTP/1.1', 'evil.example', expects))
  t.deepEqual([answer.status, answer.responses], [421, 1])
})

test('the log names the keys to set, however long the Host is', async (t) => {
  const { port, lines } = await listener(t)
  await ask(port, `${'evil.'.repeat(100)}example`)
  const [line] = lines.filter(({ event }) => event === 'refused')
  t.is(line?.outcome, '421')
  t.regex(String(line?.cause), /^neither http\.names nor http\.publicUrl has Host evil\.evil/)
})

test('HTTP/1.0 without Host, and a target in absolute form with a name of this node, are not asked', async (t) => {
  const { port } = await listener(t)
  t.is((await ask(port, undefined, 'POST /soap HTTP/1.0')).status, 202)
  const absolute = (host: string) => ask(port, 'x.example', `POST http://${host}/soap HTTP/1.1`)
  t.is((await absolute(`127.0.0.1:${port}`)).status, 202)
  t.is((await absolute(`evil.example:${port}`)).status, 400)
})

test('requests of a listed proxy are not asked; those of others are, on the same listener', async (t) => {
  const { port } = await listener(t, 'http.proxies=[127.0.0.9]')
  const from = (localAddress: string): Promise<RawAnswer> =>
    raw(port, `${request('POST /soap HTTP/1.1', 'soap.example', BODY)}x`, {
      first: true,
      localAddress,
    })
  t.is((await from('127.0.0.9')).status, 202)
  t.is((await from('127.0.0.1')).status, 421)
})

test('over TLS nobody is asked: a page of another name has no certificate for it', async (t) => {
  const { port, peers } = await secureListener(t)
  const socket = await secureSocket(port)
  socket.write(`${request('POST /soap HTTP/1.1', 'evil.example', BODY)}x`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  t.regex(String(answer), /^HTTP\/1\.1 202 /)
  t.is(peers.length, 1)
})

test('who listens on a name or an address within IPv6 that is a loopback one is asked', async (t) => {
  const byName = await listener(t, 'http.host=localhost')
  const sent = await fetch(`http://localhost:${byName.port}/soap`)
  t.is(sent.status, 405)
  const { port } = await listener(t, 'http.host=::ffff:127.0.0.1')
  t.is((await ask(port, 'evil.example')).status, 421)
  t.is((await ask(port, 'localhost')).status, 202)
})

test('who listens on all addresses, or on one that is no loopback one, is not asked', async (t) => {
  const all = await listener(t, 'http.host=0.0.0.0')
  t.is((await ask(all.port, 'evil.example')).status, 202)
  const both = await listener(t, 'http.host=::')
  t.is((await ask(both.port, 'evil.example')).status, 202)
  const socket = Object.defineProperty(new Socket(), 'localAddress', { value: '192.0.2.1' })
  const fields = readFields({ host: 'evil.example' })
  const outer = Object.assign(new IncomingMessage(socket), { url: '/soap', fields })
  const section = { host: '192.0.2.1', names: [], publicUrl: undefined, tls: undefined }
  t.notThrows(() => new OwnHost(section).check(outer))
})
