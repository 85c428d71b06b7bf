/** SIGHUP under load: new certificates are taken, and neither a connection nor a request is lost. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import test from 'ava'
import { startDaemon } from '../support/nodes/daemon.js'
import { certificateFiles, certificates } from '../support/security/certificates.js'
import { issue } from '../support/security/issue.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { secureListener, successful } from '../support/wire/secure.js'

const RELOADED = 'the configuration was reloaded'
const RELOADS = 10
/** Milliseconds between two requests: about 200 of them a second. */
const PACE = 5
const BODY = soap11(ADD)

interface Sent {
  readonly status: number
  readonly socket: TLSSocket
}

async function post(url: URL, agent: Agent): Promise<Sent> {
  const { pem: ca } = certificates().authority
  const headers = { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(BODY) }
  const sent = request(url, { method: 'POST', agent, headers, ca })
  sent.end(BODY)
  const [answer] = await once(sent, 'response')
  const { socket, statusCode } = answer
  answer.resume()
  await once(answer, 'end')
  return { status: statusCode, socket }
}

/** Common name of the certificate that the node shows now. */
async function shownBy({ hostname: host, port }: URL): Promise<unknown> {
  const { pem: ca } = certificates().authority
  const socket = connect({ host, port: Number(port), ca })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return CN
}

test('ten reloads at about 200 requests a second: none fails, and no connection is closed', async (t) => {
  const files = certificateFiles(t)
  const config = join(files.folder, 'w.yaml')
  const tls = `{ certificate: ${files.chain('server')}, key: ${files.key('server')}, ocspResponse: ${join(files.folder, 'ocsp.der')} }`
  writeFileSync(join(files.folder, 'ocsp.der'), successful('0'))
  writeFileSync(config, `plugins: [calculator]\nhttp: { port: 0, tls: ${tls} }\n`)
  const daemon = await startDaemon([], ['--config', config])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const url = new URL(daemon.url)
  t.is(url.protocol, 'https:')

  const kept = new Agent({ keepAlive: true, maxSockets: 8, scheduling: 'fifo' })
  const fresh = new Agent({ keepAlive: false, maxCachedSessions: 0 })
  t.teardown(() => kept.destroy())
  const sending: Promise<{ agent: Agent; sent: Sent }>[] = []
  const send = (agent: Agent) => sending.push(post(url, agent).then((sent) => ({ agent, sent })))
  const timer = setInterval(() => send(sending.length % 2 === 0 ? kept : fresh), PACE)
  t.teardown(() => clearInterval(timer))
  for (let index = 1; index <= RELOADS; index += 1) {
    const wanted = { subject: `CN=renewed ${index}`, names: ['IP:127.0.0.1'] }
    const { pem, keyPem } = issue(wanted, certificates().authority)
    writeFileSync(files.chain('server'), pem)
    writeFileSync(files.key('server'), keyPem)
    writeFileSync(join(files.folder, 'ocsp.der'), successful(String(index)))
    const already = sending.length
    daemon.process.kill('SIGHUP')
    let count = 0
    const reported = await daemon.logged(({ msg }) => {
      if (msg === RELOADED) count += 1
      return count === index
    })
    t.deepEqual(reported.changed, ['http.tls.certificate', 'http.tls.key', 'http.tls.ocspResponse'])
    t.is(await shownBy(url), `renewed ${index}`)
    // Some are on their way during each reload.
    while (sending.length < already + 20) await post(url, kept)
  }
  clearInterval(timer)
  const all = await Promise.all(sending)
  t.deepEqual(new Set(all.map(({ sent }) => sent.status)), new Set([200]))
  // Those that were kept were made before or while it was reloaded, and none of them was closed.
  const sockets = new Set(all.filter(({ agent }) => agent === kept).map(({ sent }) => sent.socket))
  t.true(sockets.size <= 8, `${sockets.size} connections`)
  t.true([...sockets].every(({ destroyed }) => !destroyed))
  t.is(await daemon.stop(), 0)
})

test('certificates and authorities of a destination are read anew, too', async (t) => {
  const require = [
    'http.tls.clientAuthentication=require',
    'http.tls.clientAuthority=FOLDER/authority.pem',
  ]
  const next = await secureListener(t, require)
  const files = certificateFiles(t)
  const config = join(files.folder, 'w.yaml')
  const [certificate, key, ca] = [
    files.chain('client'),
    files.key('client'),
    files.certificate('authority'),
  ]
  writeFileSync(
    config,
    `node: { uri: urn:example:between }
plugins: [calculator]
destinations: { next: { url: "https://localhost:${next.port}/soap", certificate: ${certificate}, key: ${key}, ca: ${ca} } }
routes: [{ operation: "{urn:q}*", to: next }]
`,
  )
  const daemon = await startDaemon([], ['--config', config])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const body = soap11('<q:Ask xmlns:q="urn:q"/>')
  const forward = async () => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '""' }
    await (await fetch(daemon.url, { method: 'POST', headers, body })).text()
    return next.peers.at(-1)?.certificate?.[0]
  }
  t.is(await forward(), 'client')
  writeFileSync(certificate, certificates().ec.chainPem)
  writeFileSync(key, certificates().ec.keyPem)
  daemon.process.kill('SIGHUP')
  t.like(await daemon.logged(({ msg }) => msg === RELOADED), { changed: ['destinations.next'] })
  t.is(await forward(), 'ec')
  writeFileSync(ca, certificates().otherAuthority.pem)
  daemon.process.kill('SIGHUP')
  let count = 0
  await daemon.logged(({ msg }) => {
    if (msg === RELOADED) count += 1
    return count === 2
  })
  const before = next.peers.length
  await forward()
  t.is(next.peers.length, before)
  t.is(await daemon.stop(), 0)
})
