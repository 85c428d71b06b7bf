/** No value of a mail makes a header field of its answer invalid: one answer each, of lines that any mail server takes. */
import test from 'ava'
import { until } from '../support/jobs.js'
import { mailNode } from '../support/mail/node.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { mark, marking } from '../support/nodes/marking.js'
import { ACTION, MESSAGE_ID, WSA } from '../support/wire/addressing.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const { plugin, marks } = marking()
const sink = await mailSink()
const node = await mailNode({ relay: sink.url, plugins: { marking: plugin } })
test.after.always(async () => {
  await node.close()
  await sink.close()
})

const VALUES: Readonly<Record<string, string>> = {
  'octets beyond ASCII': Buffer.from('caf\u00e9 \u2028 \u{1f600}').toString('latin1'),
  'a lone octet': 'caf\u00e9',
  'a folded line': 'one\r\n two\r\n\tthree',
  'quotes and brackets': '"a" <b@c> (d) <e@f',
  'an encoded word with a line break': '=?utf-8?q?a=0D=0AX-Injected:_1?=',
  'a backslash at the end': 'a\\',
  '900 octets': 'a'.repeat(900),
  '20 lines of 900 octets': Array.from({ length: 20 }, () => 'b'.repeat(900)).join('\r\n '),
}

/** Each field that an answer, or a report on it, takes something from. */
const FIELDS: Readonly<Record<string, (value: string) => string>> = {
  'Message-ID': (value) => value,
  'Message-ID in brackets': (value) => `<${value}@partner.example>`,
  References: (value) => `<1@a.example> ${value}`,
  'In-Reply-To': (value) => value,
  Subject: (value) => value,
  From: (value) => `"${value.replace(/["\\]/g, '')}" <peer@partner.example>`,
  'Reply-To': (value) => `${value} <peer@partner.example>`,
  To: (value) => `${value} <marking@bus.example>`,
  traceparent: (value) => value,
  tracestate: (value) => `a=${value}`,
  SOAPAction: (value) => `"${value}"`,
  'Auto-Submitted': (value) => `no; x="${value}"`,
}

let count = 0

async function deliver(envelope: string, fields: Readonly<Record<string, string>>) {
  const [marksBefore, before] = [marks.size, sink.mails.length]
  const talk = await Talk.open(node.port)
  const reply = await talk.deliver(mailOf(envelope, fields), ['marking@bus.example'])
  talk.close()
  await until(() => node.idle())
  return {
    reply,
    ran: marks.size - marksBefore,
    answers: sink.mails.slice(before).map(({ content }) => content.toString('latin1')),
  }
}

/** RFC 5322 §2.1.1, §2.2: lines of at most 998 characters of ASCII, each a field or its continuation. */
function isHeader(mail: string): boolean {
  const [head = ''] = mail.split('\r\n\r\n')
  return head
    .split('\r\n')
    .every((line) => line.length <= 998 && /^(?:[!-9;-~]+: ?|[ \t])[\t -~]*$/.test(line))
}

for (const [name, envelope, type] of [
  ['SOAP 1.1', soap11, 'text/xml; charset=utf-8'],
  ['SOAP 1.2', soap12, 'application/soap+xml; charset=utf-8'],
] as const) {
  for (const [field, written] of Object.entries(FIELDS)) {
    for (const [what, value] of Object.entries(VALUES)) {
      test.serial(`${name}, ${field} with ${what}: as many answers as effects`, async (t) => {
        count += 1
        const fields = {
          'Message-ID': `<${count}@partner.example>`,
          'Content-Type': type,
          [field.split(' ')[0] ?? '']: written(value),
        }
        const { reply, ran, answers } = await deliver(envelope(mark(`done ${count}`)), fields)
        t.regex(reply, /^(?:250|5\d\d) /)
        t.true(ran === 0 || answers.length === 1, `${reply} ran ${ran}, answers ${answers.length}`)
        t.true(answers.length <= 1)
        for (const answer of answers) {
          t.true(isHeader(answer), answer)
          t.notRegex(answer.split('\r\n\r\n')[0] ?? '', /^X-Injected/im)
        }
      })
    }
  }

  for (const [what, value] of [
    ['letters beyond ASCII', 'urn:caf\u00e9'],
    ['a line break', 'urn:a&#13;&#10;X-Injected: 1'],
    ['blanks', 'urn:a b'],
    ['quotes', 'urn:&quot;a&quot;'],
    ['900 characters', `urn:${'a'.repeat(900)}`],
    ['3,000 letters beyond ASCII', `urn:${'\u00e9'.repeat(3000)}`],
  ] as const) {
    for (const block of ['Action', 'MessageID', 'RelatesTo']) {
      test.serial(`${name}, wsa:${block} with ${what}: as many answers as effects`, async (t) => {
        count += 1
        const own = `<w:${block} xmlns:w="${WSA}">${value}${block === 'MessageID' ? count : ''}</w:${block}>`
        const id = MESSAGE_ID.replace('message:1', `message:${count}`)
        const blocks = [
          block === 'Action' ? own : ACTION,
          block === 'MessageID' ? own : id,
          block === 'RelatesTo' ? own : '',
        ]
        const fields = { 'Message-ID': `<${count}@partner.example>`, 'Content-Type': type }
        const sent = envelope(mark(`done ${count}`), blocks.join(''))
        const { reply, ran, answers } = await deliver(sent, fields)
        t.regex(reply, /^(?:250|5\d\d) /)
        t.true(ran === 0 || answers.length === 1, `${reply} ran ${ran}, answers ${answers.length}`)
        // Blanks, line breaks and quotes are in no IRI (RFC 3987 §2.2).
        t.is(ran, /[ &]/.test(value) ? 0 : 1)
        for (const answer of answers) t.true(isHeader(answer), answer)
      })
    }
  }
}
