/** One trace over three nodes in processes of their own, by HTTP, the queue, mail and HTTP again. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.js'
import { chainOfDaemons } from '../support/nodes/chain-of-daemons.js'
import { soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

const PLUGIN = fileURLToPath(new URL('active-plugin.js', import.meta.url))
const REPORT = '<a:Tell xmlns:a="urn:example:active"/>'
const SERVER = 2
const CLIENT = 3
const PRODUCER = 4
const CONSUMER = 5

async function line(t: ExecutionContext, collector: Collector) {
  const environment = (index: number) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: `node${index}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  return chainOfDaemons(t, 3, (addresses) => [
    {
      mail: true,
      config: { routes: [{ to: addresses.mail(1), mode: 'request-reply' }] },
      environment: environment(0),
    },
    {
      mail: true,
      config: { routes: [{ to: addresses.http(2), mode: 'request-reply' }] },
      environment: environment(1),
    },
    { config: { plugins: [{ use: PLUGIN }] }, environment: environment(2) },
  ])
}

const traceparent = (flags: string) => {
  const trace = randomBytes(16).toString('hex')
  const parent = randomBytes(8).toString('hex')
  return { trace, parent, header: `00-${trace}-${parent}-${flags}` }
}

test.serial(
  'one trace goes over three nodes, HTTP, mail and two queues, and each span has its parent',
  async (t) => {
    const collector = await startCollector(t)
    const chain = await line(t, collector)
    const sent = traceparent('01')
    const headers = { traceparent: sent.header, tracestate: 'vendor=1,other=2' }
    const url = chain.nodes[0]?.url ?? ''
    const heard = await ask(url, soap11(REPORT), { headers })
    t.is(heard.status, 200)
    await chain.stop()

    const { spans } = collector
    t.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [sent.trace])
    t.deepEqual([...new Set(spans.map(({ state }) => state))], ['vendor=1,other=2'])
    const ids = new Set([sent.parent, ...spans.map(({ spanId }) => spanId)])
    t.deepEqual(
      spans.filter(({ parent }) => !ids.has(parent)),
      [],
    )
    // From the last node back to the client.
    const { before = '', after = '' } = valuesIn(heard.text)
    t.is(before, after)
    const byId = (id: string) => spans.find(({ spanId }) => spanId === id)
    const way: (CollectedSpan | undefined)[] = []
    for (let span = byId(before); span; span = byId(span.parent)) way.push(span)
    t.deepEqual(
      way.map((span) => [span?.service, span?.name, span?.kind]),
      [
        ['node2', 'invoke', 1],
        ['node2', 'Tell', SERVER],
        ['node1', 'send http', CLIENT],
        ['node1', 'process Tell', CONSUMER],
        ['node1', 'queue forward', PRODUCER],
        ['node1', 'Tell', CONSUMER],
        ['node0', 'send mailto', PRODUCER],
        ['node0', 'process Tell', CONSUMER],
        ['node0', 'queue forward', PRODUCER],
        ['node0', 'Tell', SERVER],
      ],
    )
    t.is(way.at(-1)?.parent, sent.parent)
    t.is(way[1]?.attributes['rpc.method'], '{urn:example:active}Tell')
    t.is(way[1]?.attributes['waybill.outcome'], 'reply')
    t.true(spans.some(({ service, name }) => service === 'node0' && name === 'queue wait'))
    checkHttp(t, way.at(-1), way[2])
    checkMail(t, way[6], way[5])
    // The answer comes back in the same trace.
    const back = spans.filter(({ service, kind }) => service === 'node0' && kind === CONSUMER)
    t.true(back.some(({ attributes }) => attributes['waybill.role'] === 'returning'))
  },
)

/** By the stable conventions for HTTP: of a request that came, and of one that was sent. */
function checkHttp(
  t: ExecutionContext,
  span: CollectedSpan | undefined,
  sent: CollectedSpan | undefined,
): void {
  t.like(span?.attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/soap',
    'url.scheme': 'http',
    'url.path': '/soap',
    'network.protocol.name': 'http',
    'network.protocol.version': '1.1',
    'server.address': '127.0.0.1',
    'client.address': '127.0.0.1',
  })
  t.like(sent?.attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'network.protocol.name': 'http',
    'server.address': '127.0.0.1',
  })
  const to = new URL(String(sent?.attributes['url.full']))
  t.is(to.pathname, '/soap')
  t.is(sent?.attributes['server.port'], Number(to.port))
}

/** By the conventions for messaging: one mail has one id, where it is sent and where it is taken. */
function checkMail(
  t: ExecutionContext,
  sent: CollectedSpan | undefined,
  received: CollectedSpan | undefined,
): void {
  const id = sent?.attributes['messaging.message.id']
  t.regex(String(id), /^<[^<>@]+@[^<>@]+>$/)
  const both = { 'messaging.system': 'smtp', 'messaging.message.id': id }
  t.like(sent?.attributes, { ...both, 'messaging.operation.type': 'send' })
  t.like(received?.attributes, { ...both, 'messaging.operation.type': 'process' })
  const [from, to] = [sent, received].map((one) => one?.attributes['messaging.destination.name'])
  t.regex(String(from), /^[^@]+@[^@]+$/)
  t.is(to, from)
  for (const span of [sent, received]) t.is(span?.attributes['http.request.method'], undefined)
}

test.serial(
  'what the sender does not sample is recorded nowhere, and goes on as not sampled',
  async (t) => {
    const collector = await startCollector(t)
    const chain = await line(t, collector)
    const sent = traceparent('00')
    const headers = { traceparent: sent.header }
    const heard = await ask(chain.nodes[0]?.url ?? '', soap11(REPORT), { headers })
    t.is(heard.status, 200)
    await chain.nodes[2]?.logged(({ traceId }) => traceId === sent.trace)
    const [letter] = chain.office.letters
    t.regex(
      letter?.content ?? '',
      new RegExp(`^traceparent: 00-${sent.trace}-[0-9a-f]{16}-00`, 'im'),
    )
    await chain.stop()
    t.deepEqual(collector.spans, [])
  },
)

test.serial(
  'an operation that fails makes an error of its span, with the type of what it threw and nothing of its text',
  async (t) => {
    const collector = await startCollector(t)
    const chain = await line(t, collector)
    const heard = await ask(
      chain.nodes[2]?.url ?? '',
      soap11('<a:Fail xmlns:a="urn:example:active"/>'),
    )
    t.is(heard.status, 500)
    await chain.stop()
    const [invoke] = collector.spans.filter(({ name }) => name === 'invoke')
    t.is(invoke?.status, 2)
    t.is(invoke?.attributes['error.type'], 'RangeError')
    t.deepEqual(invoke?.events, ['exception'])
    const [served] = collector.spans.filter(({ kind }) => kind === SERVER)
    t.is(served?.status, 2)
    t.is(served?.attributes['error.type'], 'Server')
    t.is(served?.attributes['http.response.status_code'], 500)
    t.is(served?.parent, '')
    t.notRegex(collector.text, /secret|of 4711/)
  },
)

function valuesIn(body: string): Readonly<Record<string, string>> {
  const values = [...body.matchAll(/<(?:\w+:)?(before|after)[^>]*>([0-9a-f]+|none)</g)]
  return Object.fromEntries(values.map(([, name = '', value = '']) => [name, value]))
}
