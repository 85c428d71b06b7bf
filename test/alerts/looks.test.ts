/** What alerts look at by the clock: certificates, the queue and its disk. */
import test from 'ava'
import { Alerts } from '../../src/operate/alerts/alerts.js'
import { endingOf } from '../../src/operate/alerts/certificates.js'
import type { NoticeText } from '../../src/operate/alerts/notice-text.js'
import { diskOf, fullOf } from '../../src/operate/alerts/store.js'
import type { CertificateItem } from '../../src/operate/findings/items.js'
import type { QueueStats } from '../../src/store/queue/admin.js'
import { QUEUE_BOUNDS } from '../../src/store/queue/bounds.js'
import { readConfig } from '../support/config.js'
import { IDLE } from '../support/idle-queue.js'
import { until } from '../support/jobs.js'
import { SILENT } from '../support/silent.js'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-01T00:00:00Z')
const { queue: configured } = readConfig({ environment: {}, settings: [] })
const queue = { ...configured, ...QUEUE_BOUNDS }

const endsIn = (days: number) =>
  ({
    kind: 'certificate',
    key: 'destinations.bank.certificate',
    file: 'bank.pem',
    index: 0,
    details: { from: NOW - 90 * DAY, until: NOW + days * DAY },
    facts: { subject: 'CN=bank', fingerprint: 'ab' },
  }) as unknown as CertificateItem

const stats = (more: Partial<QueueStats>): QueueStats => ({ ...IDLE, ...more })

test('a certificate is told of from 21 days before its end on', (t) => {
  t.deepEqual(endingOf([endsIn(21)], 21 * DAY, NOW), [])
  const [soon] = endingOf([endsIn(20.9)], 21 * DAY, NOW)
  t.is(soon?.title, 'A certificate expires soon: CN=bank')
  t.regex(soon?.example ?? '', /destinations\.bank\.certificate .*bank\.pem expires on 2026-03-21/)
  t.regex(endingOf([endsIn(-1)], 21 * DAY, NOW)[0]?.title ?? '', /has expired/)
})

test('a queue is told of from 80 % of a bound on', (t) => {
  t.deepEqual(fullOf(stats({ waiting: 79_999, oldest: 1 }), queue, 80), [])
  const [depth, ...more] = fullOf(stats({ waiting: 40_000, delayed: 40_000 }), queue, 80)
  t.deepEqual(more, [])
  t.regex(depth?.example ?? '', /^80 % of queue\.maxDepth/)
  const [age] = fullOf(stats({ oldest: DAY }), queue, 80)
  t.regex(age?.title ?? '', /the longest that a job may wait/)
  const [suspended] = fullOf(stats({ suspended: 800_000 }), queue, 80)
  t.regex(suspended?.example ?? '', /^80 % of the jobs that may be suspended: 800000 of 1000000$/)
  const { maxBytes } = queue
  t.deepEqual(fullOf(stats({ attachmentBytes: maxBytes * 0.79 }), queue, 80), [])
  const [bytes] = fullOf(stats({ attachmentBytes: maxBytes * 0.8 }), queue, 80)
  t.regex(bytes?.example ?? '', /^80 % of queue\.maxBytes/)
  t.deepEqual(fullOf(stats({}), { ...queue, maxBytes: 0 }, 80), [])
})

test('a disk is held against what may be used of it', async (t) => {
  t.deepEqual(await diskOf('/', { ...queue, minFree: 0 }, 100), [])
  t.is((await diskOf('/', { ...queue, minFree: 2 ** 60 }, 100)).length, 1)
})

test('what a look finds is told until it finds it no more; one that fails is said in the log only', async (t) => {
  const sent: NoticeText[] = []
  const channel = {
    name: 'test',
    timeout: 1_000,
    send: async (notice: NoticeText) => {
      sent.push(notice)
    },
  }
  let found = fullOf(stats({ waiting: 100_000 }), queue, 80)
  const alerts = new Alerts({ group: 1, remind: 1_000 }, 'urn:node', SILENT)
  t.teardown(() => alerts.close())
  const look = { prefix: 'store queue ', every: 1_000, find: async () => found }
  const broken = {
    prefix: 'x ',
    every: 1_000,
    find: async () => {
      throw new Error('gone')
    },
  }
  alerts.use({ channels: [channel], looks: [look, broken], console: undefined })
  const at = Date.now() + 10_000
  alerts.tick(at)
  await alerts.looked()
  alerts.tick(at + 1)
  await until(() => sent.length === 1)
  t.regex(sent[0]?.subject ?? '', /^Alert: The store is nearly full/)
  found = []
  alerts.tick(at + 2_000)
  await alerts.looked()
  alerts.tick(at + 2_001)
  await until(() => sent.some(({ subject }) => subject.startsWith('Over: The store')))
  t.pass()
})
