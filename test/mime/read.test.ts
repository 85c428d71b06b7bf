/** The reader of mails against postal-mime, on mails of every shape, whole and broken by chance. */
import test from 'ava'
import PostalMime from 'postal-mime'
import { MalformedMime } from '../../src/message/mime/malformed.js'
import type { Part } from '../../src/message/mime/part.js'
import { SMTP_BOUNDS } from '../../transports/smtp/bounds.js'
import { readMail } from '../support/mail/arrived.js'
import { mailOf } from '../support/mail/smtp.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const LIMITS = SMTP_BOUNDS.receiving
const ENVELOPE = soap11(ADD)
const part = (body: string, ...fields: string[]) =>
  `--b-0\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n${body}\r\n`
const XML = 'Content-Type: text/xml; charset="utf-8"'
const IMAGE = 'Content-Type: image/png; name=x.png'
const BASE64 = 'Content-Transfer-Encoding: base64'
const QUOTED = 'Content-Transfer-Encoding: quoted-printable'

const MAILS = [
  mailOf(ENVELOPE),
  mailOf(Buffer.from(ENVELOPE).toString('base64'), {
    'Content-Transfer-Encoding': 'base64',
    Subject: '=?utf-8?Q?a=C3=A4?=\r\n  folded\r\n\ttwice',
  }),
  mailOf(`${ENVELOPE.replace(/=/g, '=3D').replace(/>/g, '>=\r\n')}=20\r\n`, {
    'Content-Transfer-Encoding': 'quoted-printable',
  }),
  mailOf(
    `preamble\r\n${part(ENVELOPE, XML)}${part('AAEC\r\nAwQ=', IMAGE, BASE64)}${part('a=3Db', XML, QUOTED)}--b-0--\r\nepilogue\r\n`,
    { 'Content-Type': 'multipart/mixed;\r\n boundary="b-0"' },
  ),
  mailOf(
    `${part(
      `--b-0-1\r\n${XML}\r\n\r\n${ENVELOPE}\r\n--b-0-1\r\n${IMAGE}\r\n${BASE64}\r\n\r\nAAAA\r\n--b-0-1--`,
      'Content-Type: multipart/related; boundary="b-0-1"',
    )}${part('--b-0x\r\nno boundary', IMAGE)}--b-0--\r\n`,
    { 'Content-Type': 'multipart/mixed; boundary="b-0"' },
  ),
]

/** Types and bytes of what both see: all parts without parts but texts, which postal-mime decodes. */
async function ours(mail: Part): Promise<readonly string[]> {
  if (mail.parts.length > 0) return (await Promise.all(mail.parts.map(ours))).flat()
  return mail.type.value === 'text/plain' ? [] : [shown(mail.type.value, await mail.bytes())]
}

async function theirs(mail: Uint8Array): Promise<readonly string[]> {
  const { attachments } = await PostalMime.parse(mail, { forceRfc822Attachments: true })
  return attachments
    .filter(({ mimeType }) => mimeType !== '')
    .map(({ mimeType, content }) => shown(mimeType, new Uint8Array(content as ArrayBuffer)))
}

/** postal-mime ends lines, and bodies, in its own way. */
function shown(type: string, body: Uint8Array): string {
  return `${type} ${Buffer.from(body).toString('latin1').replace(/\r\n/g, '\n').trimEnd()}`
}

MAILS.forEach((mail, at) => {
  test(`mail ${at + 1} has the fields and parts that postal-mime sees`, async (t) => {
    const bytes = Buffer.from(mail, 'latin1')
    const read = readMail(bytes, LIMITS)
    t.deepEqual(await ours(read), await theirs(bytes))
    const { headers } = await PostalMime.parse(bytes)
    for (const { key, value } of headers) t.is(read.headers.get(key), value, key)
    t.is(read.headers.count, headers.length)
  })
})

test('a randomly damaged mail is refused, or read as postal-mime reads it', async (t) => {
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const bits = ['\r\n', '--b-0', '--', '=', ' ', ':', '"', ';', 'A', '\r\n\r\n', '\t', '<', '=?']
  let read = 0
  let refused = 0
  for (let round = 0; round < 3000; round += 1) {
    const mail = MAILS[random(MAILS.length)] ?? ''
    const at = random(mail.length)
    const broken = mail.slice(0, at) + bits[random(bits.length)] + mail.slice(at + random(3))
    const bytes = Buffer.from(broken, 'latin1')
    let seen: readonly string[]
    try {
      seen = await ours(readMail(bytes, LIMITS))
    } catch (error) {
      t.true(error instanceof MalformedMime, broken)
      refused += 1
      continue
    }
    read += 1
    // A line of a mail ends with CRLF; blanks before a line break are nothing (RFC 2045 §6.7).
    if (/\r(?!\n)|(?<!\r)\n|[ \t]\r\n/.test(broken)) continue
    t.deepEqual(seen, await theirs(bytes), broken)
  }
  t.true(read > 1000)
  t.true(refused > 100)
})
