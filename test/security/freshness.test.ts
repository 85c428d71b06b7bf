/** Whatever is taken is remembered at least as long as it could be taken again. */
import test from 'ava'
import { endOfDigest, rememberedUntil } from '../../src/security/freshness.js'
import { type Tied, UNSIGNED } from '../../src/security/verdict.js'
import { readTimestamp } from '../../src/security/wss/timestamp.js'
import { childElements } from '../../src/xml/tree.js'
import { Random } from '../support/random.js'
import { NOW } from '../support/security/blocks.js'
import { WSU } from '../support/security/forge/texts.js'
import { soap11 } from '../support/wire/envelopes.js'
import { envelopeOf } from '../support/wire/wire.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SKEW = 300_000
const SEED = 20_261_123

function stamp(created: number | undefined, expires: number | undefined) {
  const moment = (name: string, at: number | undefined) =>
    at === undefined ? '' : `<wsu:${name}>${new Date(at).toISOString()}</wsu:${name}>`
  const times = moment('Created', created) + moment('Expires', expires)
  const { body } = envelopeOf(soap11(`<wsu:Timestamp xmlns:wsu="${WSU}">${times}</wsu:Timestamp>`))
  const [element] = childElements(body)
  if (!element) throw new Error('Body is empty')
  return element
}

/** By a clock that may be wrong by the tolerance. */
function isTaken(element: ReturnType<typeof stamp>, at: number): boolean {
  try {
    readTimestamp(element, { at, clockSkew: SKEW, fresh: true })
    return true
  } catch {
    return false
  }
}

function signedWith(element: ReturnType<typeof stamp>, at: number): Tied {
  const timestamp = readTimestamp(element, { at, clockSkew: SKEW, fresh: true })
  const signature = { kind: 'signature', form: 'wss', peer: 'alice', chain: [] } as const
  const covers = [element]
  return {
    ...UNSIGNED,
    timestamp,
    signatures: [{ ...signature, algorithm: '', references: [], value: '', covers }],
  }
}

test(`a signed Timestamp, seed ${SEED}`, (t) => {
  const random = new Random(SEED)
  const around = () => Math.round((random.next() - 0.5) * random.pick([HOUR, 3 * DAY, 90 * DAY]))
  let taken = 0
  for (let each = 0; each < 3_000; each += 1) {
    const created = random.chance(0.8) ? NOW + around() : undefined
    const expires = created === undefined || random.chance(0.6) ? NOW + around() : undefined
    if (created !== undefined && expires !== undefined && expires <= created) continue
    const element = stamp(created, expires)
    if (!isTaken(element, NOW)) continue
    taken += 1
    const until = rememberedUntil(signedWith(element, NOW), SKEW, NOW)
    t.false(isTaken(element, until - SKEW), JSON.stringify({ created, expires, until }))
    t.false(isTaken(element, until + random.below(400) * DAY))
    t.true(until - NOW <= 30 * DAY + 4 * SKEW)
  }
  t.true(taken > 500)
})

test('a signature that covers no time is remembered for 30 days', (t) => {
  const verdict = signedWith(stamp(undefined, undefined), NOW)
  t.is(rememberedUntil(verdict, SKEW, NOW), NOW + 30 * DAY + 2 * SKEW)
  t.is(rememberedUntil({ ...verdict, timestamp: undefined }, SKEW, NOW), NOW + 30 * DAY + 2 * SKEW)
})

test('a nonce is remembered as long as its digest counts, whatever a Timestamp says', (t) => {
  const element = stamp(NOW - 1_000, NOW + 1_000)
  const timestamp = readTimestamp(element, { at: NOW, clockSkew: SKEW, fresh: true })
  const users = [{ peer: 'alice', element, nonce: 'x', digestedAt: NOW + SKEW }]
  const until = rememberedUntil({ ...UNSIGNED, timestamp, users }, SKEW, NOW)
  t.is(until, endOfDigest(NOW + SKEW) + 2 * SKEW)
})
