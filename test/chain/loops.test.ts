/** Messages that go in circles of one, two and three nodes: each ends with one fault, or one dead letter. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import {
  type ChainOfDaemons,
  chainOfDaemons,
  domainOf,
  type NodeOfChain,
  type Places,
  uriOf,
} from '../support/chain-of-daemons.js'
import { ADD, soap11 } from '../support/envelopes.js'
import { MailClient } from '../support/mail-client.js'
import type { Letter } from '../support/post-office.js'
import { anyRedis } from '../support/redis.js'
import { ask } from '../support/wire.js'

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
const MOST = 3

const numbers = [0, 1, 2]
const pathOf = (legs: readonly Leg[], mode: string) => `${legs.join('-')}-${mode}`

/** Routes of a node: for every circle, by the path that the message came to. */
function nodeAt(index: number, places: Places): NodeOfChain {
  const routes = CIRCLES.flatMap((legs) =>
    MODES.flatMap((mode) => {
      const leg = legs[index]
      if (!leg) return []
      const path = pathOf(legs, mode)
      const next = (index + 1) % legs.length
      // What leads to the node itself is refused at start where that can be seen.
      const mail = next === index ? `mailto:${path}@alias.example` : places.mail(next, path)
      const to = leg === 'http' ? places.http(next, path) : mail
      return [{ path, to, ...(mode !== 'default' && { mode }) }]
    }),
  )
  const retry = { attempts: 5, delay: 1, maxDelay: 1 }
  const queue = [`queue.url=${redis.url}`, `queue.prefix=loops-${index}-${run}`]
  return { mail: true, queue, config: { routes, 'queue.retry': retry, 'routing.maxHops': MOST } }
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
    (places) => numbers.map((index) => nodeAt(index, places)),
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
  const all = await Promise.all(numbers.map(async (index) => (await chain.desk(index)).stats()))
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

for (const legs of CIRCLES) {
  for (const mode of MODES) {
    for (const way of ['http', 'mail'] as const) {
      const circle = `a circle of ${legs.length} by ${legs.join(', ')}, mode ${mode}`

      test.serial(`${circle}, asked by ${way}`, async (t) => {
        const { trace, heard, answers, dead } = await send(way, pathOf(legs, mode))
        const came = [...legs.keys(), 0].map(uriOf)
        const reason = `The message came back to ${uriOf(0)}: ${came.slice(0, -1).join(' > ')}`
        const all = await Promise.all(
          numbers.map((index) => lines(index, trace, index < legs.length ? 1 : 0)),
        )
        // It came to the first node twice, to the others once, and to none of them again from a queue.
        const arrivals = all.map((of) => of.filter(({ attempt }) => attempt === undefined).length)
        t.deepEqual(
          arrivals,
          numbers.map((index) => (index === 0 ? 2 : index < legs.length ? 1 : 0)),
        )
        t.log({
          answers,
          dead,
          heard: heard?.text,
          attempts: all.flat().map((l) => [l.attempt, l.outcome, l.reason]),
        })
        t.is(all.flat().filter((line) => line.reason === reason).length, 1)
      })
    }
  }
}
