/** A node on the way as a gateway: what it sends on is sealed for the destination, and what it brings back for its sender. */
import test, { type ExecutionContext } from 'ava'
import { SOAP_11 } from '../../src/soap/version.js'
import type { Outcome } from '../../src/transport.js'
import { until } from '../support/jobs.js'
import { block, mark, marking, T } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { attempt, trustOf } from '../support/security/attempt.js'
import { foreignSigned, SECURITY } from '../support/security/foreign-signed.js'
import { type Kit, letter, people, write } from '../support/security/forge/letter.js'
import { WSU } from '../support/security/forge/texts.js'
import { gateway, gatewaySettings, MANY_BLOCKS } from '../support/security/gateway.js'
import { NS11, soap11 } from '../support/wire/envelopes.js'

/** The ultimate receiver, which signs its answers. */
function answering(t: ExecutionContext, kit: Kit) {
  const settings = gatewaySettings(t, kit, [{ name: 'answers', sends: SIGNED }])
  const node = makeNode({ t: marking().plugin }, { settings, bounds: MANY_BLOCKS })
  t.teardown(() => node.queue.close())
  return node
}

async function kit(): Promise<Kit> {
  return { ...(await people()), soap: '1.1', form: 'wss', at: Date.now() }
}

/** A node on the way opens what is addressed to it. */
const toGateway = (kit: Kit) =>
  write({ ...letter(kit), attributes: ` s:mustUnderstand="1" s:actor="${SOAP_11.next}"` })

const contentOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind

/** True if the node has signed the Body of a text. */
function isByNode(text: string, kit: Kit): boolean {
  const trust = trustOf({ ...kit, alice: kit.neighbour })
  return attempt(text, trust, Date.now()).executed !== undefined
}

const IN = { name: 'in', require: 'signature', sends: { sign: ['Body'] } }
const OUT = { name: 'out', destination: 'next', peers: ['bob'], require: 'signature' }

for (const mode of ['relay', 'request-reply'] as const) {
  test(`${mode}: requests are signed for the destination, and its signed answers again for the sender`, async (t) => {
    const input = await kit()
    const policies = [IN, { ...OUT, sends: { sign: ['Body'] } }]
    const byBob = () => write(letter(input, [], input.bob))
    const { inject, sent } = gateway(t, input, mode, policies, byBob)
    const outcome = await inject(toGateway(input))
    t.is(outcome.kind, 'reply', contentOf(outcome))
    t.is(sent.length, 1)
    t.true(isByNode(String(sent[0]?.body), input))
    t.true(isByNode(contentOf(outcome), input), contentOf(outcome))
  })

  test(`${mode}: an answer that its destination has not signed reaches nobody`, async (t) => {
    const input = await kit()
    const { inject } = gateway(t, input, mode, [IN, OUT], () => soap11(mark('unsigned')))
    const outcome = await inject(toGateway(input))
    t.is(outcome.kind, 'fault')
    t.false(contentOf(outcome).includes('unsigned'))
  })
}

/** bob's answer as an old stack signs it. */
const bySha1 = ({ bob }: Kit) =>
  foreignSigned(
    `<s:Envelope xmlns:s="${NS11}"><s:Header>${SECURITY}</s:Header><s:Body xmlns:wsu="${WSU}" wsu:Id="Body">${mark('by-sha1')}</s:Body></s:Envelope>`,
    bob,
    { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
  )

for (const mode of ['relay', 'request-reply'] as const) {
  test(`${mode}: the answer of a destination by a weak algorithm is taken if allow of its peer names it`, async (t) => {
    const input = await kit()
    const answer = () => bySha1(input)
    const strict = gateway(t, input, mode, [IN, OUT], answer)
    const refused = await strict.inject(toGateway(input))
    t.is(refused.kind, 'fault')
    t.false(contentOf(refused).includes('by-sha1'))
    const allowing = gateway(t, input, mode, [IN, OUT], answer, { bob: { allow: ['rsa-sha1'] } })
    const taken = await allowing.inject(toGateway(input))
    t.is(taken.kind, 'reply', contentOf(taken))
    t.true(contentOf(taken).includes('by-sha1'))
  })
}

test('a destination is sent a password as text without a Timestamp, and what is encrypted first', async (t) => {
  const input = await kit()
  const sends = {
    ...{ user: 'me', password: 'open sesame', passwordType: 'text', timestamp: false },
    ...{ sign: ['Body'], encrypt: ['Body'], order: 'encrypt-first', to: 'bob' },
  }
  const policies = [IN, { name: 'out', destination: 'next', sends }]
  const { inject, sent } = gateway(t, input, 'relay', policies, () => soap11(mark('answer')), {
    url: 'https://next.example/',
  })
  t.is((await inject(toGateway(input))).kind, 'reply')
  const body = String(sent[0]?.body)
  t.regex(body, /#PasswordText">open sesame</)
  t.notRegex(body, /Timestamp/)
  t.true(body.indexOf('<ds:Signature') < body.indexOf('<xenc:EncryptedKey'))
  t.false(body.includes(mark('done')))
})

const MANY =
  'as many parts as one signature covers are signed, with more blocks than the default limit; one more'
const blocks = (count: number) => block('Kept').repeat(count) + block('Other').repeat(10)
const SIGNED = { sign: ['Body', `{${T}}Kept`, `{${T}}Seen`] }

test(`relay: ${MANY} is told to its sender, and nothing is sent`, async (t) => {
  const policies = [{ name: 'to', destination: 'next', sends: SIGNED }]
  const node = gateway(t, await kit(), 'relay', policies, () => soap11(mark('answer')))
  const beyond = await node.inject(soap11(mark('done'), blocks(63)))
  t.like(beyond, { kind: 'fault', code: 'Server' })
  t.false(contentOf(beyond).includes('parts'))
  t.deepEqual(node.sent, [])
  t.regex(JSON.stringify(node.log), /65 parts cannot be signed/)
  t.is((await node.inject(soap11(mark('done'), blocks(62)))).kind, 'reply')
  t.is(node.sent.length, 1)
})

test(`store: ${MANY} is a dead letter, whose cause is told`, async (t) => {
  const policies = [{ name: 'to', destination: 'next', sends: SIGNED }]
  const node = gateway(t, await kit(), 'store', policies, () => soap11(mark('answer')))
  t.is((await node.inject(soap11(mark('done'), blocks(63)))).kind, 'pending')
  await until(async () => (await node.queue.admin.stats()).dead === 1)
  t.deepEqual(node.sent, [])
  t.regex(JSON.stringify(node.log), /65 parts cannot be signed/)
  t.is((await node.inject(soap11(mark('done'), blocks(62)))).kind, 'pending')
  await until(() => node.sent.length === 1)
})

test(`answer: ${MANY} is a fault`, async (t) => {
  const input = await kit()
  const node = answering(t, input)
  const blocks = (count: number) => block('Known').repeat(count)
  const beyond = await node.inject(soap11(mark('done'), blocks(63)))
  t.like(beyond, { kind: 'fault', code: 'Server' })
  t.regex(JSON.stringify(node.log), /65 parts cannot be signed/)
  const fits = await node.inject(soap11(mark('done'), blocks(62)))
  t.is(fits.kind, 'reply')
  t.true(isByNode(contentOf(fits), input))
})
