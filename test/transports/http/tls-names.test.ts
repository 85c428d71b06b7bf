/** HTTPS: which certificate is shown for which name, what is stapled to it, and how both are replaced. */
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../../support/folder.js'
import { certificates } from '../../support/security/certificates.js'
import { issue, revoke } from '../../support/security/issue.js'
import {
  post,
  secureListener,
  secureSocket,
  shown,
  successful,
  type Tls,
} from '../../support/wire/secure.js'

const REQUIRE = [
  'http.tls.clientAuthentication=require',
  'http.tls.clientAuthority=FOLDER/authority.pem',
]

/** What a listener shows to who asks for a name. */
async function shownFor({ port }: Tls, servername: string, options: ConnectionOptions = {}) {
  const check = { servername, checkServerIdentity: () => undefined }
  const socket = await secureSocket(port, { ...check, ...options })
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return subject.CN
}

/** Replaces files of the listener, as SIGHUP does. */
function reload({ transport, section }: Tls, more: readonly string[] = []): readonly string[] {
  const ready = transport.reload({ section: section(more), plugins: [], paths: [], stateDir: '' })
  ready.apply()
  return ready.changed
}

/** What is stapled to the certificate for a name. */
async function stapled({ port }: Tls, servername: string): Promise<string | undefined> {
  const { pem: ca } = certificates().authority
  const checkServerIdentity = () => undefined
  const options = { host: '127.0.0.1', servername, ca, checkServerIdentity, requestOCSP: true }
  const socket = connect(port, options)
  const chunks: Buffer[] = []
  socket.on('OCSPResponse', (bytes: Buffer | null) => {
    if (bytes) chunks.push(bytes)
  })
  await once(socket, 'secureConnect')
  socket.destroy()
  return chunks[0]?.subarray(6).toString().trimEnd()
}

/** Files of a certificate for a name, as members of a pair. */
function pairFor(t: ExecutionContext, name: string): string {
  const wanted = { subject: `CN=${name}`, names: [`DNS:${name}`] }
  const { pem, keyPem } = issue(wanted, certificates().authority)
  const folder = folderOf(t, { 'own.pem': pem, 'own.key': keyPem })
  return `certificate: ${folder}/own.pem, key: ${folder}/own.key`
}

const namesFor = (t: ExecutionContext) => `http.tls.names=[{${pairFor(t, 'other.example')}}]`

test('the certificate is chosen by the name that the client asks for; unknown names get the first one', async (t) => {
  const listener = await secureListener(t, [namesFor(t)])
  t.is(await shownFor(listener, 'other.example'), 'other.example')
  t.is(await shownFor(listener, 'OTHER.example'), 'other.example')
  t.is(await shownFor(listener, 'localhost'), 'localhost')
  t.is(await shownFor(listener, 'unknown.example'), 'localhost')
  t.is(await shownFor(listener, ''), 'localhost')
})

test('a certificate for all names of a domain is shown for each of them, and not for those below', async (t) => {
  const listener = await secureListener(t)
  t.deepEqual(reload(listener, [`http.tls.names=[{${pairFor(t, '*.any.example')}}]`]), [
    'tls.names',
  ])
  t.is(await shownFor(listener, 'a.any.example'), '*.any.example')
  t.is(await shownFor(listener, 'b.any.example'), '*.any.example')
  t.is(await shownFor(listener, 'a.b.any.example'), 'localhost')
  t.is(await shownFor(listener, 'any.example'), 'localhost')
})

test('a key of another type than the first is refused: the wrong certificate would be shown', async (t) => {
  const listener = await secureListener(t)
  const pair = '{certificate: FOLDER/rsa.pem, key: FOLDER/rsa-key.pem}'
  t.throws(() => reload(listener, [`http.tls.names=[${pair}]`]), {
    message: /http\.tls\.names\.0\.key: .* holds a private key of type rsa, not ec$/,
  })
})

test('whatever name is asked for, clients are verified', async (t) => {
  const { port, peers } = await secureListener(t, [
    namesFor(t),
    ...REQUIRE,
    'http.tls.revoked=[FOLDER/list.pem]',
  ])
  for (const servername of ['other.example', 'localhost', 'unknown.example']) {
    const before = peers.length
    const options = { servername, checkServerIdentity: () => undefined }
    await t.throwsAsync(post(port, options))
    await t.throwsAsync(post(port, { ...options, ...shown('otherClient') }))
    await t.throwsAsync(post(port, { ...options, ...shown('revoked') }))
    t.is(peers.length, before)
    t.is((await post(port, { ...options, ...shown('client') })).status, 202)
    t.is(peers.at(-1)?.certificate?.[0], 'client')
  }
})

test('to each certificate its own OCSP response is stapled, and to one without it none', async (t) => {
  const { folder } = await secureListener(t).then(({ files }) => files)
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const one = file('one.der', successful('first'))
  const two = file('two.der', successful('second'))
  const pair = pairFor(t, 'other.example')
  const other = `http.tls.names=[{${pair}, ocspResponse: ${two}}]`
  const both = await secureListener(t, [`http.tls.ocspResponse=${one}`, other])
  t.is(await stapled(both, 'localhost'), 'first')
  t.is(await stapled(both, 'other.example'), 'second')
  t.is(await stapled(both, ''), 'first')
  t.is(await stapled(both, 'unknown.example'), 'first')
  const first = await secureListener(t, [`http.tls.ocspResponse=${one}`, namesFor(t)])
  t.is(await stapled(first, 'other.example'), undefined)
  t.is(await stapled(first, 'localhost'), 'first')

  writeFileSync(one, successful('third'))
  t.deepEqual(reload(first), ['tls.ocspResponse'])
  t.is(await stapled(first, 'localhost'), 'third')
})

test('certificates, keys and authorities are replaced for connections to come; open ones go on', async (t) => {
  const listener = await secureListener(t, REQUIRE)
  const { files, port, peers } = listener
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const statusOf = () => post(port, { ...shown('client'), agent })
  const { socket } = await statusOf()
  t.deepEqual(reload(listener), [])

  const { pem, chainPem, keyPem } = issue(
    { subject: 'CN=renewed', names: ['DNS:localhost'] },
    certificates().authority,
  )
  writeFileSync(files.chain('server'), chainPem || pem)
  writeFileSync(files.key('server'), keyPem)
  copyFileSync(files.certificate('otherAuthority'), files.certificate('authority'))
  t.deepEqual(reload(listener), ['tls.certificate', 'tls.key', 'tls.clientAuthority'])
  t.is((await statusOf()).socket, socket)
  await t.throwsAsync(post(port, shown('client')))
  t.is(await shownFor(listener, 'localhost', shown('otherClient')), 'renewed')
  const before = peers.length
  t.is((await post(port, shown('otherClient'))).status, 202)
  t.is(peers.length, before + 1)
})

test('who is revoked while the node runs gets no further connection', async (t) => {
  const listener = await secureListener(t, [...REQUIRE, 'http.tls.revoked=[FOLDER/list.der]'])
  const { files, port, closed } = listener
  t.is((await post(port, shown('client'))).status, 202)
  const { authority, client } = certificates()
  writeFileSync(files.list('list', 'der'), revoke(authority, { revoked: [client] }))
  t.deepEqual(reload(listener), ['tls.revoked'])
  await t.throwsAsync(post(port, shown('client')))
  t.deepEqual(closed, ['TLS: CERT_REVOKED'])
})

test('a client that had no certificate gets in no longer once one is required', async (t) => {
  const request = ['http.tls.clientAuthentication=request', ...REQUIRE.slice(1)]
  const listener = await secureListener(t, request)
  t.is((await post(listener.port)).status, 202)
  reload(listener, REQUIRE)
  await t.throwsAsync(post(listener.port))
  t.is((await post(listener.port, shown('client'))).status, 202)
})

test('the oldest version is taken over, too', async (t) => {
  const listener = await secureListener(t)
  const older = () => post(listener.port, { maxVersion: 'TLSv1.2' })
  t.is((await older()).status, 202)
  reload(listener, ['http.tls.minVersion=TLSv1.3'])
  await t.throwsAsync(older())
  t.is((await post(listener.port)).status, 202)
})

test('sessions of before a reload are not resumed', async (t) => {
  const listener = await secureListener(t)
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const first = await secureSocket(listener.port, { maxVersion })
    const sessions = [first.getSession()]
    first.on('session', (session) => sessions.push(session))
    first.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    first.resume()
    await once(first, 'close')
    const session = sessions.at(-1)
    const resumed = async () => {
      const socket = await secureSocket(listener.port, { maxVersion, ...(session && { session }) })
      const reused = socket.isSessionReused()
      socket.destroy()
      return reused
    }
    t.true(await resumed())
    reload(listener)
    t.false(await resumed())
  }
})

test('what cannot be taken over while the node runs is refused, and all goes on as before', async (t) => {
  const listener = await secureListener(t)
  const { port, files } = listener
  t.throws(() => reload(listener, REQUIRE), {
    instanceOf: TypeError,
    message: /clientAuthentication/,
  })
  const { tls: _, ...plain } = listener.section()
  const input = { section: plain, plugins: [], paths: [], stateDir: '' }
  t.throws(() => listener.transport.reload(input), { instanceOf: TypeError, message: /tls cannot/ })
  copyFileSync(files.key('rsa'), files.key('server'))
  t.throws(() => reload(listener), { message: /is not the key of the certificate in/ })
  t.is((await post(port)).status, 202)
})

test('browsers are not told to use https: only, as that would concern the whole host', async (t) => {
  const { port } = await secureListener(t)
  t.is((await post(port)).headers['strict-transport-security'], undefined)
})
