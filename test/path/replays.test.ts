/** A signed message counts once, for as long as it could be taken, whatever the queue has forgotten meanwhile. */
import test, { type ExecutionContext } from 'ava'
import { sealing } from '../../src/security/seal.js'
import { SoapVersions } from '../../src/soap/version.js'
import type { Job, RetryPlan } from '../../src/store/queue/job.js'
import { QueueFull } from '../../src/store/queue/queue.js'
import type { Outcome } from '../../src/transport.js'
import { atOnce } from '../../src/xml/walk.js'
import { folderOf } from '../support/folder.js'
import { block, marking, T } from '../support/nodes/marking.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { makeNode, type NodeOptions } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { HONEST, type Kit, letter, people, write } from '../support/security/forge/letter.js'
import { entry, reference, WSU } from '../support/security/forge/texts.js'
import { securityOf } from '../support/security/guarded.js'
import { soap11 } from '../support/wire/envelopes.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function kit(form: Kit['form'] = 'wss', at = Date.now()): Promise<Kit> {
  return { ...(await people()), soap: '1.1', form, at }
}

/** Counts how often its operation and its handler ran. */
function counting(safe: boolean) {
  const { plugin } = marking()
  const ran = { operation: 0, handler: 0 }
  const [first, ...others] = plugin.operations ?? []
  const counted = {
    ...plugin,
    operations: [
      {
        ...first,
        name: `{${T}}Mark` as const,
        safe,
        invoke: () => {
          ran.operation += 1
          return { result: 'done', more: 'second' }
        },
      },
      ...others.slice(1),
    ],
    headers: [
      {
        name: `{${T}}Counted` as const,
        process: () => {
          ran.handler += 1
        },
      },
    ],
  }
  return { counted, ran }
}

function nodeOf(
  t: ExecutionContext,
  kit: Kit,
  policy: object,
  { safe = false, ...options }: NodeOptions & { readonly safe?: boolean } = {},
) {
  const { counted, ran } = counting(safe)
  const settings = [securityOf(t, kit, [policy]), ...(options.settings ?? [])]
  return { ...makeNode({ echo: counted }, { ...options, settings }), ran }
}

function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind
}

/** An honest message with a header block that is signed with it. */
function withBlock(kit: Kit): string {
  const counted = block('Counted', `xmlns:wsu="${WSU}" wsu:Id="Block"`, 'signed')
  const signed = letter(kit, [reference('#Block', counted)])
  return write({ ...signed, after: counted })
}

const REFUSED = /The message does not have the security that is asked for/
const KEYED = { idempotencyKey: 'one', patience: 5_000 }

test('once: a message whose job is forgotten is refused, and nothing of it runs again', async (t) => {
  const input = await kit()
  const { inject, queue, ran } = nodeOf(t, input, { require: 'signature' })
  const text = withBlock(input)
  const first = await inject(text, KEYED)
  t.is(first.kind, 'reply', outcomeText(first))
  t.is(outcomeText(await inject(text, KEYED)), outcomeText(first))
  t.is(await queue.admin.trim(Date.now() + HOUR), 1)
  for (let each = 0; each < 3; each += 1) t.regex(outcomeText(await inject(text, KEYED)), REFUSED)
  t.deepEqual(ran, { operation: 1, handler: 1 })
})

test('once: an identification counts once as well, when it is signed anew after its job is forgotten', async (t) => {
  const input = await kit()
  const { inject, queue, ran } = nodeOf(t, input, { require: 'signature' })
  const first = await inject(withBlock(input), KEYED)
  const anew = withBlock({ ...input, at: input.at + 1 })
  t.is(outcomeText(await inject(anew, KEYED)), outcomeText(first))
  await queue.admin.trim(Date.now() + HOUR)
  const later = withBlock({ ...input, at: input.at + 2 })
  t.regex(outcomeText(await inject(later, KEYED)), REFUSED)
  t.is(ran.operation, 1)
})

test('once: on a route that stores, a message whose job is forgotten is not sent again', async (t) => {
  const input = await kit()
  const hop = await httpHop({ status: 202 })
  t.teardown(() => hop.close())
  const findRoute = onwardTo(hop.url, 'store')
  const { inject, queue } = nodeOf(t, input, { require: 'signature' }, { findRoute })
  // A node on the way opens the security block that is for it.
  const attributes = ' s:actor="http://schemas.xmlsoap.org/soap/actor/next"'
  const text = write({ ...letter(input), attributes })
  const first = await inject(text, KEYED)
  t.is(first.kind, 'pending', outcomeText(first))
  const [job] = await queue.admin.list({})
  t.truthy(job)
  await queue.ended(job?.id ?? '', AbortSignal.timeout(60_000))
  t.is(await queue.admin.trim(Date.now() + HOUR), 1)
  t.regex(outcomeText(await inject(text, KEYED)), REFUSED)
  t.is(hop.requests.length, 1)
})

/** Refuses the first job. */
class FullOnce extends MemoryQueue {
  refusals = 1

  override async add(job: Job, plan: RetryPlan) {
    this.refusals -= 1
    if (this.refusals >= 0) throw new QueueFull('a test fills it', 1)
    return super.add(job, plan)
  }
}

test('once: what was not made durable is taken when it comes again', async (t) => {
  const input = await kit()
  const queue = new FullOnce()
  const { inject, ran } = nodeOf(t, input, { require: 'signature' }, { queue })
  const text = withBlock(input)
  const first = await inject(text, KEYED)
  t.is(first.kind === 'refused' && first.refusal, 'busy', outcomeText(first))
  const again = await inject(text, KEYED)
  t.is(again.kind, 'reply', outcomeText(again))
  t.is(ran.operation, 1)
})

const time = (created: number | undefined, expires: number | undefined) => {
  const moment = (name: string, at: number | undefined) =>
    at === undefined ? '' : `<wsu:${name}>${new Date(at).toISOString()}</wsu:${name}>`
  const times = moment('Created', created) + moment('Expires', expires)
  return `<wsu:Timestamp xmlns:wsu="${WSU}" wsu:Id="Time">${times}</wsu:Timestamp>`
}

/** Milliseconds from now, and whether such a message is taken. */
const TIMES: readonly (readonly [
  says: string,
  created: number | undefined,
  expires: number | undefined,
  taken: boolean,
])[] = [
  ['created an hour ago, without Expires', -HOUR, undefined, true],
  ['created 23 hours ago, without Expires', -23 * HOUR, undefined, true],
  ['created 25 hours ago, without Expires', -25 * HOUR, undefined, false],
  ['created 31 days ago, without Expires', -31 * DAY, undefined, false],
  ['created 29 days ago, for a year', -29 * DAY, 336 * DAY, true],
  ['created 31 days ago, for a year', -31 * DAY, 334 * DAY, false],
  ['without Created, until in 29 days', undefined, 29 * DAY, true],
  ['without Created, until in 31 days', undefined, 31 * DAY, false],
]

for (const [says, created, expires, taken] of TIMES) {
  test(`Timestamp: one ${says} is ${taken ? 'taken, once' : 'refused'}`, async (t) => {
    const input = await kit()
    const at = (moment: number | undefined) => moment && input.at + moment
    const policy = { require: 'signature', signed: ['Body', 'Timestamp'] }
    const { inject, ran } = nodeOf(t, input, policy)
    const text = write(letter(input, [], input.alice, time(at(created), at(expires))))
    const outcome = await inject(text)
    t.is(outcome.kind, taken ? 'reply' : 'fault', outcomeText(outcome))
    t.is(outcomeText(await inject(text)), outcomeText(outcome))
    t.is(ran.operation, taken ? 1 : 0)
  })
}

test('dated: a signature must cover a time, and one that does counts once', async (t) => {
  const input = await kit()
  const { inject, log, ran } = nodeOf(t, input, { require: 'signature', replays: 'dated' })
  t.regex(outcomeText(await inject(write(letter(input, [], input.alice, '')))), REFUSED)
  t.true(log.some(({ cause }) => /its signature covers no time/.test(String(cause))))
  const never = time(undefined, undefined)
  t.regex(outcomeText(await inject(write(letter(input, [], input.alice, never)))), REFUSED)
  const text = write(letter(input))
  const outcome = await inject(text)
  t.is(outcome.kind, 'reply')
  t.is(outcomeText(await inject(text)), outcomeText(outcome))
  t.is(ran.operation, 1)
})

test('peers: who is named by a signature is held to it, where nothing is required', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { peers: ['alice'] })
  const text = withBlock(input)
  const outcome = await inject(text)
  t.is(outcome.kind, 'reply')
  t.is(outcomeText(await inject(text)), outcomeText(outcome))
  t.deepEqual(ran, { operation: 1, handler: 1 })
})

test('peers: a header block that is not signed is handed to no handler, and refused where it is mandatory', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { peers: ['alice'] })
  const added = (attributes: string) => ({
    ...letter({ ...input, at: input.at + attributes.length }),
    after: block('Counted', attributes, 'added on the way'),
  })
  t.is((await inject(write(added('')))).kind, 'reply')
  t.deepEqual(ran, { operation: 1, handler: 0 })
  t.regex(outcomeText(await inject(write(added('s:mustUnderstand="1"')))), REFUSED)
  t.deepEqual(ran, { operation: 1, handler: 0 })
})

test('SOAP 1.2 Part 1 §2.7: what is sent on keeps the blocks that its sender has not signed', async (t) => {
  const input = { ...(await kit()), soap: '1.2' } as const
  const hop = await httpHop({ status: 202 })
  t.teardown(() => hop.close())
  const findRoute = onwardTo(hop.url)
  const { inject, ran } = nodeOf(t, input, { peers: ['alice'] }, { findRoute })
  const role = 's:role="http://www.w3.org/2003/05/soap-envelope/role/next"'
  const left = block('Counted', '', 'for the ultimate receiver')
  const relayed = block('Counted', `${role} s:relay="true"`, 'for the next')
  const attributes = ` ${role} s:mustUnderstand="1"`
  const text = write({ ...letter(input), attributes, after: left + relayed })
  const outcome = await inject(text, { mediaType: 'application/soap+xml' })
  t.is(outcome.kind, 'accepted', outcomeText(outcome))
  const sent = hop.requests[0]?.body ?? ''
  t.true(sent.includes(left), sent)
  t.true(sent.includes(relayed), sent)
  t.is(ran.handler, 0)
})

const SAFE = { safe: true }
const NOT_AGAIN = /it came before, and counts once/

test('safe: two equal calls within one second are two, and each is answered', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { require: 'signature' }, SAFE)
  const text = write(letter(input))
  for (let each = 0; each < 3; each += 1) t.is((await inject(text)).kind, 'reply')
  t.is(ran.operation, 3)
})

test('safe: a call that covers no time counts once', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { require: 'signature' }, SAFE)
  const text = write(letter(input, [], input.alice, ''))
  t.is((await inject(text)).kind, 'reply')
  t.regex(outcomeText(await inject(text)), NOT_AGAIN)
  t.is(ran.operation, 1)
})

for (const replays of ['dated', 'refuse']) {
  test(`safe: under ${replays} a call counts once`, async (t) => {
    const input = await kit()
    const { inject, ran } = nodeOf(t, input, { require: 'signature', replays }, SAFE)
    const text = write(letter(input))
    t.is((await inject(text)).kind, 'reply')
    t.regex(outcomeText(await inject(text)), NOT_AGAIN)
    t.is(ran.operation, 1)
  })
}

test('safe: a header block that a handler acts on counts once, and the call with it', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { require: 'signature' }, SAFE)
  const text = withBlock(input)
  t.is((await inject(text)).kind, 'reply')
  t.regex(outcomeText(await inject(text)), NOT_AGAIN)
  t.deepEqual(ran, { operation: 1, handler: 1 })
})

test('safe: who asks for the answer later gets that of the first call', async (t) => {
  const input = await kit()
  const { inject, ran } = nodeOf(t, input, { require: 'signature' }, SAFE)
  const text = write(letter(input))
  const first = await inject(text, KEYED)
  t.is(outcomeText(await inject(text, KEYED)), outcomeText(first))
  t.is(ran.operation, 1)
})

test('safe: octets that ran as a safe call count no more for an operation that is not', async (t) => {
  const input = await kit()
  const safe = nodeOf(t, input, { require: 'signature' }, SAFE)
  const other = nodeOf(t, input, { require: 'signature' }, { queue: safe.queue })
  const text = write(letter(input))
  t.is((await safe.inject(text)).kind, 'reply')
  t.is((await safe.inject(text)).kind, 'reply')
  t.regex(outcomeText(await other.inject(text)), NOT_AGAIN)
  t.is(other.ran.operation, 0)
})

test('Username Token Profile 1.1 §3.1: a nonce counts once, for a safe operation too', async (t) => {
  const input = await kit()
  const { alice } = input
  const password = 'a secret of hers'
  const folder = folderOf(t, { 'alice.pem': alice.pem })
  const peer = { signs: { certificates: [`${folder}/alice.pem`] }, digestPassword: password }
  const policies = [{ require: ['signature', 'password'] }]
  const settings = [`security=${JSON.stringify({ peers: { alice: peer }, policies })}`]
  const { counted, ran } = counting(true)
  const { inject } = makeNode({ echo: counted }, { settings })
  const { text } = atOnce(
    sealing(soap11(entry(HONEST)), {
      form: 'wss',
      sign: ['Body', 'Timestamp'],
      encrypt: [],
      key: {
        kind: 'signature',
        own: { key: alice.key, certificate: alice.certificate, chain: [] },
      },
      reference: 'token',
      cipher: 'aes256-gcm',
      timestamp: 300_000,
      user: { name: 'alice', password, form: 'digest' },
      at: input.at,
      versions: new SoapVersions(),
    }),
  )
  const first = await inject(text)
  t.is(first.kind, 'reply', outcomeText(first))
  t.regex(outcomeText(await inject(text)), NOT_AGAIN)
  t.is(ran.operation, 1)
})
