/** SIGHUP: operators, certificates of the admin listener and alerts are taken over while the node runs. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import {
  RELOADED,
  type ReloadingDaemon,
  reloadingDaemon,
} from '../support/nodes/reloading-daemon.js'
import { startWebhook } from '../support/webhook.js'
import { CERTIFICATE, KEY, RENEWED } from '../support/wire/certificate.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { ask } from '../support/wire/wire.js'

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const NODE = 'node: { uri: urn:example:node }\nplugins: [calculator]\n'
const operators = (all: string, more = '') => `${NODE}admin: { operators: { ${all} }${more} }\n`
const ANNA = `anna: { may: change, password: "${hash('first')}" }`
const BEN = `ben: { token: "${hash('look')}" }`

async function adminOf({ daemon }: ReloadingDaemon): Promise<string> {
  const { listening } = await daemon.logged(({ msg }) => msg === 'health is available')
  return String(listening)
}

async function login(url: string, user: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ user, password }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('operators are taken over: sessions and streams of one who is gone, or has another password, end', async (t) => {
  const daemon = await reloadingDaemon(
    t,
    operators(`${ANNA}, ${BEN}, carl: { password: "${hash('x')}" }`),
  )
  const url = await adminOf(daemon)
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${url}/api/node`, { headers })).status
  const anna = { cookie: await login(url, 'anna', 'first') }
  const carl = { cookie: await login(url, 'carl', 'x') }
  const ben = { authorization: 'Bearer look' }
  t.deepEqual(await Promise.all([anna, carl, ben].map(status)), [200, 200, 200])
  const streams = await Promise.all(
    [anna, ben].map((headers) => fetch(`${url}/api/events`, { headers })),
  )

  const second = ANNA.replace(hash('first'), hash('second')).replace('change', 'read')
  const reloaded = await daemon.reload(
    operators(`${second}, carl: { may: change, password: "${hash('x')}" }`),
  )
  t.like(reloaded, { msg: RELOADED, changed: ['admin.operators'] })
  t.deepEqual(await Promise.all([anna, carl, ben].map(status)), [401, 200, 401])
  const view = await fetch(`${url}/api/node`, { headers: carl })
  t.like(await view.json(), { may: 'change' }, 'what somebody may do counts at once')
  // Each ends, whatever it has told before.
  for (const stream of streams) await stream.text()
  t.not(await login(url, 'anna', 'second'), '')
  t.is(await login(url, 'anna', 'first'), '')
})

test('where it listens stays until a restart; operators who are gone are gone', async (t) => {
  const open = `, host: 0.0.0.0`
  const daemon = await reloadingDaemon(t, operators(BEN, open))
  const url = (await adminOf(daemon)).replace('0.0.0.0', '127.0.0.1')
  const reloaded = await daemon.reload(`${NODE}admin: { openMetrics: true }\n`)
  t.deepEqual(reloaded.changed, ['admin.openMetrics', 'admin.operators'])
  const { restart } = await daemon.daemon.logged(({ restart: keys }) => keys !== undefined)
  t.deepEqual(restart, ['admin.host'])
  t.is((await fetch(`${url}/api/node`)).status, 401)
  t.is((await fetch(`${url}/api/node`, { headers: { authorization: 'Bearer look' } })).status, 401)
})

/** Common name of the certificate that a listener shows. */
async function shownBy(url: string): Promise<unknown> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return CN
}

test('its certificate is read anew; a key that is not of it changes nothing', async (t) => {
  const folder = folderOf(t, { 'c.pem': CERTIFICATE, 'k.pem': KEY })
  const tls = `{ certificate: "${folder}/c.pem", key: "${folder}/k.pem" }`
  const text = `${NODE}admin: { tls: ${tls} }\n`
  const daemon = await reloadingDaemon(t, text)
  const url = await adminOf(daemon)
  t.is(await shownBy(url), 'localhost')
  writeFileSync(join(folder, 'c.pem'), RENEWED.certificate)
  const half = await daemon.reload(text)
  t.regex(JSON.stringify(half.err), /admin\.tls\.key: .* is not the key of/)
  t.is(await shownBy(url), 'localhost')
  writeFileSync(join(folder, 'k.pem'), RENEWED.key)
  t.deepEqual((await daemon.reload(text)).changed, ['admin.tls.certificate', 'admin.tls.key'])
  t.is(await shownBy(url), 'renewed')
})

test('alerts go where the new configuration says, those too that waited for the old place', async (t) => {
  const down = await freePort()
  const hook = await startWebhook(t)
  const alerts = (url: string) => `
routes: [{ to: "http://127.0.0.1:${down}/", mode: store }]
queue: { retry: { attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m } }
alerts: { webhook: { url: "${url}" }, console: "https://bus.example/" }
`
  const before = NODE + alerts(`http://127.0.0.1:${down}/hook`)
  const daemon = await reloadingDaemon(t, before, {}, { alerts: { group: 10 } })
  await ask(daemon.daemon.url, soap11(ADD))
  await daemon.daemon.logged(({ channel }) => channel === 'webhook')
  const reloaded = await daemon.reload(NODE + alerts(hook.url))
  t.deepEqual(reloaded.changed, ['alerts.webhook'])
  const { json } = await hook.post(0)
  t.like(json, { kind: 'dead-letters', link: 'https://bus.example/#/dead' })
})

test('peers and ways are told as they are after a reload', async (t) => {
  const daemon = await reloadingDaemon(t, NODE)
  const reloaded = async (path: string) => (await daemon.daemon.admin(path)).text()
  t.notRegex(await reloaded('/api/peers'), /bank/)
  await daemon.reload(`${NODE}security: { peers: { bank: { apiKey: "${hash('x')}" } } }
destinations: { ledger: { url: "http://ledger.example/" } }
routes: [{ operation: "{urn:x}*", to: ledger }]
`)
  t.regex(await reloaded('/api/peers'), /"name":"bank"/)
  t.regex(await reloaded('/api/topology'), /"to":\["ledger"\].*ledger\.example/)
})
