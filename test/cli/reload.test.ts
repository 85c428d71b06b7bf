/** SIGHUP: a running node takes its changed configuration over, whole or not at all, and closes nothing. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { serveNode } from '../support/nodes/node.js'
import { REFUSED, RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'
import { SLOW_PLUGIN, WAIT } from '../support/nodes/slow-plugin.js'
import { CERTIFICATE, KEY, RENEWED } from '../support/wire/certificate.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const input = (t: ExecutionContext, text: string) =>
  reloadingDaemon(t, text, { 'slow.mjs': SLOW_PLUGIN })

interface Answered {
  readonly status: number
  readonly text: string
  /** True if it was not the first request on its connection. */
  readonly reused: boolean
}

/** Posts an envelope on a connection that an agent keeps. */
async function post(agent: Agent, url: string, body: string): Promise<Answered> {
  const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
  const sent = request(url, { method: 'POST', agent, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode, text, reused: sent.reusedSocket }
}

function agentOf(t: ExecutionContext): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  return agent
}

const NAMED = 'node: { uri: urn:example:between }\nplugins: [calculator, ./slow.mjs]\n'
const FOR = (url: string) => `destinations: { next: { url: "${url}" } }
routes: [{ operation: "{urn:example:echo}*", to: next }]
`
const ECHO = soap11('<e:Echo xmlns:e="urn:example:echo"><e:text>x</e:text></e:Echo>')

test('SIGHUP takes over routes, destinations, rules and the level of the log; no connection is closed', async (t) => {
  const { daemon, reload, folder } = await input(t, NAMED)
  const agent = agentOf(t)
  t.is((await post(agent, daemon.url, soap11(ADD))).status, 200)
  const running = post(agentOf(t), daemon.url, soap11(WAIT))
  await daemon.logged(({ msg }) => msg === 'waiting')
  t.regex((await post(agent, daemon.url, ECHO)).text, /faultcode/)

  const next = await serveNode({
    echo: {
      operations: [{ name: '{urn:example:echo}Echo', invoke: () => ({}) }],
    },
  })
  t.teardown(() => next.close())
  const reloaded = await reload(`${NAMED}${FOR(next.url)}log: { level: debug }\n`)
  t.is(reloaded.msg, RELOADED)
  t.deepEqual(reloaded.changed, ['destinations.next', 'log.level', 'routes'])
  const echoed = await post(agent, daemon.url, ECHO)
  t.deepEqual([echoed.status, echoed.reused], [200, true])
  t.true(echoed.text.includes('EchoResponse'))
  t.true(daemon.log.some(({ level }) => level === 'debug'))

  const rules = 'http: { senders: [{ hosts: [192.0.2.0/24] }], public: false }\n'
  t.like(await reload(`${NAMED}${FOR(next.url)}${rules}`), {
    msg: RELOADED,
    changed: ['http.public', 'http.senders', 'log.level'],
  })
  const turnedAway = await post(agent, daemon.url, soap11(ADD))
  t.true(turnedAway.reused)
  t.not(turnedAway.status, 200)

  // What had begun before ends as it would have.
  writeFileSync(join(folder, 'release'), '')
  t.is((await running).status, 200)
  t.is(await daemon.stop(), 0)
})

test('nobody waits for a destination of the new configuration that is left alone', async (t) => {
  // Nothing ends the wait while the test runs.
  const patient = `${NAMED}queue: { wait: 1d }\n`
  const { daemon, reload } = await input(t, patient)
  const down = `destinations: { down: { url: "http://127.0.0.1:9/soap", breaker: { failures: 1, pause: 1d } } }
routes: [{ operation: "{urn:example:echo}*", to: down, mode: request-reply }]
`
  t.is((await reload(`${patient}${down}`)).msg, RELOADED)
  const agent = agentOf(t)
  // Its failed attempt opens the breaker.
  for (const _ of ['first', 'second']) {
    const { status, text } = await post(agent, daemon.url, ECHO)
    t.is(status, 500)
    t.regex(text, /The message was accepted, and is not finished/)
    await daemon.logged(({ event, outcome }) => event === 'breaker' && outcome === 'open')
  }
  t.is(await daemon.stop(), 0)
})

test('what needs a restart is said, again each time, and the rest is taken over', async (t) => {
  const { daemon, reload } = await input(t, NAMED)
  const changed = `${NAMED}http: { maxBody: 5000B, names: [other.example] }\nlimits: { depth: 7 }\n`
  for (const taken of [['http.names'], []]) {
    t.like(await reload(changed), { msg: RELOADED, changed: taken })
    const warnings = () => daemon.log.filter(({ restart }) => restart !== undefined)
    await daemon.logged(() => warnings().length === (taken.length > 0 ? 1 : 2))
    t.deepEqual(warnings().at(-1)?.restart, ['http.maxBody', 'limits.depth'])
  }
})

test('a configuration that is wrong is refused with its place, and the old one goes on', async (t) => {
  const { daemon, reload } = await input(t, NAMED)
  const agent = agentOf(t)
  for (const [wrong, sentence] of [
    [`${NAMED}routes: [{ to: nowhere }]\nlog: { level: error }\n`, /w\.yaml:3:\d+: routes/],
    [`${NAMED}nonsense: 1\n`, /nonsense: there is no such key/],
    ['[', /w\.yaml:1:/],
    [
      `${NAMED}${FOR('https://next.example/').replace('" }', '", ca: gone.pem }')}log: { level: error }\n`,
      /destinations\.next\.ca: \S*gone\.pem cannot be read/,
    ],
  ] as const) {
    const reloaded = await reload(wrong)
    t.is(reloaded.msg, REFUSED)
    t.regex(String((reloaded.err as Record<string, unknown>).message), sentence)
    t.is((await post(agent, daemon.url, soap11(ADD))).status, 200)
    t.regex((await post(agent, daemon.url, ECHO)).text, /faultcode/)
  }
  // None of it was taken over: lines of level info are still written.
  t.like(await reload(NAMED), { level: 'info', msg: RELOADED, changed: [] })
})

test('SIGHUP while the node starts or stops ends it neither', async (t) => {
  const { daemon, folder } = await input(t, NAMED)
  const running = post(agentOf(t), daemon.url, soap11(WAIT))
  await daemon.logged(({ msg }) => msg === 'waiting')
  daemon.process.kill('SIGTERM')
  await daemon.logged(({ msg }) => String(msg).startsWith('stopping'))
  daemon.process.kill('SIGHUP')
  writeFileSync(join(folder, 'release'), '')
  t.is((await running).status, 200)
  t.is(await daemon.ended(), 0)
  t.false(daemon.log.some(({ msg }) => msg === RELOADED || msg === REFUSED))
})

/** A connection with TLS to a mail listener, and the name in the certificate that it shows. */
async function secured(t: ExecutionContext, port: number): Promise<[TLSSocket, string]> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  t.teardown(() => socket.destroy())
  await once(socket, 'data')
  return [socket, String(socket.getPeerCertificate().subject.CN)]
}

/** Says a line and gives the reply. */
async function say(socket: TLSSocket, line: string): Promise<string> {
  socket.write(`${line}\r\n`)
  const [reply] = await once(socket, 'data')
  return String(reply)
}

test('SIGHUP reads certificates anew, and mail rules: connections that are open go on with them', async (t) => {
  const folder = folderOf(t, { 'c.pem': CERTIFICATE, 'k.pem': KEY })
  const file = (name: string) => join(folder, name)
  const smtp = (rest: string) =>
    `smtp: { domains: [node.example], securePort: 0, tls: { certificate: "${file('c.pem')}", key: "${file('k.pem')}" }${rest} }\n`
  const { daemon, reload } = await input(t, `${NAMED}${smtp('')}`)
  const isMail = (line: Record<string, unknown>) =>
    line.msg === 'listening' && line.transport === 'smtp'
  const { listening } = await daemon.logged(isMail)
  const url = (listening as readonly string[]).find((one) => one.startsWith('smtps:'))
  const port = Number(new URL(url ?? '').port)
  const [before, name] = await secured(t, port)
  t.is(name, 'localhost')

  writeFileSync(file('c.pem'), RENEWED.certificate)
  const half = await reload(`${NAMED}${smtp('')}log: { level: error }\n`)
  t.is(half.msg, REFUSED)
  t.regex(
    String((half.err as Record<string, unknown>).message),
    /smtp\.tls\.key: .* is not the key of/,
  )

  writeFileSync(file('k.pem'), RENEWED.key)
  const password = createHash('sha256').update('secret').digest('hex')
  const rules = `, senders: [{ hosts: [192.0.2.0/24] }], public: false, users: { u: "sha256:${password}" }`
  t.like(await reload(`${NAMED}${smtp(rules)}`), {
    msg: RELOADED,
    changed: ['smtp.public', 'smtp.senders', 'smtp.tls.certificate', 'smtp.tls.key', 'smtp.users'],
  })
  const [after, renewed] = await secured(t, port)
  t.is(renewed, 'renewed')
  t.regex(await say(after, 'EHLO peer.example'), /AUTH/)
  const proof = Buffer.from('\0u\0secret').toString('base64')
  t.regex(await say(after, `AUTH PLAIN ${proof}`), /^235/)
  t.regex(await say(before, 'EHLO peer.example'), /^250/)
  t.regex(await say(before, 'MAIL FROM:<a@peer.example>'), /^250/)
  t.regex(await say(before, 'RCPT TO:<calculator@node.example>'), /^5/)

  const without = `${NAMED}smtp: { domains: [node.example] }\n`
  t.is((await reload(without)).msg, REFUSED)
})

const PEER = (password: string, more = '') => `security:
  peers:
    alice:
      password: sha256:${createHash('sha256').update(password).digest('hex')}
${more}http: { senders: [{ peers: [alice] }] }
`

test('SIGHUP takes over peers: a password that was changed counts at once, and so does a rate', async (t) => {
  const { daemon, reload } = await input(t, PEER('first'))
  const statusFor = async (password: string) => {
    const Authorization = `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', Authorization }
    return (await fetch(daemon.url, { method: 'POST', headers, body: soap11(ADD) })).status
  }
  t.deepEqual([await statusFor('first'), await statusFor('second')], [200, 401])
  const line = await reload(PEER('second'))
  t.deepEqual([line.msg, line.changed], [RELOADED, ['security.peers']])
  t.deepEqual([await statusFor('first'), await statusFor('second')], [401, 200])
  await reload(PEER('second', '      rate: { messages: 1, per: 1h }\n'))
  t.deepEqual([await statusFor('second'), await statusFor('second')], [200, 429])
})
