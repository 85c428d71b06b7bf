/** Business keys with real nodes: over HTTP and mail, by routes, in dead letters, over a kill and a reload. */
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { chainOfDaemons } from '../support/nodes/chain-of-daemons.js'
import { cliProcess } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'
import { freePort } from '../support/redis/redis.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

const KEYS = [
  { name: 'order', path: '//{urn:x}order/@number' },
  { name: 'site', path: '//{urn:x}site' },
]
const order = (number: string, site: string) =>
  `<x:order xmlns:x="urn:x" number="${number}"><x:site>${site}</x:site></x:order>`
/** As the log has them. */
const logged = (number: string, site: string) => `order=${number}, site=${site}`
const isExchange = (number: string) => (line: Record<string, unknown>) =>
  line.event === 'exchange' && `${line.keys}`.split(', ').includes(`order=${number}`)

test('a key chooses the route, and all nodes on the way have it: by HTTP, mail and HTTP', async (t) => {
  const journal = { keys: KEYS }
  const chain = await chainOfDaemons(t, 3, (addresses) => [
    {
      queue: [],
      mail: true,
      config: {
        routes: [
          { name: 'harbour', key: { site: 'HH*' }, to: addresses.mail(1), mode: 'request-reply' },
          { name: 'none', key: { site: '*' }, transport: 'smtp', to: addresses.http(1) },
        ],
        plugins: ['calculator'],
        journal,
      },
    },
    {
      queue: [],
      mail: true,
      config: {
        routes: [{ transport: 'smtp', to: addresses.http(2), mode: 'request-reply' }],
        journal,
      },
    },
    { config: { plugins: ['calculator'], journal } },
  ])
  const [first, second, third] = chain.nodes
  const url = first?.url ?? ''
  for (const [number, envelope] of [
    ['42', soap11],
    ['43', soap12],
  ] as const) {
    const type = envelope === soap12 ? 'application/soap+xml' : 'text/xml'
    const heard = await ask(url, envelope(ADD, order(number, 'HH1')), { type })
    t.is(heard.status, 200, heard.text)
    for (const node of [first, second, third]) {
      t.deepEqual((await node?.logged(isExchange(number)))?.keys, logged(number, 'HH1'))
    }
  }
  const here = await ask(url, soap11(ADD, order('44', 'B1')))
  t.is(here.status, 200)
  t.like(await first?.logged(isExchange('44')), {
    role: 'ultimate-receiver',
    keys: logged('44', 'B1'),
  })
  t.false(second?.log.some(isExchange('44')))
})

test('a stored message has its keys over a kill, and as a dead letter', async (t) => {
  const folder = folderOf(t, {})
  const away = `http://127.0.0.1:${await freePort()}/soap`
  const settings = (attempts: number) => [
    `stateDir=${join(folder, 'state')}`,
    'node.uri=urn:example:stores',
    `journal.keys=${JSON.stringify(KEYS)}`,
    'journal.redact=["//{urn:x}site"]',
    `routes=[{to: "${away}", mode: store}]`,
    `queue.retry={attempts: ${attempts}, delay: 10ms, maxDelay: 10ms}`,
    'queue.retry.timeLimit=1s',
  ]
  const first = await startDaemon(settings(1_000))
  t.teardown(() => first.process.kill('SIGKILL'))
  const taken = await ask(first.url, soap11(ADD, order('42', 'HH1')))
  t.is(taken.status, 202, taken.text)
  await first.logged(({ event, outcome }) => event === 'job' && outcome === 'retry')
  first.process.kill('SIGKILL')
  await first.ended()
  const second = await startDaemon(settings(1))
  t.teardown(() => second.process.kill('SIGKILL'))
  const isDead = (line: Record<string, unknown>) => line.event === 'job' && line.outcome !== 'done'
  t.is((await second.logged(isDead)).keys, 'order=42')
  t.is(await second.stop(), 0)
  const flags = settings(1).flatMap((setting) => ['--set', setting])
  const listed = await cliProcess(['queue', 'ls', '--json', ...flags])
  const [job] = listed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.like(job?.keys, [{ name: 'order', value: '42' }, { name: 'site' }], listed.err)
  t.regex(job?.keys[1].hash, /^[\w-]{22}$/)
  t.false(listed.out.includes('HH1'))
  const shown = await cliProcess(['dead', 'show', job?.id ?? '', ...flags])
  t.regex(shown.out, /^keys +order=42$/m)
})

test('keys and routes that a reload changes are those of messages that come then', async (t) => {
  const away = `http://127.0.0.1:${await freePort()}/soap`
  const text = (path: string, routes: string) => `
node: { uri: "urn:example:reloaded" }
plugins: [calculator]
journal: { keys: [{ name: order, path: "${path}" }] }
routes: ${routes}
`
  const { daemon, reload } = await reloadingDaemon(t, text('//{urn:y}order', '[]'))
  const send = () => ask(daemon.url, soap11(ADD, order('42', 'HH1')))
  t.is((await send()).status, 200)
  const before = await daemon.logged(({ event }) => event === 'exchange')
  t.is(before.keys, undefined)
  const route = `[{ key: { order: "4*" }, to: "${away}" }]`
  const taken = await reload(text('//{urn:x}order/@number', route))
  t.is(taken.msg, RELOADED)
  t.is((await send()).status, 500)
  t.like(await daemon.logged(isExchange('42')), { role: 'intermediary' })
  // A key that is not defined is refused, and all goes on as before.
  const refused = await reload(
    text('//{urn:x}order/@number', '[{ key: { site: "*" }, to: "urn:x" }]'),
  )
  t.not(refused.msg, RELOADED)
  t.regex(JSON.stringify(refused), /expected the name of a key in journal\.keys, got \\+"site\\+"/)
  t.is((await send()).status, 500)
})
