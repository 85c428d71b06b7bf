/** The contract of job queues, for attachments: kept once, as bytes apart from their jobs, as long as one has them. */
import type { ExecutionContext } from 'ava'
import type { Attachment } from '../../src/message/message.js'
import { KeptBinary } from '../../src/store/queue/blobs.js'
import type { Job, JobResult } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { type Binary, HeldBinary } from '../../src/xml/binary.js'
import {
  ACCEPTED,
  answerOf,
  bytesOf,
  decoded,
  forwardOf,
  gate,
  jobOf,
  planOf,
  soon,
  until,
  working,
} from '../support/jobs.js'
import { digestOf, fileOf, NumberedBinary } from '../support/numbered-binary.js'
import type { Declare, QueueTestOptions } from './job-queue.js'

type Open = (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>

const MIB = 1024 ** 2
/** Small ones stand with the envelope, others do not. */
const SIZES = [0, 1, 64 * 1024, 64 * 1024 + 1, MIB, MIB + 1, 3 * MIB + 7] as const

export function blobContract(declare: Declare, open: Open): void {
  declare(
    'attachments of any size arrive as they came, with all that is said of them',
    async (t) => {
      const queue = await open(t)
      const attachments = SIZES.map(
        (size): Attachment => ({
          contentType: 'application/x-any; a="b"',
          name: `ä ${size}.bin`,
          id: `part${size}@example.com`,
          fields: [
            ['Content-Type', 'application/x-any; a="b"'],
            ['content-id', `<part${size}@example.com>`],
            ['X-Own', 'ÿ'],
          ],
          content: new NumberedBinary(size, size),
        }),
      )
      const received = gate<Job>()
      await working(t, queue, async (job) => {
        // Read twice, and while the job runs.
        for (const [index, size] of SIZES.entries()) {
          const content = job.attachments?.[index]?.content
          t.is(content?.size, size)
          t.is(await digestOf(content), await digestOf(new NumberedBinary(size, size)))
          t.deepEqual(bytesIn(await content?.bytes()), bytesIn(await fileOf(size, size)))
        }
        received.open(job)
        return ACCEPTED
      })
      await queue.add(jobOf({ id: 'all', body: '<a/>', packaging: 'xop', attachments }), planOf())
      t.is((await queue.ended('all', soon()))?.state, 'done')
      const { body, packaging, attachments: arrived } = await received.opened
      t.is(decoded(body), '<a/>')
      t.is(packaging, 'xop')
      t.deepEqual(arrived?.map(reported), attachments.map(reported))
      const shown = await queue.admin.show('all')
      t.is(decoded(shown?.body), '<a/>')
      t.deepEqual(shown?.attachments.map(reported), attachments.map(reported))
      t.is(
        await digestOf(shown?.attachments.at(-1)?.content),
        await digestOf(attachments.at(-1)?.content),
      )
    },
  )

  declare('jobs of every kind have attachments', async (t) => {
    const queue = await open(t)
    const content = new NumberedBinary(100_000, 1)
    const attachments = [{ contentType: 'image/png', id: 'a@b', content }]
    const jobs: Job[] = [
      forwardOf({ attachments, packaging: 'attachments' }),
      answerOf({ attachments, report: undefined }),
      { ...forwardOf(), kind: 'send', id: 'sent', guarded: false, purpose: 'reply', attachments },
    ]
    const arrived = new Map<string, readonly unknown[]>()
    await working(t, queue, async ({ kind, packaging, attachments: [one] = [] }) => {
      arrived.set(kind, [packaging, one?.id, await digestOf(one?.content)])
      return ACCEPTED
    })
    for (const job of jobs) {
      await queue.add(job, planOf())
      await queue.ended(job.id, soon())
    }
    const digest = await digestOf(content)
    t.deepEqual([...arrived].toSorted(), [
      ['answer', [undefined, 'a@b', digest]],
      ['forward', ['attachments', 'a@b', digest]],
      ['send', [undefined, 'a@b', digest]],
    ])
  })

  declare('hundreds of attachments are kept', async (t) => {
    const queue = await open(t)
    const attachments = Array.from({ length: 300 }, (_, index) => ({
      contentType: 'text/plain',
      content: new NumberedBinary(index % 50 === 0 ? 70_000 : index * 20, index),
    }))
    const received = gate<readonly string[]>()
    await working(t, queue, async ({ attachments: arrived = [] }) => {
      received.open(await Promise.all(arrived.map(({ content }) => digestOf(content))))
      return ACCEPTED
    })
    await queue.add(jobOf({ attachments }), planOf())
    t.deepEqual(
      await received.opened,
      await Promise.all(attachments.map(({ content }) => digestOf(content))),
    )
  })

  declare('the attachments of an answer come back with it, for whoever asks', async (t) => {
    const queue = await open(t)
    const contents = [new NumberedBinary(10, 1), new NumberedBinary(2 * MIB, 2)]
    const result: JobResult = {
      kind: 'reply',
      message: {
        body: '<r>ä</r>',
        soap: '1.2',
        packaging: 'xop',
        attachments: contents.map((content) => ({ contentType: 'image/png', content })),
      },
    }
    await working(t, queue, async () => result)
    await queue.add(jobOf({ id: 'asked' }), planOf())
    for (const state of [await queue.ended('asked', soon()), await queue.find('asked')]) {
      if (state?.state !== 'done' || state.result.kind !== 'reply') return t.fail()
      const { body, packaging, attachments = [] } = state.result.message
      t.deepEqual([body, packaging, attachments.length], ['<r>ä</r>', 'xop', 2])
      for (const [index, content] of contents.entries()) {
        t.is(await digestOf(attachments[index]?.content), await digestOf(content))
      }
    }
  })

  declare('what is kept is not kept twice: handed on, it is the same', async (t) => {
    const queue = await open(t)
    const content = new NumberedBinary(MIB, 7)
    const attachments = [{ contentType: 'image/png', content }]
    const blobs: string[] = []
    await working(t, queue, async (job, { follow }) => {
      const [one] = job.attachments ?? []
      if (one?.content instanceof KeptBinary) blobs.push(one.content.blob)
      if (job.id !== 'first') return ACCEPTED
      follow(
        jobOf({ id: 'second', attachments: [{ contentType: 'image/gif', ...one }] as never }),
        planOf(),
      )
      const message = { body: '<r/>', soap: '1.1', attachments: job.attachments } as const
      return { kind: 'reply', message }
    })
    await queue.add(jobOf({ id: 'first', attachments }), planOf())
    await queue.ended('first', soon())
    await queue.ended('second', soon())
    const state = await queue.find('first')
    const found =
      state?.state === 'done' && 'message' in state.result ? state.result.message : undefined
    const answered = found?.attachments?.[0]?.content
    if (answered instanceof KeptBinary) blobs.push(answered.blob)
    t.is(blobs.length, 3)
    t.is(new Set(blobs).size, 1)
    t.is(await digestOf(answered), await digestOf(content))
  })

  declare('an edited dead letter has the attachments of the one before it, once', async (t) => {
    const queue = await open(t)
    const content = new NumberedBinary(MIB + 1, 3)
    const small = new HeldBinary(bytesOf('small'))
    const attachments = [content, small].map((one) => ({ contentType: 'image/png', content: one }))
    const seen: Binary[] = []
    await working(t, queue, async ({ body, attachments: [one, two] = [] }) => {
      if (decoded(body) === '<wrong/>') throw new Error('wrong')
      if (one && two) seen.push(one.content, two.content)
      return ACCEPTED
    })
    await queue.add(jobOf({ id: 'old', body: '<wrong/>', attachments }), planOf())
    t.is((await queue.ended('old', soon()))?.state, 'dead')
    const before = (await queue.admin.show('old'))?.attachments[0]?.content
    t.is(await queue.admin.replace('old', { id: 'new', body: bytesOf('<right/>') }), 'done')
    t.is((await queue.ended('new', soon()))?.state, 'done')
    const [one, two] = seen
    t.true(before instanceof KeptBinary && one instanceof KeptBinary && before.blob === one.blob)
    t.is(await digestOf(one), await digestOf(content))
    t.is(decoded(await two?.bytes()), 'small')
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('attachments go with the last job that has them', async (t) => {
    const queue = await open(t)
    const attachments = [{ contentType: 'image/png', content: new NumberedBinary(2 * MIB, 5) }]
    await working(t, queue, async ({ body }) => {
      if (decoded(body) === '<wrong/>') throw new Error('wrong')
      return ACCEPTED
    })
    await queue.add(jobOf({ id: 'old', body: '<wrong/>', attachments }), planOf())
    await queue.ended('old', soon())
    const kept = (await queue.admin.show('old'))?.attachments[0]?.content
    await queue.admin.replace('old', { id: 'new', body: bytesOf('<wrong/>') })
    await queue.ended('new', soon())
    // The one that was replaced is forgotten, the new one is a dead letter still.
    t.is(await queue.admin.trim(Date.now() + 1000), 1)
    t.is(await queue.find('old'), undefined)
    t.is(await digestOf(kept), await digestOf(new NumberedBinary(2 * MIB, 5)))
    t.is(await queue.admin.remove('new'), 'done')
    await gone(t, kept)
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('what a message leaves that was sent before is removed', async (t) => {
    const queue = await open(t)
    const read: Binary[] = []
    const attachments = [{ contentType: 'image/png', content: new NumberedBinary(MIB, 5) }]
    const claim = { key: 'the same', digest: 'd' }
    await queue.add(jobOf({ id: 'first', claim, attachments }), planOf())
    const holder = await queue.add(jobOf({ id: 'second', claim, attachments }), planOf())
    t.deepEqual([holder.id, holder.added], ['first', false])
    await working(t, queue, async ({ attachments: [one] = [] }) => {
      if (one) read.push(one.content)
      return ACCEPTED
    })
    await queue.ended('first', soon())
    t.is(await digestOf(read[0]), await digestOf(new NumberedBinary(MIB, 5)))
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('an attachment that cannot be read to its end leaves nothing behind', async (t) => {
    const queue = await open(t)
    for (const size of [MIB - 1, 3 * MIB]) {
      const content: Binary = {
        size,
        bytes: async () => new Uint8Array(2 * MIB),
        stream: () => new NumberedBinary(2 * MIB, 1).stream(),
      }
      const adding = queue.add(
        jobOf({ id: `n${size}`, attachments: [{ contentType: 'image/png', content }] }),
        planOf(),
      )
      await t.throwsAsync(adding, { message: /other than \d+ bytes/ })
      t.is(await queue.find(`n${size}`), undefined)
    }
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('finished jobs count with their attachments, and go beyond the bound', async (t) => {
    const queue = await open(t, { keepBytes: 3 * MIB })
    await working(t, queue, async () => ACCEPTED)
    for (const id of ['one', 'two', 'three']) {
      const attachments = [{ contentType: 'image/png', content: new NumberedBinary(2 * MIB, 5) }]
      await queue.add(jobOf({ id, attachments }), planOf())
      await queue.ended(id, soon())
    }
    const last = jobOf()
    await queue.add(last, planOf())
    await queue.ended(last.id, soon())
    await until(async () => (await queue.find('one')) === undefined)
    t.is((await queue.find('three'))?.state, 'done')
    t.deepEqual(await queue.admin.check(), [])
  })
}

const reported = ({ content, ...rest }: Attachment) => ({ ...rest, size: content.size })

const bytesIn = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('base64')

/** Waits until the bytes are removed, which is done a little at a time. */
async function gone(t: ExecutionContext, content: Binary | undefined): Promise<void> {
  if (!content) return t.fail()
  await until(async () => {
    try {
      await content.bytes()
      return false
    } catch {
      return true
    }
  })
  t.pass()
}
