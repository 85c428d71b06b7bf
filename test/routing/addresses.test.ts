/** A destination with two addresses and a rate: real nodes, on both stores, over a kill. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { ownRedis } from '../support/redis/redis.js'
import { Waiting } from '../support/waiting.js'
import { soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

const echo = (text: string) =>
  soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`)

const post = (url: string, text: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: echo(text) })

interface Arrived {
  readonly text: string
  readonly at: number
}

/** Takes messages, and notes which and when. */
class Partner {
  readonly arrived: Arrived[] = []
  /** Called at each message, before its answer. */
  onArrival: (() => void) | undefined
  readonly #server: Server

  /** @param waiting  notified of each message */
  private constructor(waiting: Waiting) {
    this.#server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      this.arrived.push({ text: /<e:text>(.*)<\/e:text>/.exec(body)?.[1] ?? '', at: Date.now() })
      this.onArrival?.()
      response.writeHead(202).end()
      waiting.changed()
    })
  }

  static async on(t: ExecutionContext, port: number, waiting: Waiting): Promise<Partner> {
    const partner = new Partner(waiting)
    partner.#server.listen(port, '127.0.0.1')
    await once(partner.#server, 'listening')
    t.teardown(() => {
      partner.#server.close()
      partner.#server.closeAllConnections()
    })
    return partner
  }

  get texts(): ReadonlySet<string> {
    return new Set(this.arrived.map(({ text }) => text))
  }
}

const RATE = 5
const COUNT = 12

for (const store of ['SQLite', 'Redis'] as const) {
  test(`${store}: stored messages go to the second address, at the rate, over a kill, and back to the first`, async (t) => {
    const stateDir = folderOf(t, {})
    const redis = store === 'Redis' ? await ownRedis() : undefined
    t.teardown(async () => redis?.close())
    const [one, two] = [await freePort(), await freePort()]
    const waiting = new Waiting()
    const second = await Partner.on(t, two, waiting)
    const until = (isSo: () => boolean) =>
      waiting.until(
        () => isSo() || undefined,
        () => `${second.arrived.length} arrived`,
      )
    const urls = [one, two].map((port) => `http://127.0.0.1:${port}/soap`)
    const breaker = { failures: 2, pause: '500ms' }
    const start = () =>
      startDaemon([
        `stateDir=${stateDir}`,
        ...(redis ? [`queue.url=${redis.url}`] : []),
        'log.level=debug',
        'node.uri=urn:example:between',
        'plugins=[]',
        `destinations=${JSON.stringify({ pair: { urls, perSecond: RATE, breaker } })}`,
        'routes=[{operation: "{urn:example:echo}*", to: pair, mode: store, answers: none}]',
      ])
    const killed = await start()
    t.teardown(() => killed.process.kill('SIGKILL'))
    const answers = await Promise.all(
      Array.from({ length: COUNT }, (_, id) => post(killed.url, `${id}`)),
    )
    t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    second.onArrival = () => {
      if (second.arrived.length >= 3) killed.process.kill('SIGKILL')
    }
    second.onArrival()
    await killed.ended()
    second.onArrival = undefined
    const before = second.arrived.length
    t.true(before < COUNT, String(before))
    const daemon = await start()
    t.teardown(() => daemon.process.kill('SIGKILL'))
    await until(() => second.texts.size === COUNT)
    // One that was on its way when the node was killed may have come twice.
    t.true(second.arrived.length <= COUNT + 1)
    for (const run of [second.arrived.slice(0, before), second.arrived.slice(before)]) {
      for (const { at } of run) {
        const within = run.filter((other) => other.at >= at && other.at < at + 1_000)
        t.true(within.length <= RATE + 2, JSON.stringify(run.map((other) => other.at - at)))
      }
    }
    // Nobody used an attempt by waiting for a turn, or by the address that is not there.
    t.deepEqual([...failed(killed), ...failed(daemon)], [])
    const opened = await daemon.logged(({ event, outcome }) => {
      return event === 'breaker' && outcome === 'open'
    })
    t.like(opened, { destination: 'pair', to: urls[0] })

    const first = await Partner.on(t, one, waiting)
    for (let id = COUNT; first.arrived.length === 0; id += 1) {
      await post(daemon.url, `${id}`)
      await until(() => first.texts.has(`${id}`) || second.texts.has(`${id}`))
    }
    await daemon.logged(({ event, outcome }) => event === 'breaker' && outcome === 'closed')
    t.is(await daemon.stop(), 0)
  })
}

/** Jobs that used an attempt in vain. */
function failed({ log }: RunningDaemon) {
  return log.filter(({ event, outcome }) => {
    return event === 'job' && ['retry', 'dead'].includes(String(outcome))
  })
}

test('who waits on a connection waits for its turn, and gets 503 with Retry-After if that is too late', async (t) => {
  const port = await freePort()
  await Partner.on(t, port, new Waiting())
  const pair = { url: `http://127.0.0.1:${port}/soap`, perSecond: 0.1 }
  const daemon = await startDaemon([
    'node.uri=urn:example:between',
    'plugins=[]',
    'limits.operationTime=2s',
    `destinations=${JSON.stringify({ pair })}`,
    'routes=[{operation: "{urn:example:echo}*", to: pair}]',
  ])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  t.is((await post(daemon.url, 'first')).status, 202)
  const refused = await post(daemon.url, 'second')
  t.is(refused.status, 503)
  const after = Number(refused.headers.get('retry-after'))
  t.true(after > 2 && after <= 10, String(after))
  t.is(await daemon.stop(), 0)
})
