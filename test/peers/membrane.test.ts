/** Membrane between clients and a node: a proxy that holds what passes against the contract. */
import anyTest, { type TestFn } from 'ava'
import { FEATURES } from './matrix/features.js'
import { ourClient } from './matrix/ours.js'
import { EVERYWHERE } from './matrix/peers.js'
import { openWire, type Wire } from './matrix/wire.js'
import { CONTRACT, java, javaCommand } from './projects.js'
import { type Server, startServer } from './server.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'cxf', start: java('cxf') })
const { test } = trial

let wire: Wire | undefined
let proxy: Server | undefined

test.serial.before(async () => {
  wire = await openWire(`${trial.node().url}/warehouse`)
  proxy = await startServer([...javaCommand('membrane', 'peer.Proxy'), wire.url, CONTRACT])
})
test.after.always(async () => {
  await proxy?.end()
  await wire?.close()
})

const CLIENTS = ['CXF', 'our client'] as const
const REFUSED = 'Membrane answers 400 to its package, and nothing reaches the node'
/** What does not pass, and why; a version with which it passes fails the test. */
const CANNOT: Readonly<Record<string, string>> = {
  'SOAP 1.1: MTOM sent, CXF': REFUSED,
  'SOAP 1.1: MTOM received, CXF': REFUSED,
  'SOAP 1.2: MTOM sent, CXF': REFUSED,
  'SOAP 1.2: MTOM received, CXF': REFUSED,
  'SOAP 1.2: declared fault, CXF': 'CXF reads no fault that comes with 400',
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const client of CLIENTS) {
    for (const feature of EVERYWHERE) {
      const title = `SOAP ${soap}: ${feature}, ${client}`
      const cannot = CANNOT[title]
      test.serial(`${title}, through it to our node${cannot ? `: ${cannot}` : ''}`, async (t) => {
        if (!wire || !proxy) throw new Error('it has not started')
        const { last, count } = wire
        const address = proxy.addresses['1.1']
        const before = count()
        const tried = FEATURES[feature]({
          async call(operation, fields) {
            const options = { ...fields, soap, address }
            const answer =
              client === 'CXF'
                ? await trial.ask(operation, options)
                : await ourClient().call(operation, options)
            if (answer.error !== undefined) throw new Error(answer.error)
            return answer
          },
          last,
          ran: (operation, item) =>
            trial.node().logged((line) => line.msg === `${operation} runs` && line.item === item),
        })
        if (cannot === undefined) await t.notThrowsAsync(tried)
        else {
          await t.throwsAsync(tried, { message: /400/ })
          t.is(count() === before, cannot === REFUSED)
        }
      })
    }
  }
}
