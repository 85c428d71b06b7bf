/** From where credentials are taken over HTTP: over TLS, or from this machine. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test from 'ava'
import { type Credentials, NO_CREDENTIALS, NotChecked, type Peer } from '../../../src/transport.js'
import { Senders } from '../../../transports/http/admission/senders.js'
import { http } from '../../../transports/http/section/section.js'

const EXPECTED: Credentials = {
  ...NO_CREDENTIALS,
  kinds: ['apiKey'],
  apiKey: async (key) => (key === 'right' ? 'alice' : undefined),
  peerOf: ({ name }) => name,
}

async function shown(peer: Peer, settings: object = {}, credentials = EXPECTED) {
  const request = new IncomingMessage(new Socket())
  request.rawHeaders.push('X-API-Key', 'right')
  const senders = new Senders(http.parse(settings), credentials)
  return senders.identified(request, peer)
}

test('over TLS, and from this machine', async (t) => {
  const tls = { protocol: 'TLSv1.3' }
  t.is((await shown({ address: '192.0.2.1', tls })).identity, 'alice')
  t.is((await shown({ address: '127.0.0.1' })).identity, 'alice')
  t.is((await shown({ address: '::1' })).identity, 'alice')
})

test('in the clear from another machine they are refused, unless the configuration takes them', async (t) => {
  await t.throwsAsync(shown({ address: '192.0.2.1' }), { message: 'credentials without TLS' })
  await t.throwsAsync(shown({}), { message: 'credentials without TLS' })
  t.is((await shown({ address: '192.0.2.1' }, { plainAuth: true })).identity, 'alice')
})

for (const [reason, status] of [
  ['too-many-failures', 429],
  ['busy', 503],
  ['unavailable', 503],
] as const) {
  test(`what is not looked at (${reason}) gets ${status}, and when to come again`, async (t) => {
    const apiKey = () => Promise.reject(new NotChecked(reason, 17))
    const error = await t.throwsAsync(shown({ address: '::1' }, {}, { ...EXPECTED, apiKey }))
    t.like(error, { status, headers: { 'Retry-After': '17' } })
  })
}
