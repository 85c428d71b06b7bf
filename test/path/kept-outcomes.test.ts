/** Runs that end late, and outcomes that cannot be kept just now: nothing runs twice, and whoever comes again gets the outcome. */
import test from 'ava'
import { EvidenceUnavailable } from '../../src/security/evidence.js'
import { factsOf } from '../../src/security/trust/certificate-facts.js'
import type { DirectRun } from '../../src/store/queue/job.js'
import { type Begun, QueueUnavailable } from '../../src/store/queue/queue.js'
import { gate, soon } from '../support/jobs.js'
import {
  call,
  ended,
  nodeWith as made,
  outcomeText,
  pastItsTime,
  RUN,
} from '../support/nodes/identified.js'
import { T } from '../support/nodes/marking.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { letter, people, write } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { soap11 } from '../support/wire/envelopes.js'

const queues: TestNode['queue'][] = []
test.after.always(() => Promise.all(queues.map((queue) => queue.close())))

const nodeWith = (...args: Parameters<typeof made>) => {
  const node = made(...args)
  queues.push(node.queue)
  return node
}

test('a run past its time: a fault at once, and its reply is the outcome once it is there', async (t) => {
  let runs = 0
  const held = gate()
  const node = nodeWith(
    {
      async invoke() {
        runs += 1
        await held.opened
        return { late: 'yes' }
      },
    },
    { settings: ['limits.operationTime=1s'] },
  )
  t.is((await node.inject(call())).kind, 'fault')
  const run = await pastItsTime(node)
  held.open()
  t.like(await node.queue.ended(run, soon()), { state: 'done' })
  t.regex(outcomeText(await node.inject(call())), /<m:late>yes</)
  t.regex(outcomeText(await node.inject('', { pickUp: run })), /<m:late>yes</)
  t.is(runs, 1)
})

/** Cannot claim, or cannot keep outcomes, as long as a test says so. */
class Failing extends MemoryQueue {
  claims = true
  readonly keeps = gate()

  override async begin(run: DirectRun): Promise<Begun> {
    if (!this.claims) throw new QueueUnavailable('a test has it fail')
    const begun = await super.begin(run)
    if ('holder' in begun) return begun
    return {
      run: {
        end: async (...ended) => {
          const keeping = this.keeps.opened.then(() => begun.run.end(...ended))
          void keeping
          throw new QueueUnavailable('a test has it fail')
        },
      },
    }
  }
}

test('where no claim can be made nothing runs, and the caller is told to come again', async (t) => {
  let runs = 0
  const queue = new Failing()
  queue.claims = false
  const node = nodeWith(
    {
      invoke() {
        runs += 1
        return {}
      },
    },
    { queue },
  )
  t.like(await node.inject(call()), { kind: 'refused', refusal: 'unavailable' })
  t.is(runs, 0)
})

test('where the outcome cannot be kept the caller is told to come again, and gets it then', async (t) => {
  let runs = 0
  const queue = new Failing()
  const node = nodeWith(
    {
      invoke() {
        runs += 1
        return { runs: String(runs) }
      },
    },
    { queue },
  )
  t.like(await node.inject(call()), { kind: 'refused', refusal: 'unavailable' })
  const again = node.inject(call())
  queue.keeps.open()
  t.regex(outcomeText(await again), /<m:runs>1</)
  t.is(runs, 1)
})

test('closing waits for a run whose sender was told that its time is over, and its outcome is kept', async (t) => {
  const [entered, held] = [gate(), gate()]
  const node = nodeWith(
    {
      async invoke() {
        entered.open()
        await held.opened
        return { late: 'yes' }
      },
    },
    { settings: ['limits.operationTime=1s'] },
  )
  t.is((await node.inject(call())).kind, 'fault')
  let closed = false
  const closing = node.processor.close(new AbortController().signal).then(() => {
    closed = true
  })
  await new Promise(setImmediate)
  t.false(closed)
  held.open()
  await closing
  t.like((await ended(node))[0], { kind: 'direct', state: 'done' })
  // What never ends holds nothing up beyond the deadline.
  const other = nodeWith({ invoke: () => new Promise(() => undefined) })
  void other.inject(call())
  await other.processor.close(AbortSignal.timeout(10))
})

test('a run past its time that throws in the end is open again, and was not before', async (t) => {
  let runs = 0
  const held = gate()
  const node = nodeWith(
    {
      async invoke() {
        runs += 1
        if (runs > 1) return { runs: String(runs) }
        await held.opened
        throw new Error('after all')
      },
    },
    { settings: ['limits.operationTime=1s'] },
  )
  t.is((await node.inject(call())).kind, 'fault')
  const run = await pastItsTime(node)
  t.is(runs, 1)
  held.open()
  t.like(await node.queue.ended(run, soon()), { state: 'done' })
  t.regex(outcomeText(await node.inject(call())), /<m:runs>2</)
})

test('evidence of the answer that cannot be kept: come again, and what comes again gets the outcome', async (t) => {
  let runs = 0
  const state = { fails: false }
  const evidence = {
    async append({ direction }: { readonly direction: string }) {
      if (state.fails && direction === 'sent') throw new EvidenceUnavailable('no space is left')
    },
    probe: async () => undefined,
    close: async () => undefined,
  }
  const kit = { ...(await people()), soap: '1.1', form: 'wss', at: Date.now() } as const
  const plugin = {
    operations: [
      {
        name: `{${T}}Mark` as const,
        invoke() {
          runs += 1
          return { result: `run ${runs}`, more: 'second' }
        },
      },
    ],
  }
  const settings = [securityOf(t, kit, [{ require: 'non-repudiation' }])]
  const node = makeNode({ marking: plugin }, { settings, evidence })
  queues.push(node.queue)
  const certificate = factsOf(kit.alice.certificate)
  const by = { peer: { tls: { protocol: 'TLSv1.3', certificate } }, idempotencyKey: 'one' }
  const anew = (later: number) => write(letter({ ...kit, at: kit.at + later }))
  state.fails = true
  t.like(await node.inject(anew(0), by), { kind: 'refused', refusal: 'unavailable' })
  t.like(await node.inject(anew(1), by), { kind: 'refused', refusal: 'unavailable' })
  state.fails = false
  t.regex(outcomeText(await node.inject(anew(2), by)), /run 1/)
  t.is(runs, 1)
})

test('without an identity nothing is claimed, and safe operations claim nothing', async (t) => {
  const queue = new Failing()
  queue.claims = false
  const node = nodeWith({ invoke: () => ({}) }, { queue })
  t.is((await node.inject(soap11(RUN))).kind, 'reply')
  const safe = nodeWith({ safe: true, invoke: () => ({}) }, { queue })
  t.is((await safe.inject(call())).kind, 'reply')
})
