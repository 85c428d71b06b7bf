/** A message as a mail: what every field of its header says, and that its bytes come through. */
import test from 'ava'
import PostalMime from 'postal-mime'
import { type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { encode } from '../../../transports/smtp/encode.js'
import { readMailto } from '../../../transports/smtp/mailto.js'
import { textOfMail } from '../../support/nodes/passage.js'
import { soap11 } from '../../support/wire/envelopes.js'

const FROM = { from: 'node@bus.example', plusAddresses: true }
const TO = readMailto(new URL('mailto:calculator@peer.example'))
const NOW = new Date(Date.UTC(2026, 10, 21, 7, 8, 9))
const REQUEST: OutboundMessage = { body: soap11('<x/>'), soap: '1.1', action: 'urn:x', id: 'job-1' }

const mailOf = (message: Partial<OutboundMessage> = {}, to = TO, sending = FROM) =>
  encode({ ...REQUEST, ...message }, to, sending, NOW)

/** The header's fields, unfolded. */
function fieldsOf(content: Buffer): Readonly<Record<string, string>> {
  const [head = ''] = content.toString('latin1').split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
}

test('a request in SOAP 1.1', (t) => {
  const { returnPath, to, content } = mailOf()
  t.is(returnPath, 'node+job-1@bus.example')
  t.is(to, 'calculator@peer.example')
  t.deepEqual(fieldsOf(content), {
    Date: 'Sat, 21 Nov 2026 07:08:09 +0000',
    From: 'node@bus.example',
    To: 'calculator@peer.example',
    'Reply-To': 'node+job-1@bus.example',
    Subject: 'SOAP message',
    'Message-ID': '<job-1@bus.example>',
    'Auto-Submitted': 'auto-generated',
    'X-Waybill-Hops': '1',
    'MIME-Version': '1.0',
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: '"urn:x"',
    'Content-Transfer-Encoding': 'quoted-printable',
  })
})

test('a request without an action has an empty SOAPAction in 1.1, and none in 1.2', (t) => {
  const { action: _, ...bare } = REQUEST
  t.is(fieldsOf(encode(bare, TO, FROM).content).SOAPAction, '""')
  const second = fieldsOf(encode({ ...bare, soap: '1.2' }, TO, FROM).content)
  t.is(second.SOAPAction, undefined)
  t.is(second['Content-Type'], 'application/soap+xml; charset=utf-8')
})

test('in SOAP 1.2 the action is in the media type', (t) => {
  const fields = fieldsOf(mailOf({ soap: '1.2', action: 'urn:"x"\\y' }).content)
  t.is(fields['Content-Type'], 'application/soap+xml; charset=utf-8; action="urn:\\"x\\"\\\\y"')
  t.is(fields.SOAPAction, undefined)
})

test('SOAP 1.1 §6.1.1: an answer has no SOAPAction', (t) => {
  for (const purpose of ['reply', 'fault'] as const) {
    t.is(fieldsOf(mailOf({ purpose, action: 'urn:x' }).content).SOAPAction, undefined)
  }
})

test('a reply names what it answers, and asks for no answer', (t) => {
  const { returnPath, content } = mailOf({
    purpose: 'reply',
    id: 'e1-reply',
    inReplyTo: { messageId: '<c@d>', references: ['<a@b>', '<c@d>'], subject: 'order 7' },
  })
  const fields = fieldsOf(content)
  t.is(returnPath, 'node+e1-reply@bus.example')
  t.is(fields['Reply-To'], undefined)
  t.is(fields.Subject, 'Re: order 7')
  t.is(fields['In-Reply-To'], '<c@d>')
  t.is(fields.References, '<a@b> <c@d>')
  t.is(fields['Auto-Submitted'], 'auto-replied')
})

test('an answer comes from the address that was asked, if that is ours', (t) => {
  const sending = { ...FROM, isOwn: (address: string) => address.endsWith('@bus.example') }
  const answer = (to: string, more: Partial<typeof sending> = {}) => {
    const message = { purpose: 'reply', inReplyTo: { references: [], to } } as const
    const { returnPath, content } = mailOf(message, TO, { ...sending, ...more })
    const { From, 'Message-ID': id } = fieldsOf(content)
    return [From, returnPath, id]
  }
  t.deepEqual(answer('calculator@bus.example'), [
    'calculator@bus.example',
    'calculator+job-1@bus.example',
    '<job-1@bus.example>',
  ])
  t.deepEqual(answer('calculator@bus.example', { plusAddresses: false }).slice(0, 2), [
    'calculator@bus.example',
    'calculator@bus.example',
  ])
  const asFrom = ['node@bus.example', 'node+job-1@bus.example', '<job-1@bus.example>']
  t.deepEqual(answer('calculator@elsewhere.example'), asFrom)
  const { isOwn: _, ...plain } = sending
  const inReplyTo = { references: [], to: 'calculator@bus.example' }
  t.is(fieldsOf(mailOf({ inReplyTo }, TO, plain).content).From, 'node@bus.example')
})

test('a message that has passed other nodes says how many', (t) => {
  t.is(fieldsOf(mailOf({ hops: 7 }).content)['X-Waybill-Hops'], '7')
})

test('a subject that is a reply already stays as it is', (t) => {
  const inReplyTo = { references: [], subject: 'RE: order 7' }
  t.is(fieldsOf(mailOf({ purpose: 'reply', inReplyTo }).content).Subject, 'RE: order 7')
})

test('a fault has a null return path', (t) => {
  const { returnPath, content } = mailOf({ purpose: 'fault', inReplyTo: { references: [] } })
  t.is(returnPath, '')
  t.is(fieldsOf(content)['Auto-Submitted'], 'auto-replied')
})

test('the same message again is the same mail', (t) => {
  t.deepEqual(mailOf(), mailOf())
})

test('without an id every mail has an id of its own', (t) => {
  const { id: _, ...nameless } = REQUEST
  const ids = [1, 2].map(() => fieldsOf(encode(nameless, TO, FROM).content)['Message-ID'])
  t.not(ids[0], ids[1])
  t.regex(ids[0] ?? '', /^<[0-9a-f-]{36}@bus\.example>$/)
})

test('no token where plus-addresses are not known, where it is too long, or no word', (t) => {
  t.is(mailOf({}, TO, { ...FROM, plusAddresses: false }).returnPath, 'node@bus.example')
  t.is(mailOf({ id: 'x'.repeat(60) }).returnPath, 'node@bus.example')
  t.is(mailOf({ id: 'a b@c' }).returnPath, 'node@bus.example')
  t.is(fieldsOf(mailOf({ id: 'a (b@c>' }).content)['Message-ID'], '<a%20%28b%40c%3E@bus.example>')
})

const BODIES = {
  'line ends of every kind': 'a\nb\r\nc\rd\n\n\r\r\n',
  'spaces and tabs at the ends of lines': 'a  \n\t\nb \t\n ',
  'no line end at the end': '<a/>',
  'a line end at the end': '<a/>\n',
  'dots at the beginnings of lines': '.\n..\r\n.',
  'From at the beginning of a line': 'From me\nFrom you',
  'a line of 100,000 characters': `<a>${'=x'.repeat(50_000)}</a>`,
  'every character of ASCII': String.fromCharCode(...Array(127).keys()).replace(/\0/g, ''),
  'characters beyond ASCII': 'grüß 日本 𝄞'.repeat(100),
  'one such character': `${'plain '.repeat(100)}ü`,
  nothing: '',
} as const

for (const [what, body] of Object.entries(BODIES)) {
  test(`byte for byte: ${what}`, async (t) => {
    const { content } = mailOf({ body })
    // An oracle of our own: RFC 2045 §6.7 and §6.8 with no mercy for line ends.
    t.is(decoded(content), body)
    for (const line of content.toString('latin1').split('\r\n')) {
      t.true(line.length <= 78, line)
      t.regex(line, /^[ -~]*$/)
      t.false(/^(\.|From )/.test(line))
      t.false(/ $/.test(line) && line !== '')
    }
  })
}

const decoded = (content: Buffer) => textOfMail(content.toString('latin1'))

test('mostly ASCII is readable, the rest is base64', (t) => {
  const encodingOf = (body: string) =>
    fieldsOf(mailOf({ body }).content)['Content-Transfer-Encoding']
  t.is(encodingOf(soap11('<x>grüß</x>')), 'quoted-printable')
  t.is(encodingOf('日本語'.repeat(20)), 'base64')
})

test('a parser of mail reads what was written', async (t) => {
  const body = soap11('<x>grüß\n dich </x>\n')
  const mail = await PostalMime.parse(
    mailOf({
      body,
      inReplyTo: { messageId: '<c@d>', references: [], subject: 'Größe 日本 '.repeat(12) },
    }).content,
    { forceRfc822Attachments: true },
  )
  t.is(mail.subject, `Re: ${'Größe 日本 '.repeat(12)}`.trim())
  t.is(mail.from?.address, 'node@bus.example')
  t.is(mail.inReplyTo, '<c@d>')
})

const SMUGGLED = 'x\r\nBcc: evil@evil.example\r\n\r\n<y/>'

test('nobody writes a line of our header: subject, references, fields, action', (t) => {
  const plain = Object.keys(
    fieldsOf(mailOf({ inReplyTo: { messageId: '<a@b>', references: [] } }).content),
  )
  const names = Object.keys(
    fieldsOf(
      mailOf({
        id: SMUGGLED,
        inReplyTo: {
          messageId: '<a@b>',
          references: [`<${SMUGGLED}@c>`, '<a@b c>', '<<a@b>>'],
          subject: SMUGGLED,
        },
      }).content,
    ),
  )
  t.deepEqual(names, plain)
  for (const mark of ['\r', '\n', '\u0085', '\u2028', '\0', '\v']) {
    const subject = `a${mark}Bcc: b@c`
    const { Bcc, Subject } = fieldsOf(mailOf({ inReplyTo: { references: [], subject } }).content)
    t.is(Bcc, undefined)
    t.is(Subject, 'Re: a Bcc: b@c')
  }
  t.throws(() => mailOf({ action: SMUGGLED }), {
    instanceOf: Undeliverable,
    message: /is not a URI$/,
  })
  t.throws(() => mailOf({ action: `urn:${'x'.repeat(1000)}` }), { instanceOf: Undeliverable })
})

test('ids that are none are left out, and no more than twenty go along', (t) => {
  const many = Array.from({ length: 50 }, (_, index) => `<${index}@a>`)
  const { References = '', ...fields } = fieldsOf(
    mailOf({ inReplyTo: { messageId: 'no id', references: [...many, '<a>', '', '<é@a>'] } })
      .content,
  )
  t.deepEqual(References.split(' '), many.slice(-20))
  t.is(fields['In-Reply-To'], undefined)
})

test('a text that looks like an encoded word is not read as one', async (t) => {
  const subject = '=?utf-8?q?Bcc:_evil?='
  const mail = await PostalMime.parse(mailOf({}, { ...TO, subject }).content)
  t.is(mail.subject, subject)
})

test('a trace is in two fields, as in HTTP', (t) => {
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const fields = fieldsOf(mailOf({ trace: { parent, state: 'a=b' } }).content)
  t.is(fields.traceparent, parent)
  t.is(fields.tracestate, 'a=b')
  t.false('tracestate' in fieldsOf(mailOf({ trace: { parent } }).content))
})
