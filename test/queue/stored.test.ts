/** What is kept of jobs and results: versions, sizes, names, and characters that not every queue keeps. */
import test from 'ava'
import {
  LARGEST_BODY,
  readStored,
  storable,
  storedJob,
  unreadable,
} from '../../src/queue/bullmq/stored-job.js'
import { bodyKey, claimKey, fromStoredId, toStoredId } from '../../src/queue/bullmq/stored-names.js'
import { readResult, storedResult } from '../../src/queue/bullmq/stored-result.js'
import { decodeJob, encodeJob } from '../../src/queue/journal-job.js'
import { ACCEPTED, answerOf, forwardOf, jobOf, planOf, replyOf } from '../support/jobs.js'

const nothing = async () => undefined

test('a job is within its data up to a size in bytes, and beside it beyond', (t) => {
  const small = storedJob(jobOf({ body: 'ä'.repeat(LARGEST_BODY / 2) }), planOf())
  t.is(small.apart, undefined)
  t.is(small.data.body?.length, LARGEST_BODY / 2)
  const large = storedJob(jobOf({ body: `${'ä'.repeat(LARGEST_BODY / 2)}x` }), planOf())
  t.is(large.apart?.length, LARGEST_BODY + 1)
  t.is(large.data.body, undefined)
})

test('what was stored is read, and nothing else', (t) => {
  const { data } = storedJob(jobOf(), planOf())
  const read: unknown = JSON.parse(JSON.stringify(data))
  t.deepEqual(readStored(read), data)
  t.is(readStored({ ...data, v: 3 }), undefined)
  for (const kind of ['dance', 'toString', 7]) {
    t.is(readStored({ ...data, job: { ...data.job, kind } }), undefined)
  }
  for (const junk of [undefined, null, 'x', 1, [], {}, { v: 1 }, { v: 1, job: {}, plan: {} }]) {
    t.is(readStored(junk), undefined)
    t.regex(unreadable(junk), /not written by Waybill/)
  }
  t.regex(unreadable({ v: 7 }), /newer version \(format 7; this node reads 2\)/)
})

test('a node of an older version sees that what it does not know is newer', async (t) => {
  const formats = [jobOf(), forwardOf(), answerOf()].map((job) => storedJob(job, planOf()).data)
  t.deepEqual(
    formats.map(({ v }) => v),
    [1, 2, 2],
  )
  for (const data of formats) t.deepEqual(readStored(JSON.parse(JSON.stringify(data))), data)
  const report = { status: '5.0.0', text: 'no \u0000', delayed: false }
  const { value } = storedResult({ kind: 'undelivered', report }, () => 'key')
  t.is(value.v, 2)
  t.is(storedResult(ACCEPTED, () => 'key').value.v, 1)
  t.is(storedResult(replyOf('x'), () => 'key').value.v, 1)
  t.deepEqual(await readResult(JSON.parse(JSON.stringify(value)), 0, nothing), {
    kind: 'undelivered',
    report: { ...report, text: 'no \ufffd' },
  })
  const journaled = [jobOf(), forwardOf(), answerOf()].map((job) => {
    const data = encodeJob({ job, plan: planOf() })
    t.deepEqual(decodeJob({ id: job.id, data }).job, job)
    return (JSON.parse(data.toString()) as { v: number }).v
  })
  t.deepEqual(journaled, [1, 2, 2])
})

test('what can be kept is kept as it is; U+0000 and half a surrogate pair are replaced', (t) => {
  const fine = { a: ['x', { b: '\u{1f600}\u0001\ufffe' }], n: 1, u: undefined }
  t.is(storable(fine), fine)
  t.deepEqual(storable({ a: ['\u0000', { b: 'x\ud800y\udc00' }], n: null, d: '\u{1f600}\u0000' }), {
    a: ['\ufffd', { b: 'x\ufffdy\ufffd' }],
    n: null,
    d: '\u{1f600}\ufffd',
  })
})

test('a result that is older than what is asked for is kept no longer', async (t) => {
  const { value } = storedResult(ACCEPTED, () => 'key')
  t.deepEqual(await readResult(value, Date.now() - 1_000, nothing), ACCEPTED)
  t.is(await readResult(value, Date.now() + 1_000, nothing), undefined)
  t.is(await readResult({ ...value, v: 3 }, 0, nothing), undefined)
  t.is(await readResult(null, 0, nothing), undefined)
})

test('a large answer is beside its result', async (t) => {
  const small = storedResult(replyOf('x'.repeat(16 * 1024)), () => 'key')
  t.is(small.apart, undefined)
  const large = storedResult(replyOf('x'.repeat(16 * 1024 + 1)), () => 'key')
  t.is(large.value.apart, 'key')
  t.true(JSON.stringify(large.value).length < 300)
  t.deepEqual(
    await readResult(large.value, 0, async (key) => (key === 'key' ? large.apart : undefined)),
    replyOf('x'.repeat(16 * 1024 + 1)),
  )
  t.is(await readResult(large.value, 0, nothing), undefined)
})

test('names are what BullMQ and every store take, and different for different texts', (t) => {
  const ids = ['42', '-7', '042', 'a:b', '%34', '100%', 'ä', 'job 1', '0:1', 'urn:uuid:1']
  const stored = ids.map(toStoredId)
  t.is(new Set(stored).size, ids.length)
  for (const [index, id] of ids.entries()) {
    t.is(fromStoredId(stored[index] ?? ''), id)
    t.notRegex(stored[index] ?? '', /:|^-?\d+$/)
  }
  t.throws(() => toStoredId(''), { instanceOf: TypeError })
  t.is(fromStoredId('100%'), '100%')
  for (const key of [bodyKey('ä\u0000'), claimKey('x'.repeat(10_000))]) {
    t.regex(key, /^[a-z]+\.[0-9a-f]{64}$/)
  }
})
