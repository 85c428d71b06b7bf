/** `npm run bench -- queue`: messages made durable, jobs run, and the time from one to the other. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { serveNode } from '../test/support/nodes/node.js'
import { soap11 } from '../test/support/wire/envelopes.js'
import { bareLoop, bullmq, type Contender, drain, redis, sqlite } from './queues.js'
import { median, quantile, rate } from './rates.js'

const USAGE = `Usage: npm run bench -- queue [options]

  --rounds <n>  rounds that count, after one that does not (default 5)
`

/** Messages that are on their way at once, and how many go in one round. */
const WIDTHS: readonly (readonly [inFlight: number, calls: number])[] = [
  [1, 2_000],
  [32, 12_000],
  [100, 20_000],
]
const DRAINED = 20_000

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Each round measures all of them in turn, so that a ratio is of one moment of the machine. */
async function measureAccepts(contenders: readonly Contender[], rounds: number): Promise<void> {
  for (const [inFlight, calls] of WIDTHS) {
    const rates = contenders.map((): number[] => [])
    const delays = contenders.map((): number[] => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, contender] of contenders.entries()) {
        const slow = contender.queue === undefined || contender.name.includes('always')
        const delay = monitorEventLoopDelay({ resolution: 1 })
        delay.enable()
        const found = await rate(slow ? Math.min(calls, 4_000) : calls, inFlight, () =>
          contender.add(),
        )
        delay.disable()
        if (round === 0) continue
        rates[index]?.push(found)
        delays[index]?.push(delay.max / 1e6)
      }
    }
    print(`\n1 KiB made durable a second, ${inFlight} in flight; as a part of the first row's`)
    for (const [index, { name }] of contenders.entries()) {
      print(
        `  ${name.padEnd(36)} ${against(rates, index)}  event loop held ${median(
          delays[index] ?? [],
        )
          .toFixed(1)
          .padStart(5)} ms at most`,
      )
    }
  }
}

function against(all: readonly (readonly number[])[], index: number): string {
  const own = all[index] ?? []
  const ratios = own.map((one, round) => one / (all[0]?.[round] ?? Number.NaN))
  return `${median(own).toFixed(0).padStart(7)} (${median(ratios).toFixed(2)})`
}

async function measureRuns(make: () => Promise<Contender>, rounds: number): Promise<void> {
  const rates: number[] = []
  const held: number[] = []
  const contender = await make()
  const { queue } = contender
  if (!queue) throw new Error('it runs nothing')
  for (let round = 0; round <= rounds; round += 1) {
    await rate(DRAINED, 200, () => contender.add())
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    await drain(queue, DRAINED)
    delay.disable()
    if (round === 0) continue
    rates.push((DRAINED * 1000) / (performance.now() - started))
    held.push(delay.max / 1e6)
  }
  print(
    `  ${contender.name.padEnd(36)} ${median(rates).toFixed(0).padStart(7)}  event loop held ${median(held).toFixed(1)} ms at most`,
  )
  await contender.close()
}

/** One message at a time at an idle node: from its 202, and from its sending, to its effect. */
async function measureLatency(make: () => Promise<Contender>): Promise<void> {
  const contender = await make()
  const { queue } = contender
  if (!queue) throw new Error('it runs nothing')
  let arrived: (at: number) => void = () => undefined
  const operation = {
    name: '{urn:b}Tell',
    exchange: 'one-way',
    invoke: () => arrived(performance.now()),
  } as const
  const node = await serveNode(
    { report: { operations: [operation] } },
    { queue, settings: ['log.level=silent'] },
  )
  const headers = { 'content-type': 'text/xml' }
  const after: number[] = []
  const whole: number[] = []
  for (let message = 0; message < 250; message += 1) {
    const effect = new Promise<number>((resolve) => {
      arrived = resolve
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
  const summary = (times: readonly number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`
  print(
    `  ${contender.name.padEnd(36)} from the 202: ${summary(after)}; from sending: ${summary(whole)}`,
  )
  await contender.close()
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else {
  const rounds = Number(values.rounds)
  const all = [await bareLoop(), await sqlite(), await bullmq('always'), await redis('always')]
  await measureAccepts(all, rounds)
  for (const contender of all) await contender.close()
  print('\nJobs run and settled a second, 50 at once')
  const runners = [sqlite, () => redis('always'), () => redis('everysec')]
  for (const make of runners) await measureRuns(make, rounds)
  print('\nOne message at a time at an idle node, until its effect')
  for (const make of runners) await measureLatency(make)
  process.exit()
}
