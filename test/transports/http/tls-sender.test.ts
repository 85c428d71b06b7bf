/** Requests over https:: which certificates of the other side are taken, and what is shown to it. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { createSender } from '../../../src/client/sender.js'
import { type Access, type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { cli } from '../../support/nodes/cli.js'
import { certificates } from '../../support/security/certificates.js'
import { fingerprintOf, type Issued } from '../../support/security/issue.js'
import { soap11 } from '../../support/wire/envelopes.js'
import { secureListener } from '../../support/wire/secure.js'

const MESSAGE: OutboundMessage = { body: soap11('<a/>'), soap: '1.1' }
const REQUIRE = [
  'http.tls.clientAuthentication=require',
  'http.tls.clientAuthority=FOLDER/authority.pem',
]

/** SHA-256 of the public key, as OpenSSL writes a fingerprint. */
function keyPin({ certificate }: Issued): string {
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  const hex = createHash('sha256').update(key).digest('hex')
  return (hex.toUpperCase().match(/../g) ?? []).join(':')
}

function sending(t: ExecutionContext, port: number) {
  const sender = new HttpSender({ maxBody: 10_000 })
  t.teardown(() => sender.close())
  const to = new URL(`https://localhost:${port}/soap`)
  return (access?: Access) => sender.send(MESSAGE, to, AbortSignal.timeout(20_000), { access })
}

test('a certificate is taken if an authority has issued it for the name, and it is pinned, if any is', async (t) => {
  const { port, peers } = await secureListener(t)
  const send = sending(t, port)
  const { authority, otherAuthority, server, otherServer } = certificates()
  const ca = authority.pem
  for (const pin of [
    undefined,
    [fingerprintOf(server)],
    [keyPin(server)],
    [fingerprintOf(otherServer), keyPin(server)],
  ]) {
    await send({ ca, pin })
  }
  t.is(peers.length, 4)
  const refused = (message: RegExp, access?: Access) =>
    t.throwsAsync(send(access), { instanceOf: Undeliverable, message })
  await refused(/cannot be reached/)
  await refused(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_SIGNATURE_FAILURE|ERR_SSL/, {
    ca: otherAuthority.pem,
  })
  await refused(/cannot be reached/, { pin: [fingerprintOf(server)] })
  const wrong = { ca, pin: [fingerprintOf(otherServer), keyPin(otherServer)] }
  await refused(/shows a certificate that is not pinned/, wrong)
  // Not on a second try either, when a session of the first could be resumed.
  await refused(/shows a certificate that is not pinned/, wrong)
  t.is(peers.length, 4)
})

test('a certificate for another name is refused, even if it is pinned', async (t) => {
  const { port } = await secureListener(t, [], { own: 'ec' })
  const { authority, ec } = certificates()
  const access = { ca: authority.pem, pin: [fingerprintOf(ec)] }
  await t.throwsAsync(sending(t, port)(access), { message: /ERR_TLS_CERT_ALTNAME_INVALID/ })
})

test('TLS 1.1 is not spoken, whatever the other side offers', async (t) => {
  const { server: own, authority } = certificates()
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const
  const server = createServer({ cert: own.chainPem, key: own.keyPem, ...old })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  await t.throwsAsync(sending(t, port)({ ca: authority.pem }), { instanceOf: Undeliverable })
})

test('createSender shows a certificate, and trusts what its options say', async (t) => {
  const { port, peers } = await secureListener(t, REQUIRE)
  const { authority, client, server, otherServer } = certificates()
  const whole = { certificate: client.chainPem, key: client.keyPem, ca: authority.pem }
  const call = async (http?: Access) => {
    const sender = createSender({ ...(http && { http }) })
    t.teardown(() => sender.close())
    return sender.send(`https://localhost:${port}/soap`, MESSAGE.body)
  }
  await call({ ...whole, pin: [fingerprintOf(server)] })
  t.is(peers[0]?.certificate?.[0], 'client')
  await t.throwsAsync(call({ ...whole, pin: [fingerprintOf(otherServer)] }), {
    message: /not pinned/,
  })
  await t.throwsAsync(call({ ca: authority.pem }), { instanceOf: Undeliverable })
  await t.throwsAsync(call(), { instanceOf: Undeliverable })
  await t.throwsAsync(call({ ...whole, key: undefined }), { instanceOf: TypeError })
  await t.throwsAsync(call({ ...whole, pin: ['00'] }), { instanceOf: TypeError })
  t.is(peers.length, 1)
})

test('waybill call shows a certificate, and trusts what its flags say', async (t) => {
  const { port, peers, files } = await secureListener(t, REQUIRE)
  const url = `https://localhost:${port}/soap`
  const call = (...flags: string[]) => cli(['call', url, '{urn:q}Ask', ...flags])
  const ca = ['--ca', files.certificate('authority')]
  const own = ['--client-certificate', files.chain('client'), '--client-key', files.key('client')]
  const pin = ['--pin', fingerprintOf(certificates().server)]
  const { code, err } = await call(...ca, ...own, ...pin)
  t.is(err, '')
  t.is(code, 0)
  t.is(peers[0]?.certificate?.[0], 'client')
  const wrongPin = await call(...ca, ...own, '--pin', fingerprintOf(certificates().rsa))
  t.regex(wrongPin.err, /not pinned/)
  t.is((await call(...ca)).code, wrongPin.code)
  const half = await call(...ca, ...own.slice(0, 2))
  t.is(half.code, 64)
  t.regex(half.err, /--client-certificate and --client-key go together/)
  const missing = await call('--ca', 'nowhere.pem')
  t.is(missing.code, 64)
  t.regex(missing.err, /nowhere\.pem: cannot be read \(no such file or directory\)/)
  t.is(peers.length, 1)
})
