/** Part 5 of the service specification, authentication, over HTTP and HTTPS. */
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text as contentOf } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../src/plugin.js'
import { sealing } from '../../src/security/seal.js'
import type { Sealing } from '../../src/security/sealing.js'
import { SoapVersions } from '../../src/soap/version.js'
import { atOnce } from '../../src/xml/walk.js'
import { serveNode } from '../support/nodes/node.js'
import { certificateFiles, certificates, fingerprintOf } from '../support/security/certificates.js'
import { soap11 } from '../support/wire/envelopes.js'

const KEY = Buffer.alloc(32, 7)
const ASK = soap11('<q:Who xmlns:q="urn:q"/>')

/** Who the operation is told that the message is from, and whether its entry is signed. */
const WHO: Plugin = {
  operations: [
    {
      name: '{urn:q}Who',
      safe: true,
      invoke: (_, { sender = 'nobody', entry, signed }) => ({
        sender,
        signed: String(entry !== undefined && signed(entry)),
      }),
    },
  ],
}

/** A node over HTTPS that knows the peers rsa and client. */
async function served(t: ExecutionContext, policy: Readonly<Record<string, unknown>>) {
  const files = certificateFiles(t)
  const { client, rsa } = certificates()
  const peers = {
    signer: {
      signs: { certificates: [files.certificate('rsa')] },
      certificates: [fingerprintOf(rsa)],
    },
    caller: {
      certificates: [fingerprintOf(client)],
      sharedKey: KEY.toString('base64'),
      digestPassword: 'open sesame',
    },
  }
  const node = await serveNode(
    { q: WHO },
    {
      settings: [
        `http.tls.certificate=${files.chain('server')}`,
        `http.tls.key=${files.key('server')}`,
        'http.tls.clientAuthentication=request',
        `http.tls.clientAuthority=${join(files.folder, 'authority.pem')}`,
        `security.certificate=${files.certificate('ec')}`,
        `security.key=${files.key('ec')}`,
        `security.peers=${JSON.stringify(peers)}`,
        `security.policies=${JSON.stringify([policy])}`,
      ],
      evidence: {
        append: async () => undefined,
        probe: async () => undefined,
        close: async () => undefined,
      },
    },
  )
  t.teardown(() => node.close())
  return node
}

/** @returns status and text of the answer */
async function post(url: string, body: string, options: RequestOptions = {}): Promise<string> {
  const sent = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(body) },
    ca: certificates().authority.pem,
    agent: false,
    signal: AbortSignal.timeout(20_000),
    ...options,
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return `${answer.statusCode} ${await contentOf(answer)}`
}

function sealed(more: Partial<Sealing>): string {
  const own = { form: 'soap-dsig', sign: ['Body'], encrypt: [], reference: 'token' } as const
  const input = {
    ...own,
    cipher: 'aes256-gcm',
    at: Date.now(),
    versions: new SoapVersions(),
  } as const
  return atOnce(sealing(ASK, { ...input, ...more })).text
}

const bySigner = (): Partial<Sealing> => {
  const { certificate, key } = certificates().rsa
  return { key: { kind: 'signature', own: { certificate, key, chain: [] } } }
}

const shown = (name: 'client' | 'rsa'): RequestOptions => {
  const { pem, keyPem } = certificates()[name]
  return { cert: pem, key: keyPem }
}

const from = (name: string, signed: boolean) =>
  new RegExp(`^200 .*<[^>]*sender>${name}</[^>]*sender><[^>]*signed>${signed}<`)

test('Service 5.1: authentication information is carried in the Header', async (t) => {
  const { url } = await served(t, { require: 'password' })
  const user = { name: 'caller', password: 'open sesame', form: 'digest' } as const
  t.regex(await post(url, sealed({ form: 'wss', sign: [], user })), from('caller', false))
  t.regex(await post(url, ASK), /^500 .*faultcode>[^<]*:Client</)
})

test('Service 5.2: SOAP-DSIG authenticates a message by a MAC', async (t) => {
  const { url } = await served(t, { require: 'mac' })
  const mac = (key: Buffer): Partial<Sealing> => ({
    key: { kind: 'mac', key: createSecretKey(key), name: 'caller' },
  })
  t.regex(await post(url, sealed(mac(KEY))), from('caller', true))
  t.regex(await post(url, sealed(mac(Buffer.alloc(32, 8)))), /^500 .*faultcode>[^<]*:Client</)
})

test('Service 5.2: SOAP-DSIG authenticates a message by a digital signature', async (t) => {
  const { url } = await served(t, { require: 'signature' })
  const signed = sealed(bySigner())
  t.regex(await post(url, signed.replace('<q:Who', '<q:Who q:a="1"')), /^500 .*Client</)
  t.regex(await post(url, signed), from('signer', true))
})

test('Service 5.3: SSL authenticates the sender, and the recipient', async (t) => {
  const { url } = await served(t, { require: 'client-certificate' })
  t.regex(await post(url, ASK, shown('client')), from('caller', false))
  t.regex(await post(url, ASK), /^500 .*Client</)
  const { pem } = certificates().selfSigned
  await t.throwsAsync(post(url, ASK, { ca: pem }), { message: /certificate|signature/ })
})

test('Service 5.4: non-repudiation needs a digital signature and SSL client authentication at once', async (t) => {
  const { url } = await served(t, { require: 'non-repudiation' })
  t.regex(await post(url, sealed(bySigner()), shown('rsa')), from('signer', true))
  t.regex(await post(url, sealed(bySigner())), /^500 .*Client</)
  t.regex(await post(url, ASK, shown('rsa')), /^500 .*Client</)
  t.regex(await post(url, sealed(bySigner()), shown('client')), /^500 .*Client</)
})

test('Service 5.5: a signature authenticates the message, and SSL the one who brings it', async (t) => {
  const { url } = await served(t, { require: ['client-certificate', 'signature'] })
  t.regex(await post(url, sealed(bySigner()), shown('client')), from('signer', true))
})
