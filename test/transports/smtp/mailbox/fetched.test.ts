/** A mail from a mailbox: whom it was for, who may send it, and what proves a domain. */
import test from 'ava'
import { verdictOn } from '../../../../src/security/admission.js'
import { type FetchedOptions, readFetched } from '../../../../transports/smtp/mailbox/fetched.js'
import type { ReadMail } from '../../../../transports/smtp/mailbox/receiver.js'
import { arrivedMail } from '../../../support/mail/arrived.js'
import { flat } from '../../../support/nodes/messages.js'
import { soap11 } from '../../../support/wire/envelopes.js'

const OPTIONS: FetchedOptions = {
  domains: ['bus.example'],
  addresses: {},
  plugins: ['calculator', 'echo'],
  senders: [{}],
  maxHeader: 64_000,
  maxHeaders: 100,
  maxParts: 10,
  maxDepth: 3,
  maxReceived: 50,
  maxHops: 10,
  maxAnswersPerHour: 2,
}

const MAIL = {
  From: 'a@peer.example',
  'Content-Type': 'text/xml',
  'Message-ID': '<1@peer.example>',
}

async function ours(reading: ReturnType<ReadMail>) {
  const messages = await reading
  return messages === 'not-ours'
    ? []
    : messages.map((message) => ({ ...flat(message), verdict: verdictOn(message) }))
}

function read(fields: Readonly<Record<string, string>>, more: Partial<FetchedOptions> = {}) {
  const head = Object.entries({ ...fields, ...MAIL }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const bytes = Buffer.from(`${head.join('')}\r\n${soap11('<x/>')}`)
  return ours(readFetched({ ...OPTIONS, ...more })(arrivedMail(bytes, OPTIONS)))
}

async function destinations(fields: Readonly<Record<string, string>>) {
  return (await read(fields)).map(({ destination }) => destination)
}

test('for whom the provider says', async (t) => {
  t.deepEqual(await destinations({ 'Delivered-To': 'calculator@bus.example' }), ['calculator'])
  const alias = { 'Delivered-To': 'box@provider.example', To: 'echo@bus.example' }
  t.deepEqual(await destinations({ 'X-Original-To': 'calculator@bus.example', ...alias }), [
    'calculator',
  ])
})

test('else for whom it says itself, once each', async (t) => {
  const To = '"Smith, J." <calculator@bus.example>, x@elsewhere.example, Calculator@bus.example'
  t.deepEqual(await destinations({ To, Cc: 'echo+token@bus.example' }), ['calculator', 'echo'])
})

test('all of its fields name recipients, whose policies hold: who adds one takes none away', async (t) => {
  const fields = {
    'X-Original-To': 'calculator@bus.example',
    'Delivered-To': 'orders@bus.example\r\nDelivered-To: echo+1@BUS.example',
    To: 'x@elsewhere.example, Echo@bus.example',
    Cc: 'audit@bus.example',
  }
  const addresses = { orders: { plugin: 'calculator' }, audit: {} }
  const messages = await read(fields, { addresses })
  t.deepEqual(
    messages.map(({ destination }) => destination),
    ['calculator'],
  )
  t.deepEqual(messages[0]?.recipients?.toSorted(), [
    'audit@bus.example',
    'calculator@bus.example',
    'echo@bus.example',
    'orders@bus.example',
  ])
})

test('the envelope sender is who the provider says; faults go to nobody where it does not', async (t) => {
  const To = 'echo@bus.example'
  const [options] = await read({ 'Return-Path': '<b@peer.example>', To })
  t.is(options?.returnPath, 'mailto:b@peer.example')
  const [unsaid] = await read({ To })
  t.is(unsaid?.returnPath, '')
})

test('its own delivery is no circle, an earlier one is', async (t) => {
  const once = { 'Delivered-To': 'calculator@bus.example', To: 'x@y' }
  t.deepEqual(await destinations(once), ['calculator'])
  const folded = { 'Delivered-To': '\r\n calculator@bus.example', To: 'x@y' }
  t.deepEqual(await destinations(folded), ['calculator'])
  const twice = { 'Delivered-To': 'calculator@bus.example\r\nDelivered-To: calculator@bus.example' }
  await t.throwsAsync(destinations(twice), { message: /circle/ })
})

test('for nobody here', async (t) => {
  await t.throwsAsync(destinations({ To: 'x@elsewhere.example' }), { message: /none of our/ })
  await t.throwsAsync(destinations({}), { message: /none of our/ })
})

const RESULTS =
  'mx.provider.example 1; dkim=pass (2048 bits) header.d=Peer.example header.s=s1;\r\n spf=fail smtp.mailfrom=b@evil.example; dmarc=pass header.from=peer.example'

test('domains are proven by the provider, if it is named, and by its own line only', async (t) => {
  const fields = { To: 'echo@bus.example', 'Authentication-Results': RESULTS }
  const rules = { senders: [{ domains: ['peer.example'] }] }
  const authority = 'mx.provider.example'
  const [message] = await read(fields, { ...rules, authority })
  t.deepEqual(message?.peer, { domains: ['peer.example'], mailbox: 'a@peer.example' })
  await t.throwsAsync(read(fields, rules), { message: /not from this sender/ })
  await t.throwsAsync(read(fields, { ...rules, authority: 'mx.other.example' }))
  const forged = {
    To: 'echo@bus.example',
    'Authentication-Results': `${authority}; dkim=fail header.d=peer.example\r\nAuthentication-Results: ${RESULTS}`,
  }
  await t.throwsAsync(read(forged, { ...rules, authority }), { message: /not from this sender/ })
})

test('nobody is admitted without a rule', async (t) => {
  await t.throwsAsync(read({ To: 'echo@bus.example' }, { senders: [] }))
  await t.throwsAsync(read({ To: 'echo@bus.example' }, { senders: [{ hosts: ['127.0.0.0/8'] }] }))
})

test('where an operation is public, mail of an unknown sender is taken and marked as such', async (t) => {
  const rules = { senders: [], open: ['echo'] }
  const [message] = await read({ To: 'echo+job@bus.example' }, rules)
  t.is(message?.verdict, 'public-only')
  await t.throwsAsync(read({ To: 'calculator@bus.example' }, rules), { message: /not from this/ })
})

test('a null return path is answered never, and the budget of answers holds', async (t) => {
  const readIt = readFetched(OPTIONS)
  const mail = (path: string) =>
    arrivedMail(
      Buffer.from(
        `Return-Path: ${path}\r\nTo: echo@bus.example\r\nFrom: a@peer.example\r\nContent-Type: text/xml\r\n\r\n${soap11('<x/>')}`,
      ),
    )
  const [bounce] = await ours(readIt(mail('<>')))
  t.is(bounce?.answerable, 'never')
  for (const _ of [1, 2]) {
    const [message] = await ours(readIt(mail('<a@peer.example>')))
    t.is(message?.answerable, 'always')
  }
  const error = await t.throwsAsync(readIt(mail('<a@peer.example>')))
  t.true((error as { temporary?: boolean }).temporary)
})
