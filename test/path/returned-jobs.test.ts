/** What is told of an attempt that was ended from outside: what the queue makes of it. */
import test from 'ava'
import type { JobSettled } from '../../src/message/events/events.js'
import { SoapFault } from '../../src/plugin.js'
import { gate, until } from '../support/jobs.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const RUN = soap11('<q:Run xmlns:q="urn:q"/>')

/** How the run of a job is told whose last attempt is ended by what is done to the node. */
async function settled(
  timeLimit: number,
  work: (signal: AbortSignal) => Promise<void>,
  end: (close: () => Promise<void>) => Promise<void>,
) {
  const began = gate()
  const node = makeNode(
    {
      q: {
        operations: [
          {
            name: '{urn:q}Run',
            exchange: 'one-way',
            async invoke(_, { signal }) {
              began.open()
              await work(signal)
            },
          },
        ],
      },
    },
    {
      settings: [`queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: ${timeLimit}ms}`],
    },
  )
  await node.inject(RUN)
  await began.opened
  await end(() => node.queue.close())
  const runs = () => node.log.filter(({ event }) => event === 'job')
  await until(() => runs().length > 0)
  await node.queue.close()
  return (runs() as unknown as readonly JobSettled[]).map(({ outcome }) => outcome)
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

for (const [how, ends] of [
  ['fails', () => Promise.reject(new Error('cut off'))],
  ['ends', () => Promise.resolve()],
  [
    'is refused',
    () => Promise.reject(new SoapFault({ code: 'Client', reason: 'It is not done.' })),
  ],
] as const) {
  test(`a last attempt that ${how} once its node has stopped is no dead letter: the queue keeps the job`, async (t) => {
    const work = (signal: AbortSignal) => aborted(signal).then(ends)
    t.deepEqual(await settled(30_000, work, (close) => close()), ['retry'])
  })

  test(`a last attempt that ${how} after its time is a dead letter`, async (t) => {
    const work = (signal: AbortSignal) => aborted(signal).then(ends)
    t.deepEqual(await settled(5, work, async () => undefined), ['dead'])
  })
}
