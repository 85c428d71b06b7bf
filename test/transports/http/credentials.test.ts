/** Who sends a request over HTTP: by password or API key; and what it hears who proves nobody. */
import { createHash, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../../src/plugin.js'
import { type NodeOptions, serveNode } from '../../support/nodes/node.js'
import { soap11 } from '../../support/wire/envelopes.js'

const PLUGIN: Plugin = {
  operations: [
    { name: '{urn:q}Who', invoke: (_, { peer }) => ({ who: JSON.stringify(peer) }) },
    { name: '{urn:q}Open', public: true, invoke: () => ({}) },
  ],
}

const SALT = Buffer.from('sixteen bytes at')
const SCRYPT = `scrypt:${SALT.toString('base64')}:${scryptSync('secret', SALT, 32).toString('base64')}`
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const PEERS = {
  alice: { password: SCRYPT },
  bob: { user: 'robert', password: sha256('pässword:1') },
  carol: { apiKey: sha256('key of carol') },
  dave: { password: sha256('daves'), hosts: ['10.0.0.0/8'] },
  erin: { password: sha256('erins'), over: ['smtp'] },
  fay: { apiKey: sha256('key of fay'), rate: { messages: 2, per: '1h' } },
}
const EXISTING_ONLY = 'http.senders=[{peers: ["*"]}]'
const BASIC = 'Basic realm="waybill", charset="UTF-8"'
const API_KEY = 'ApiKey realm="waybill", header="X-API-Key"'

async function asking(
  t: ExecutionContext,
  settings: readonly string[] = [],
  peers: object = PEERS,
  bounds: NodeOptions['bounds'] = {},
) {
  const node = await serveNode(
    { q: PLUGIN },
    { settings: [`security.peers=${JSON.stringify(peers)}`, ...settings], bounds },
  )
  t.teardown(() => node.close())
  const body = soap11('<q:Who xmlns:q="urn:q"/>')
  const post = async (headers: Readonly<Record<string, string>> = {}, text = body) => {
    const own = { 'Content-Type': 'text/xml', SOAPAction: '""' }
    const init = { method: 'POST', headers: { ...own, ...headers }, body: text }
    const response = await fetch(node.url, init)
    const who = /<(?:\w+:)?who[^>]*>([^<]*)</.exec(await response.text())?.[1]
    return {
      status: response.status,
      challenge: response.headers.get('WWW-Authenticate'),
      retryAfter: response.headers.get('Retry-After'),
      peer: who === undefined ? undefined : JSON.parse(who.replaceAll('&quot;', '"')),
    }
  }
  return { post, node }
}

test('a name and its password tell a peer, however the password is kept', async (t) => {
  const { post } = await asking(t, [EXISTING_ONLY])
  const alice = await post(basic('alice', 'secret'))
  t.is(alice.status, 200)
  t.like(alice.peer, { name: 'alice', identity: 'alice', user: 'alice' })
  const bob = await post(basic('robert', 'pässword:1'))
  t.like(bob.peer, { name: 'bob', identity: 'bob', user: 'robert' })
  const again = await post({
    Authorization: basic('robert', 'pässword:1').Authorization.replace('Basic', 'bAsIc'),
  })
  t.is(again.status, 200)
})

test('an API key tells a peer, in the header field that the configuration names', async (t) => {
  const { post } = await asking(t, [EXISTING_ONLY])
  t.like((await post({ 'X-API-Key': 'key of carol' })).peer, { name: 'carol', identity: 'carol' })
  const other = await asking(t, [EXISTING_ONLY, 'http.apiKeyHeader=X-Key'])
  t.is((await other.post({ 'X-API-Key': 'key of carol' })).status, 401)
  t.is((await other.post({ 'X-Key': 'key of carol' })).status, 200)
})

test('nothing of what was shown is in the message', async (t) => {
  const { post } = await asking(t)
  const { peer } = await post({ ...basic('robert', 'pässword:1') })
  t.deepEqual(Object.keys(peer).toSorted(), ['address', 'identity', 'name', 'user'])
})

for (const [what, headers] of Object.entries({
  'a wrong password': basic('alice', 'Secret'),
  'a name that nobody has': basic('mallory', 'secret'),
  'the name of a peer that shows another one': basic('bob', 'pässword:1'),
  'the name of a property of objects': basic('constructor', 'secret'),
  'an empty password': basic('alice', ''),
  'no colon': { Authorization: `Basic ${Buffer.from('alice').toString('base64')}` },
  'no base64': { Authorization: 'Basic alice:secret' },
  'a control character': basic('alice', 'secret\u0000'),
  'bytes that are not UTF-8': {
    Authorization: `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`,
  },
  'a wrong key': { 'X-API-Key': 'key of nobody' },
  'what is kept of a key': { 'X-API-Key': PEERS.carol.apiKey },
  'credentials of two peers': { ...basic('alice', 'secret'), 'X-API-Key': 'key of carol' },
  'a password from a network that is not its peer’s': basic('dave', 'daves'),
})) {
  test(`RFC 9110 §11.6.1: ${what} proves nobody, and is told what could`, async (t) => {
    const { post } = await asking(t)
    const { status, challenge } = await post(headers)
    t.is(status, 401)
    t.is(challenge, `${BASIC}, ${API_KEY}`)
  })
}

test('who shows nothing hears 401 where rules ask for a peer, and nothing of it where they do not', async (t) => {
  const { post } = await asking(t, [EXISTING_ONLY])
  const { status, challenge } = await post()
  t.deepEqual([status, challenge], [401, `${BASIC}, ${API_KEY}`])
  t.is((await post({}, soap11('<q:Open xmlns:q="urn:q"/>'))).status, 200)
  const open = await asking(t)
  t.is((await open.post()).status, 200)
})

test('a rule for networks is not helped by credentials: 403; nor one for peers that have none', async (t) => {
  const { post } = await asking(t, ['http.senders=[{hosts: [10.0.0.0/8]}]'])
  t.is((await post()).status, 403)
  const elsewhere = await asking(t, ['http.senders=[{hosts: [10.0.0.0/8], peers: ["*"]}]'])
  t.is((await elsewhere.post()).status, 403)
  const certificates = await asking(t, [EXISTING_ONLY], { gus: { certificates: ['gus'] } })
  const { status, challenge } = await certificates.post()
  t.deepEqual([status, challenge], [403, null])
})

test('a rule admits the peers that it names, and no other one', async (t) => {
  const { post } = await asking(t, ['http.senders=[{peers: [alice]}]'])
  t.is((await post(basic('alice', 'secret'))).status, 200)
  t.is((await post(basic('robert', 'pässword:1'))).status, 403)
})

test('a peer may use the transports that it is given, and no other one', async (t) => {
  const { post } = await asking(t)
  t.is((await post(basic('erin', 'erins'))).status, 403)
})

test('kinds of credentials that no peer has are left aside: a proxy may have asked for them', async (t) => {
  const { post } = await asking(t, [], { carol: PEERS.carol })
  t.is((await post({ Authorization: 'Bearer abc' })).status, 200)
  t.is((await post(basic('alice', 'wrong'))).status, 200)
  const none = await asking(t, [], {})
  t.is((await none.post({ ...basic('a', 'b'), 'X-API-Key': 'c' })).status, 200)
})

test('RFC 6585 §4: a peer beyond its rate hears when to come again, and the log hears of it once', async (t) => {
  const { post, node } = await asking(t)
  const fay = { 'X-API-Key': 'key of fay' }
  t.deepEqual([(await post(fay)).status, (await post(fay)).status], [200, 200])
  const { status, retryAfter } = await post(fay)
  t.is(status, 429)
  t.true(Number(retryAfter) > 3000 && Number(retryAfter) <= 3713)
  t.is((await post(fay)).status, 429)
  t.is((await post({ 'X-API-Key': 'key of carol' })).status, 200)
  const reported = node.log.filter(({ refusal }) => refusal === 'too-many')
  t.deepEqual(
    reported.map(({ level, cause }) => [level, cause]),
    [
      ['warn', 'the peer fay is beyond its rate'],
      ['debug', 'the peer fay is beyond its rate'],
    ],
  )
})

test('too many failures of an address: 429; what has been proven before goes on', async (t) => {
  const { post } = await asking(t, [], PEERS, { security: { maxFailuresPerMinute: 3 } })
  t.is((await post(basic('alice', 'secret'))).status, 200)
  for (const guess of ['a', 'b', 'c']) t.is((await post(basic('alice', guess))).status, 401)
  const { status, retryAfter } = await post(basic('alice', 'd'))
  t.is(status, 429)
  t.true(Number(retryAfter) >= 1 && Number(retryAfter) <= 62)
  // Not even the right one is looked at, unless it was right a short time ago.
  t.is((await post(basic('robert', 'pässword:1'))).status, 429)
  t.is((await post(basic('alice', 'secret'))).status, 200)
  t.is((await post()).status, 200)
})

test('what was proven at one address is a guess at another', async (t) => {
  const { post, node } = await asking(t, [], PEERS, { security: { maxFailuresPerMinute: 3 } })
  t.is((await post(basic('alice', 'secret'))).status, 200)
  const elsewhere = async (password: string) => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '""', ...basic('alice', password) }
    const options = { method: 'POST', localAddress: '127.0.0.2', agent: false, headers }
    const asking = request(node.url, options).end(soap11('<q:Open xmlns:q="urn:q"/>'))
    const [answer] = await once(asking, 'response')
    answer.resume()
    return answer.statusCode
  }
  for (const guess of ['a', 'b', 'c']) t.is(await elsewhere(guess), 401)
  t.is(await elsewhere('secret'), 429)
  t.is((await post(basic('alice', 'secret'))).status, 200)
})

test('strangers may be bounded, and known peers are not by that', async (t) => {
  const { post } = await asking(t, ['http.maxRequestsPerMinute=2'])
  t.deepEqual([(await post()).status, (await post()).status], [200, 200])
  const { status, retryAfter } = await post()
  t.is(status, 429)
  t.true(Number(retryAfter) >= 1 && Number(retryAfter) <= 62)
  t.is((await post({ 'X-API-Key': 'key of carol' })).status, 200)
})

test('a wrong credential is refused before the body is read', async (t) => {
  const { node } = await asking(t)
  const headers = {
    'Content-Type': 'text/xml',
    'Content-Length': '100',
    Expect: '100-continue',
    ...basic('alice', 'wrong'),
  }
  const status = await new Promise((resolve, reject) => {
    const requested = request(node.url, { method: 'POST', headers }, (response) => {
      response.resume()
      requested.destroy()
      resolve(response.statusCode)
    })
    requested.on('continue', () => reject(new Error('the body was asked for')))
    requested.on('error', reject)
    requested.flushHeaders()
  })
  t.is(status, 401)
})

test('two credentials of one kind are refused: another one may have been looked at before', async (t) => {
  const { node } = await asking(t)
  for (const line of ['Authorization: Basic eDp5', 'X-API-Key: a']) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(node.port, '127.0.0.1')
      socket.on('error', reject)
      socket.once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
      socket.write(
        `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 0\r\n${line}\r\n${line}\r\n\r\n`,
      )
    })
    t.regex(answer, /^HTTP\/1\.1 400 /, line)
  }
})

test('many requests at once with the right password need it to be derived once only', async (t) => {
  const { post } = await asking(t, [EXISTING_ONLY])
  const all = await Promise.all(Array.from({ length: 40 }, () => post(basic('alice', 'secret'))))
  t.deepEqual([...new Set(all.map(({ status }) => status))], [200])
})
