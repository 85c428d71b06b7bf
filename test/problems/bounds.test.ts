/** What is held against a bound: certificates and their end, the queue, its disk, and memory. */
import test from 'ava'
import type { CertificateItem } from '../../src/operate/findings/items.js'
import { endingOf } from '../../src/operate/problems/sources/certificates.js'
import { diskOf, disks } from '../../src/operate/problems/sources/disks.js'
import { memory } from '../../src/operate/problems/sources/memory.js'
import { fullOf } from '../../src/operate/problems/sources/queue-load.js'
import type { QueueStats } from '../../src/store/queue/admin.js'
import { QUEUE_BOUNDS } from '../../src/store/queue/bounds.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { IDLE } from '../support/idle-queue.js'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-01T00:00:00Z')
const { queue: configured } = readConfig({ environment: {}, settings: [] })
const queue = { ...configured, ...QUEUE_BOUNDS }

const endsIn = (days: number, key = 'destinations.bank.certificate') =>
  ({
    kind: 'certificate',
    key,
    file: 'bank.pem',
    index: 0,
    details: { from: NOW - 90 * DAY, until: NOW + days * DAY },
    facts: { subject: 'CN=bank', fingerprint: 'ab' },
  }) as unknown as CertificateItem

const stats = (more: Partial<QueueStats>): QueueStats => ({ ...IDLE, ...more })

test('a certificate is a problem from 21 days before its end on, once for all keys that name it', (t) => {
  t.deepEqual(endingOf([endsIn(21)], 21 * DAY, NOW), [])
  const [soon, ...more] = endingOf([endsIn(20.9), endsIn(20.9, 'http.tls.ca')], 21 * DAY, NOW)
  t.deepEqual(more, [])
  t.like(soon, {
    name: 'certificate-expiring',
    severity: 'warning',
    subject: 'CN=bank in bank.pem',
  })
  t.regex(
    soon?.summary ?? '',
    /CN=bank expires on 2026-03-21: bank\.pem, named by destinations\.bank\.certificate .*, http\.tls\.ca/,
  )
  const [ended] = endingOf([endsIn(-1)], 21 * DAY, NOW)
  t.like(ended, { name: 'certificate-expired', severity: 'error', since: NOW - DAY })
})

test('a queue is nearly full from 80 % of a bound on', (t) => {
  t.deepEqual(fullOf(stats({ waiting: 79_999, oldest: 1 }), queue, 80), [])
  const [depth, ...more] = fullOf(stats({ waiting: 40_000, delayed: 40_000 }), queue, 80)
  t.deepEqual(more, [])
  t.regex(depth?.summary ?? '', /80 % of queue\.maxDepth/)
  const [age] = fullOf(stats({ oldest: DAY }), queue, 80)
  t.regex(age?.summary ?? '', /the longest that a job may wait/)
  const [suspended] = fullOf(stats({ suspended: 800_000 }), queue, 80)
  t.regex(suspended?.summary ?? '', /80 % of the jobs that may be suspended: 800000 of 1000000\.$/)
  const { maxBytes } = queue
  t.deepEqual(fullOf(stats({ attachmentBytes: maxBytes * 0.79 }), queue, 80), [])
  const [bytes] = fullOf(stats({ attachmentBytes: maxBytes * 0.8 }), queue, 80)
  t.regex(bytes?.summary ?? '', /80 % of queue\.maxBytes/)
  t.deepEqual(fullOf(stats({}), { ...queue, maxBytes: 0 }, 80), [])
})

test('a disk is held against what may be used of it', async (t) => {
  t.deepEqual(await diskOf({ folder: '/', minFree: 0 }, 101), [])
  const [full] = await diskOf({ folder: '/', minFree: 2 ** 60 }, 100)
  t.like(full, { name: 'disk-full', severity: 'error', subject: '/' })
})

test('several folders on one disk are one problem, and one that is not there yet is none', async (t) => {
  const folder = folderOf(t, {})
  const folders = [folder, `${folder}/none`, folder].map((one) => ({
    folder: one,
    minFree: 2 ** 60,
  }))
  t.is((await disks(folders, 80).find()).length, 1)
})

test('memory is near its limit once two looks in a row have found so', async (t) => {
  let used = 89
  const source = memory(() => [{ what: 'the heap', used, limit: 100 }])
  t.deepEqual(await source.find(), [])
  used = 95
  t.deepEqual(await source.find(), [])
  const [found] = await source.find()
  t.like(found, { name: 'memory-near-limit', subject: 'the heap', severity: 'error' })
  used = 50
  t.deepEqual(await source.find(), [])
})
