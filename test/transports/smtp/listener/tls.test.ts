/** TLS of the mail listener: versions, ciphers, names and clients, by STARTTLS and from the first byte. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import type { TlsFiles } from '../../../../src/transport.js'
import { smtp } from '../../../../transports/smtp/section.js'
import { folderOf } from '../../../support/folder.js'
import { mailOf, receiving, Talk } from '../../../support/mail/smtp.js'
import { tlsFiles, trusting } from '../../../support/mail/tls.js'
import { certificates, type IssuedName, issue } from '../../../support/security/certificates.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const MAIL = mailOf(soap11(ADD))

type Way = 'STARTTLS' | 'smtps'
const WAYS: readonly Way[] = ['STARTTLS', 'smtps']

function shown(name: IssuedName): ConnectionOptions {
  const { chainPem, keyPem } = certificates()[name]
  return { cert: chainPem, key: keyPem }
}

/** Takes another section over, as SIGHUP does. */
function reload({ transport }: Node, tls: object): void {
  const plugins = [{ name: 'echo', public: false }]
  transport.reload({ section: smtp.parse({ tls }), plugins, paths: [], stateDir: '' }).apply()
}

type Node = Awaited<ReturnType<typeof receiving>>

const listening = (t: ExecutionContext, tls: Partial<TlsFiles>, more = {}) =>
  receiving(t, { settings: { tlsFiles: tlsFiles(tls), securePort: 0, ...more } })

/** The reply to a mail over TLS; undefined if TLS is not agreed on, or the connection is closed instead of a reply. */
async function deliver(
  t: ExecutionContext,
  { port, securePort = 0 }: Node,
  way: Way,
  options: ConnectionOptions = {},
): Promise<string | undefined> {
  const all = { ...trusting(), ...options }
  try {
    const talk = way === 'smtps' ? await Talk.openTls(securePort, all) : await Talk.open(port)
    t.teardown(() => talk.close())
    if (way === 'STARTTLS') {
      await talk.say('EHLO x')
      t.regex(await talk.say('STARTTLS'), /^220/)
      await talk.startTls(all)
    }
    return (await talk.deliver(MAIL)) || undefined
  } catch {
    return undefined
  }
}

for (const way of WAYS) {
  test(`${way}: TLS 1.2 and 1.3 with modern ciphers, and nothing else`, async (t) => {
    const node = await listening(t, {})
    const old = { minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const
    t.is(await deliver(t, node, way, { ...old, maxVersion: 'TLSv1' }), undefined)
    t.is(await deliver(t, node, way, { ...old, maxVersion: 'TLSv1.1' }), undefined)
    const weak = 'ECDHE-ECDSA-AES128-SHA256:AES128-GCM-SHA256'
    t.is(await deliver(t, node, way, { ciphers: weak, maxVersion: 'TLSv1.2' }), undefined)
    t.is(node.messages.length, 0)
    t.regex((await deliver(t, node, way, { maxVersion: 'TLSv1.2' })) ?? '', /^250/)
    t.regex((await deliver(t, node, way)) ?? '', /^250/)
    t.deepEqual(
      node.messages.map(({ peer }) => peer?.tls),
      [{ protocol: 'TLSv1.2' }, { protocol: 'TLSv1.3' }],
    )
    const strict = await listening(t, { minVersion: 'TLSv1.3' })
    t.is(await deliver(t, strict, way, { maxVersion: 'TLSv1.2' }), undefined)
  })

  test(`${way}: a client certificate that verifies is told with the mail; another is none`, async (t) => {
    const node = await listening(t, { clientAuthentication: 'request' })
    const answerTo = async (options: ConnectionOptions) => {
      t.regex((await deliver(t, node, way, options)) ?? '', /^250/)
      return node.messages.at(-1)?.peer
    }
    const peer = await answerTo(shown('rsa'))
    t.is(peer?.certificate?.[0], 'rsa')
    t.is(peer?.tls?.certificate?.subject, 'CN=rsa,O=Example,C=NL')
    for (const name of ['expired', 'selfSigned', 'revoked'] as const) {
      const { certificate, tls } = (await answerTo(shown(name))) ?? {}
      t.deepEqual([certificate, tls], [undefined, { protocol: 'TLSv1.3' }], name)
    }
    t.is((await answerTo({}))?.certificate, undefined)
    // Its issuer has the name of a known one: it may be refused, and is never known.
    await deliver(t, node, way, shown('otherClient'))
    t.is(node.messages.filter(({ peer }) => peer?.certificate).length, 1)
  })

  test(`${way}: where a client certificate is required, nobody comes in with none or a wrong one`, async (t) => {
    const node = await listening(t, { clientAuthentication: 'require' })
    t.is(await deliver(t, node, way), undefined)
    for (const name of [
      'expired',
      'otherClient',
      'selfSigned',
      'revoked',
      'sameSubject',
    ] as const) {
      t.is(await deliver(t, node, way, shown(name)), undefined, name)
    }
    t.is(node.messages.length, 0)
    t.regex((await deliver(t, node, way, shown('client'))) ?? '', /^250/)
  })

  test(`${way}: the certificate is chosen by name, and replaced while the node runs`, async (t) => {
    const { authority } = certificates()
    const other = issue({ subject: 'CN=other', names: ['DNS:other.example'] }, authority)
    const names = [{ certificate: other.pem, key: other.keyPem }]
    const node = await listening(t, { names })
    const shownFor = async (servername: string) => {
      let found: unknown
      const checkServerIdentity: ConnectionOptions['checkServerIdentity'] = (_, { subject }) => {
        found = subject.CN
        return undefined
      }
      t.regex((await deliver(t, node, way, { servername, checkServerIdentity })) ?? '', /^250/)
      return found
    }
    t.is(await shownFor('other.example'), 'other')
    t.is(await shownFor('localhost'), 'localhost')
    t.is(await shownFor('unknown.example'), 'localhost')
    const renewed = issue({ subject: 'CN=renewed', names: ['DNS:localhost'] }, authority)
    const folder = folderOf(t, {
      'authority.pem': authority.pem,
      'other.pem': other.pem,
      'other.key': other.keyPem,
      'renewed.pem': renewed.pem,
      'renewed.key': renewed.keyPem,
    })
    const file = (name: string) => join(folder, name)
    const pair = { certificate: file('renewed.pem'), key: file('renewed.key') }
    const clientAuthority = file('authority.pem')
    reload(node, { ...pair, clientAuthentication: 'require', clientAuthority })
    t.is(await deliver(t, node, way), undefined)
    reload(node, { ...pair, names: [{ certificate: file('other.pem'), key: file('other.key') }] })
    t.is(await shownFor('localhost'), 'renewed')
    t.is(await shownFor('other.example'), 'other')
  })
}

test('smtps: half-made handshakes of one address leave the listener to others', async (t) => {
  const node = await listening(t, {}, { maxConnectionsPerAddress: 3 })
  const { securePort = 0 } = node
  const begun = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: securePort, host: '127.0.0.1', localAddress })
    t.teardown(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    return socket
  }
  const held = [await begun('127.0.0.1'), await begun('127.0.0.1'), await begun('127.0.0.1')]
  const fourth = await begun('127.0.0.1')
  if (!fourth.closed) await new Promise((closed) => fourth.once('close', closed))
  const { pem: ca } = certificates().authority
  const other = { host: '127.0.0.1', localAddress: '127.0.0.2', servername: 'localhost', ca }
  const socket = connectTls(securePort, other)
  t.teardown(() => socket.destroy())
  const [greeting] = await once(socket, 'data')
  t.regex(String(greeting), /^220/)
  for (const one of held) one.destroy()
  // Their places are free once the listener has seen that they have gone.
  let reply: string | undefined
  while (reply === undefined) reply = await deliver(t, node, 'smtps')
  t.regex(reply, /^250/)
})

test('smtps: a connection that is gone before TLS begins ends neither the listener nor the process', async (t) => {
  const node = await listening(t, {})
  const { securePort = 0 } = node
  let gone = 0
  const accepted = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    const { socket } = message
    if (!(socket instanceof Socket) || socket.localPort !== securePort) return
    gone += 1
    socket.destroy()
  }
  subscribe('net.server.socket', accepted)
  const socket = connect(securePort, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'close')
  unsubscribe('net.server.socket', accepted)
  t.is(gone, 1)
  t.regex((await deliver(t, node, 'smtps')) ?? '', /^250/)
  t.regex(JSON.stringify(node.log), /closed before TLS began/)
})
