/** `npm run bench -- queue`: adding and running jobs beside bare BullMQ, the journal, and time to effect. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BullmqQueue } from '../src/queue/bullmq/queue.js'
import { Journal } from '../src/queue/journal.js'
import { soap11 } from '../test/support/envelopes.js'
import { serveNode } from '../test/support/node.js'
import { bare, type Contender, journaled, ours } from './contenders.js'
import { embeddedPlace, OPTIONS, type Place, redisPlace, SILENT } from './places.js'
import { median, quantile, rate } from './rates.js'

const USAGE = `Usage: npm run bench -- queue [options]

  --rounds <n>  rounds that count, after one that does not (default 3)
`

const IN_FLIGHT = 100
const RECORD = Buffer.alloc(1024, 'x')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function measureJournal(rounds: number): Promise<void> {
  print('\nJournal, records of 1 KiB made durable a second')
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const { journal } = await Journal.open({ folder })
  let id = 0
  for (const callers of [1, 32, 100]) {
    const calls = callers === 1 ? 2_000 : 20_000
    const rates: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const found = await rate(calls, callers, () => {
        id += 1
        return journal.append(String(id), RECORD)
      })
      if (round > 0) rates.push(found)
    }
    print(`  ${String(callers).padStart(3)} callers ${median(rates).toFixed(0).padStart(10)}`)
  }
  await journal.close()
  await rm(folder, { recursive: true, force: true })
}

async function measureRates(place: Place, rounds: number): Promise<void> {
  print(`\n${place.name}: jobs a second, and as a part of the first row's in the same round`)
  const contenders = [await bare(place), await ours(place)]
  if (place.name === 'embedded') contenders.push(await journaled(place))
  const adds = contenders.map((): number[] => [])
  const drains = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const added = await rate(place.jobs, IN_FLIGHT, () => contender.add())
      const drained = await drainRate(contender, place.jobs)
      // The first round only warms up.
      if (round === 0) continue
      adds[index]?.push(added)
      drains[index]?.push(drained)
    }
  }
  for (const [index, { name }] of contenders.entries()) {
    print(`  ${name.padEnd(32)} add ${against(adds, index)}  run ${against(drains, index)}`)
  }
  for (const contender of contenders) await contender.close()
}

async function drainRate(contender: Contender, jobs: number): Promise<number> {
  const started = performance.now()
  await contender.drain(jobs)
  return (jobs * 1000) / (performance.now() - started)
}

function against(all: readonly (readonly number[])[], index: number): string {
  const own = all[index] ?? []
  const ratios = own.map((one, round) => one / (all[0]?.[round] ?? Number.NaN))
  return `${median(own).toFixed(0).padStart(7)} (${median(ratios).toFixed(2)})`
}

/** One message at a time at an idle node: from its 202, and from its sending, to its effect. */
async function measureLatency(place: Place): Promise<void> {
  const queue = await BullmqQueue.open(await place.open(), OPTIONS, SILENT)
  let came: (at: number) => void = () => undefined
  const node = await serveNode(
    {
      tell: {
        operations: [
          {
            name: '{urn:b}Tell',
            exchange: 'one-way',
            invoke: () => came(performance.now()),
          },
        ],
      },
    },
    { queue, settings: ['log.level=silent'] },
  )
  const headers = { 'content-type': 'text/xml' }
  const after: number[] = []
  const whole: number[] = []
  for (let message = 0; message < 250; message += 1) {
    const effect = new Promise<number>((resolve) => {
      came = resolve
    })
    const sent = performance.now()
    const body = soap11('<b:Tell xmlns:b="urn:b"/>')
    const answer = await fetch(node.url, { method: 'POST', headers, body })
    const accepted = performance.now()
    if (answer.status !== 202) throw new Error(`the node answered ${answer.status}`)
    const at = await effect
    if (message < 50) continue
    after.push(Math.max(0, at - accepted))
    whole.push(at - sent)
  }
  await node.close()
  await queue.close()
  const told = (times: readonly number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`
  print(`  from 202 to the effect: ${told(after)}; from sending: ${told(whole)}`)
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else {
  const rounds = Number(values.rounds)
  await measureJournal(rounds)
  for (const open of [() => redisPlace('everysec'), () => redisPlace('always'), embeddedPlace]) {
    const place = await open()
    try {
      await measureRates(place, rounds)
      await measureLatency(place)
    } finally {
      await place.close()
    }
  }
  process.exit()
}
