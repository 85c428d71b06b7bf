/** Security blocks are opened for this node, in order and in bounds; what is signed counts only where it is. */
import test from 'ava'
import { isCovered } from '../../src/security/verdict.js'
import {
  alice,
  aloneBy,
  BODY,
  covered,
  entry,
  envelope,
  letter,
  NOW,
  node,
  opened,
  refusal,
  sealed,
  security,
  signature,
  toBody,
} from '../support/security/blocks.js'
import {
  body,
  exclusive,
  reference,
  timestamp,
  token,
  tokenReference,
  toToken,
  WSU,
  x509Certificate,
  x509Data,
} from '../support/security/forge/texts.js'

const keyInfo = () => x509Data(x509Certificate(alice().certificate.raw))
const part = (id: string, inside = '') =>
  `<x:Part xmlns:wsu="${WSU}" xmlns:x="urn:x" wsu:Id="${id}">${inside}</x:Part>`
/** In the canonical form declarations stand in the order of their prefixes. */
const toPart = (id: string, inside = '') => reference(`#${id}`, part(id, inside))

test('a message without security blocks shows nothing', (t) => {
  const { verdict, claims } = opened(letter())
  t.deepEqual([verdict.signatures, verdict.form, claims], [[], undefined, []])
})

test('WSS 1.1 §5: there is one block for each actor', (t) => {
  const two = security('') + security('')
  t.is(refusal(envelope(two))?.code, 'InvalidSecurity')
  const named = security('', ' s:actor="urn:a"')
  t.is(refusal(envelope(named + named))?.code, 'InvalidSecurity')
  t.is(refusal(envelope(security('') + named)), undefined)
})

test('what is signed counts as Envelope, Header, Body, block, entry or child of the security block', (t) => {
  const time = timestamp(NOW)
  const block = part('P')
  const signed = signature(keyInfo(), [toBody(), toPart('P'), reference('#Time', time)])
  const result = opened(envelope(block + security(time + signed)))
  t.deepEqual(covered(result), ['Body', 'Part', 'Timestamp'])
})

test('an entry that is signed counts, and Body does not for it', (t) => {
  const text = envelope(security(signature(keyInfo(), [toPart('P')])), '1.1', part('P'))
  const result = opened(text)
  t.deepEqual(covered(result), ['Part'])
  t.false(isCovered(aloneBy(result), result.envelope.body))
})

for (const [name, text] of [
  [
    'inside a block',
    () =>
      envelope(
        `<x:Box xmlns:x="urn:x">${part('P')}</x:Box>${security(signature(keyInfo(), [toPart('P')]))}`,
      ),
  ],
  [
    'deeper in Body',
    () => envelope(security(signature(keyInfo(), [toPart('P')])), '1.1', `<x>${part('P')}</x>`),
  ],
  [
    'behind Body',
    () =>
      envelope(security(signature(keyInfo(), [toPart('P')]))).replace(
        '</s:Envelope>',
        `${part('P')}</s:Envelope>`,
      ),
  ],
  [
    'deeper in the security block',
    () => envelope(security(`<x>${part('P')}</x>${signature(keyInfo(), [toPart('P')])}`, '')),
  ],
] as const) {
  test(`an element ${name} is refused, though its digest holds`, (t) => {
    t.is(refusal(text())?.code, 'InvalidSecurity')
  })
}

test('a Body that was moved into a block, under another one, is refused', (t) => {
  const honest = body('1.1', BODY, 'Body')
  const signed = security(signature(keyInfo()))
  const forged = envelope(`${signed}<x:Box xmlns:x="urn:x">${honest}</x:Box>`).replace(
    /<s:Body(?=[^>]*>(?:(?!<s:Body).)*<\/s:Envelope>).*<\/s:Body>/s,
    '<s:Body><m:Evil xmlns:m="urn:m"/></s:Body>',
  )
  t.true(forged.includes('Evil'))
  t.is(refusal(forged)?.code, 'InvalidSecurity')
})

test('an element deeper in a Body that is signed may be signed, too', (t) => {
  const content = `<x>${part('P')}</x>`
  // Body has declared the prefix already.
  const within = content.replace(/ xmlns:wsu="[^"]*"/, '')
  const toWhole = reference('#Body', body('1.1', within, 'Body'))
  const text = envelope(security(signature(keyInfo(), [toWhole, toPart('P')])), '1.1', content)
  t.deepEqual(covered(opened(text)), ['Body'])
})

test('there are bounds for signatures, children and References', (t) => {
  const one = signature(keyInfo())
  t.is(refusal(envelope(security(one.repeat(8)))), undefined)
  t.is(refusal(envelope(security(one.repeat(9))))?.code, 'InvalidSecurity')
  t.is(refusal(envelope(entry(one).repeat(9)))?.code, 'InvalidSecurity')
  t.is(refusal(envelope(security('<x/>'.repeat(64), ''))), undefined)
  t.is(refusal(envelope(security('<x/>'.repeat(65), '')))?.code, 'InvalidSecurity')
  const many = signature(
    keyInfo(),
    Array.from({ length: 9 }, () => toBody()),
  )
  t.is(refusal(envelope(security(many))), undefined)
  // Over all signatures of a message: seven of them have 63 References, one more is taken, and two are not.
  const two = signature(keyInfo(), [toBody(), toBody()])
  t.is(refusal(envelope(security(many.repeat(7) + one))), undefined)
  t.deepEqual(refusal(envelope(security(many.repeat(7) + two))), {
    code: 'InvalidSecurity',
    why: 'a message has at most 64 References',
  })
  const more = signature(
    keyInfo(),
    Array.from({ length: 65 }, () => toBody()),
  )
  t.is(refusal(envelope(security(more)))?.code, 'InvalidSecurity')
})

test('References are over 4 times the octets of the message at most', (t) => {
  const over = /^its References are over more than 4 times the octets of the message$/
  const large = `<m:Add xmlns:m="urn:m">${'x'.repeat(10_000)}</m:Add>`
  const times = (count: number) =>
    envelope(
      security(
        signature(
          keyInfo(),
          Array.from({ length: count }, () => toBody('1.1', large)),
        ),
      ),
      '1.1',
      large,
    )
  t.is(refusal(times(4)), undefined)
  t.regex(refusal(times(8))?.why ?? '', over)
  // What came beside the envelope is of the message, too.
  t.is(refusal(times(8), { beside: 40_000 }), undefined)
  // Over several signatures, each of which would be taken.
  const four = signature(
    keyInfo(),
    Array.from({ length: 4 }, () => toBody('1.1', large)),
  )
  t.is(refusal(envelope(security(four), '1.1', large)), undefined)
  t.regex(refusal(envelope(security(four + four), '1.1', large))?.why ?? '', over)
})

test('a canonical form is given up once it is too long, however short what it is of', (t) => {
  const over = /^its References are over more than 4 times the octets of the message$/
  const name = `urn:${'x'.repeat(10_000)}`
  const signing = (content: string, references: readonly string[]) =>
    envelope(security(signature(keyInfo(), references)), '1.1', content)
  // Each element within declares the namespace again. The digest is another one, and nobody comes to know that.
  const wide = `<e xmlns:wsu="${WSU}" wsu:Id="E">${'<p:a></p:a>'.repeat(1000)}</e>`
  const bound = (text: string) =>
    text.replace('<s:Envelope ', () => `<s:Envelope xmlns:p="${name}" `)
  t.regex(refusal(bound(signing(wide, [reference('#E', '')])))?.why ?? '', over)
  // Each element is small, and what its PrefixList adds is not.
  const ids = Array.from({ length: 60 }, (_, n) => `E${n}`)
  const small = ids.map((id) => `<e wsu:Id="${id}">x</e>`).join('')
  const to = (id: string) => {
    const canonical = `<e xmlns:p="${name}" xmlns:wsu="${WSU}" wsu:Id="${id}">x</e>`
    return reference(`#${id}`, canonical, [exclusive('p')])
  }
  t.is(refusal(bound(signing(small, ids.slice(0, 4).map(to)))), undefined)
  t.regex(refusal(bound(signing(small, ids.map(to))))?.why ?? '', over)
})

test('each step is told, and the one that ends it', (t) => {
  const steps: string[] = []
  const explain = ({ sentence, ok }: { sentence: string; ok: boolean }) => {
    steps.push(`${ok ? 'ok' : 'no'} ${sentence}`)
  }
  const text = envelope(
    security(
      timestamp(NOW) + token(alice().certificate.raw) + signature(tokenReference(toToken())),
    ),
  )
  opened(text, { explain })
  t.deepEqual(steps, [
    'ok The Timestamp is current.',
    'ok The signature is by http://www.w3.org/2001/04/xmldsig-more#rsa-sha256.',
    'ok The certificate of CN=rsa,O=Example,C=NL is that of the peer alice.',
    'ok SignatureValue and the digest of every Reference hold.',
    'ok Reference #Body: the digest is that of Body.',
  ])
})

test('ids beside those of the specifications count only if the configuration is not strict', (t) => {
  const plain = body('1.1', BODY, 'Body').replace(/ xmlns:wsu="[^"]*" wsu:Id/, ' Id')
  const signed = security(signature(keyInfo(), [reference('#Body', plain)]))
  const text = envelope(signed).replace(/<s:Body.*<\/s:Body>/s, () => plain)
  t.not(refusal(text), undefined)
  t.deepEqual(covered(opened(text, { strict: false })), ['Body'])
})

test('what is decrypted keeps what was shown before at its place', (t) => {
  const { text } = sealed(letter({ blocks: [part('P')] }), {
    sign: ['Timestamp', 'Body', '{urn:x}Part', 'UsernameToken'],
    encrypt: ['Body', 'Signature', 'UsernameToken'],
    to: node().certificate,
    timestamp: 60_000,
    user: { name: 'alice', password: 'open sesame', form: 'digest' },
    confirm: ['AAAA'],
  })
  const result = opened(text)
  t.deepEqual(covered(result), [
    'Part',
    'Timestamp',
    'UsernameToken',
    'SignatureConfirmation',
    'Body',
  ])
  t.is(result.verdict.timestamp?.element.local, 'Timestamp')
  t.is(result.verdict.users[0]?.element.local, 'UsernameToken')
  t.deepEqual(aloneBy(result).confirmed, ['AAAA'])
})
