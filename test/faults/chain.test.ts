/** Kills of the node in the middle of a chain, at random moments under load: nothing is lost or done twice. */
import { Agent } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { isIdle, until } from '../support/jobs.js'
import { type ChainOfDaemons, chainOfDaemons } from '../support/nodes/chain-of-daemons.js'
import { soap11 } from '../support/wire/envelopes.js'
import { postSoap } from './ask.js'
import { LedgerLines } from './ledger-lines.js'
import { payloadOf } from './load.js'
import { LONG, random, SEED } from './run.js'

const KILLS = LONG ? 20 : 1
const RECORDS = 150
const CALLERS = 8
/** Milliseconds in which everything must have come about once nothing is broken any more. */
const SETTLED = 120_000
/** Outlasts the time that a node needs to come back, and what its breaker keeps from it. */
const PATIENT = {
  retry: { attempts: 1000, delay: '20ms' },
  breaker: { failures: 5, pause: '200ms' },
}
/** Milliseconds: no delay is longer. */
const SOON = { 'queue.retry': { maxDelay: '500ms' } }

/** A gateway that keeps what it takes, a node in the middle that does too, and a ledger. */
async function chainWithLedger(t: Parameters<typeof chainOfDaemons>[0], ledger: string) {
  const routes = [{ to: 'next', mode: 'store' }]
  return chainOfDaemons(t, 3, (addresses) => [
    {
      config: { routes, destinations: { next: { url: addresses.http(1), ...PATIENT } }, ...SOON },
    },
    {
      queue: [],
      config: { routes, destinations: { next: { url: addresses.http(2), ...PATIENT } }, ...SOON },
    },
    { config: { plugins: [{ use: 'ledger', options: { file: ledger } }] } },
  ])
}

/** Sends so many records, several at once; gives the ids of those that were acknowledged. */
async function send(url: string, prefix: string, progress: (acknowledged: number) => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const acknowledged: string[] = []
  let next = 0
  const call = async () => {
    while (next < RECORDS) {
      const id = `${prefix}-${next++}`
      const record = `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>${payloadOf(id)}</l:text></l:Record>`
      const { status } = await postSoap(url, soap11(record), { agent })
      if (status === 202) acknowledged.push(id)
      progress(acknowledged.length)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  agent.destroy()
  return acknowledged
}

/** What the last node has done, and how often. */
const runs = ({ nodes }: ChainOfDaemons) =>
  nodes[2]?.log.filter(({ msg, attempt }) => msg === 'exchange' && attempt !== undefined).length

test.serial('kills of the node in the middle of a chain in mode store', async (t) => {
  const chance = random(t.title)
  const file = join(folderOf(t, {}), 'ledger.jsonl')
  const chain = await chainWithLedger(t, file)
  const ledger = new LedgerLines(file)
  const url = chain.nodes[0]?.url ?? ''
  const all = new Set<string>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const moment = 10 + chance.below(RECORDS - 20)
    let reached: () => void = () => undefined
    const inFlight = new Promise<void>((resolve) => {
      reached = resolve
    })
    const sent = send(url, `${SEED}-${kill}`, (count) => {
      if (count >= moment) reached()
    })
    await inFlight
    await chain.kill(1)
    // The rest is accepted while the node is gone.
    for (const id of await sent) all.add(id)
    await chain.start(1)
  }
  const missing = await ledger.until(all, SETTLED)
  await chain.nodes[2]?.logged(() => (runs(chain) ?? 0) >= all.size)
  const admin = await chain.admin(1)
  await until(async () => isIdle(await admin.stats()))
  const { doubled, wrong } = ledger
  const done = runs(chain)
  const counts = { kills: KILLS, sent: KILLS * RECORDS, acknowledged: all.size, runs: done }
  const line = `${t.title}: ${JSON.stringify({ seed: SEED, ...counts, missing: missing.length, doubled: doubled.length })}`
  process.stderr.write(`${line}\n`)
  t.log(line)
  t.is(all.size, KILLS * RECORDS)
  t.deepEqual(missing.slice(0, 5), [], 'acknowledged, and missing')
  t.deepEqual(doubled.slice(0, 5), [], 'came about more than once')
  t.deepEqual(wrong, [])
  const count = await postSoap(
    chain.nodes[2]?.url ?? '',
    soap11('<l:Count xmlns:l="urn:example:ledger"/>'),
  )
  t.true(count.body.includes(`>${all.size}<`), count.body)
  // The ledger makes one record of two with the same id, so its file alone would not tell.
  await chain.stop()
  t.is(runs(chain), all.size)
})
