/** Who guesses at the password of a peer by digests of it is stopped, as one is who guesses by passwords. */
import { once } from 'node:events'
import { request } from 'node:http'
import { text as contentOf } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../../src/plugin.js'
import { type NodeOptions, serveNode } from '../../support/nodes/node.js'
import { userToken } from '../../support/security/user-token.js'
import { soap11 } from '../../support/wire/envelopes.js'

const PASSWORD = 'open sesame'
const PLUGIN: Plugin = {
  operations: [{ name: '{urn:q}Who', safe: true, invoke: () => ({}) }],
}

async function guarded(
  t: ExecutionContext,
  { settings = [], bounds = {} }: Pick<NodeOptions, 'settings' | 'bounds'> = {},
) {
  const peers = { alice: { digestPassword: PASSWORD } }
  const own = [`security.peers=${JSON.stringify(peers)}`, 'security.policies=[{require: password}]']
  const node = await serveNode({ q: PLUGIN }, { settings: [...own, ...settings], bounds })
  t.teardown(() => node.close())
  /** @param from  address of this machine that it comes from */
  const ask = async (
    password: string,
    { from = '127.0.0.1', user = 'alice', headers = {} } = {},
  ) => {
    const asking = request(node.url, {
      method: 'POST',
      localAddress: from,
      agent: false,
      headers: { 'Content-Type': 'text/xml', SOAPAction: '""', ...headers },
    })
    asking.end(soap11('<q:Who xmlns:q="urn:q"/>', userToken(password, user)))
    const [answer] = await once(asking, 'response')
    t.notRegex(await contentOf(answer), /for alice|known password/)
    return answer.statusCode
  }
  return { node, ask }
}

test('400 wrong digests: twenty are compared in a minute, and others are not kept out', async (t) => {
  const { node, ask } = await guarded(t)
  t.is(await ask(PASSWORD), 200)
  const heard = new Map<number | undefined, number>()
  for (let round = 0; round < 20; round += 1) {
    const guesses = Array.from({ length: 20 }, (_, at) => ask(`guess ${round} ${at}`))
    for (const status of await Promise.all(guesses)) {
      heard.set(status, (heard.get(status) ?? 0) + 1)
    }
  }
  t.deepEqual(
    [...heard],
    [
      [500, 20],
      [429, 380],
    ],
  )
  // Not even the right one is looked at, and from elsewhere it is.
  t.is(await ask(PASSWORD), 429)
  t.is(await ask(PASSWORD, { from: '127.0.0.2' }), 200)
  t.true(
    JSON.stringify(node.log).includes('the digest is not that of a known password, for alice'),
    'the log names who was tried',
  )
})

test('names that nobody has are counted as well, and digests together with passwords', async (t) => {
  const { ask } = await guarded(t, { bounds: { security: { maxFailuresPerMinute: 3 } } })
  t.is(await ask(PASSWORD, { user: 'nobody' }), 500)
  t.is(await ask('wrong'), 500)
  t.is(await ask(PASSWORD, { user: 'someone' }), 500)
  t.is(await ask(PASSWORD), 429)
})

test('behind a proxy of the configuration the address that it names is counted', async (t) => {
  const bounds = { security: { maxFailuresPerMinute: 1 } }
  const { ask } = await guarded(t, { settings: ['http.proxies=[127.0.0.1]'], bounds })
  const by = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  t.is(await ask('wrong', by('192.0.2.1')), 500)
  t.is(await ask(PASSWORD, by('192.0.2.1')), 429)
  t.is(await ask(PASSWORD, by('192.0.2.2')), 200)
})
