/** The connection between two nodes is cut and restored: what was accepted arrives, and once. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type ChainOfDaemons, chainOfDaemons, uriOf } from '../support/nodes/chain-of-daemons.js'
import type { RunningDaemon } from '../support/nodes/daemon.js'
import { ADD } from '../support/wire/envelopes.js'
import { ask11 } from '../support/wire/wire.js'

const RECORDS = 20
/** Milliseconds: no attempt waits longer than for the longest delay, and the pause of the breaker. */
const DELAY = 100
const PAUSE = 150

const recordOf = (number: number) =>
  `<l:Record xmlns:l="urn:example:ledger"><l:id>${number}</l:id><l:text>t</l:text></l:Record>`

/** A gateway that keeps what comes to one path and sends on at once what comes to another, and a ledger. */
function pair(t: ExecutionContext): Promise<ChainOfDaemons> {
  return chainOfDaemons(t, 2, (addresses) => {
    const url = addresses.http(1)
    const breaker = { failures: 3, pause: `${PAUSE}ms` }
    const destinations = {
      kept: { url, breaker, retry: { attempts: 1000, delay: '10ms' } },
      requested: { url, breaker: { failures: 1000 } },
    }
    const routes = [
      { path: 'keep', to: 'kept', mode: 'store' },
      { path: 'ask', to: 'requested' },
    ]
    const ledger = { use: 'ledger', options: { file: join(addresses.folder, 'ledger.jsonl') } }
    return [
      { config: { routes, destinations, 'queue.retry': { maxDelay: `${DELAY}ms` } } },
      { config: { plugins: [{ use: 'calculator' }, ledger] } },
    ]
  })
}

const exchanges = ({ log }: RunningDaemon, queued: boolean) =>
  log.filter(({ msg, attempt, operation }) => {
    const ran = msg === 'exchange' && (attempt !== undefined) === queued
    return ran && operation === '{urn:example:ledger}Record'
  }).length

test('everything that was accepted arrives once the connection is restored', async (t) => {
  const chain = await pair(t)
  const [gateway, ledger] = chain.nodes as readonly [RunningDaemon, RunningDaemon]
  const [, link] = chain.links
  const keep = async (number: number) => {
    t.is((await ask11(`${gateway.url}/keep`, recordOf(number))).status, 202)
  }
  const { listening } = await gateway.logged(({ msg }) => msg === 'health is available')
  const ready = async () => (await fetch(`${String(listening)}/health/ready`)).status

  await keep(0)
  await ledger.logged(() => exchanges(ledger, true) === 1)
  // The next message is taken, but nobody hears of it.
  link?.cut('answer')
  await keep(1)
  await ledger.logged(() => exchanges(ledger, true) === 2)
  await gateway.logged(({ attempt, outcome }) => attempt === 1 && outcome === 'fault')
  for (let number = 2; number < RECORDS; number += 1) await keep(number)
  await gateway.logged(
    ({ msg }) =>
      msg === 'the circuit breaker has opened: nothing is sent to the destination for a while',
  )
  const opened = link?.opened ?? 0
  const heard = await ask11(`${gateway.url}/ask`, ADD)
  t.is(heard.status, 500)
  t.is(heard.fault.code, 'Server')
  t.is(heard.fault.reason, 'No answer is available from the next node.')
  t.is(heard.fault.actor, uriOf(0))
  t.is((link?.opened ?? 0) > opened, true)
  // It takes messages as before: an outage elsewhere is no reason to send them to another node.
  t.is(await ready(), 200)
  t.is(exchanges(ledger, true), 2)

  link?.restore()
  await ledger.logged(() => exchanges(ledger, true) >= RECORDS)
  await gateway.logged(
    ({ msg }) => msg === 'the circuit breaker has closed: the destination answers again',
  )
  t.regex((await ask11(`${gateway.url}/ask`, ADD)).text, />3</)
  await gateway.logged(
    () =>
      gateway.log.filter(({ attempt, outcome }) => attempt && outcome === 'accepted').length >=
      RECORDS,
  )
  await chain.stop()
  // The one whose answer was lost came twice, and was done once.
  t.is(exchanges(ledger, true), RECORDS)
  t.true(exchanges(ledger, false) > RECORDS)
  t.is(
    ledger.log.filter(({ msg }) => msg === 'the message was sent before').length,
    exchanges(ledger, false) - RECORDS,
  )
})
