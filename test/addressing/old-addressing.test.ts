/** WS-Addressing of August 2004, which is not spoken: a request that asks by it for an answer elsewhere is told so. */
import test from 'ava'
import type { HeaderHandler } from '../../src/plugin.js'
import { MEDIA_TYPES } from '../../src/transport.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const OLD = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
const ELSEWHERE = 'http://client.example/answers'
const IN = { '1.1': soap11, '1.2': soap12 } as const

const replyTo = (address: string, attributes = '') =>
  `<a:ReplyTo xmlns:a="${OLD}" ${attributes}><a:Address>${address}</a:Address></a:ReplyTo>`

function nodeWith(headers: readonly HeaderHandler[] = []) {
  const ran: string[] = []
  const operation = (name: string, exchange: 'one-way' | 'request-response') => ({
    name: `{urn:q}${name}` as const,
    exchange,
    invoke: () => {
      ran.push(name)
      return {}
    },
  })
  const operations = [operation('Ask', 'request-response'), operation('Tell', 'one-way')]
  const node = makeNode({ q: { operations, headers } })
  const ask = (soap: keyof typeof IN, block: string, name = 'Ask') =>
    node.inject(IN[soap](`<q:${name} xmlns:q="urn:q"/>`, block), { mediaType: MEDIA_TYPES[soap] })
  return { ask, ran }
}

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: the fault says which version is spoken, and nothing runs`, async (t) => {
    const { ask, ran } = nodeWith()
    const outcome = await ask(soap, replyTo(ELSEWHERE))
    if (outcome.kind !== 'fault') return t.fail(outcome.kind)
    t.is(outcome.code, 'Client')
    t.regex(outcome.message.body, /spoken here as http:\/\/www\.w3\.org\/2005\/08\/addressing,/)
    t.notRegex(outcome.message.body, /client\.example/)
    t.deepEqual(ran, [])
  })

  test(`SOAP ${soap}: on the connection, for another actor, or with nothing to answer it is ignored`, async (t) => {
    const { ask, ran } = nodeWith()
    t.is((await ask(soap, replyTo(` ${OLD}/role/anonymous `))).kind, 'reply')
    t.is((await ask(soap, `<a:MessageID xmlns:a="${OLD}">urn:1</a:MessageID>`)).kind, 'reply')
    const name = soap === '1.1' ? 's:actor' : 's:role'
    t.is((await ask(soap, replyTo(ELSEWHERE, `${name}="urn:other"`))).kind, 'reply')
    t.is((await ask(soap, replyTo(ELSEWHERE), 'Tell')).kind, 'accepted')
    t.deepEqual(ran.slice(0, 3), ['Ask', 'Ask', 'Ask'])
  })

  test(`SOAP ${soap}: a mandatory one is not understood, unless a plugin handles it`, async (t) => {
    const mandatory = soap === '1.1' ? 's:mustUnderstand="1"' : 's:mustUnderstand="true"'
    const refused = await nodeWith().ask(soap, replyTo(ELSEWHERE, mandatory))
    t.is(refused.kind === 'fault' && refused.code, 'MustUnderstand')
    const handled = nodeWith([{ name: `{${OLD}}ReplyTo`, process: () => undefined }])
    t.is((await handled.ask(soap, replyTo(ELSEWHERE, mandatory))).kind, 'reply')
  })
}
