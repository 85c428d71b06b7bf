/** Messages that go in circles of one, two and three nodes: each ends with one fault, or one dead letter. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { MailClient } from '../support/mail/client.js'
import type { Letter } from '../support/mail/post-office.js'
import {
  type ChainOfDaemons,
  chainOfDaemons,
  domainOf,
  type NodeAddresses,
  type NodeOfChain,
  uriOf,
} from '../support/nodes/chain-of-daemons.js'
import { anyRedis } from '../support/redis/redis.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask, type Heard } from '../support/wire/wire.js'
import { isArrival } from './line.js'

type Leg = 'http' | 'mail'

/** As many nodes as legs; the last one leads to the first node again. */
const CIRCLES: readonly (readonly Leg[])[] = [
  ['http'],
  ['mail'],
  ['http', 'http'],
  ['http', 'mail'],
  ['mail', 'http'],
  ['mail', 'mail'],
  ['http', 'http', 'http'],
  ['http', 'mail', 'http'],
  ['mail', 'http', 'mail'],
]
const MODES = ['default', 'store'] as const
const MAX_HOPS = 16
const NEXT = 'http://schemas.xmlsoap.org/soap/actor/next'
/** Long after the answer has come, where one comes. */
const ANSWER_TIME = '5s'

const numbers = [0, 1, 2]
const pathOf = (legs: readonly Leg[], mode: string) => `${legs.join('-')}-${mode}`

/** Routes of a node: for every circle, by the path that the message came to. */
function nodeAt(index: number, addresses: NodeAddresses): NodeOfChain {
  const routes = CIRCLES.flatMap((legs) =>
    MODES.flatMap((mode) => {
      const leg = legs[index]
      if (!leg) return []
      const path = pathOf(legs, mode)
      const next = (index + 1) % legs.length
      // What leads to the node itself is refused at start where that can be seen.
      const mail = next === index ? `mailto:${path}@alias.example` : addresses.mail(next, path)
      const to = leg === 'http' ? addresses.http(next, path) : mail
      const store = { mode, ...(leg === 'mail' && { answerTime: ANSWER_TIME }) }
      return [{ path, to, ...(mode === 'store' && store) }]
    }),
  )
  const retry = { attempts: 5, delay: '1ms', maxDelay: '1ms' }
  const queue = [`queue.url=${redis.url}`, `queue.prefix=loops-${index}-${run}`]
  return { mail: true, queue, config: { routes, 'queue.retry': retry } }
}

const run = randomBytes(4).toString('hex')
let redis: Awaited<ReturnType<typeof anyRedis>>
const client = new MailClient()
const ends: (() => void | Promise<void>)[] = []
let chain: ChainOfDaemons

test.before(async () => {
  redis = await anyRedis()
  ends.push(() => redis.close())
  chain = await chainOfDaemons(
    { teardown: (end) => ends.unshift(end) },
    numbers.length,
    (addresses) => numbers.map((index) => nodeAt(index, addresses)),
    {
      'client.example': client.destination,
      'alias.example': (letter: Letter) => [
        { ...letter, to: letter.to.replace('alias.example', domainOf(0)) },
      ],
    },
  )
})
test.after.always(async () => {
  for (const end of ends) await end()
})

/** Sends a message to the first node, and gives what came back to a client over HTTP or by mail. */
async function send(way: Leg, path: string, header = '') {
  const trace = randomBytes(16).toString('hex')
  const headers = { traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01` }
  const text = soap11(ADD, header)
  const dead = await deadLetters()
  if (way === 'http') {
    const heard = await ask(`${chain.nodes[0]?.url}/${path}`, text, { headers })
    await chain.quiet()
    return { trace, heard, answers: 1, dead: (await deadLetters()) - dead }
  }
  const id = client.post(chain.office, `${path}@${domainOf(0)}`, text, headers)
  await lines(0, trace, 1)
  await chain.quiet()
  const answers = client.answersTo(id).length
  const heard = answers > 0 ? await client.answerTo(id) : undefined
  return { trace, heard, answers, dead: (await deadLetters()) - dead }
}

async function deadLetters(): Promise<number> {
  const all = await Promise.all(numbers.map(async (index) => (await chain.admin(index)).stats()))
  return all.reduce((sum, { dead }) => sum + dead, 0)
}

/** Waits until a node has had the message so often, and gives its lines of exchanges. */
async function lines(index: number, trace: string, least: number) {
  const found = () =>
    (chain.nodes[index]?.log ?? []).filter(
      ({ msg, traceId }) => msg === 'exchange' && traceId === trace,
    )
  await chain.nodes[index]?.logged(() => found().length >= least)
  return found()
}

/**
 * What becomes of the fault on its way back: it goes from node to node, as far as somebody waits for it.
 * A stored job that gets the fault on its connection becomes a dead letter; in mode request-reply every fault is the answer.
 */
function expected(legs: readonly Leg[], mode: string, way: Leg) {
  let dead = 0
  for (const index of [...legs.keys()].reverse()) {
    const from = legs[index - 1] ?? way
    if (legs[index] === 'http' && mode === 'store') dead += 1
    if (mode === 'store' && from === 'http') return { dead, reported: false }
  }
  return { dead, reported: true }
}

for (const legs of CIRCLES) {
  for (const mode of MODES) {
    for (const way of ['http', 'mail'] as const) {
      const circle = `a circle of ${legs.length} by ${legs.join(', ')}, mode ${mode}`

      test.serial(`${circle}, asked by ${way}`, async (t) => {
        const { trace, heard, answers, dead } = await send(way, pathOf(legs, mode))
        const reason = `The message came back to ${uriOf(0)}: ${[...legs.keys()].map(uriOf).join(' > ')}`
        const all = await Promise.all(
          numbers.map((index) => lines(index, trace, index < legs.length ? 1 : 0)),
        )
        // It came to the first node twice, to the others once, and to none of them again from a queue.
        const arrivals = all.map((of) => of.filter(isArrival).length)
        t.deepEqual(
          arrivals,
          numbers.map((index) => (index === 0 ? 2 : index < legs.length ? 1 : 0)),
        )
        // One fault was made, though several have passed it on.
        t.is(
          all.flat().filter((line) => line.msg === 'exchange' && line.cause === reason).length,
          1,
        )
        const { reported, dead: expectedDead } = expected(legs, mode, way)
        t.is(dead, expectedDead)
        // Nothing is lost silently: the sender is told, or there is a dead letter, or a job has the fault for an answer.
        const noted = all.flat().some(({ outcome }) => outcome === 'fault')
        t.true(reported || expectedDead > 0 || noted)
        t.is(answers, way === 'http' || reported ? 1 : 0)
        if (reported) isLoopOf(t, heard, reason)
        else if (way === 'http') t.is(heard?.status, 202)
      })
    }
  }
}

function isLoopOf(t: ExecutionContext, heard: Heard | undefined, reason: string): void {
  t.is(heard?.fault.code, 'Server')
  t.is(heard?.fault.reason, reason)
  t.is(heard?.fault.actor, uriOf(0))
  t.deepEqual(heard?.blocks, ['{urn:waybill:fault}Loop'])
}

for (const legs of [
  ['http', 'http', 'http'],
  ['http', 'mail', 'http'],
] as const) {
  test.serial(`more hops than the limit by ${legs.join(', ')}: one fault`, async (t) => {
    const before = Array.from({ length: MAX_HOPS - 2 }, (_, index) => `urn:far-${index}`)
    const hops = before.map((node) => `<r:Hop node="${node}"/>`).join('')
    const far = `<r:Hops xmlns:r="urn:waybill:route" s:actor="${NEXT}">${hops}</r:Hops>`
    const { trace, heard, dead } = await send('http', pathOf(legs, 'default'), far)
    const way = [...before, uriOf(0), uriOf(1)].join(' > ')
    t.is(heard?.fault.code, 'Server')
    t.is(heard?.fault.reason, `The message has passed more than ${MAX_HOPS} nodes: ${way}`)
    t.is(heard?.fault.actor, uriOf(2))
    const all = await Promise.all(numbers.map((index) => lines(index, trace, 1)))
    const arrivals = all.map((of) => of.filter(isArrival).length)
    t.deepEqual(arrivals, [1, 1, 1])
    t.is(dead, 0)
  })
}

test.serial('nothing more has come of any circle', async (t) => {
  const count = () =>
    chain.nodes.map(({ log }) => log.filter(({ msg }) => msg === 'exchange').length)
  const before = count()
  await chain.stop()
  t.deepEqual(count(), before)
  t.is(chain.office.underWay, 0)
  t.deepEqual(chain.office.refusals, [])
})
