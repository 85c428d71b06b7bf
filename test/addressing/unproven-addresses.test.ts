/** Faults for places that nobody has proven, or that are not allowed: back on the connection, never to those places. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Outcome, Transport } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { isIdle, until } from '../support/jobs.js'
import { mark, marking } from '../support/nodes/marking.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import { makeNode } from '../support/nodes/node.js'
import {
  HONEST,
  type Kit,
  letter,
  type People,
  people,
  write,
} from '../support/security/forge/letter.js'
import { reference, WSU } from '../support/security/forge/texts.js'
import { ANONYMOUS, endpoint, NONE, wsa } from '../support/wire/addressing.js'
import { envelope } from '../support/wire/envelopes.js'

const PARTNER = 'http://partner.example/answers'
const AUDITOR = 'http://auditor.example/faults'
const INSIDE = 'http://10.0.0.1/answers'
const AUTHOR = 'mailto:author@peer.example'
const BOUNCES = 'mailto:bounces@peer.example'
const SIGNED = { name: 'strict', require: 'signature' }

/** Takes note of what would be sent. */
function recording(sent: string[]): Transport {
  return {
    name: 'recording',
    schemes: ['http', 'mailto'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(_message, to) {
      sent.push(to.href)
      return undefined
    },
  }
}

function nodeOf(t: ExecutionContext, all: People, ...policies: readonly object[]) {
  const { plugin, marks } = marking()
  const folder = folderOf(t, { 'alice.pem': all.alice.pem, 'bob.pem': all.bob.pem })
  const signs = (name: string) => ({ signs: { certificates: [join(folder, `${name}.pem`)] } })
  const peers = { alice: signs('alice'), bob: { ...signs('bob'), calls: ['{urn:other}*'] } }
  const sent: string[] = []
  const node = makeNode(
    { echo: plugin },
    {
      transports: [recording(sent)],
      settings: [
        `security.peers=${JSON.stringify({ ...peers, carol: { password: `sha256:${'0'.repeat(64)}` } })}`,
        `security.policies=${JSON.stringify(policies)}`,
        'replies.schemes=[http]',
        'replies.hosts=["*.example"]',
      ],
    },
  )
  t.teardown(() => node.queue.close())
  const ask = async (text: string, options: MessageOptions = {}) => {
    sent.length = 0
    const outcome = await node.inject(text, options)
    await until(async () => isIdle(await node.queue.admin.stats()))
    return { outcome, sent: [...sent] }
  }
  return { ask, marks, log: node.log }
}

const kit = async (soap: Kit['soap']): Promise<Kit> => ({
  ...(await people()),
  soap,
  form: 'wss',
  at: Date.now(),
})

const typed = (soap: Kit['soap']): MessageOptions => ({
  mediaType: soap === '1.1' ? 'text/xml' : 'application/soap+xml',
})

let count = 0
const addressed = () => {
  count += 1
  return wsa('Action', 'urn:example:mark') + wsa('MessageID', `urn:example:unproven:${count}`)
}

/** A block that can be signed by its id, in its canonical form. */
const location = (local: string, to: string) =>
  endpoint(local, to, '', `xmlns:wsu="${WSU}" wsu:Id="${local}"`)

const BLOCKS = ['ReplyTo', 'FaultTo'] as const
type Block = (typeof BLOCKS)[number]

/** Alice's, with a place that she has signed, too. */
function signed(kit: Kit, block: Block, to = PARTNER, signer = kit.alice) {
  const text = location(block, to)
  return { ...letter(kit, [reference(`#${block}`, text)], signer), after: text + addressed() }
}

const bodyOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : ''

const NAMESPACES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

type Write = (kit: Kit, block: Block) => string

/** What does not have the security that is asked for, with a place that `replies` allows. */
const UNPROVEN: Readonly<Record<string, Write>> = {
  'nothing is signed': ({ soap }, block) =>
    envelope(NAMESPACES[soap], mark('unsigned'), endpoint(block, PARTNER) + addressed()),
  'the place is not signed': (kit, block) =>
    write({ ...letter(kit), after: location(block, PARTNER) + addressed() }),
  'the place was changed on its way': (kit, block) =>
    write(signed(kit, block)).replace(PARTNER, `${PARTNER}/else`),
  'Body was changed on its way': (kit, block) =>
    write(signed(kit, block)).replace(HONEST, 'changed'),
  'a stranger has signed': (kit, block) => write(signed(kit, block, PARTNER, kit.mallory)),
  'its signer may not call that': (kit, block) => write(signed(kit, block, PARTNER, kit.bob)),
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const block of BLOCKS) {
    for (const [what, written] of Object.entries(UNPROVEN)) {
      test(`SOAP ${soap}, ${block}: ${what}: the fault goes back on the connection`, async (t) => {
        const input = await kit(soap)
        const { ask, marks } = nodeOf(t, input, SIGNED)
        const { outcome, sent } = await ask(written(input, block), typed(soap))
        t.is(outcome.kind, 'fault')
        t.deepEqual(sent, [])
        t.is(marks.size, 0)
        const answer = bodyOf(outcome)
        t.true(answer.includes(`>${ANONYMOUS}</wsa:To>`), answer)
        t.false(answer.includes('partner.example'), answer)
      })

      test(`SOAP ${soap}, ${block}: ${what}: by mail the fault goes to the envelope sender, or to nobody`, async (t) => {
        const input = await kit(soap)
        const { ask, marks } = nodeOf(t, input, SIGNED)
        const mailed = { ...typed(soap), replyTo: AUTHOR }
        const answer = await ask(written(input, block), { ...mailed, returnPath: BOUNCES })
        t.is(answer.outcome.kind, 'accepted')
        t.deepEqual(answer.sent, [BOUNCES])
        const silent = await ask(written(input, block), { ...mailed, returnPath: '' })
        t.is(silent.outcome.kind, 'accepted')
        t.deepEqual(silent.sent, [])
        t.is(marks.size, 0)
      })
    }

    test(`SOAP ${soap}, ${block}: a place that is signed gets what is for it`, async (t) => {
      const input = await kit(soap)
      const { ask } = nodeOf(t, input, SIGNED)
      const { outcome, sent } = await ask(write(signed(input, block)), typed(soap))
      t.is(outcome.kind, block === 'ReplyTo' ? 'accepted' : 'reply')
      t.deepEqual(sent, block === 'ReplyTo' ? [PARTNER] : [])
    })

    test(`SOAP ${soap}, ${block}: who sends a signed message again has no faults sent there`, async (t) => {
      const input = await kit(soap)
      const { ask, marks } = nodeOf(t, input, { ...SIGNED, replays: 'refuse' })
      const text = write(signed(input, block))
      await ask(text, typed(soap))
      t.deepEqual([...marks], [HONEST])
      const again = await ask(text, typed(soap))
      t.is(again.outcome.kind, 'fault')
      t.deepEqual(again.sent, [])
    })

    test(`SOAP ${soap}, ${block}: where no policy asks for a signature, faults go there`, async (t) => {
      const input = await kit(soap)
      const { ask } = nodeOf(t, input, { require: 'anonymous' })
      const text = envelope(
        NAMESPACES[soap],
        mark('x', 'Refuse'),
        endpoint(block, PARTNER) + addressed(),
      )
      const { outcome, sent } = await ask(text, typed(soap))
      t.is(outcome.kind, 'accepted')
      t.deepEqual(sent, [PARTNER])
    })

    test(`SOAP ${soap}, ${block}: what lacks a password has no fault sent there`, async (t) => {
      const input = await kit(soap)
      const { ask } = nodeOf(t, input, { require: 'password' })
      const text = envelope(NAMESPACES[soap], mark('x'), endpoint(block, PARTNER) + addressed())
      const { outcome, sent } = await ask(text, typed(soap))
      t.is(outcome.kind, 'fault')
      t.deepEqual(sent, [])
    })

    test(`SOAP ${soap}, ${block}: who wants no fault gets none, whoever it is`, async (t) => {
      const input = await kit(soap)
      const { ask } = nodeOf(t, input, SIGNED)
      const text = envelope(NAMESPACES[soap], mark('x'), endpoint(block, NONE) + addressed())
      const { outcome, sent } = await ask(text, { ...typed(soap), replyTo: AUTHOR })
      t.is(outcome.kind, 'accepted')
      t.deepEqual(sent, [])
    })

    for (const [what, policies] of [
      ['without security', []],
      ['where a signature is asked for', [SIGNED]],
    ] as const) {
      test(`SOAP ${soap}, ${block} is not allowed, ${what}: the fault goes back on the connection`, async (t) => {
        const input = await kit(soap)
        const { ask } = nodeOf(t, input, ...policies)
        const other = block === 'ReplyTo' ? 'FaultTo' : 'ReplyTo'
        const text = envelope(
          NAMESPACES[soap],
          mark('x'),
          endpoint(block, INSIDE) + endpoint(other, AUDITOR) + addressed(),
        )
        const { outcome, sent } = await ask(text, typed(soap))
        t.is(outcome.kind, 'fault')
        t.deepEqual(sent, [])
        const mailed = { ...typed(soap), replyTo: AUTHOR }
        t.deepEqual((await ask(text, { ...mailed, returnPath: BOUNCES })).sent, [BOUNCES])
        t.deepEqual((await ask(text, { ...mailed, returnPath: '' })).sent, [])
      })
    }
  }
}

test('a mandatory block that is not signed: its fault goes back on the connection', async (t) => {
  const input = await kit('1.1')
  const { ask, marks } = nodeOf(t, input, SIGNED)
  const existing =
    '<t:Known xmlns:t="urn:example:marking" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:mustUnderstand="1">k</t:Known>'
  const honest = signed(input, 'FaultTo')
  const { outcome, sent } = await ask(write({ ...honest, after: honest.after + existing }))
  t.is(outcome.kind, 'fault')
  t.deepEqual(sent, [])
  t.is(marks.size, 0)
})

test('the log says where the fault went', async (t) => {
  const input = await kit('1.1')
  const { ask, log } = nodeOf(t, input, SIGNED)
  await ask(UNPROVEN['nothing is signed']?.(input, 'ReplyTo') ?? '', {
    replyTo: AUTHOR,
    returnPath: BOUNCES,
  })
  t.true(log.some(({ answerTo }) => answerTo === BOUNCES))
  t.false(log.some(({ answerTo }) => answerTo === PARTNER))
})
