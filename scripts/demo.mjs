// `npm run demo`: runs the three nodes of examples/chain, sends messages through them, and shows each hop.
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const MAIN = join(root, 'dist', 'src', 'main.js')
const NODES = ['gateway', 'auditor', 'ledger']
/** Milliseconds for everything. */
const DEMO_TIMEOUT = 110_000

const folder = mkdtempSync(join(tmpdir(), 'waybill-demo-'))
const running = []
const began = performance.now()
const deadline = setTimeout(() => end(new Error('the demo took too long')), DEMO_TIMEOUT)

/** The examples as they are, but on ports that nobody uses and in a folder that goes away. */
async function prepare() {
  cpSync(join(root, 'examples', 'chain'), folder, { recursive: true })
  // Where a user has it in node_modules.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(root, 'package.json'), join(folder, 'node_modules', 'waybill', 'package.json'))
  symlinkSync(join(root, 'dist'), join(folder, 'node_modules', 'waybill', 'dist'))
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const ports = new Set(texts.flatMap((text) => text.match(/\b(?:8\d{3}|25\d{2})\b/g) ?? []))
  const free = await freePorts(ports.size)
  const instead = new Map([...ports].map((port, index) => [port, String(free[index])]))
  for (const [index, file] of files.entries()) {
    const text = texts[index].replace(/\b(?:8\d{3}|25\d{2})\b/g, (port) => instead.get(port))
    writeFileSync(join(folder, file), text)
  }
}

/** Below those that systems hand out by themselves: nobody gets one by chance before the nodes want them. */
async function freePorts(count) {
  const ports = []
  const first = 20_000 + ((process.pid * 97) % 12_000)
  for (let port = first; ports.length < count; port += 1) if (await isFree(port)) ports.push(port)
  return ports
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Starts a node and tells what its log says. */
function start(name) {
  const flags = ['serve', '--config', `${name}.yaml`, '--set', 'log.level=debug']
  const child = spawn(process.execPath, [MAIN, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const node = {
    name,
    child,
    url: '',
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
  running.push(node)
  let recorded
  node.recorded = new Promise((resolve) => {
    recorded = resolve
  })
  return new Promise((resolve, reject) => {
    let output = ''
    // Greeting and log are two streams: either may be the first to say its part.
    const ready = () => {
      if (output.startsWith('Waybill listens') && node.url !== '') resolve(node)
    }
    child.stderr.on('data', (chunk) => {
      output += chunk
      ready()
    })
    child.once('close', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)))
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text)
      if (line.transport === 'http' && line.listening) {
        node.url = line.listening[0]
        ready()
      }
      log(name, line)
      if (line.msg === 'exchange' && line.attempt && name === 'ledger') recorded()
    })
  })
}

function log(name, line) {
  const text = sentence(line)
  if (text) say(name, text)
}

function sentence({ msg, transport, operation, outcome, to, peer, ms, ...line }) {
  switch (msg) {
    case 'sent on':
      return `${local(operation)}: goes on to ${to} (route ${line.route})`
    case 'audited':
      return `   did its part for case ${line.case}, and takes its header block out`
    case 'an answer came':
      return '<- the answer, by mail'
    case 'exchange':
      if (!operation) return undefined
      return `${local(operation)}: ${outcome} (${line.attempt ? 'from the queue' : `by ${transport}`}, ${ms} ms)`
    default:
      return undefined
  }
}

function local(name) {
  return name.slice(name.indexOf('}') + 1)
}

function say(who, what) {
  const at = ((performance.now() - began) / 1000).toFixed(2).padStart(6)
  process.stdout.write(`${at} s  ${who.padEnd(8)} ${what}\n`)
}

/** Calls as a client would, and shows command and answer. */
function call(url, ...args) {
  const flags = ['call', url, ...args, '--header', 'audit.xml']
  say(
    'client',
    `$ waybill ${flags.map((flag) => (/[{ ]/.test(flag) ? `'${flag}'` : flag)).join(' ')}`,
  )
  const child = spawn(process.execPath, [MAIN, ...flags], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      for (const line of output.trimEnd().split('\n')) if (line !== '') say('client', line)
      if (code === 0) resolve(output)
      else reject(new Error(`the call ended with ${code}`))
    })
  })
}

async function show() {
  await prepare()
  say('demo', 'starts three nodes, each with a durable queue of its own')
  const [gateway, , ledger] = await Promise.all(NODES.map(start))
  say('demo', 'a one-way message over HTTP; its header names the auditor, who is reached by mail')
  await call(gateway.url, '{urn:example:ledger}Record', 'id=demo-1', 'text=ten bags of coffee')
  await ledger.recorded
  say('demo', 'now one that has an answer: HTTP, mail, HTTP, and all the way back')
  const answer = await call(gateway.url, '{urn:example:ledger}Has', 'id=demo-1', '--trace')
  if (!/^result[ =:]+true$/m.test(answer)) throw new Error('the record is not there')
}

async function end(error) {
  clearTimeout(deadline)
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
  if (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  process.exit(0)
}

show().then(() => end(), end)
