/** The reader of mails on a stream: in whatever pieces a mail comes, it has the same parts. */
import test from 'ava'
import { MalformedMime, type Part } from '../../src/message/mime/index.js'
import { readMail } from '../support/mail/arrived.js'
import { mailOf } from '../support/mail/smtp.js'

const LIMITS = { maxHeader: 10_000, maxHeaders: 100, maxParts: 20, maxDepth: 4 }

/** What is in it, as text. */
async function shown(part: Part): Promise<unknown> {
  const { type, fileName, headers, parts } = part
  const inside = parts.length > 0 ? await Promise.all(parts.map(shown)) : await partText(part)
  return [type.value, fileName, headers.original, inside]
}

async function partText(part: Part | undefined): Promise<string> {
  return Buffer.from((await part?.bytes()) ?? []).toString('latin1')
}

const field = (name: string, value: string) => `${name}: ${value}\r\n`
const NESTED = [
  field('Content-Type', 'multipart/mixed;\r\n boundary="b b"'),
  '\r\npreamble\r\n--b\r\n--b b \t\r\n',
  field('Content-Type', 'multipart/related; boundary=b'),
  '\r\n--b\r\nContent-Type: text/xml; name=a.xml\r\n\r\n<a/>\r\n\r\n--b\r\n',
  field('Content-Transfer-Encoding', 'base64'),
  '\r\nAAEC\r\nAwQ=\r\n--b--\r\n--b\r\nepilogue of the inner one\r\n--b b\r\n',
  field('Content-Transfer-Encoding', 'quoted-printable'),
  '\r\na=3Db  \r\nlong =\r\nline =  \r\n--b bc is none\r\n--b b\r\nX: without content\r\n--b b--\r\n',
  '--b b\r\nepilogue\r\n',
].join('')

test('a boundary, an empty line and an encoded byte may stand in two pieces, and in many', async (t) => {
  const mail = Buffer.from(NESTED, 'latin1')
  const whole = await shown(readMail(mail, LIMITS))
  t.deepEqual(whole, [
    'multipart/mixed',
    undefined,
    [['Content-Type', 'multipart/mixed; boundary="b b"']],
    [
      [
        'multipart/related',
        undefined,
        [['Content-Type', 'multipart/related; boundary=b']],
        [
          ['text/xml', 'a.xml', [['Content-Type', 'text/xml; name=a.xml']], '<a/>\r\n'],
          ['text/plain', undefined, [], '\0\x01\x02\x03\x04'],
        ],
      ],
      ['text/plain', undefined, [], 'a=b\r\nlong line --b bc is none'],
      ['text/plain', undefined, [['X', 'without content']], ''],
    ],
  ])
  for (let cut = 1; cut < mail.length; cut += 1) {
    const inTwo = readMail(mail, LIMITS, (at) => (at === 0 ? cut : mail.length))
    t.deepEqual(await shown(inTwo), whole, `cut at ${cut}`)
  }
  for (const size of [1, 2, 3, 7, 64]) {
    t.deepEqual(await shown(readMail(mail, LIMITS, () => size)), whole, `${size} bytes at once`)
  }
})

for (const [what, text] of [
  [
    'no last boundary',
    mailOf('--b\r\n\r\nx\r\n', { 'Content-Type': 'multipart/mixed; boundary=b' }),
  ],
  ['an inner part that ends with the outer one', NESTED.replace('--b--\r\n', '')],
  ['no boundary at all', mailOf('x', { 'Content-Type': 'multipart/mixed' })],
  ['too many levels', levels(5)],
  ['a header without end', `X: ${'y'.repeat(20_000)}`],
] as const) {
  test(`${what} is refused at the end, in whatever pieces it comes`, (t) => {
    const mail = Buffer.from(text, 'latin1')
    for (const size of [1, 3, 1000, mail.length]) {
      t.throws(() => readMail(mail, LIMITS, () => size), { instanceOf: MalformedMime }, `${size}`)
    }
  })
}

function levels(count: number): string {
  const names = Array.from({ length: count }, (_, level) => `l${level}`)
  const begins = names.map(
    (name) => `Content-Type: multipart/mixed; boundary=${name}\r\n\r\n--${name}\r\n`,
  )
  return `${begins.join('')}\r\nx\r\n${names
    .toReversed()
    .map((name) => `--${name}--\r\n`)
    .join('')}`
}

test('as many levels as are allowed are read', (t) => {
  let part: Part | undefined = readMail(Buffer.from(levels(4)), LIMITS, () => 5)
  for (let level = 0; level < 4; level += 1) part = part?.parts[0]
  t.is(part?.type.value, 'text/plain')
})

test('lines of any length are content, in every encoding', async (t) => {
  const long = 'x'.repeat(3_000_000)
  for (const [encoding, encoded] of [
    ['8bit', long],
    ['binary', long],
    ['quoted-printable', `${'=78'.repeat(1_000_000)}${'x'.repeat(2_000_000)}`],
    ['base64', Buffer.from(long).toString('base64')],
  ] as const) {
    const mail = mailOf(encoded, { 'Content-Transfer-Encoding': encoding })
    const read = readMail(Buffer.from(mail), LIMITS, () => 65_521)
    t.true((await partText(read)) === long, encoding)
  }
})

test('bytes that are not in their encoding are refused when they are asked for, and not before', async (t) => {
  for (const [encoding, encoded] of [
    ['base64', 'AAE'],
    ['base64', 'AA==AAAA'],
    ['base64', `${'A'.repeat(300_000)}*AAA`],
    ['quoted-printable', 'a=4'],
    ['quoted-printable', 'a=  x'],
    ['quoted-printable', `a${' '.repeat(70_000)}x`],
    ['x-own', 'a'],
  ] as const) {
    const mail = mailOf(encoded, { 'Content-Transfer-Encoding': encoding })
    const read = readMail(Buffer.from(mail), LIMITS, () => 4099)
    await t.throwsAsync(read.bytes(), { instanceOf: MalformedMime }, encoding)
  }
})
