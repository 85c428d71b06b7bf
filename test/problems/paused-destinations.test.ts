/** What the list of problems says of destinations that operators have paused. */
import test from 'ava'
import { pausedDestinations } from '../../src/operate/problems/sources/paused-destinations.js'
import type { PausedDestination, WaitingMessages } from '../../src/store/queue/pauses.js'

const AT = Date.parse('2026-11-21T02:33:00Z')
const NONE: WaitingMessages = { waiting: 0, oldest: undefined }

const found = (pauses: readonly PausedDestination[], waits: WaitingMessages = NONE) =>
  pausedDestinations(
    () => ({ pausedDestinations: async () => pauses, waitingFor: async () => waits }),
    (name) => name === 'ledger',
  ).find()

test('one has who paused it, since when, and what waits', async (t) => {
  const pause = { destination: 'ledger', by: 'anna', at: AT }
  const [problem, ...more] = await found([pause], { waiting: 243, oldest: Date.now() - 900_000 })
  t.deepEqual(more, [])
  t.like(problem, {
    name: 'destination-paused',
    subject: 'ledger',
    severity: 'warning',
    stopsAcceptance: false,
    shared: true,
    since: AT,
    waiting: 243,
    summary:
      'anna has paused ledger on 2026-11-21T02:33:00Z; 243 messages wait for it, the oldest for 15 minutes.',
    remedy: 'Resume it once it may get messages again: waybill destinations resume ledger.',
  })
  t.true((problem?.oldest ?? 0) >= 900_000)
})

test('one that the configuration does not have any more is named, and what was written is printable', async (t) => {
  const [problem] = await found([{ destination: 'old', by: 'a\u001b[31m', at: AT }], {
    waiting: 1,
    oldest: undefined,
  })
  t.is(
    problem?.summary,
    'a\\u001b[31m has paused old on 2026-11-21T02:33:00Z; 1 message waits for it. The configuration has no destination of that name any more.',
  )
})

test('without a pause, and before the queue is open, there is none', async (t) => {
  t.deepEqual(await found([]), [])
  t.deepEqual(
    await pausedDestinations(
      () => undefined,
      () => true,
    ).find(),
    [],
  )
})
