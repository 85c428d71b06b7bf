/** Rates and quotas: never more than so many in so long, whatever the moment at which it is looked at. */
import test from 'ava'
import { SlidingWindow } from '../../src/base/sliding-window.js'
import { Quotas } from '../../src/security/quotas.js'
import { networkOf, RateLimit } from '../../src/security/rate-limit.js'
import { Random } from '../support/random.js'

const peer = (more: object) => ({ allow: [], ...more })

test('in no time of that length are there more than are allowed, and the wait is as told', (t) => {
  const random = new Random(7)
  for (const [most, length] of [
    [1, 1000],
    [5, 1000],
    [100, 60_000],
    [3, 1],
  ] as const) {
    const window = new SlidingWindow(length)
    const taken: number[] = []
    let now = 12_345.6
    for (let step = 0; step < 3000; step += 1) {
      now += (random.next() * length) / most
      const wait = window.wait(most, now)
      if (wait === 0) {
        window.add(now)
        taken.push(now)
        const within = taken.filter((at) => at > now - length)
        t.true(within.length <= most)
      } else {
        // Not long after its time, the oldest counts no longer.
        t.true(wait > 0 && wait <= length * (1 + 1 / 32) + 1e-6)
        if (random.next() < 0.5) continue
        now += wait
        t.is(window.wait(most, now), 0)
      }
    }
    t.true(taken.length > 100)
  }
})

test('rate and quota both count, and what is refused is not counted', (t) => {
  const clock = { now: 5000 }
  const bounds = { rate: { messages: 2, per: 1000 }, quota: { messages: 3, per: 100_000 } }
  const quotas = new Quotas({ a: peer(bounds), b: peer({}) }, () => clock.now)
  t.deepEqual([quotas.take('a'), quotas.take('a')], [undefined, undefined])
  t.deepEqual(quotas.take('a'), { bound: 'rate', retryAfter: 2, first: true })
  t.deepEqual(quotas.take('a'), { bound: 'rate', retryAfter: 2, first: false })
  clock.now += 2000
  t.is(quotas.take('a'), undefined)
  const excess = quotas.take('a')
  t.is(excess?.bound, 'quota')
  t.true((excess?.retryAfter ?? 0) >= 98 && (excess?.retryAfter ?? 0) <= 102)
  for (let count = 0; count < 1000; count += 1) t.is(quotas.take('b'), undefined)
  t.is(quotas.take('nobody'), undefined)
})

test('other bounds count at once, and what was counted counts on where the time is the same', (t) => {
  const quotas = new Quotas({ a: peer({ rate: { messages: 2, per: 1000 } }) }, () => 5000)
  quotas.take('a')
  quotas.use({ a: peer({ rate: { messages: 3, per: 1000 } }) })
  t.deepEqual([quotas.take('a'), quotas.take('a')], [undefined, undefined])
  t.is(quotas.take('a')?.bound, 'rate')
  quotas.use({ a: peer({ rate: { messages: 3, per: 2000 } }) })
  t.is(quotas.take('a'), undefined)
  quotas.use({})
  t.is(quotas.take('a'), undefined)
})

test('addresses of one network of IPv6 are one, and forms of one address', (t) => {
  t.is(networkOf('2001:db8:1:2:3::4'), networkOf('2001:db8:1:2::'))
  t.not(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  t.is(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  t.not(networkOf('192.0.2.1'), networkOf('192.0.2.2'))
  t.is(networkOf('fe80::1%eth0'), networkOf('fe80::2'))
  t.is(networkOf('::1'), '0:0:0:0::/64')
})

test('whoever has very many addresses does not fill the memory', (t) => {
  const limit = new RateLimit(60_000, () => 1000)
  for (let count = 0; count < 30_000; count += 1) limit.add(`10.0.${count >> 8}.${count & 255}`)
  t.is(limit.wait('10.0.0.0', 1), 0)
  t.true(limit.wait('10.0.117.47', 1) > 0)
})
