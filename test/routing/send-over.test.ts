/** Sending by the rules of a destination: whom its credentials are shown, how long it has, when it rests. */
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { WaybillError } from '../../src/errors.js'
import { createLog } from '../../src/log.js'
import { eventLog } from '../../src/message/events/event-log.js'
import { OutOfTurn } from '../../src/path/deferred/not-tried.js'
import type { SendWay } from '../../src/path/parts/parts.js'
import { Breakers } from '../../src/path/routing/breakers.js'
import { readDestinations } from '../../src/path/routing/destinations.js'
import { sendOver } from '../../src/path/routing/send-over.js'
import {
  type Access,
  type Guard,
  type OutboundMessage,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { configurationOf, readConfig } from '../support/config.js'
import { linesOf } from '../support/examined.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'
import { soap11 } from '../support/wire/envelopes.js'

const MESSAGE: OutboundMessage = { body: soap11(''), soap: '1.1' }
const LEDGER = 'https://ledger.example/soap'
const GUARD: Guard = () => true

interface Sent {
  readonly to: string
  readonly guard: Guard | undefined
  readonly access: Access | undefined
  readonly signal: AbortSignal
}

type Answer = (sent: Sent) => Promise<undefined>

/** Sends over a transport that notes what it was given. */
function sending(destinations: object, answer: Answer = async () => undefined) {
  const config = readConfig({
    environment: {},
    settings: [`destinations=${JSON.stringify(destinations)}`],
  })
  const sent: Sent[] = []
  const transport: Transport = {
    name: 't',
    schemes: ['http', 'https'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    send(_, to, signal, guard, access) {
      const one = { to: to.href, guard, access, signal }
      sent.push(one)
      return answer(one)
    },
  }
  const lines: string[] = []
  const log = createLog('info', (line) => {
    const { level: _, time: __, msg, ...fields } = JSON.parse(line)
    lines.push(`${msg} ${JSON.stringify(fields)}`)
  })
  const read = readDestinations(config.destinations)
  const breakers = new Breakers(read.all, eventLog(log))
  const { send: over } = sendOver({
    transports: [transport],
    destinations: read,
    breakers,
    guard: GUARD,
  })
  const never = new AbortController().signal
  return {
    config,
    sent,
    lines,
    breakers,
    send: (to: string, via?: string, guarded = false, signal = never) =>
      over(MESSAGE, new URL(to), signal, { guarded, destination: via }),
    sendAs: (id: string, to: string, way: SendWay) =>
      over({ ...MESSAGE, id }, new URL(to), never, way),
  }
}

const ledger = { ledger: { url: LEDGER, token: 'abc' } }

test('a message to a destination is sent with its access, the same object each time', async (t) => {
  const { sent, send } = sending(ledger)
  await send(LEDGER, 'ledger')
  await send(`${LEDGER}/other`, 'ledger')
  t.is(sent[0]?.access?.token, 'abc')
  t.is(sent[1]?.access, sent[0]?.access)
  t.is(sent[0]?.guard, undefined)
})

test('the credentials go nowhere else: another URL, another name, no name, a peer', async (t) => {
  const { sent, send } = sending({ ...ledger, other: { url: 'https://other.example/' } })
  // As a job that was put away before the destination moved.
  await send('https://old.example/soap', 'ledger')
  await send('http://ledger.example/soap', 'ledger')
  await send('https://ledger.example:8443/soap', 'ledger')
  await send(LEDGER, 'other')
  await send(LEDGER, 'gone')
  await send(LEDGER)
  await send(LEDGER, 'ledger', true)
  t.deepEqual(
    sent.map(({ access }) => access?.token),
    Array.from({ length: 7 }, () => undefined),
  )
  t.is(sent[6]?.guard, GUARD)
  t.deepEqual(
    sent.slice(0, 6).map(({ guard }) => guard),
    Array.from({ length: 6 }, () => undefined),
  )
})

test('a URL that no transport sends to is undeliverable', async (t) => {
  const { send } = sending({})
  await t.throwsAsync(send('mailto:a@b.example'), {
    instanceOf: Undeliverable,
    message: 'no transport sends to mailto:',
  })
})

/** Waits for the end of the signal, as a destination that never answers. */
const silent: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })

test('an attempt takes no longer than the timeout of its destination', async (t) => {
  const { send } = sending({ ledger: { url: LEDGER, timeout: '20ms' } }, silent)
  await t.throwsAsync(send(LEDGER, 'ledger'), {
    // A DOMException, as of AbortSignal.timeout.
    any: true,
    name: 'TimeoutError',
    message: 'no answer within 20ms',
  })
})

test('an attempt ends with its own signal before that, for the same reason', async (t) => {
  const { send, sent } = sending({ ledger: { url: LEDGER, timeout: '1m' } }, silent)
  const end = new AbortController()
  const ended = send(LEDGER, 'ledger', false, end.signal)
  end.abort(new Error('enough'))
  await t.throwsAsync(ended, { message: 'enough' })
  await t.throwsAsync(send(LEDGER, 'ledger', false, end.signal), { message: 'enough' })
  t.is(sent.length, 2)
})

const failing: Answer = async () => {
  throw new Undeliverable('no way')
}

test('the breaker of a destination that fails again and again opens, others stay closed', async (t) => {
  const rests = { breaker: { failures: 2, pause: '1m' } }
  const two = {
    ledger: { url: LEDGER, ...rests },
    audit: { url: 'https://ledger.example/audit', ...rests },
  }
  const { send, sent, lines } = sending(two, failing)
  for (let count = 0; count < 2; count += 1) {
    await t.throwsAsync(send(LEDGER, 'ledger'), { message: 'no way' })
  }
  await t.throwsAsync(send(LEDGER, 'ledger'), {
    message: /^destination ledger is not tried until /,
  })
  t.is(sent.length, 2)
  await t.throwsAsync(send('https://ledger.example/audit', 'audit'), { message: 'no way' })
  await t.throwsAsync(send(LEDGER), { message: 'no way' })
  t.deepEqual(lines, [
    'the circuit breaker has opened: nothing is sent to the destination for a while {"event":"breaker","destination":"ledger","outcome":"open","failures":2,"pause":60000,"cause":"no way"}',
  ])
})

test('a host without a name is left alone after five failures; for peers apart', async (t) => {
  const { send, sent } = sending({}, failing)
  for (let count = 0; count < 5; count += 1) {
    await t.throwsAsync(send(`${LEDGER}/${count}`, undefined, true), { message: 'no way' })
  }
  await t.throwsAsync(send(LEDGER, undefined, true), {
    message: /^https:\/\/ledger\.example is not tried until /,
  })
  await t.throwsAsync(send(LEDGER), { message: 'no way' })
  t.is(sent.length, 6)
})

/** The destination `d` of a configuration that says this of it. */
const destinationOf = (keys: object) =>
  readDestinations(
    readConfig({
      environment: {},
      settings: [`destinations=${JSON.stringify({ d: { url: LEDGER, ...keys } })}`],
    }).destinations,
  ).all[0]

test('what a destination is shown is what its files hold', (t) => {
  const folder = folderOf(t, { 'c.pem': CERTIFICATE, 'k.pem': KEY })
  const [certificate, key] = ['c.pem', 'k.pem'].map((name) => join(folder, name))
  const keys = { user: 'u', password: 'p', certificate, key, ca: certificate }
  t.like(destinationOf(keys)?.access, {
    user: 'u',
    password: 'p',
    certificate: CERTIFICATE,
    key: KEY,
    ca: CERTIFICATE,
  })
})

test('a file of a destination that cannot be used is told by its key', (t) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const files = { 'c.pem': CERTIFICATE, 'k.pem': KEY, 'no.pem': 'nothing', 'other.pem': other }
  const folder = folderOf(t, files)
  const file = (name: string) => join(folder, name)
  const [certificate, key] = [file('c.pem'), file('k.pem')]
  for (const [keys, sentence] of [
    [
      { ca: file('gone.pem') },
      `ca: ${file('gone.pem')} cannot be read (no such file or directory)`,
    ],
    [{ ca: file('no.pem') }, `ca: ${file('no.pem')} holds no certificate in PEM`],
    [{ certificate: key, key }, `certificate: ${key} holds no certificate in PEM`],
    [
      { certificate, key: file('other.pem') },
      `key: ${file('other.pem')} is not the key of the certificate in ${certificate}`,
    ],
    [{ certificate, key: certificate }, `key: ${certificate} holds no private key in PEM`],
  ] as const) {
    const error = t.throws(() => destinationOf(keys), { instanceOf: WaybillError })
    t.is(error?.code, 'WAYBILL_FILE_UNUSABLE')
    t.is(error?.message, `destinations.d.${sentence}`)
  }
})

const [FIRST, SECOND] = ['https://one.example/soap', 'https://two.example/soap']
const PAIR = {
  pair: { urls: [FIRST, SECOND], token: 'abc', breaker: { failures: 2, pause: '1m' } },
}

/** Fails at the first address as it says, and goes through at the second. */
const failingFirst =
  (options: object): Answer =>
  async ({ to }) => {
    if (to === FIRST) throw new Undeliverable('not there', options)
    return undefined
  }

test('what an address surely has not taken goes to the next one, with the same access', async (t) => {
  const { send, sent } = sending(PAIR, failingFirst({ notTaken: true }))
  await send(FIRST, 'pair')
  t.deepEqual(
    sent.map(({ to, access }) => [to, access?.token]),
    [
      [FIRST, 'abc'],
      [SECOND, 'abc'],
    ],
  )
})

for (const [title, options] of [
  ['a lost answer', {}],
  ['an answer that cannot be used', { answered: true }],
  ['a message that is refused for good', { permanent: true }],
  ['a message that cannot be written', { unsent: true }],
] as const) {
  test(`${title} is the end of the attempt: nothing goes to the second address`, async (t) => {
    const { send, sent } = sending(PAIR, failingFirst(options))
    await t.throwsAsync(send(FIRST, 'pair'), { message: 'not there' })
    t.deepEqual(
      sent.map(({ to }) => to),
      [FIRST],
    )
  })
}

test('each address has its circuit: an open one is skipped until its pause is over, then one message tries it', async (t) => {
  let up = false
  const { send, sendAs, sent, lines, breakers } = sending(PAIR, async ({ to }) => {
    if (to === FIRST && !up) throw new Undeliverable('not there', { notTaken: true })
    return undefined
  })
  for (let count = 0; count < 4; count += 1) await send(FIRST, 'pair')
  t.deepEqual(
    sent.map(({ to }) => to),
    [FIRST, SECOND, FIRST, SECOND, SECOND, SECOND],
  )
  t.deepEqual(
    breakers.circuitsOf('pair').map(({ url, open, refuses }) => [url.href, open, refuses]),
    [
      [FIRST, true, true],
      [SECOND, false, false],
    ],
  )
  t.deepEqual(breakers.named, [{ destination: 'pair', open: false }])
  t.deepEqual(breakers.addresses, [
    { destination: 'pair', to: FIRST, open: true },
    { destination: 'pair', to: SECOND, open: false },
  ])
  t.deepEqual(lines, [
    `the circuit breaker has opened: nothing is sent to this address of the destination for a while {"event":"breaker","destination":"pair","to":"${FIRST}","outcome":"open","failures":2,"pause":60000,"cause":"not there"}`,
  ])
  up = true
  // As a replayed message does, before the pause is over.
  await sendAs('replayed', FIRST, { destination: 'pair', urgent: true })
  t.is(sent.at(-1)?.to, FIRST)
  await send(FIRST, 'pair')
  t.is(sent.at(-1)?.to, FIRST)
  t.true(lines.at(-1)?.includes('"outcome":"closed"'))
})

test('where the circuit of each address is open nothing is tried, and the first that may be is said', async (t) => {
  const { send, sent } = sending(PAIR, async ({ to }) => {
    throw new Undeliverable(`no way to ${to}`, { notTaken: true })
  })
  for (let count = 0; count < 2; count += 1) {
    await t.throwsAsync(send(FIRST, 'pair'), { message: `no way to ${SECOND}` })
  }
  await t.throwsAsync(send(FIRST, 'pair'), {
    message: /^destination pair at https:\/\/one\.example\/soap is not tried until /,
  })
  t.is(sent.length, 4)
})

test('what was stored for any of its addresses goes to those that it has', async (t) => {
  const { send, sent } = sending(PAIR)
  await send('https://two.example/former', 'pair')
  t.is(sent[0]?.to, FIRST)
  await send('https://three.example/soap', 'pair')
  t.deepEqual([sent[1]?.to, sent[1]?.access], ['https://three.example/soap', undefined])
})

test('a rate: stored messages are postponed to their turns, and one that nobody takes uses none', async (t) => {
  const rated = { slow: { url: LEDGER, perSecond: 10, breaker: { failures: 1, pause: '1m' } } }
  const { sendAs, sent } = sending(rated, failing)
  const way = { destination: 'slow' }
  await t.throwsAsync(sendAs('1', LEDGER, way), { message: 'no way' })
  // Its circuit is open: that is why it waits, and not for a turn.
  await t.throwsAsync(sendAs('2', LEDGER, way), { message: /is not tried until/ })
  t.is(sent.length, 1)
  const { sendAs: other } = sending({ slow: { url: LEDGER, perSecond: 0.1 } })
  await other('1', LEDGER, way)
  const errors = await Promise.all(
    ['2', '3'].map((id) => t.throwsAsync(other(id, LEDGER, way), { instanceOf: OutOfTurn })),
  )
  const [first, second] = errors.map((error) => error?.wait ?? 0)
  t.true(Math.abs((second ?? 0) - (first ?? 0) - 10_000) < 1_000)
})

test('a rate: who waits on a connection waits for its turn, or learns at once that it is too late', async (t) => {
  const { sendAs, sent } = sending({ slow: { url: LEDGER, perSecond: 5 } })
  const way = { destination: 'slow', patience: 250 }
  const outcomes = await Promise.allSettled(['1', '2', '3'].map((id) => sendAs(id, LEDGER, way)))
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  )
  t.is(sent.length, 2)
})

for (const [title, keys, message] of [
  ['neither', {}, /destinations\.d: expected url or urls, and not both/],
  ['both', { url: LEDGER, urls: [FIRST, SECOND] }, /expected url or urls, and not both/],
  ['one alone', { urls: [FIRST] }, /expected at least 2/],
  [
    'another scheme',
    { urls: [FIRST, 'http://two.example/'] },
    /of one scheme, got https: and http:/,
  ],
  ['no URL', { urls: [FIRST, 'two'] }, /destinations\.d\.urls\.1: expected a whole URL/],
  ['a password', { urls: [FIRST, 'https://u:p@two.example/'] }, /urls\.1: .*without user and pass/],
] as const) {
  test(`addresses of a destination that are refused: ${title}`, (t) => {
    const settings = [`destinations=${JSON.stringify({ d: keys })}`]
    t.throws(() => readConfig({ environment: {}, settings }), { message })
  })
}

test('waybill plan has the addresses and the rate; an address that stands there twice is a warning', async (t) => {
  const pair = `destinations=${JSON.stringify({ pair: { urls: [FIRST, SECOND], perSecond: 0.5 } })}`
  const { out } = await cli(['plan', '--set', pair])
  t.regex(
    out,
    /pair {2}https:\/\/one\.example\/soap, else https:\/\/two\.example\/soap, .*0\.5 a second from each node/,
  )
  const twice = `destinations=${JSON.stringify({ pair: { urls: [FIRST, FIRST] } })}`
  const settings = [twice, 'node.uri=urn:example:n', 'routes=[{ to: pair }]']
  t.deepEqual(await linesOf(configurationOf({ environment: {}, settings })), [
    'destinations.pair.urls: an address stands there twice: take one of them out',
  ])
})
