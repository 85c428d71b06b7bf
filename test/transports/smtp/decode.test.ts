/** What the processor gets of a mail: envelope, charset, action, ids, answer's address, attachments. */
import test from 'ava'
import { Addresses } from '../../../transports/smtp/address.js'
import { decode, messageIdOf } from '../../../transports/smtp/decode.js'
import { asRefusal, SmtpRefusal } from '../../../transports/smtp/status.js'
import { arrivedMail } from '../../support/mail/arrived.js'
import { optionsOf } from '../../support/mail/options.js'
import { mailOf } from '../../support/mail/smtp.js'
import { type FlatMessage, flat } from '../../support/nodes/messages.js'
import { ADD, soap11, soap12 } from '../../support/wire/envelopes.js'

const OPTIONS = {
  ...optionsOf({ addresses: { files: { files: true } } }),
  plugins: ['echo'],
}
const OWN = new Addresses(OPTIONS)

async function decoded(
  text: string | Uint8Array,
  { to = 'echo@localhost', returnPath = 'peer@partner.example' } = {},
): Promise<FlatMessage | undefined> {
  const recipient = OWN.find(to)
  if (typeof recipient === 'string') throw new Error(recipient)
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  try {
    const arrived = arrivedMail(bytes, OPTIONS)
    const messageId = await messageIdOf(arrived)
    const message = await decode(
      arrived.read(),
      { recipient, messageId, returnPath, peer: {} },
      OWN,
      OPTIONS,
    )
    return message && flat(message)
  } catch (error) {
    throw asRefusal(error)
  }
}

const text = (message: FlatMessage | undefined) =>
  Buffer.from(message?.body ?? [])
    .toString('utf8')
    .trimEnd()

const part = (body: string, type = 'text/xml; charset=utf-8', fields = '') =>
  `--b\r\nContent-Type: ${type}\r\n${fields}\r\n${body}\r\n`
const multipart = (parts: string, subtype = 'mixed', more = '') =>
  mailOf(`${parts}--b--\r\n`, { 'Content-Type': `multipart/${subtype}; boundary="b"${more}` })

const ENVELOPE = soap11(`<a>\u00e4\u{1F600}=</a>`)
const BASE64 = Buffer.from(ENVELOPE).toString('base64').replace(/.{76}/g, '$&\r\n')
const QUOTED = [...Buffer.from(ENVELOPE)]
  .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
  .join('')
  .replace(/(?:...){25}/g, '$&=\r\n')

for (const [name, mail] of [
  ['8bit', mailOf(ENVELOPE, { 'Content-Transfer-Encoding': '8bit' })],
  ['no transfer encoding', mailOf(ENVELOPE)],
  ['base64', mailOf(BASE64, { 'Content-Transfer-Encoding': 'BASE64' })],
  ['quoted-printable', mailOf(QUOTED, { 'Content-Transfer-Encoding': 'quoted-printable' })],
  ['multipart/mixed', multipart(part('Hello', 'text/plain') + part(ENVELOPE))],
  ['multipart/alternative', multipart(part('<p/>', 'text/html') + part(ENVELOPE), 'alternative')],
  ['multipart/related', multipart(part(ENVELOPE) + part('x', 'image/png'), 'related')],
  [
    'multipart/related with start',
    multipart(
      part(soap11('<wrong/>')) + part(ENVELOPE, 'text/xml', 'Content-ID: <root@x>\r\n'),
      'related',
      '; start="<root@x>"',
    ),
  ],
  [
    'base64 in a part',
    multipart(part(BASE64, 'text/xml', 'Content-Transfer-Encoding: base64\r\n')),
  ],
  ['parts within parts', nested()],
] as const) {
  test(`an envelope comes as ${name}`, async (t) => {
    const message = await decoded(mail)
    t.is(text(message), ENVELOPE)
    t.is(message?.mediaType, 'text/xml')
  })
}

function nested(): Uint8Array {
  return Buffer.from(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary="b b"\r\n\r\npreamble\r\n--b b\r\n` +
      'Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\t\r\n' +
      `Content-Type: text/xml\r\n\r\n${ENVELOPE}\r\n--b--\r\n--b b--\r\nepilogue\r\n`,
    'utf8',
  )
}

test('the body has the bytes of the part, whatever its charset, which is told', async (t) => {
  const latin = Buffer.from(`<a>\u00e4</a>`, 'latin1')
  const head = Buffer.from(mailOf('', { 'Content-Type': 'text/xml; charset="ISO-8859-1"' }))
  const message = await decoded(Buffer.concat([head, latin]))
  t.deepEqual(Buffer.from(message?.body ?? []), latin)
  t.is(message?.charset, 'ISO-8859-1')
})

test('media type, action and SOAPAction are those of the envelope', async (t) => {
  const type = 'application/soap+xml; charset=utf-8;\r\n action="urn:x:Add"'
  const twelve = await decoded(mailOf(soap12(ADD), { 'Content-Type': type, SOAPAction: '"urn:y"' }))
  t.is(twelve?.mediaType, 'application/soap+xml')
  t.is(twelve?.action, 'urn:x:Add')
  t.is((await decoded(mailOf(soap11(ADD), { SOAPAction: '"urn:x"' })))?.action, 'urn:x')
  t.is((await decoded(mailOf(soap11(ADD), { SOAPAction: 'urn:x' })))?.action, 'urn:x')
  t.is((await decoded(mailOf(soap11(ADD), { SOAPAction: '""' })))?.action, undefined)
  const inside = multipart(part(soap11(ADD), 'text/xml', 'SOAPAction: "urn:z"\r\n'))
  t.is((await decoded(inside))?.action, 'urn:z')
  await t.throwsAsync(decoded(mailOf(soap11(ADD), { SOAPAction: '"urn:x" y' })), {
    instanceOf: SmtpRefusal,
  })
})

for (const [type, body] of [
  ['text/plain', ENVELOPE],
  ['text/plain; charset=utf-8', `Hello,\r\n\r\n${ENVELOPE}`],
  ['text/html', ENVELOPE.replaceAll('<', '&lt;')],
  ['application/xml', ENVELOPE],
] as const) {
  const expected = {
    instanceOf: SmtpRefusal,
    message: `the envelope has the type ${type.split(';')[0]}: expected text/xml or application/soap+xml`,
  }
  test(`an envelope of the type ${type} is told that its type is wrong`, async (t) => {
    await t.throwsAsync(decoded(mailOf(body, { 'Content-Type': type })), expected)
    await t.throwsAsync(
      decoded(multipart(part('Hello', 'text/plain') + part(body, type))),
      expected,
    )
  })
}

test('a letter to people is no SOAP message', async (t) => {
  const letter = mailOf('The Envelope is missing, <b>again</b>.', { 'Content-Type': 'text/html' })
  await t.throwsAsync(decoded(letter), { instanceOf: SmtpRefusal, message: 'not a SOAP message' })
})

for (const [name, mail] of [
  ['beyond ASCII', mailOf(soap11(ADD), { SOAPAction: '"urn:\xe2\x98\x83"' })],
  ['beyond ASCII, without quotes', mailOf(soap11(ADD), { SOAPAction: 'urn:\xe2\x98\x83' })],
  ['with a quote', mailOf(soap11(ADD), { SOAPAction: '"urn:"x"' })],
  [
    'beyond ASCII in the media type',
    mailOf(soap12(ADD), { 'Content-Type': 'application/soap+xml; action="urn:\xe2\x98\x83"' }),
  ],
] as const) {
  test(`an action that is no URI is refused where it comes in: ${name}`, async (t) => {
    await t.throwsAsync(decoded(mail), { instanceOf: SmtpRefusal, message: /is not a URI/ })
  })
}

test('a quoted action is read as it was written', async (t) => {
  const action = '"urn:\\"a\\\\b"'
  t.is((await decoded(mailOf(soap11(ADD), { SOAPAction: action })))?.action, 'urn:"a\\b')
})

test('ids, references, subject and what is answered are told', async (t) => {
  const message = await decoded(
    mailOf(soap11(ADD), {
      'Message-ID': '<m@x>',
      'In-Reply-To': '<job-7@localhost>',
      References: '<one@x>\r\n <job%2F8@LOCALHOST> <two@x>',
      Subject: '=?utf-8?Q?J=C3=B6rg?=\r\n fragt',
    }),
    { to: 'echo+tok_1@localhost' },
  )
  t.is(message?.messageId, '<m@x>')
  t.deepEqual(message?.reference, {
    messageId: '<m@x>',
    references: ['<one@x>', '<job%2F8@LOCALHOST>', '<two@x>'],
    subject: 'J\u00f6rg fragt',
    to: 'echo@localhost',
  })
  t.deepEqual(message?.inReplyTo, ['tok_1', 'job-7', '<two@x>', 'job/8', '<one@x>'])
})

test('a mail without an id is known by its bytes', async (t) => {
  const id = async (fields: Record<string, string | undefined>) =>
    (await decoded(mailOf(soap11(ADD), fields)))?.messageId
  const nameless = { 'Message-ID': undefined }
  t.regex((await id(nameless)) ?? '', /^sha256:[\w-]{43}$/)
  t.is(await id(nameless), await id(nameless))
  t.not(await id(nameless), await id({ ...nameless, Date: 'Mon, 05 Oct 2026 10:00:01 +0000' }))
})

test('the nodes that it has passed are told, if any has said so', async (t) => {
  t.is((await decoded(mailOf(soap11(ADD), { 'X-Waybill-Hops': '3' })))?.hops, 3)
  t.is((await decoded(mailOf(soap11(ADD))))?.hops, undefined)
})

test('the answer goes to Reply-To, else to From, never to Cc', async (t) => {
  const to = async (fields: Record<string, string | undefined>) =>
    (await decoded(mailOf(soap11(ADD), fields)))?.replyTo
  t.is(await to({ Cc: 'c@x.example' }), 'mailto:peer@partner.example')
  t.is(await to({ 'Reply-To': 'r+1@X.example' }), 'mailto:r%2B1@x.example')
  t.is(await to({ 'Reply-To': '"Bl\u00f6, <b>" <r@x.example>' }), 'mailto:r@x.example')
  t.is(await to({ From: 'Joe Doe <j.d@x.example>' }), 'mailto:j.d@x.example')
  t.is(await to({ 'Reply-To': '<o/o?a=b@x.example>' }), 'mailto:o%2Fo%3Fa%3Db@x.example')
})

for (const field of ['Reply-To', 'From'] as const) {
  for (const value of [
    'g:a@b,c@d;',
    '"x@evil y"@ok',
    'a@b\r\n\tBcc: c@d',
    '"a b"@ok.example',
    'a@b, c@d',
    'a@b (comment)',
    'a@[127.0.0.1]',
    '<a@b> <c@d>',
    'a@b>',
    'a@b..c',
    '@x:a@b',
    'a@b%0d%0aBcc:c@d',
    `${'a'.repeat(65)}@b`,
    '\u00e4@b.example',
  ]) {
    test(`${field}: ${JSON.stringify(value)} is refused`, async (t) => {
      const error = await t.throwsAsync(decoded(mailOf(soap11(ADD), { [field]: value })), {
        instanceOf: SmtpRefusal,
      })
      t.is(error?.responseCode, '554 5.6.0')
    })
  }
}

test('files with an envelope are taken where the address allows it', async (t) => {
  const file = (type: string, name: string) =>
    multipart(
      part(
        BASE64,
        type,
        `Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n`,
      ),
    )
  const to = { to: 'files@localhost' }
  for (const type of ['application/xml', 'application/octet-stream']) {
    const message = await decoded(file(type, 'Order.XML'), to)
    t.is(text(message), ENVELOPE)
    t.is(message?.mediaType, 'text/xml')
    await t.throwsAsync(decoded(file(type, 'order.xml')), { instanceOf: SmtpRefusal })
    await t.throwsAsync(decoded(file(type, 'order.txt'), to), { instanceOf: SmtpRefusal })
  }
  await t.throwsAsync(decoded(file('application/zip', 'order.xml'), to), {
    instanceOf: SmtpRefusal,
  })
})

test('other parts are kept as attachments', async (t) => {
  const message = await decoded(
    multipart(
      part('Hello', 'text/plain') +
        part(ENVELOPE) +
        part(
          'AAEC',
          'image/png',
          [
            'Content-Transfer-Encoding: base64',
            'Content-Disposition: attachment; filename="../../etc/p\u0001.png"',
            'Content-ID: <p@partner.example>',
            '',
          ].join('\r\n'),
        ),
    ),
  )
  const attachments = message?.attachments ?? []
  t.deepEqual(
    await Promise.all(
      attachments.map(async ({ contentType, name, id, content }) => [
        contentType,
        name,
        id,
        Buffer.from(await content.bytes()).toString('hex'),
      ]),
    ),
    [
      ['text/plain', undefined, undefined, Buffer.from('Hello').toString('hex')],
      ['image/png', 'p.png', 'p@partner.example', '000102'],
    ],
  )
})

for (const [name, mail] of [
  ['no SOAP message', mailOf('Hello', { 'Content-Type': 'text/plain' })],
  ['no type', mailOf(ENVELOPE, { 'Content-Type': undefined })],
  ['two types', `Content-Type: text/xml\r\n${mailOf(ENVELOPE)}`],
  ['two From', `From: a@b.example\r\n${mailOf(ENVELOPE)}`],
  ['a parameter twice', mailOf(ENVELOPE, { 'Content-Type': 'text/xml; charset=a; charset=b' })],
  ['base64 garbage', mailOf('PGE+!!!', { 'Content-Transfer-Encoding': 'base64' })],
  ['base64 cut off', mailOf('PGE', { 'Content-Transfer-Encoding': 'base64' })],
  ['broken quoted-printable', mailOf('=G1', { 'Content-Transfer-Encoding': 'quoted-printable' })],
  ['an unknown transfer encoding', mailOf('x', { 'Content-Transfer-Encoding': 'x-uuencode' })],
  ['no boundary', mailOf(ENVELOPE, { 'Content-Type': 'multipart/mixed' })],
  ['no last boundary', mailOf(part(ENVELOPE), { 'Content-Type': 'multipart/mixed; boundary=b' })],
  ['no root part', multipart(part(ENVELOPE), 'related', '; start="<r@x>"')],
  ['a mail in a mail', multipart(part(mailOf(ENVELOPE), 'message/rfc822'))],
  ['too many fields', `${'X: y\r\n'.repeat(600)}${mailOf(ENVELOPE)}`],
  ['too long a field', `X: ${'y'.repeat(70_000)}\r\n${mailOf(ENVELOPE)}`],
  ['a flood of encoded words', mailOf(ENVELOPE, { Subject: '=?a?Q?b?= '.repeat(9000) })],
  ['too many parts', multipart('--b\r\n\r\n'.repeat(1_000_000) + part(ENVELOPE))],
  ['parts too deep', deep(20)],
] as const) {
  test(`a mail with ${name} is refused`, async (t) => {
    const error = await t.throwsAsync(decoded(mail), { instanceOf: SmtpRefusal })
    t.is(error?.responseCode, '554 5.6.0')
  })
}

function deep(levels: number): string {
  let mail = ENVELOPE
  for (let level = 0; level < levels; level += 1) {
    mail = `Content-Type: multipart/mixed; boundary=b${level}x\r\n\r\n--b${level}x\r\n${mail}\r\n--b${level}x--\r\n`
  }
  return `From: a@b.example\r\n${mail}`
}

test.serial('ten megabytes take time in proportion to them, however they are cut', async (t) => {
  // In proportion to the square of their lines, parts or characters, each would take hours.
  for (const mail of [
    mailOf('\r\n'.repeat(5_000_000)),
    mailOf('=\r\n'.repeat(3_000_000), { 'Content-Transfer-Encoding': 'quoted-printable' }),
    mailOf(`${'A'.repeat(76)}\r\n`.repeat(130_000), { 'Content-Transfer-Encoding': 'base64' }),
    multipart(part('--b'.repeat(3_000_000))),
    multipart(part('\r\n--bx'.repeat(1_500_000))),
    multipart(
      part(`<p>${'<'.repeat(9_000_000)}`, 'text/html') + part('x', 'text/plain') + part('<a/>'),
    ),
  ]) {
    await decoded(mail).catch((error: unknown) => t.true(error instanceof SmtpRefusal))
    t.pass()
  }
})

test('a trace is read, of two none', async (t) => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const trace = async (fields: Readonly<Record<string, string>>) =>
    (await decoded(mailOf(ENVELOPE, fields)))?.trace
  t.deepEqual(await trace({ Traceparent: traceparent, tracestate: 'a=b' }), {
    parent: traceparent,
    state: 'a=b',
  })
  t.is(await trace({}), undefined)
  t.is(await trace({ traceparent: 'x' }), undefined)
  t.is(await trace({ traceparent, Traceparent: traceparent }), undefined)
})
