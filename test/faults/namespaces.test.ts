/** A chain in three network namespaces: the first node and the last can reach the one in the middle only. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { LONG } from './run.js'

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url))
const NETWORK = '10.199.0.0/16'
const GATEWAY = '10.199.1.1'
/** The one in the middle has an address in either network. */
const MIDDLE = ['10.199.1.2', '10.199.2.1'] as const
const LAST = '10.199.2.2'

function ip(...parameters: readonly string[]): string {
  return execFileSync('ip', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Why there are no namespaces to be had; undefined if there are. */
function hindrance(): string | undefined {
  if (!LONG) return 'it is part of the long form'
  if (process.getuid?.() !== 0) return 'only root may make them'
  const name = `waybill-${process.pid}`
  try {
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return undefined
  } catch (error) {
    return `no network namespaces: ${(error as Error).message}`
  }
}

/** Three namespaces in a row, each linked with the next by a pair of interfaces. */
function namespaces(t: ExecutionContext): readonly [string, string, string] {
  const names = [0, 1, 2].map((index) => `waybill-${process.pid}-${index}`)
  for (const name of names) {
    ip('netns', 'add', name)
    // Its interfaces go with it.
    t.teardown(() => ip('netns', 'del', name))
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  const [first = '', middle = '', last = ''] = names
  const link = (one: string, address: string, other: string, far: string, interfaces: string) => {
    const [near, away] = [`${interfaces}a`, `${interfaces}b`]
    ip('-n', one, 'link', 'add', near, 'type', 'veth', 'peer', 'name', away, 'netns', other)
    for (const [name, device, at] of [
      [one, near, address],
      [other, away, far],
    ] as const) {
      ip('-n', name, 'address', 'add', `${at}/30`, 'dev', device)
      ip('-n', name, 'link', 'set', device, 'up')
    }
  }
  link(first, GATEWAY, middle, MIDDLE[0], 'left')
  link(middle, MIDDLE[1], last, LAST, 'right')
  return [first, middle, last]
}

const hindered = hindrance()
const maybe = hindered === undefined ? test.serial : test.serial.skip
const title = 'a chain in three network namespaces, by mail and over HTTP'

maybe(hindered === undefined ? title : `${title} (left out: ${hindered})`, async (t) => {
  const names = namespaces(t)
  const folder = folderOf(t, {})
  const nodes: RunningDaemon[] = []
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })
  const start = async (index: 0 | 1 | 2, sections: Readonly<Record<string, unknown>>) => {
    const settings = Object.entries({
      'node.uri': `urn:namespace:${index}`,
      stateDir: join(folder, String(index)),
      'queue.url': 'memory:',
      ...sections,
    }).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    const within = ['ip', 'netns', 'exec', names[index]]
    const node = await startDaemon(settings, [], 'listening', within)
    nodes.push(node)
    return node
  }
  const mail = (domain: string, host: string, relay: string) => ({
    host,
    port: 2525,
    domains: [domain],
    addresses: { bus: {} },
    senders: [{ hosts: [NETWORK] }],
    relay: { url: `smtp://${relay}:2525`, from: `bus@${domain}`, startTls: false },
  })
  const last = await start(2, {
    'http.host': LAST,
    'smtp.enabled': 'false',
    plugins: ['calculator', { use: 'ledger', options: { file: join(folder, 'ledger.jsonl') } }],
  })
  const middle = await start(1, {
    plugins: [],
    smtp: mail('middle.example', MIDDLE[0], GATEWAY),
    routes: [{ to: last.url }],
  })
  const gateway = await start(0, {
    plugins: [],
    smtp: mail('gateway.example', GATEWAY, MIDDLE[0]),
    routes: [
      { operation: '{urn:example:ledger}*', to: 'mailto:bus@middle.example', mode: 'store' },
      { to: 'mailto:bus@middle.example' },
    ],
  })
  const call = (url: string, ...rest: readonly string[]) =>
    ip('netns', 'exec', names[0], process.execPath, MAIN, 'call', url, ...rest)

  const sum = call(gateway.url, '{urn:example:calculator}Add', 'a=1', 'b=2')
  t.is(sum, 'result=3\n')
  call(gateway.url, '{urn:example:ledger}Record', 'id=one', 'text=t')
  await last.logged(
    ({ event, attempt, outcome }) =>
      event === 'exchange' && attempt === 1 && outcome === 'accepted',
  )
  // What is asked of the last node from the first namespace does not get there by itself.
  const error = t.throws(() => call(last.url, '{urn:example:calculator}Add', 'a=1', 'b=2'))
  t.regex(String(error?.message), /unreachable|ENETUNREACH|EHOSTUNREACH|cannot be reached/i)
  const peers = (node: RunningDaemon) =>
    new Set(node.log.flatMap(({ msg, peer }) => (msg === 'exchange' && peer ? [peer] : [])))
  t.deepEqual([...peers(middle)], [GATEWAY])
  t.deepEqual([...peers(last)], [MIDDLE[1]])
})
