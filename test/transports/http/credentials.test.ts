/** Who sends a request over HTTP: by password, API key or token; and what it hears who proves nobody. */
import { createHash, scryptSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../../src/plugin.js'
import { serveNode } from '../../support/nodes/node.js'
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
}
const peers = (more: object = {}) => `security.peers=${JSON.stringify({ ...PEERS, ...more })}`

async function asking(t: ExecutionContext, ...settings: readonly string[]) {
  const node = await serveNode({ q: PLUGIN }, { settings: [peers(), ...settings] })
  t.teardown(() => node.close())
  const post = async (headers: Readonly<Record<string, string>>, local = 'Who') => {
    const body = soap11(`<q:${local} xmlns:q="urn:q"/>`)
    const own = { 'Content-Type': 'text/xml', SOAPAction: '""' }
    const response = await fetch(node.url, {
      method: 'POST',
      headers: { ...own, ...headers },
      body,
    })
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
  const { post } = await asking(t)
  const alice = await post(basic('alice', 'secret'))
  t.is(alice.status, 200)
  t.like(alice.peer, { name: 'alice', known: 'alice', user: 'alice' })
  const bob = await post(basic('robert', 'pässword:1'))
  t.like(bob.peer, { name: 'bob', known: 'bob', user: 'robert' })
})
