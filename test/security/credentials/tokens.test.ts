/** Bearer tokens: which are taken, whose keys count, and how often they are asked for. */
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { exportJWK, SignJWT } from 'jose'
import { GUESS_BOUNDS } from '../../../src/security/credentials/bounds.js'
import { ConfiguredCredentials } from '../../../src/security/credentials/credentials.js'
import { KeySet } from '../../../src/security/credentials/key-set.js'
import { Tokens } from '../../../src/security/credentials/tokens.js'
import { configurationOf } from '../../support/config.js'
import { CERTIFICATE, KEY } from '../../support/wire/certificate.js'

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SHORT = generateKeyPairSync('rsa', { modulusLength: 1024 })
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ED = generateKeyPairSync('ed25519')

const ISSUER = 'https://issuer.example/'
const AUDIENCE = 'urn:node'
/** Seconds since 1970. */
const NOW = 1_800_000_000

interface TokenOptions {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: object
  readonly key?: KeyObject
  readonly alg?: string
  /** Seconds; undefined for none. */
  readonly exp?: number | undefined
}

function token({
  claims,
  header,
  key = RSA.privateKey,
  alg = 'RS256',
  ...more
}: TokenOptions = {}) {
  const exp = 'exp' in more ? more.exp : NOW + 60
  const text = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'erp',
    ...claims,
    ...(exp !== undefined && { exp }),
  }
  return new SignJWT(text).setProtectedHeader({ kid: 'a', ...header, alg }).sign(key)
}

async function jwks(keys: Readonly<Record<string, KeyObject>>): Promise<string> {
  const all = Object.entries(keys).map(async ([kid, key]) => ({ ...(await exportJWK(key)), kid }))
  return JSON.stringify({ keys: await Promise.all(all) })
}

const PEERS = {
  erp: { token: { issuer: 'main', claims: { sub: 'erp' } } },
  billing: { token: { issuer: 'main', claims: { groups: 'billing', level: '3' } } },
}

function settings(source: string, tokens: object = {}, peers: object = PEERS) {
  const main = { issuer: ISSUER, audience: AUDIENCE, jwks: source, ...tokens }
  return configurationOf({
    environment: {},
    settings: [
      `security.tokens=${JSON.stringify({ main })}`,
      `security.peers=${JSON.stringify(peers)}`,
    ],
  }).config.security
}

function fileOf(t: ExecutionContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-jwks-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'keys.json')
  writeFileSync(file, text)
  return file
}

const SILENT = { warn: () => undefined }

interface Clock {
  now: number
}

function tokensBy(source: string, tokens: object = {}, clock: Clock = { now: 0 }) {
  const existing = settings(source, tokens)
  const closed = new AbortController().signal
  const set = (name: string, config: (typeof existing.tokens)[string]) =>
    new KeySet(name, config, { closed, log: SILENT, clock: () => clock.now })
  return new Tokens(existing, set, () => NOW * 1000)
}

const KEYS = { a: RSA.publicKey, ec: EC.publicKey, ed: ED.publicKey, short: SHORT.publicKey }

async function byFile(t: ExecutionContext, more: object = {}) {
  return tokensBy(fileOf(t, await jwks(KEYS)), more)
}

test('a token of the issuer for this node tells the peer that has its claims', async (t) => {
  const tokens = await byFile(t)
  t.deepEqual(await tokens.check(await token()), {
    peer: 'erp',
    until: (NOW + 60) * 1000 + 300_000,
  })
  const claims = { sub: 'x', groups: ['users', 'billing'], level: 3 }
  t.is((await tokens.check(await token({ claims }))).peer, 'billing')
  const several = await token({ claims: { aud: ['urn:other', AUDIENCE] } })
  t.is((await tokens.check(several)).peer, 'erp')
})

for (const [alg, kid, key] of [
  ['PS256', 'a', RSA.privateKey],
  ['ES256', 'ec', EC.privateKey],
  ['EdDSA', 'ed', ED.privateKey],
] as const) {
  test(`a token by ${alg} is verified`, async (t) => {
    const tokens = await byFile(t)
    t.is((await tokens.check(await token({ alg, key, header: { kid } }))).peer, 'erp')
  })
}

test('RFC 8725 §3.1: an algorithm that the configuration does not list is not taken', async (t) => {
  const tokens = await byFile(t, { algorithms: ['ES256'] })
  await t.throwsAsync(tokens.check(await token()), { message: /alg/ })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const CLAIMS = { iss: ISSUER, aud: AUDIENCE, sub: 'erp', exp: NOW + 60 }

const WRONG: Readonly<Record<string, () => string | Promise<string>>> = {
  'without a signature (alg none)': () => `${part({ alg: 'none', kid: 'a' })}.${part(CLAIMS)}.`,
  'with a MAC by the public key (HS256)': () => {
    const signed = `${part({ alg: 'HS256', kid: 'a' })}.${part(CLAIMS)}`
    const pem = RSA.publicKey.export({ type: 'spki', format: 'pem' })
    return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
  },
  'that has ended': () => token({ exp: NOW - 301 }),
  'that never ends': () => token({ exp: undefined }),
  'whose end is no number': () =>
    token({ claims: { exp: `${NOW + 60}` as never }, exp: undefined }),
  'that is not valid yet': () => token({ claims: { nbf: NOW + 301 } }),
  'for another audience': () => token({ claims: { aud: 'urn:other' } }),
  'for no audience': () => token({ claims: { aud: undefined } }),
  'of another issuer': () => token({ claims: { iss: 'https://other.example/' } }),
  'of no issuer': () => token({ claims: { iss: undefined } }),
  'signed by another key': () => token({ key: OTHER.privateKey }),
  'signed by another key that it brings along': async () =>
    token({ key: OTHER.privateKey, header: { jwk: await exportJWK(OTHER.publicKey) } }),
  'with a key that nobody has': () => token({ header: { kid: 'b' } }),
  'that does not say which of several keys': () =>
    token({ header: { kid: undefined }, alg: 'PS256' }),
  'with a mandatory extension that nobody knows': () =>
    token({ header: { crit: ['x'], x: 1 } }).catch(
      () => `${part({ alg: 'RS256', kid: 'a', crit: ['x'], x: 1 })}.${part(CLAIMS)}.AAAA`,
    ),
  'by a key of 1024 bits': () => {
    const signed = `${part({ alg: 'RS256', kid: 'short' })}.${part(CLAIMS)}`
    return `${signed}.AAAA`
  },
  'whose claims no peer has': () => token({ claims: { sub: 'nobody' } }),
  'whose claims were altered': async () => {
    const [head, , signature] = (await token()).split('.')
    return `${head}.${part({ ...CLAIMS, sub: 'erp', admin: true })}.${signature}`
  },
  'that is none': () => 'abc',
  'that is empty': () => '',
  'with five parts': () => 'a.b.c.d.e',
  'that is too long': async () => token({ claims: { long: 'x'.repeat(9000) } }),
}

for (const [what, made] of Object.entries(WRONG)) {
  test(`a token ${what} proves nobody`, async (t) => {
    const tokens = await byFile(t)
    await t.throwsAsync(tokens.check(await made()))
  })
}

test('clocks may differ by what the configuration allows', async (t) => {
  const tokens = await byFile(t)
  t.is((await tokens.check(await token({ exp: NOW - 299 }))).peer, 'erp')
  t.is((await tokens.check(await token({ claims: { nbf: NOW + 299 } }))).peer, 'erp')
})

test('RFC 8725 §2.1: a key that both sides would share is none, nor one for encryption', async (t) => {
  const secret = { kty: 'oct', k: 'c2VjcmV0', kid: 'a', alg: 'HS256' }
  const encrypting = { ...(await exportJWK(RSA.publicKey)), use: 'enc' }
  for (const keys of [[secret], [encrypting], [], 'x']) {
    const file = fileOf(t, JSON.stringify({ keys }))
    t.throws(() => tokensBy(file), { code: 'WAYBILL_FILE_UNUSABLE' }, JSON.stringify(keys))
  }
})

test('a file that is none, or is not there, ends the start with its place', (t) => {
  const message = /^security\.tokens\.main\.jwks: /
  t.throws(() => tokensBy(fileOf(t, 'x')), { code: 'WAYBILL_FILE_UNUSABLE', message })
  t.throws(() => tokensBy('/nowhere'), { code: 'WAYBILL_FILE_UNUSABLE', message })
})

/** An issuer that serves its keys over https, by a certificate that the node is told to trust. */
async function issuer(t: ExecutionContext, first: string) {
  const served = { status: 200, text: first, headers: {}, requested: 0 }
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, response) => {
    served.requested += 1
    response.writeHead(served.status, served.headers).end(served.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  return { served, url, ca: fileOf(t, CERTIFICATE) }
}

test('keys are fetched when the first token comes, once for all that wait, and kept', async (t) => {
  const { served, url, ca } = await issuer(t, await jwks(KEYS))
  const tokens = tokensBy(url, { ca })
  t.is(served.requested, 0)
  const good = await token()
  await Promise.all(Array.from({ length: 20 }, () => tokens.check(good)))
  t.is(served.requested, 1)
})

test('a new key is found, and the one that it replaces counts no longer', async (t) => {
  const { served, url, ca } = await issuer(t, await jwks({ a: RSA.publicKey }))
  const clock = { now: 0 }
  const tokens = tokensBy(url, { ca }, clock)
  const before = await token()
  const after = await token({ key: OTHER.privateKey, header: { kid: 'b' } })
  t.is((await tokens.check(before)).peer, 'erp')
  served.text = await jwks({ b: OTHER.publicKey })
  await t.throwsAsync(tokens.check(after), { message: /no applicable key/ })
  clock.now += 30_000
  t.is((await tokens.check(after)).peer, 'erp')
  await t.throwsAsync(tokens.check(before), { message: /no applicable key/ })
  t.is(served.requested, 2)
})

test('a flood of keys that nobody has asks the issuer once in half a minute', async (t) => {
  const { served, url, ca } = await issuer(t, await jwks(KEYS))
  const clock = { now: 0 }
  const tokens = tokensBy(url, { ca }, clock)
  await tokens.check(await token())
  for (const second of [0, 10, 29, 31, 40, 59, 62]) {
    clock.now = second * 1000
    const made = Array.from({ length: 10 }, (_, index) => token({ header: { kid: `x${index}` } }))
    for (const one of await Promise.all(made)) await t.throwsAsync(tokens.check(one))
  }
  t.is(served.requested, 3)
})

test('keys that cannot be fetched again count for an hour, and no longer', async (t) => {
  const { served, url, ca } = await issuer(t, await jwks(KEYS))
  const clock = { now: 0 }
  const tokens = tokensBy(url, { ca }, clock)
  const good = await token()
  t.is((await tokens.check(good)).peer, 'erp')
  served.status = 500
  clock.now = 3_600_000
  t.is((await tokens.check(good)).peer, 'erp')
  clock.now += 40_000
  await t.throwsAsync(tokens.check(good), { name: 'NotChecked' })
  served.status = 200
  clock.now += 40_000
  t.is((await tokens.check(good)).peer, 'erp')
})

test('no redirect is followed, and nothing too large, wrong or untrusted is taken', async (t) => {
  const good = await token()
  const elsewhere = await issuer(t, await jwks(KEYS))
  const { served, url, ca } = await issuer(t, await jwks(KEYS))
  const fails = (more: object = { ca }) =>
    t.throwsAsync(tokensBy(url, more).check(good), { name: 'NotChecked' })
  served.status = 302
  served.headers = { location: elsewhere.url }
  await fails()
  t.is(elsewhere.served.requested, 0)
  served.status = 200
  served.headers = {}
  served.text = ' '.repeat(256 * 1024) + served.text
  await fails()
  served.text = '<html/>'
  await fails()
  served.text = await jwks(KEYS)
  await fails({})
  t.is((await tokensBy(url, { ca }).check(good)).peer, 'erp')
})

test('the credentials of a node take tokens, and a reload takes another file of keys', async (t) => {
  const file = fileOf(t, await jwks({ a: RSA.publicKey }))
  const config = settings(file)
  const lines: string[] = []
  const log = { warn: (fields: { cause?: string }) => lines.push(String(fields.cause)) }
  const credentials = new ConfiguredCredentials(config, GUESS_BOUNDS, log)
  t.teardown(() => credentials.close())
  t.deepEqual(credentials.kinds, ['token'])
  const exp = Math.floor(Date.now() / 1000) + 600
  const good = await token({ exp })
  t.is(await credentials.token(good, '192.0.2.1'), 'erp')
  t.is(await credentials.token(`${good}x`, '192.0.2.1'), undefined)
  t.deepEqual(lines, ['signature verification failed'])
  writeFileSync(file, await jwks({ a: OTHER.publicKey }))
  const reloading = credentials.reload(config)
  t.deepEqual(reloading.changed, ['security.tokens'])
  t.is(await credentials.token(good, '192.0.2.1'), 'erp')
  reloading.apply()
  t.is(await credentials.token(good, '192.0.2.1'), undefined)
  t.is(await credentials.token(await token({ exp, key: OTHER.privateKey }), '192.0.2.1'), 'erp')
  writeFileSync(file, 'broken')
  t.throws(() => credentials.reload(config), { code: 'WAYBILL_FILE_UNUSABLE' })
  t.is(await credentials.token(await token({ exp, key: OTHER.privateKey }), '192.0.2.1'), 'erp')
})

test('the public key of a private one is what counts: a file that has both is taken as public', async (t) => {
  const both = JSON.stringify({ keys: [{ ...(await exportJWK(RSA.privateKey)), kid: 'a' }] })
  const tokens = tokensBy(fileOf(t, both))
  t.is((await tokens.check(await token())).peer, 'erp')
  t.is(createPublicKey(RSA.privateKey).type, 'public')
})
