/** The Timestamp of a security block: when a message counts, by this node's clock and its tolerance. */
import test from 'ava'
import { envelope, NOW, opened, refusal, security } from '../../support/security/blocks.js'
import { timestamp, WSU } from '../../support/security/forge/texts.js'

const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()
const created = (text: string) => `<wsu:Created>${text}</wsu:Created>`
const expires = (text: string) => `<wsu:Expires>${text}</wsu:Expires>`
const stamp = (content: string) =>
  envelope(security(`<wsu:Timestamp xmlns:wsu="${WSU}" wsu:Id="T">${content}</wsu:Timestamp>`))

test('WSS 1.1 §10: what it says is in the verdict', (t) => {
  const { verdict } = opened(envelope(security(timestamp(NOW))))
  t.like(verdict.timestamp, { created: NOW, expires: NOW + 5 * MINUTE })
  t.is(verdict.timestamp?.element.local, 'Timestamp')
  t.deepEqual(verdict.signatures, [])
})

const CASES: readonly (readonly [
  name: string,
  at: number,
  lasts: number,
  code: string | undefined,
])[] = [
  ['now', 0, 5 * MINUTE, undefined],
  ['from a clock that is fast, within the tolerance', 5 * MINUTE, MINUTE, undefined],
  ['from the future', 5 * MINUTE + 1, MINUTE, 'MessageExpired'],
  ['expired, within the tolerance', -10 * MINUTE, 5 * MINUTE + 1, undefined],
  ['expired', -10 * MINUTE, 5 * MINUTE, 'MessageExpired'],
  ['expired years ago', -1_000_000 * MINUTE, 5 * MINUTE, 'MessageExpired'],
]

for (const [name, at, lasts, code] of CASES) {
  const ends = code ? 'is refused' : 'counts'
  test(`WSS 1.1 §10: a message ${name} ${ends}`, (t) => {
    const text = envelope(security(timestamp(NOW + at, 'T', lasts)))
    t.is(refusal(text)?.code, code)
  })

  test(`a message ${name} that waited in the queue counts, because it was judged before`, (t) => {
    t.is(refusal(envelope(security(timestamp(NOW + at, 'T', lasts))), { fresh: false }), undefined)
  })
}

test('WSS 1.1 §10: a block has one Timestamp, with one Created and one Expires, in this order', (t) => {
  const two = envelope(security(timestamp(NOW, 'A') + timestamp(NOW, 'B')))
  t.is(refusal(two)?.code, 'InvalidSecurity')
  const [now, later] = [iso(NOW), iso(NOW + MINUTE)]
  for (const content of [
    created(now) + created(now),
    created(now) + expires(later) + expires(later),
    expires(later) + created(now),
    `${created(now)}text${expires(later)}`,
    created(later) + expires(now),
    created(now) + expires(now),
  ]) {
    t.is(refusal(stamp(content))?.code, 'InvalidSecurity', content)
  }
  t.is(refusal(stamp(created(now))), undefined)
  t.is(refusal(stamp(expires(later))), undefined)
})

test('WSS 1.1 §10: times are xsd:dateTime in UTC', (t) => {
  for (const wrong of [
    '2026-03-01T12:00:00',
    '2026-03-01T13:00:00+01:00',
    '2026-02-30T12:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:00:60Z',
    '2026-03-01 12:00:00Z',
    '1 March 2026',
    '',
    `2026-03-01T12:00:00.${'0'.repeat(100)}Z`,
  ]) {
    t.is(refusal(stamp(created(wrong)))?.code, 'InvalidSecurity', wrong)
  }
  for (const right of [
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.1Z',
    '2026-03-01T12:00:00+00:00',
    ' 2026-03-01T12:00:00.123456789Z\n',
  ]) {
    t.is(refusal(stamp(created(right))), undefined, right)
  }
})
