/** `npm run bench -- relay`: what a hop costs, beside a bare reverse proxy; what three of them do; what they keep. */
import { many } from './load.js'
import { measure, Targets } from './measure.js'
import { memoryOf } from './memory.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { BARE, PROXY, relaying, type Target } from './targets.js'
import { LARGE, RELAYED } from './workloads.js'

const THREE = 3
/** Messages after which the memory is looked at, and how often that is done. */
const BATCH = 10_000
const BATCHES = 10

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  try {
    const end = await processes.start({ name: 'the ultimate receiver', command: [BARE] })
    const proxies = hops(processes, end, (next) => [PROXY, next])
    const nodes = hops(processes, end, (next, at) => relaying(next, `urn:example:hop-${at}`))
    const one = [await proxies('bare reverse proxy', 1), await nodes('node, relay', 1)]
    const three = [await proxies('three bare proxies', THREE), await nodes('three nodes', THREE)]
    const half = { ...options, seconds: options.seconds / 2 }
    const tables = [
      ...(await measure(one, [RELAYED], half)),
      ...(await measure(three, [LARGE], half)),
    ]
    print(tables, options)
    if (!options.json) await watchMemory(one[1] ?? end, options)
  } finally {
    await processes.stop()
  }
}

/** Starts processes of which each sends on to the one before it. */
function hops(
  processes: Targets,
  end: Target,
  command: (next: string, at: number) => readonly string[],
) {
  return async (name: string, count: number): Promise<Target> => {
    let first = end
    for (let at = 0; at < count; at += 1) {
      first = await processes.start({ name, command: command(first.url, at) })
    }
    return first
  }
}

async function watchMemory(node: Target, { connections }: BenchOptions): Promise<void> {
  process.stdout.write(`\nmemory of the node, in MiB, after so many messages of 1 KiB\n`)
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    await many(node, RELAYED, connections, BATCH)
    const mebibytes = (memoryOf(node.pid) ?? Number.NaN) / 1024 ** 2
    process.stdout.write(
      `${String(batch * BATCH).padStart(8)} ${mebibytes.toFixed(0).padStart(6)}\n`,
    )
  }
}

await run(main)
