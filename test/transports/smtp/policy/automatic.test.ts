/** Loops, automatic mail and delivery reports: what may be answered, and what a report says. */
import test from 'ava'
import { Addresses } from '../../../../transports/smtp/address.js'
import { decode } from '../../../../transports/smtp/decode.js'
import { Quota } from '../../../../transports/smtp/policy/quota.js'
import { SmtpRefusal } from '../../../../transports/smtp/status.js'
import { readMail } from '../../../support/mail/arrived.js'
import { optionsOf } from '../../../support/mail/options.js'
import { mailOf } from '../../../support/mail/smtp.js'
import { type FlatMessage, flat } from '../../../support/nodes/messages.js'
import { ADD, soap11 } from '../../../support/wire/envelopes.js'

const OPTIONS = { ...optionsOf({ domains: ['bus.example'] }), plugins: ['echo', 'calculator'] }
const OWN = new Addresses(OPTIONS)

async function decoded(
  mail: string,
  returnPath: string | undefined = 'peer@partner.example',
  to = 'echo@bus.example',
): Promise<FlatMessage | undefined> {
  const recipient = OWN.find(to)
  if (typeof recipient === 'string') throw new Error(recipient)
  const bytes = Buffer.from(mail, 'latin1')
  const message = await decode(
    readMail(bytes, OPTIONS),
    { recipient, messageId: '<1@x.example>', returnPath, peer: {} },
    OWN,
    OPTIONS,
  )
  return message && flat(message)
}

const answerable = async (fields: Record<string, string | undefined>, returnPath?: string) =>
  (await decoded(mailOf(soap11(ADD), fields), returnPath))?.answerable

for (const [fields, returnPath, expected] of [
  [{}, undefined, 'always'],
  [{ 'Auto-Submitted': 'no' }, undefined, 'always'],
  [{ 'Auto-Submitted': 'No (really)' }, undefined, 'always'],
  [{ 'Auto-Submitted': 'auto-generated' }, undefined, 'if-valid'],
  [{ 'Auto-Submitted': 'Auto-Generated; x=y' }, undefined, 'if-valid'],
  [{ 'Auto-Submitted': 'auto-generated', 'X-Waybill-Hops': '1' }, undefined, 'always'],
  [{ 'Auto-Submitted': 'auto-generated', 'X-Waybill-Hops': '1' }, 'echo+1@bus.example', 'always'],
  [{ 'Auto-Submitted': 'auto-replied', 'X-Waybill-Hops': '1' }, undefined, 'never'],
  [{ 'X-Waybill-Hops': '1' }, 'echo+1@bus.example', 'never'],
  [{ 'Auto-Submitted': 'auto-replied' }, undefined, 'never'],
  [{ 'Auto-Submitted': 'auto-notified' }, undefined, 'never'],
  [{ 'Auto-Submitted': 'auto-generated', 'List-Id': '<l.x>' }, undefined, 'never'],
  [{}, '', 'never'],
  [{}, 'calculator@bus.example', 'never'],
  [{ From: 'Echo+1@BUS.example' }, undefined, 'never'],
  [{ 'Reply-To': 'echo@bus.example' }, undefined, 'never'],
  [{ From: 'unknown@bus.example' }, undefined, 'always'],
  [{ 'List-Id': '<l.example>' }, undefined, 'never'],
  [{ 'List-Unsubscribe': '<mailto:x@y>' }, undefined, 'never'],
  [{ Precedence: 'bulk' }, undefined, 'never'],
  [{ Precedence: 'List' }, undefined, 'never'],
  [{ Precedence: 'junk' }, undefined, 'never'],
  [{ Precedence: 'first-class' }, undefined, 'always'],
  [{ 'X-Auto-Response-Suppress': 'OOF, AutoReply' }, undefined, 'never'],
  [{ 'X-Auto-Response-Suppress': 'All' }, undefined, 'never'],
  [{ From: 'MAILER-DAEMON@partner.example' }, undefined, 'never'],
  [{ From: 'owner-list@partner.example' }, undefined, 'never'],
  [{ From: 'list-request@partner.example' }, undefined, 'never'],
  [{ From: 'noreply@partner.example' }, undefined, 'never'],
  [{}, 'list-bounces+echo=bus.example@lists.example', 'never'],
  [{}, 'bounces+123=abc@esp.example', 'always'],
  [{ From: 'requests@partner.example' }, undefined, 'always'],
] as const) {
  test(`${JSON.stringify(fields)} from <${returnPath}> is ${expected}`, async (t) => {
    t.is(await answerable(fields, returnPath), expected)
  })
}

test('a mail without anybody to answer is taken for what it does', async (t) => {
  const message = await decoded(mailOf(soap11(ADD), { From: undefined }))
  t.is(message?.answerable, 'never')
  t.is(message?.replyTo, undefined)
})

const report = (status: string, returned: string, type = 'message/rfc822') =>
  mailOf(
    `--b\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n--b\r\nContent-Type: ${type}\r\n\r\n${returned}\r\n--b--\r\n`,
    {
      From: 'MAILER-DAEMON@relay.example (Mail Delivery System)',
      'Auto-Submitted': 'auto-replied',
      'Content-Type': 'multipart/report; report-type=delivery-status;\r\n boundary="b"',
    },
  )

const RETURNED = mailOf(soap11(ADD), {
  From: 'echo@bus.example',
  'Reply-To': 'echo+job-1@bus.example',
  'Message-ID': '<job-1@bus.example>',
})

test('RFC 3464: a failure is told with its status, its text and what it is about', async (t) => {
  const status =
    'Reporting-MTA: dns; relay.example\r\nOriginal-Envelope-Id: env+2B1\r\n\r\n' +
    'Final-Recipient: rfc822; ok@far.example\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\n' +
    'Final-Recipient: rfc822; nobody@far.example\r\nAction: failed\r\nStatus: 5.1.1\r\n' +
    'Diagnostic-Code: smtp; 550 5.1.1 <nobody@far.example>:\r\n  user\tunknown\r\n'
  const message = await decoded(report(status, RETURNED), '', 'echo+job-1@bus.example')
  t.deepEqual(message?.report, {
    status: '5.1.1',
    text: '550 5.1.1 <nobody@far.example>: user unknown',
    delayed: false,
  })
  t.deepEqual(message?.inReplyTo, ['job-1', 'env+1'])
  t.is(message?.answerable, 'never')
  t.is(message?.replyTo, undefined)
  t.is(message?.body, undefined)
})

test('RFC 3464: a delay is one, a success needs nothing', async (t) => {
  const group = (action: string, status: string) =>
    `Reporting-MTA: dns; r\r\n\r\nFinal-Recipient: rfc822; a@b\r\nAction: ${action}\r\nStatus: ${status}`
  const headers = report(
    group('delayed', '4.4.1'),
    'Message-ID: <x@bus.example>\r\nSubject: x',
    'text/rfc822-headers',
  )
  t.deepEqual((await decoded(headers, ''))?.report, {
    status: '4.4.1',
    text: "I'm sorry to have to inform you",
    delayed: true,
  })
  t.deepEqual((await decoded(headers, ''))?.inReplyTo, ['x'])
  t.is(await decoded(report(group('delivered', '2.0.0'), RETURNED), ''), undefined)
})

test('what is hostile in a report stays harmless', async (t) => {
  const group = `x: y\r\n\r\nAction: failed\r\nStatus: 99999\r\nDiagnostic-Code: smtp; \u001b[31m${'x'.repeat(5000)}`
  const message = await decoded(report(group, 'Message-ID: <a b>\r\n'), '')
  t.is(message?.report?.status, '5.0.0')
  t.true((message?.report?.text.length ?? 0) <= 500)
  t.false(message?.report?.text.includes('\u001b'))
  t.deepEqual(message?.inReplyTo, [])
})

test('a report of qmail is one, too', async (t) => {
  const message = await decoded(
    mailOf(
      'Hi. This is the qmail-send program at far.example.\r\n\r\n<nobody@far.example>:\r\n' +
        'Sorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n' +
        'Return-Path: <echo@bus.example>\r\nMessage-ID: <job-9@bus.example>\r\n',
      {
        From: 'MAILER-DAEMON@far.example',
        Subject: 'failure notice',
        'Content-Type': undefined,
      },
    ),
    '',
  )
  t.is(message?.report?.status, '5.1.1')
  t.deepEqual(message?.inReplyTo, ['job-9'])
})

test('a vacation note and a text for people are no SOAP', async (t) => {
  for (const fields of [
    { Subject: 'Out of office', 'Auto-Submitted': 'auto-replied' },
    { Subject: 'Re: A request', 'In-Reply-To': '<job-1@bus.example>' },
  ]) {
    const mail = mailOf('I am away', { ...fields, 'Content-Type': 'text/plain' })
    await t.throwsAsync(decoded(mail, ''), { instanceOf: SmtpRefusal })
  }
})

test('a reply is a message with what it answers, and never answered itself', async (t) => {
  const message = await decoded(
    mailOf(soap11(ADD), {
      'Auto-Submitted': 'auto-replied',
      'In-Reply-To': '<job-1@bus.example>',
    }),
  )
  t.is(message?.answerable, 'never')
  t.deepEqual(message?.inReplyTo, ['job-1'])
})

test('a mail out of a mailbox was delivered there once, and not twice', async (t) => {
  const recipient = OWN.find('echo@bus.example')
  if (typeof recipient === 'string') throw new Error(recipient)
  const once = mailOf(soap11(ADD), { 'Delivered-To': 'echo@bus.example' })
  const messageId = '<1@x.example>'
  const delivery = { recipient, messageId, returnPath: 'a@b.example', peer: {} }
  const read = (mail: string) => readMail(Buffer.from(mail, 'latin1'), OPTIONS)
  const loop = { instanceOf: SmtpRefusal, message: /circle/ }
  await t.throwsAsync(decode(read(once), delivery, OWN, OPTIONS), loop)
  const out = { ...delivery, delivered: true }
  t.is((await decode(read(once), out, OWN, OPTIONS))?.origin.destination, 'echo')
  const twice = `Delivered-To: Echo@bus.example\r\n${once}`
  await t.throwsAsync(decode(read(twice), out, OWN, OPTIONS), loop)
})

test('a quota is of a time, and of a bounded memory', (t) => {
  const quota = new Quota(2, 1000)
  t.deepEqual(
    [0, 1, 2].map((now) => quota.take('a', now)),
    [true, true, false],
  )
  t.true(quota.take('b', 2))
  t.true(quota.take('a', 1001))
  for (let at = 0; at < 20_000; at += 1) quota.take(`x${at}`, 1002)
  t.true(quota.take('a', 1003))
  t.true(quota.take('a', 1003))
  t.false(quota.take('a', 1003))
})
