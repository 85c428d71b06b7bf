/** Who guesses at the passwords of operators is stopped, and keeps no operator out. */
import { createHash, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as contentOf } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { renewStateToken } from '../../src/security/credentials/state-token.js'
import { type AdminNode, adminNode } from '../support/nodes/admin-node.js'

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const OPERATORS = `admin.operators=${JSON.stringify({
  anna: { may: 'change', password: sha256('secret') },
  ben: { password: sha256('other') },
  reader: { token: sha256('look') },
})}`
const HERE = '127.0.0.1'
/** Where strangers are. */
const THERE = '127.0.0.2'

type Headers = Readonly<Record<string, string>>

/** @param from  address of this machine that it comes from */
async function login(
  node: AdminNode,
  from: string,
  body: object,
  headers: Headers = {},
): Promise<IncomingMessage> {
  const asking = request(`${node.url}/api/session`, {
    method: 'POST',
    localAddress: from,
    agent: false,
    headers: { 'content-type': 'application/json', origin: node.url, ...headers },
  })
  asking.end(JSON.stringify(body))
  const [answer] = await once(asking, 'response')
  await contentOf(answer)
  return answer
}

const status = async (answer: Promise<IncomingMessage>) => (await answer).statusCode
const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')

const bounded = (t: ExecutionContext, ...more: readonly string[]) =>
  adminNode(t, [OPERATORS, ...more], { admin: { maxFailuresPerMinute: 3 } })

/** Guesses until it is stopped, and then some. @returns how often each status came */
async function guess(node: AdminNode, from: string, user: string, headers: Headers = {}) {
  const heard: Record<number, number> = {}
  for (let at = 0; at < 40; at += 1) {
    const code = await status(login(node, from, { user, password: `guess ${at}` }, headers))
    heard[code ?? 0] = (heard[code ?? 0] ?? 0) + 1
  }
  return heard
}

test('a stranger is stopped, and an operator logs in from elsewhere meanwhile', async (t) => {
  const node = await bounded(t)
  t.deepEqual(await guess(node, THERE, 'anna'), { 401: 3, 429: 37 })
  // Not even the right one is looked at there.
  t.is(await status(login(node, THERE, { user: 'anna', password: 'secret' })), 429)
  t.is(await status(login(node, HERE, { user: 'anna', password: 'secret' })), 204)
  const reported = node.log.filter(({ outcome }) => outcome === 'refused')
  t.is(reported.length, 41)
  t.true(reported.every(({ who, peer }) => who === 'anna' && peer === THERE))
})

test('other names, tokens and sessions go on where a name is guessed at', async (t) => {
  const node = await bounded(t)
  const cookie = cookiesOf(await login(node, THERE, { user: 'anna', password: 'secret' }))
  await guess(node, THERE, 'anna')
  t.is(await status(login(node, THERE, { user: 'ben', password: 'other' })), 204)
  t.is(await status(login(node, THERE, { token: 'look' })), 204)
  t.is(await status(login(node, THERE, { token: node.token })), 204)
  t.is((await node.get('/api/node', { cookie })).status, 200)
})

test('wrong tokens keep out neither that of the state folder nor one that was taken before', async (t) => {
  const node = await bounded(t)
  const ask = async (token: string) =>
    (await node.get('/api/node', { authorization: `Bearer ${token}` })).status
  t.is(await ask('look'), 200)
  for (const token of ['1', '2', '3']) t.is(await ask(token), 401)
  t.is(await ask('4'), 429)
  t.is(await ask('look'), 200)
  t.is(await ask(node.token), 200)
})

test('a browser that has logged in before goes on, with a count of its own', async (t) => {
  const node = await bounded(t)
  const anna = { user: 'anna', password: 'secret' }
  const cookie = cookiesOf(await login(node, THERE, anna))
  const token = cookie.split('; ').find((one) => one.startsWith('waybill-browser')) ?? ''
  t.truthy(token)
  await guess(node, THERE, 'anna')
  t.is(await status(login(node, THERE, anna)), 429)
  const again = await login(node, THERE, anna, { cookie: token })
  t.is(again.statusCode, 204)
  t.regex(
    (again.headers['set-cookie'] ?? []).join('\n'),
    /^waybill-browser-\d+=\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/m,
  )
  // Nobody else's, and nobody's who made it up, or has the one of a token that was renewed.
  await guess(node, THERE, 'ben')
  const ben = { user: 'ben', password: 'other' }
  t.is(await status(login(node, THERE, ben, { cookie: token })), 429)
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  t.is(await status(login(node, THERE, anna, { cookie: forged })), 429)

  t.deepEqual(await guess(node, HERE, 'anna', { cookie: token }), { 401: 3, 429: 37 })
  t.is(await status(login(node, HERE, anna)), 204, 'a count of its own')
  t.is(await status(login(node, THERE, anna, { cookie: cookiesOf(again) })), 204)
  renewStateToken(node.stateDir)
  t.is(await status(login(node, THERE, anna, { cookie: cookiesOf(again) })), 429)
})

test('one password is not tried with every name', async (t) => {
  const node = await bounded(t)
  const heard = new Set<number | undefined>()
  for (let at = 0; at < 30; at += 1) {
    heard.add(await status(login(node, THERE, { user: `name${at}`, password: 'secret' })))
  }
  t.deepEqual([...heard], [401])
  t.is(await status(login(node, THERE, { user: 'anna', password: 'secret' })), 429)
  t.is(await status(login(node, HERE, { user: 'anna', password: 'secret' })), 204)
})

test('behind a listed proxy the address that it names counts, behind another it does not', async (t) => {
  const node = await bounded(t, `admin.proxies=[${HERE}]`)
  const by = (address: string) => ({ 'x-forwarded-for': address })
  const anna = { user: 'anna', password: 'secret' }
  t.deepEqual(await guess(node, HERE, 'anna', by('192.0.2.1')), { 401: 3, 429: 37 })
  t.is(await status(login(node, HERE, anna, by('192.0.2.1'))), 429)
  t.is(await status(login(node, HERE, anna, by('192.0.2.1, 192.0.2.2'))), 204)
  t.true(node.log.some(({ who, peer }) => who === 'anna' && peer === '192.0.2.1'))

  let last = 0
  for (let at = 0; at < 10; at += 1) {
    const forwarded = by(`198.51.100.${at}`)
    last = (await status(login(node, THERE, { user: 'anna', password: `${at}` }, forwarded))) ?? 0
  }
  t.is(last, 429)
  t.false(node.log.some(({ peer }) => String(peer).startsWith('198.51.100.')))
})

test('the field that proxies write can be Forwarded', async (t) => {
  const node = await bounded(t, `admin.proxies=[${HERE}]`, 'admin.proxyHeader=Forwarded')
  const by = (address: string) => ({ forwarded: `for=${address}`, 'x-forwarded-for': '10.0.0.1' })
  await guess(node, HERE, 'anna', by('192.0.2.1'))
  const anna = { user: 'anna', password: 'secret' }
  t.is(await status(login(node, HERE, anna, by('192.0.2.1'))), 429)
  t.is(await status(login(node, HERE, anna, by('192.0.2.2'))), 204)
})

test('passwords that take long to check wait for few of one address, and another is not kept out', async (t) => {
  const salt = Buffer.from('sixteen bytes at')
  const kept = `scrypt:${salt.toString('base64')}:${scryptSync('secret', salt, 32).toString('base64')}`
  const operators = `admin.operators={anna: {password: '${kept}'}}`
  const node = await adminNode(t, [operators], { admin: { maxFailuresPerMinute: 1000 } })
  const guesses = Array.from({ length: 40 }, (_, at) =>
    status(login(node, THERE, { user: `name${at}`, password: 'x' })),
  )
  const own = status(login(node, HERE, { user: 'anna', password: 'secret' }))
  const heard = await Promise.all(guesses)
  t.is(await own, 204)
  t.true(heard.filter((code) => code === 429).length > 0)
  t.true(heard.filter((code) => code === 401).length >= 8)
})
