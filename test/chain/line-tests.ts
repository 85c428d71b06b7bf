/** The tests of one line of nodes: what goes through it, what ends on the way, what comes back. */
import test, { type ExecutionContext } from 'ava'
import { actorAt, uriOf } from '../support/nodes/chain-of-daemons.js'
import { ADD, NS12 } from '../support/wire/envelopes.js'
import type { Heard } from '../support/wire/wire.js'
import { type Leg, LineOfNodes, type Soap } from './line.js'

const WAYS: readonly Leg[] = ['http', 'mail']
const SOAPS: readonly Soap[] = ['1.1', '1.2']
const DIVIDE = '<c:Divide xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>0</c:b></c:Divide>'
const COUNT = '<l:Count xmlns:l="urn:example:ledger"/>'
const recordOf = (id: string) =>
  `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>t</l:text></l:Record>`

/** A block for the node of a number, mandatory; for the ultimate receiver if there is none. */
function block(name: string, index: number | undefined, soap: Soap, content = ''): string {
  const attribute = soap === '1.1' ? 'actor' : 'role'
  const actor = index === undefined ? '' : ` s:${attribute}="${actorAt(index)}"`
  return `<w:${name} xmlns:w="urn:test:way"${actor} s:mustUnderstand="1">${content}</w:${name}>`
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** @param legs  what the nodes are linked by */
export function testLine(legs: readonly Leg[]): void {
  const last = legs.length
  const title = `${last + 1} nodes by ${legs.join(', ')}`
  /** How far each message must have got, by its trace: to this node and none behind it. */
  const reached = new Map<string, number>()
  const ends: (() => void | Promise<void>)[] = []
  let line: LineOfNodes
  let records = 0

  test.before(async () => {
    line = await LineOfNodes.start({ teardown: (end) => ends.unshift(end) }, legs)
  })
  test.after.always(async () => {
    for (const end of ends) await end()
  })

  const parts = (soap: Soap, refused?: number) =>
    numbers(last + 1)
      .map((index) => block('Part', index, soap, index === refused ? 'refuse' : 'do'))
      .join('')

  /** Asks, and checks what holds for every answer. */
  const heardOf = async (
    t: ExecutionContext,
    [way, soap]: readonly [Leg, Soap],
    body: string,
    header: string,
    end: number,
  ): Promise<{ readonly heard: Heard; readonly trace: string }> => {
    const { trace, answer } = line.send(way, soap, body, header)
    reached.set(trace, end)
    const heard = await answer()
    t.is(heard.envelope.version.name, soap)
    return { heard, trace }
  }

  /** Checks who made a fault: `Node` and `Role` say it in SOAP 1.2, faultactor in 1.1. */
  const madeBy = (t: ExecutionContext, heard: Heard, index: number) => {
    const { fault, text, status } = heard
    const soap12 = heard.envelope.version.name === '1.2'
    t.is(fault.actor, index === last ? undefined : uriOf(index))
    const [, role] = /<env:Role>(.*?)<\/env:Role>/.exec(text) ?? []
    t.is(role, soap12 && index < last ? actorAt(index) : undefined)
    if (status > 0) t.is(status, soap12 && fault.code === 'Client' ? 400 : 500)
  }

  for (const way of WAYS) {
    for (const soap of SOAPS) {
      test.serial(`${title}: a request by ${way} in SOAP ${soap} has its answer`, async (t) => {
        const { heard, trace } = await heardOf(t, [way, soap], ADD, parts(soap), last)
        t.regex(heard.text, /<\w+:result>3<\/\w+:result>/)
        if (way === 'http') t.is(heard.status, 200)
        // What every node on the way has added, the last one first; what was for them on the way back is gone.
        const added = [...heard.text.matchAll(/<(?:\w+:)?Done [^>]*>([^<]*)</g)].map(([, by]) => by)
        t.deepEqual(
          added,
          numbers(last + 1)
            .map(actorAt)
            .reverse(),
        )
        t.false(heard.blocks.includes('{urn:test:way}Back'))
        for (const index of numbers(last + 1)) {
          await line.arrival(index, trace)
          const count = (msg: string) =>
            line.lines(index, trace).filter((one) => one.msg === msg).length
          t.is(count('did its part'), 1)
          t.is(count('had its answer'), index === last ? 0 : 1)
        }
        // Nothing is left for who has done its part, and each node on the way is named.
        for (const index of numbers(last)) {
          const arrival = line.received(index + 1, trace)
          t.is((arrival.match(/<w:Part /g) ?? []).length, last - index, arrival)
          t.true(arrival.includes(block('Part', last, soap, 'do')))
          const hops = [...arrival.matchAll(/<r:Hop node="([^"]*)"/g)].map(([, by]) => by)
          t.deepEqual(hops, numbers(index + 1).map(uriOf))
        }
      })
    }

    test.serial(`${title}: a one-way message by ${way} is done at the end, once`, async (t) => {
      const { trace, answer } = line.send(way, '1.2', recordOf(way), parts('1.2'))
      reached.set(trace, last)
      records += 1
      if (way === 'http') t.is((await answer()).status, 202)
      await line.arrival(last, trace)
      const done = await line.chain.nodes[last]?.logged(
        ({ msg, attempt, traceId }) => msg === 'exchange' && attempt === 1 && traceId === trace,
      )
      t.is(done?.outcome, 'accepted')
    })

    test.serial(
      `${title}: a fault of the operation comes back to who asked by ${way}`,
      async (t) => {
        const { heard } = await heardOf(t, [way, '1.1'], DIVIDE, parts('1.1'), last)
        t.is(heard.fault.reason, 'The divisor is zero.')
        madeBy(t, heard, last)
      },
    )
  }

  for (const index of numbers(last + 1)) {
    for (const [turn, way] of WAYS.entries()) {
      // Each version at each node, in turns over both ways.
      const soap = SOAPS[(index + turn) % 2] ?? '1.1'
      const request = `SOAP ${soap} by ${way}`

      test.serial(`${title}: node ${index} refuses its part, ${request}`, async (t) => {
        const { heard } = await heardOf(t, [way, soap], ADD, parts(soap, index), index)
        t.is(heard.fault.code, 'Client')
        t.is(heard.fault.reason, `${actorAt(index)} refuses.`)
        madeBy(t, heard, index)
      })

      test.serial(`${title}: node ${index} does not understand a block, ${request}`, async (t) => {
        const unknown = block('Unknown', index === last ? undefined : index, soap)
        const header = parts(soap) + unknown
        const { heard, trace } = await heardOf(t, [way, soap], ADD, header, index)
        t.is(heard.fault.code, 'MustUnderstand')
        madeBy(t, heard, index)
        if (soap === '1.2') t.true(heard.blocks.includes(`{${NS12}}NotUnderstood`))
        await line.arrival(index, trace)
        const done = numbers(last + 1).filter((other) =>
          line.lines(other, trace).some(({ msg }) => msg === 'did its part'),
        )
        t.deepEqual(done, numbers(index))
      })
    }
  }

  test.serial(
    `${title}: what must be understood and is not has no effect at the end`,
    async (t) => {
      const header = block('Unknown', undefined, '1.1')
      const { trace } = line.send('http', '1.1', recordOf('not-understood'), header)
      reached.set(trace, last)
      await line.arrival(last, trace)
      const { answer } = line.send('http', '1.1', COUNT)
      t.regex((await answer()).text, new RegExp(`>${records}<`))
    },
  )

  test.serial(
    `${title}: every message came to each node on its way once, and to none behind`,
    async (t) => {
      // With the end of its process every line of a node's log has been read.
      await line.chain.stop()
      for (const [trace, end] of reached) {
        const arrivals = numbers(last + 1).map((index) => line.arrivals(index, trace))
        t.deepEqual(
          arrivals,
          numbers(last + 1).map((index) => (index <= end ? 1 : 0)),
        )
      }
      t.true(reached.size > 4 * last)
    },
  )
}
