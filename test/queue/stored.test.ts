/** What is kept of jobs and results in Redis: versions, sizes, names, and characters that are replaced. */
import test from 'ava'
import { FORMAT, readStored, unreadable } from '../../src/store/queue/bullmq/stored-job.js'
import { digestOf, fromStoredId, toStoredId } from '../../src/store/queue/bullmq/stored-names.js'
import {
  MAX_INLINE_ANSWER,
  readResult,
  storedResult,
} from '../../src/store/queue/bullmq/stored-result.js'
import { takenApart } from '../../src/store/queue/content.js'
import { storable } from '../../src/store/queue/storable.js'
import { ACCEPTED, answerOf, forwardOf, jobOf, noBlobs, planOf, replyOf } from '../support/jobs.js'

const NO_BLOBS = noBlobs()
const nothing = async () => Buffer.alloc(0)

test('what was stored is read, and nothing else', (t) => {
  for (const job of [jobOf(), forwardOf(), answerOf()]) {
    const data = { v: FORMAT, head: takenApart(job).head, content: 'key', plan: planOf() }
    const read: unknown = JSON.parse(JSON.stringify(data))
    t.deepEqual(readStored(read), read as never)
    t.is(readStored({ ...data, v: FORMAT + 1 }), undefined)
    for (const kind of ['dance', 'toString', 7]) {
      const head = { ...data.head, job: { ...data.head.job, kind } }
      t.is(readStored({ ...data, head }), undefined)
    }
  }
  for (const junk of [undefined, null, 'x', 1, [], {}]) {
    t.is(readStored(junk), undefined)
    t.regex(unreadable(junk), /not written by Waybill/)
  }
  t.is(readStored({ v: FORMAT, head: {}, plan: {} }), undefined)
  t.regex(unreadable({ v: FORMAT, head: {}, plan: {} }), /damaged/)
  t.regex(unreadable({ v: 7 }), /a newer version \(format 7; this node reads 4\)/)
  t.regex(unreadable({ v: 2 }), /an older version \(format 2; this node reads 4\)/)
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

test('a large answer is beside its result, and is not read if it is not whole', async (t) => {
  t.is(storedResult(ACCEPTED, () => 'key').apart, undefined)
  t.is(storedResult(replyOf('x'.repeat(MAX_INLINE_ANSWER)), () => 'key').apart, undefined)
  const reply = replyOf('x'.repeat(MAX_INLINE_ANSWER + 1))
  const { value, apart = Buffer.alloc(0) } = storedResult(reply, () => 'key')
  t.deepEqual(value.apart, { key: 'key', bytes: MAX_INLINE_ANSWER + 1 })
  const text = JSON.stringify(value)
  t.true(text.length < 300)
  t.deepEqual(await readResult(text, async () => Buffer.from(apart), NO_BLOBS), reply)
  t.is(await readResult(text, nothing, NO_BLOBS), undefined)
  t.is(await readResult(JSON.stringify({ ...value, v: 9 }), nothing, NO_BLOBS), undefined)
  t.is(await readResult('null', nothing, NO_BLOBS), undefined)
})

test('names are what BullMQ takes, and different for different texts', (t) => {
  const ids = ['42', '-7', '042', 'a:b', '%34', '100%', '\u00e4', 'job 1', '0:1', 'urn:uuid:1']
  const stored = ids.map(toStoredId)
  t.is(new Set(stored).size, ids.length)
  for (const [index, id] of ids.entries()) {
    t.is(fromStoredId(stored[index] ?? ''), id)
    t.notRegex(stored[index] ?? '', /:|^-?\d+$/)
  }
  t.throws(() => toStoredId(''), { instanceOf: TypeError })
  t.is(fromStoredId('100%'), '100%')
  for (const key of ['\u00e4\u0000', 'x'.repeat(10_000)]) t.regex(digestOf(key), /^[0-9a-f]{64}$/)
})
