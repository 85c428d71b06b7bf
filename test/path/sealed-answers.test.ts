/** An answer that comes as a message of its own is held against the policy of its destination before who waits gets it. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Onward } from '../../src/path/parts/onward.js'
import { ADDRESSING_NAMESPACE } from '../../src/soap/addressing/addressing.js'
import type { OutboundMessage, Outcome, Transport } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { mark, marking } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import {
  forgedBody,
  HONEST,
  type Kit,
  letter,
  people,
  write,
} from '../support/security/forge/letter.js'
import { soap11 } from '../support/wire/envelopes.js'

const ONWARD: Onward = {
  to: new URL('next:node'),
  destination: 'next',
  mode: 'request-reply',
  ordered: false,
  answerTime: 60_000,
  name: 'test',
  reason: 'every message goes there',
}

/** A node that has sent requests to alice, whose answers it takes only if she has signed them. */
async function asking(t: ExecutionContext, kit: Kit) {
  const sent: OutboundMessage[] = []
  const waiting: (() => void)[] = []
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message) {
      sent.push(message)
      for (const resolve of waiting.splice(0)) resolve()
      return undefined
    },
  }
  const folder = folderOf(t, { 'alice.pem': kit.alice.pem, 'bob.pem': kit.bob.pem })
  const signs = (name: string) => ({ signs: { certificates: [join(folder, name)] } })
  const peers = { alice: signs('alice.pem'), bob: signs('bob.pem') }
  const policy = { destination: 'next', require: 'signature', peers: ['alice'] }
  const node = makeNode(
    { t: marking().plugin },
    {
      transports: [transport],
      findRoute: (_, { origin }) => (origin.replyTo === undefined ? ONWARD : undefined),
      settings: [
        'node.uri=urn:example:between',
        'destinations={"next":{"url":"http://127.0.0.1:9/"}}',
        `security.peers=${JSON.stringify(peers)}`,
        `security.policies=${JSON.stringify([policy])}`,
      ],
    },
  )
  t.teardown(() => node.queue.close())
  /** Asks, and waits until the request is on its way. */
  const ask = async (header = '') => {
    const before = sent.length
    const answered = node.inject(soap11(mark('asked'), header))
    while (sent.length === before) await new Promise<void>((resolve) => void waiting.push(resolve))
    return { answered, id: String(sent.at(-1)?.id) }
  }
  const answer = (id: string, text: string): Promise<Outcome> =>
    node.inject(text, { inReplyTo: [id], replyTo: 'mailto:next@b.example' })
  return { ask, answer, queue: node.queue }
}

async function kit(): Promise<Kit> {
  return { ...(await people()), soap: '1.1', form: 'wss', at: Date.now() }
}

const refused: Outcome = { kind: 'refused', refusal: 'forbidden' }

for (const [what, forge] of [
  ['is not signed', () => soap11(mark('unsigned'))],
  ['a stranger has signed', (kit: Kit) => write(letter(kit, [], kit.mallory))],
  ['another peer has signed', (kit: Kit) => write(letter(kit, [], kit.bob))],
  ['was altered', (kit: Kit) => write(letter(kit)).replace(HONEST, 'altered')],
  ['was wrapped', (kit: Kit) => write({ ...letter(kit), body: forgedBody(kit) })],
] as const) {
  test(`an answer that ${what} is refused, and the right one is awaited still`, async (t) => {
    const input = await kit()
    const { ask, answer, queue } = await asking(t, input)
    const { answered, id } = await ask()
    t.like(await answer(id, forge(input)), refused)
    t.is((await queue.find(id))?.state, 'waiting')
    t.deepEqual(await answer(id, write(letter(input))), { kind: 'accepted' })
    const outcome = await answered
    t.is(outcome.kind, 'reply')
    t.true(outcome.kind === 'reply' && outcome.message.body.includes(HONEST))
  })
}

test('an answer that has come before is refused, whichever request it says it answers', async (t) => {
  const input = await kit()
  const { ask, answer, queue } = await asking(t, input)
  const first = await ask()
  const text = write(letter(input))
  t.deepEqual(await answer(first.id, text), { kind: 'accepted' })
  t.is((await first.answered).kind, 'reply')
  const second = await ask()
  t.like(await answer(second.id, text), refused)
  t.is((await queue.find(second.id))?.state, 'waiting')
  t.deepEqual(await answer(second.id, write(letter({ ...input, at: input.at + 1 }))), {
    kind: 'accepted',
  })
  t.is((await second.answered).kind, 'reply')
})

test('an answer that relates to another request that waits is refused', async (t) => {
  const input = await kit()
  const { ask, answer, queue } = await asking(t, input)
  const addressed = (id: string) =>
    `<a:MessageID xmlns:a="${ADDRESSING_NAMESPACE}">${id}</a:MessageID>`
  const relatesTo = `<a:RelatesTo xmlns:a="${ADDRESSING_NAMESPACE}">urn:first</a:RelatesTo>`
  const first = await ask(addressed('urn:first'))
  const second = await ask(addressed('urn:second'))
  const text = write({ ...letter(input), before: relatesTo })
  t.like(await answer(second.id, text), refused)
  t.is((await queue.find(second.id))?.state, 'waiting')
  t.deepEqual(await answer(first.id, text), { kind: 'accepted' })
  t.is((await first.answered).kind, 'reply')
})

test('what names no request that waits is nobody’s answer', async (t) => {
  const input = await kit()
  const { ask, answer, queue } = await asking(t, input)
  const { id } = await ask()
  await answer('01a20515-9838-7ccd-9b1c-19e7f3bd9bac', write(letter(input)))
  t.is((await queue.find(id))?.state, 'waiting')
})
