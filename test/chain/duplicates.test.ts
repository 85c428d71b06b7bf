/** The same message more than once at a gateway in modes request-reply and store: it goes on and is done once. */
import test from 'ava'
import { ADDRESSED } from '../support/wire/addressing.js'
import { ADD } from '../support/wire/envelopes.js'
import { isArrival, type Leg, LineOfNodes, type Soap } from './line.js'

const LINE: readonly Leg[] = ['mail', 'http']
const TIMES = 5
const recordOf = (text: string) =>
  `<l:Record xmlns:l="urn:example:ledger"><l:id>twice</l:id><l:text>${text}</l:text></l:Record>`

const ends: (() => void | Promise<void>)[] = []
let line: LineOfNodes

test.before(async () => {
  line = await LineOfNodes.start({ teardown: (end) => ends.unshift(end) }, LINE)
})
test.after.always(async () => {
  for (const end of ends) await end()
})

const identified = (soap: Soap, id: string) => ADDRESSED.replace('message:1', `${id}:${soap}`)
/** Runs of exchanges that came to a node, whatever their trace. */
const arrivals = (index: number) => line.chain.nodes[index]?.log.filter(isArrival).length ?? 0

for (const soap of ['1.1', '1.2'] as const) {
  test.serial(
    `the same MessageID many times at once through a route of mode request-reply has one effect, SOAP ${soap}`,
    async (t) => {
      const before = arrivals(line.last)
      const header = identified(soap, 'request-reply')
      const sent = Array.from({ length: TIMES }, () => line.send('http', soap, ADD, header))
      const heard = await Promise.all(sent.map(({ answer }) => answer()))
      const first = heard[0]?.text ?? ''
      t.is(heard[0]?.status, 200)
      t.regex(first, />3</)
      t.is(new Set(heard.map(({ text }) => text)).size, 1)
      // And later: the answer is still there.
      t.is((await line.send('http', soap, ADD, header).answer()).text, first)
      t.is(arrivals(line.last), before + 1)
      // Another message behind it shows that nothing else is on its way.
      const { trace, answer } = line.send('http', soap, ADD)
      t.is((await answer()).status, 200)
      await line.arrival(line.last, trace)
      t.is(arrivals(line.last), before + 2)
    },
  )

  test.serial(
    `the same MessageID with another Body is a fault and comes to nobody, SOAP ${soap}`,
    async (t) => {
      const header = identified(soap, 'other')
      t.is((await line.send('http', soap, ADD, header).answer()).status, 200)
      const before = arrivals(line.last)
      const other = ADD.replace('>1<', '>7<')
      const refused = line.send('http', soap, other, header)
      const { fault } = await refused.answer()
      await line.arrival(0, refused.trace)
      const [text] = line.lines(0, refused.trace).filter(({ msg }) => msg === 'exchange')
      t.like(text, { level: 'warn', outcome: 'fault', code: 'Client' })
      t.is(fault.code ?? 'Client', 'Client')
      t.regex(fault.reason, /sent under this identification before|MessageID/)
      const { trace, answer } = line.send('http', soap, ADD)
      await answer()
      await line.arrival(line.last, trace)
      t.is(arrivals(line.last), before + 1)
    },
  )
}

test.serial('the same MessageID many times at once in mode store is done once', async (t) => {
  const header = identified('1.1', 'store')
  const before = arrivals(line.last)
  const sent = Array.from({ length: TIMES }, () => line.send('http', '1.1', recordOf('a'), header))
  for (const { answer } of sent) t.is((await answer()).status, 202)
  await line.chain.nodes[line.last]?.logged(
    ({ msg, attempt, operation }) =>
      msg === 'exchange' && attempt === 1 && operation === '{urn:example:ledger}Record',
  )
  // Nothing of another Body comes about.
  const conflict = await line.send('http', '1.1', recordOf('b'), header).answer()
  t.is(conflict.status, 500)
  const { trace, answer } = line.send('http', '1.1', ADD)
  await answer()
  await line.arrival(line.last, trace)
  t.is(arrivals(line.last), before + 2)
})
