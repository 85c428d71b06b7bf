/** Texts that make a regular expression start over at every character: each is read in time that grows with its size. */
import type { IncomingMessage } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { Headers } from '../../src/message/mime/headers.js'
import { readStructured } from '../../src/message/mime/structured.js'
import { HeldBinary } from '../../src/xml/binary.js'
import { target } from '../../transports/http/protocol/target.js'
import { http } from '../../transports/http/section/section.js'
import { Addresses, readAddress, readMailbox } from '../../transports/smtp/address.js'
import { readFetched } from '../../transports/smtp/mailbox/fetched.js'
import { strictMailto } from '../../transports/smtp/mailto.js'
import { answerableTo } from '../../transports/smtp/policy/automatic.js'
import { prove } from '../../transports/smtp/policy/proof.js'
import { readReport } from '../../transports/smtp/report.js'
import { readSubject } from '../../transports/smtp/subject.js'
import { arrivedMail, readMail } from '../support/mail/arrived.js'
import { optionsOf } from '../support/mail/options.js'
import { mailOf, receiving, Talk } from '../support/mail/smtp.js'
import { PATIENCE } from '../support/waiting.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const SIZE = 64 * 1024
/** Microseconds of processor time that need no explanation: what is quadratic takes seconds. */
const LITTLE = 150_000

const OPTIONS = { ...optionsOf(), maxHeader: 2 * SIZE, plugins: ['echo'] }
const OWN = new Addresses(OPTIONS)

/** Microseconds of processor time, of this process alone; the least of three. */
async function costOf(work: (text: string) => unknown, text: string): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    try {
      await work(text)
    } catch {
      // Whether it is refused is tested elsewhere.
    }
    const { user, system } = process.cpuUsage(before)
    costs.push(user + system)
    if (user + system > 10 * LITTLE) break
  }
  return Math.min(...costs)
}

/** Four times the text may take four times as long, and half as much again for what is measured beside it. */
async function isLinear(
  t: ExecutionContext,
  work: (text: string) => unknown,
  worst: (length: number) => string,
): Promise<void> {
  const whole = await costOf(work, worst(SIZE))
  if (whole < LITTLE) {
    t.pass()
    return
  }
  const quarter = await costOf(work, worst(SIZE / 4))
  t.true(whole < 6 * quarter, `${quarter} µs for a quarter, ${whole} µs for the whole`)
}

/** A character again and again, between a beginning and an end that no pattern wants. */
const blanks = (first: string, last: string) => (length: number) =>
  `${first}${'\t'.repeat(length - 64)}${last}`
const again =
  (piece: string, last = '') =>
  (length: number) =>
    `${piece.repeat(length / piece.length)}${last}`

type Case = readonly [work: (text: string) => unknown, worst: (length: number) => string]

const headers = (text: string) => new Headers(Buffer.from(text))
const fetched = (text: string) =>
  readFetched(OPTIONS)(
    arrivedMail(Buffer.from(`From: a@b.example\r\n${text}\r\n\r\n${soap11(ADD)}`), OPTIONS),
  )
const reported = (text: string) =>
  readReport(
    readMail(
      Buffer.from(
        `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${text}\r\n--b--\r\n`,
      ),
      OPTIONS,
    ),
  )
const bounced = (text: string) =>
  readReport(
    readMail(
      Buffer.from(`From: mailer-daemon@b.example\r\nSubject: Undelivered\r\n\r\n${text}`),
      OPTIONS,
    ),
  )
const proved = (field: string) => (text: string) => {
  const mail = Buffer.from(`${field}: ${text}\r\nFrom: a@b.example\r\n\r\nx`)
  const origin = { address: '127.0.0.1', greeting: 'b.example', returnPath: 'a@b.example' }
  return prove(new HeldBinary(mail), readMail(mail, OPTIONS).headers, origin, {
    resolve: async () => [],
    timeout: PATIENCE,
  })
}
const automatic = (field: string) => (text: string) =>
  answerableTo(headers(`${field}: ${text}`), 'a@b.example', 'a@b.example', OWN)

const CASES: Readonly<Record<string, Case>> = {
  'a mailbox of blanks': [readMailbox, blanks('.', '\\')],
  'a mailbox of blanks before an address': [readMailbox, blanks('a', '<a@b.example')],
  'a mailbox of blanks before a bracket': [readMailbox, blanks('"a"', '<>')],
  'a mailbox of brackets': [readMailbox, again('<')],
  'an address of dots': [readAddress, again('a.', '@')],
  'an address of labels': [readAddress, again('a-', '@')],
  'a domain of labels': [readAddress, (length) => `a@${again('a.')(length)}-`],
  'a mailto: URL of dots': [strictMailto, (length) => `mailto:${again('a.')(length)}`],
  'a field of blanks and a bare CR': [headers, blanks('A:', '\rb')],
  'a field of folds and a bare CR': [headers, (length) => `A:${again('\r\n\t')(length)}\rb`],
  'a name of a field': [headers, again('a')],
  'fields without a value': [headers, again('a:\r\n')],
  'blanks before a colon': [headers, blanks('a', 'b')],
  'message ids without an end': [
    (text) => headers(`References: ${text}`).ids('references'),
    again('<a'),
  ],
  'a subject of encoded words': [readSubject, again('=?u?q?a?= ')],
  'a subject of encoded words without an end': [readSubject, again('=?u?q?')],
  'a subject with blanks between words': [
    readSubject,
    (length) => `=?u?q?a?=${' '.repeat(length)}=?u`,
  ],
  'a media type with blanks': [readStructured, blanks('a/b;', '="')],
  'a parameter without an end': [readStructured, (length) => `a/b; c="${again('\\"')(length)}`],
  'parameters without a name': [readStructured, (length) => `a/b${again('; ')(length)}=`],
  'a parameter with blanks before its sign': [readStructured, blanks('a/b;c', '"')],
  'To with quotes without an end': [fetched, (length) => `To: a${again('"\\')(length)}`],
  'To with escaped quotes': [fetched, (length) => `To: ${again('\\"')(length)}`],
  'To with brackets': [fetched, (length) => `To: ${again('<')(length)}`],
  'To with commas': [fetched, (length) => `To: ${again(',')(length)}`],
  'Delivered-To with CR': [fetched, again('Delivered-To:\r')],
  'Return-Path of brackets': [fetched, (length) => `Return-Path: ${again('<')(length)}`],
  'Authentication-Results with brackets': [
    (text) =>
      readFetched({ ...OPTIONS, authority: 'mx' })(
        arrivedMail(
          Buffer.from(`To: echo@localhost\r\nAuthentication-Results: ${text}\r\n\r\n`),
          OPTIONS,
        ),
      ),
    (length) => `mx;${again('(')(length / 2)}${again('dkim=pass header.d=', ' ')(length / 2)}`,
  ],
  'a status field of blanks': [reported, blanks('a:', '\rb')],
  'status fields without a value': [reported, again('\r\n \t')],
  'groups of blank lines': [reported, again('\n\t')],
  'a bounce of brackets': [bounced, again('<a')],
  'a bounce of plus signs': [bounced, (length) => `Reply-To: ${again('+a')(length)}`],
  'a bounce of numbers': [bounced, again('5.1.')],
  'Auto-Submitted of blanks': [automatic('Auto-Submitted'), blanks('no', 'x')],
  'Precedence of almost the word': [automatic('Precedence'), again('bul')],
  'a signature of blanks': [
    proved('DKIM-Signature'),
    blanks('v=1; a=rsa-sha256; c=simple/simple; d=b.example; s=s; h=from; bh=eA==;', 'x=y; b=eA=='),
  ],
  'a request target of colons': [
    // Nothing of the request but its target, and what of the connection is read with it.
    (url) => target({ url, socket: {} } as IncomingMessage, http.parse({})),
    (length) => `http://${again(':')(length)}#`,
  ],
}

for (const [name, [work, worst]] of Object.entries(CASES)) {
  test.serial(`64 KB are read in linear time: ${name}`, (t) => isLinear(t, work, worst))
}

test.serial('nobody who is not admitted holds the node by the null return path', async (t) => {
  const node = await receiving(t, { settings: { senders: [{ hosts: ['192.0.2.1'] }] } })
  const mail = mailOf(soap11(ADD), { From: `a${'\t'.repeat(SIZE - 2048)}<a@b.example` })
  const to = Array.from({ length: 20 }, (_, index) => `echo+${index}@localhost`)
  const talk = await Talk.open(node.port)
  t.teardown(() => talk.close())
  const before = process.cpuUsage()
  t.regex(await talk.deliver(mail, to, ''), /^55[04] /)
  const { user, system } = process.cpuUsage(before)
  t.true(user + system < 10 * LITTLE, `${user + system} µs`)
  t.is(node.messages.length, 0)
})

test('an address of 10 MB is none, and no error', (t) => {
  const long = 'a.'.repeat(5 * 1024 ** 2)
  t.is(readAddress(`${long}a@b.example`), undefined)
  t.is(readMailbox(`a <${long}a@b.example>`), undefined)
  t.is(strictMailto(`mailto:${long}a@b.example`), undefined)
})
