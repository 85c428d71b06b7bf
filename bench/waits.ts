/** `npm run bench -- waits`: how long an honest caller waits while the node reads what is as much work as its size allows. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { KINDS, type Kind, randomInput } from '../test/support/hostile/inputs.js'
import { SLOTS, type Slot } from '../test/support/hostile/slots.js'
import { type RunningDaemon, startDaemon } from '../test/support/nodes/daemon.js'
import { Random } from '../test/support/random.js'
import { ADD, soap11 } from '../test/support/wire/envelopes.js'
import { cpuTimeOf } from './cpu.js'

const USAGE = `Usage: npm run bench -- waits [options]

  --size <bytes>      of each message (default 10000000, below http.maxBody)
  --parallel <n>      messages at once (default 1)
  --seed <n>          of the messages (default 1)
  --only <text>       kinds whose name holds it
  --random <n>        so many of any kind, place and size up to --size, and the worst of them
  --slots <a,b>       of ${Object.keys(SLOTS).join(', ')} (default: all)
  --set <key=value>   a setting of the node, such as soap.validate=false; may be repeated
`

const PROBE = new URL('./turn-probe.js', import.meta.url)
const PLUGIN = fileURLToPath(new URL('../test/hostile/plugin.js', import.meta.url))
const HEADERS = { 'Content-Type': 'text/xml; charset=utf-8' }

interface Wait {
  /** Milliseconds, of the worst honest request. */
  readonly worst: number
  /** Milliseconds of processor time that its longest turn of the event loop took. */
  readonly turn: number
  /** Milliseconds until the last of the messages was answered. */
  readonly answered: number
  /** Milliseconds of processor time of the node, the honest requests included. */
  readonly cpu: number
  readonly statuses: string
}

async function post(port: number, agent: Agent, body: Buffer): Promise<number> {
  const sent = request({ port, agent, method: 'POST', path: '/soap', headers: HEADERS })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

/** Since it was asked the last time. */
async function longestTurn(node: RunningDaemon): Promise<number> {
  const from = node.log.length
  node.process.kill('SIGUSR2')
  const line = await node.logged(
    (line) => line.longestTurn !== undefined && node.log.indexOf(line) >= from,
  )
  return Number(line.longestTurn)
}

const HONEST = Buffer.from(soap11(ADD))

async function measure(node: RunningDaemon, message: Buffer, parallel: number): Promise<Wait> {
  const honest = new Agent({ keepAlive: true, maxSockets: 1 })
  const heavy = new Agent()
  const pid = node.process.pid ?? 0
  await longestTurn(node)
  const before = cpuTimeOf(pid) ?? Number.NaN
  const began = performance.now()
  let ended = false
  const sent = Promise.all(
    Array.from({ length: parallel }, () => post(node.port, heavy, message)),
  ).finally(() => {
    ended = true
  })
  let worst = 0
  while (!ended) {
    const sentAt = performance.now()
    await post(node.port, honest, HONEST)
    worst = Math.max(worst, performance.now() - sentAt)
  }
  const statuses = [...new Set(await sent)].join(' ')
  const answered = performance.now() - began
  const cpu = ((cpuTimeOf(pid) ?? Number.NaN) - before) / 1000
  const turn = await longestTurn(node)
  honest.destroy()
  heavy.destroy()
  return { worst, turn, answered, cpu, statuses }
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000000' },
    parallel: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    random: { type: 'string', default: '0' },
    slots: { type: 'string', default: Object.keys(SLOTS).join(',') },
    set: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

function row(cells: readonly (string | number)[]): string {
  return `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(9) : String(cell).padStart(9))).join('')}\n`
}

async function table(kind: Kind, node: RunningDaemon): Promise<void> {
  process.stdout.write(`${kind.name}\n`)
  for (const slot of values.slots.split(',')) {
    const content = kind.make(Number(values.size), new Random(Number(values.seed)))
    const message = Buffer.from(SLOTS[slot as Slot](content))
    const { worst, turn, answered, cpu, statuses } = await measure(
      node,
      message,
      Number(values.parallel),
    )
    const cells = [
      (message.length / 1e6).toFixed(1),
      ...[worst, turn, answered, cpu].map(Math.round),
    ]
    process.stdout.write(row([slot, ...cells, statuses]))
  }
}

/** Inputs for one node: the log of a node is read again for each. */
const CHUNK = 250

/** The slowest of many inputs, each by its number: the same number and seed make the same input again. */
async function worstOf(count: number): Promise<void> {
  const random = new Random(Number(values.seed))
  const all: {
    readonly cells: readonly (string | number)[]
    readonly worst: number
    readonly turn: number
  }[] = []
  while (all.length < count) {
    const node = await started()
    for (let more = Math.min(CHUNK, count - all.length); more > 0; more -= 1) {
      const { kind, slot, message } = randomInput(random, Number(values.size))
      const bytes = Buffer.from(message)
      const waited = await measure(node, bytes, Number(values.parallel))
      const figures = [waited.worst, waited.turn, waited.answered, waited.cpu].map(Math.round)
      const cells = [slot, (bytes.length / 1e6).toFixed(1), ...figures, waited.statuses]
      all.push({
        cells: [...cells, ` ${all.length} ${kind}`],
        worst: waited.worst,
        turn: waited.turn,
      })
    }
    await node.stop()
  }
  all.sort((one, other) => other.worst - one.worst)
  const share = (part: number) => Math.round(all[Math.floor(all.length * part)]?.worst ?? 0)
  process.stdout.write(
    `half: ${share(0.5)} ms or less, 99 %: ${share(0.01)} ms or less; the worst:\n`,
  )
  for (const { cells } of all.slice(0, 10)) process.stdout.write(row(cells))
}

async function started(): Promise<RunningDaemon> {
  const plugins = `plugins=["calculator","echo","${PLUGIN}"]`
  const settings = [plugins, 'http.maxRequestsPerConnection=100000000']
  const preloaded = ['env', `NODE_OPTIONS=--import=${PROBE}`]
  const node = await startDaemon([...settings, ...values.set], [], 'listening', preloaded)
  for (let count = 0; count < 20; count += 1) {
    await measure(node, Buffer.from(SLOTS.open('<v>warm</v>'.repeat(500))), 4)
  }
  return node
}

if (values.help) process.stdout.write(USAGE)
else {
  process.stdout.write(row(['place', 'MB', 'worst ms', 'turn ms', 'ended ms', 'CPU ms', 'status']))
  const random = Number(values.random)
  if (random > 0) await worstOf(random)
  else {
    const node = await started()
    for (const kind of KINDS) if (kind.name.includes(values.only)) await table(kind, node)
    await node.stop()
  }
}
