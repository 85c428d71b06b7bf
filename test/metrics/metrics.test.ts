/** What /metrics says: the format to the letter, what has happened, and no more series than the configuration has names. */
import { tmpdir } from 'node:os'
import test from 'ava'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../src/message/events/events.js'
import { METRICS } from '../../src/operate/metrics/catalogue.js'
import { Counts } from '../../src/operate/metrics/event-counters.js'
import { Metrics, type Sources } from '../../src/operate/metrics/metrics.js'
import type { Problem } from '../../src/operate/problems/problem.js'
import type { QueueStats } from '../../src/store/queue/admin.js'
import { type Family, readExposition } from '../support/metrics/exposition.js'

const ADD = '{urn:calculator}Add'

const EXPECTED = {
  transports: ['http', 'smtp'],
  operations: [ADD, '{urn:calculator}Subtract'],
  schemes: new Map([
    ['https', 'http'],
    ['mailto', 'smtp'],
  ]),
}

const STATS: QueueStats = {
  backend: 'memory:',
  paused: false,
  waiting: 3,
  delayed: 2,
  suspended: 1,
  running: 4,
  done: 5,
  dead: 6,
  oldest: 1_500,
  oldestUndelivered: 900_000,
}

const problem = (parts: Partial<Problem>): Problem => ({
  name: 'destination-down',
  subject: 'bank',
  severity: 'error',
  stopsAcceptance: false,
  shared: false,
  summary: 'The destination bank is down.',
  remedy: 'Ask who runs it.',
  since: 1,
  page: '#/flow',
  node: 'urn:node',
  ...parts,
})

const PROBLEMS: readonly Problem[] = [
  problem({}),
  problem({ name: 'queue-paused', subject: undefined, severity: 'warning' }),
]

const exchange = (parts: Partial<ExchangeEnded> = {}): ExchangeEnded => ({
  event: 'exchange',
  exchange: 'an id',
  transport: 'http',
  soap: '1.1',
  operation: ADD,
  outcome: 'reply',
  ms: 3,
  ...parts,
})

const job = (parts: Partial<JobSettled> = {}): JobSettled => ({
  event: 'job',
  job: 'an id',
  exchange: 'an id',
  kind: 'send',
  outcome: 'done',
  to: 'mailto:a@example.com',
  ms: 20,
  ...parts,
})

async function metricsOf(events: readonly NodeEvent[], sources: Partial<Sources> = {}) {
  const counts = new Counts(EXPECTED)
  for (const event of events) counts.observe(event)
  const metrics = new Metrics(counts, {
    role: 'all',
    queueStats: async () => STATS,
    journalStats: async () => ({ entries: 10, bytes: 1000, oldest: 1, lost: 2 }),
    breakers: () => [
      { destination: 'bank', open: true },
      { destination: 'ledger', open: false },
    ],
    spooled: () => 42,
    problems: () => PROBLEMS,
    folders: [{ folder: 'state', path: tmpdir() }],
    ...sources,
  })
  const { contentType, body } = await metrics.text()
  metrics.close()
  return { contentType, body, families: readExposition(body) }
}

/** The values of a metric, by its labels as text. */
function valuesOf(families: ReadonlyMap<string, Family>, name: string) {
  const samples = families.get(name)?.samples ?? []
  return Object.fromEntries(
    samples.map((sample) => [
      [
        ...(sample.name === name ? [] : [sample.name.slice(name.length)]),
        ...sample.labels.values(),
      ].join(' '),
      sample.value,
    ]),
  )
}

test('every metric of the catalogue is there, with its type, and no other', async (t) => {
  const { families, contentType } = await metricsOf([])
  t.is(contentType, 'text/plain; version=0.0.4; charset=utf-8')
  t.deepEqual(
    [...families.values()].map(({ name, type }) => [name, type]).toSorted(),
    Object.entries(METRICS)
      .map(([name, { type }]) => [name, type])
      .toSorted(),
  )
})

test('exchanges are counted by transport, operation and outcome', async (t) => {
  const { families } = await metricsOf([
    exchange({ bytes: 100, answerLength: 50 }),
    exchange({ bytes: 100, answerLength: 60, attachments: 2 }),
    exchange({ outcome: 'fault', code: 'Client', ms: 70 }),
    exchange({ transport: 'smtp', outcome: 'accepted', operation: undefined }),
    exchange({ outcome: 'refused', refusal: 'busy', operation: undefined }),
  ])
  t.deepEqual(valuesOf(families, 'waybill_exchanges_total'), {
    [`http ${ADD} reply`]: 2,
    [`http ${ADD} fault`]: 1,
    'http none refused': 1,
    'smtp none accepted': 1,
  })
  t.deepEqual(valuesOf(families, 'waybill_faults_total'), { [`http ${ADD} Client`]: 1 })
  t.deepEqual(valuesOf(families, 'waybill_received_bytes_total'), { http: 200, smtp: 0 })
  t.deepEqual(valuesOf(families, 'waybill_answered_bytes_total'), { http: 110, smtp: 0 })
  t.deepEqual(valuesOf(families, 'waybill_attachments_total'), { http: 2, smtp: 0 })
  t.deepEqual(valuesOf(families, 'waybill_refusals_total'), { 'http busy': 1 })
  const times = valuesOf(families, 'waybill_exchange_duration_seconds')
  t.is(times[`_bucket http ${ADD} 0.0025`], 0)
  t.is(times[`_bucket http ${ADD} 0.005`], 2)
  t.is(times[`_bucket http ${ADD} 0.1`], 3)
  t.is(times[`_bucket http ${ADD} +Inf`], 3)
  t.is(times[`_sum http ${ADD}`], 0.076)
})

test('what comes from the queue is a job: its exchange was counted when it came in, its fault was not', async (t) => {
  const { families } = await metricsOf([
    exchange({ outcome: 'pending' }),
    exchange({ outcome: 'fault', code: 'Server', attempt: 1 }),
    job({ kind: 'invoke', outcome: 'done', to: undefined }),
  ])
  t.deepEqual(valuesOf(families, 'waybill_exchanges_total'), { [`http ${ADD} pending`]: 1 })
  t.deepEqual(valuesOf(families, 'waybill_faults_total'), { [`http ${ADD} Server`]: 1 })
  t.is(valuesOf(families, 'waybill_jobs_total')['invoke done'], 1)
})

test('mails are told by what became of them', async (t) => {
  const { families } = await metricsOf([
    exchange({ transport: 'smtp', outcome: 'accepted' }),
    { event: 'refused', transport: 'smtp', outcome: '550 5.1.1 nobody has that address' },
    { event: 'refused', transport: 'smtp', outcome: 'failed' },
    job(),
    // Sent, and later answered: one mail.
    job({ kind: 'forward', outcome: 'suspended' }),
    job({ kind: 'forward', outcome: 'done', resumed: true }),
    job({ outcome: 'retry' }),
    job({ outcome: 'dead' }),
    job({ to: 'https://next.example/soap' }),
  ])
  const messages = valuesOf(families, 'waybill_messages_total')
  t.deepEqual(messages, {
    'http received': 0,
    'http refused': 0,
    'http sent': 1,
    'http failed': 0,
    'smtp received': 1,
    'smtp refused': 2,
    'smtp sent': 2,
    'smtp failed': 1,
    'other received': 0,
    'other refused': 0,
    'other sent': 0,
    'other failed': 0,
  })
  t.deepEqual(valuesOf(families, 'waybill_refusals_total'), { 'smtp 550': 1, 'smtp other': 1 })
  const jobs = valuesOf(families, 'waybill_jobs_total')
  t.deepEqual([jobs['send retry'], jobs['send dead'], jobs['forward suspended']], [1, 1, 1])
})

test('verdicts, connections and second opinions are counted', async (t) => {
  const { families } = await metricsOf([
    exchange({ security: { verdict: 'valid', peers: ['bank'] } }),
    exchange({
      security: { verdict: 'failed', code: 'FailedCheck' },
      outcome: 'fault',
      code: 'Client',
    }),
    { event: 'connection', transport: 'http', outcome: 'closed', cause: 'http.maxConnections' },
    { event: 'opinion', schema: 'a', element: 'b', outcome: 'refused', kept: 'c' },
  ])
  t.like(valuesOf(families, 'waybill_security_verdicts_total'), {
    'http valid': 1,
    'http failed': 1,
  })
  t.deepEqual(valuesOf(families, 'waybill_connections_refused_total'), {
    'http http.maxConnections': 1,
  })
  t.deepEqual(valuesOf(families, 'waybill_second_opinions_total'), { accepted: 0, refused: 1 })
})

test('the queue, the journal, the breakers and the disk are asked when they are wanted', async (t) => {
  const { families } = await metricsOf([])
  const value = (name: string) => valuesOf(families, name)['']
  t.deepEqual(valuesOf(families, 'waybill_queue_jobs'), {
    waiting: 3,
    delayed: 2,
    suspended: 1,
    running: 4,
    done: 5,
    dead: 6,
  })
  t.is(value('waybill_queue_up'), 1)
  t.is(value('waybill_queue_oldest_seconds'), 1.5)
  t.is(value('waybill_queue_oldest_undelivered_seconds'), 900)
  t.is(value('waybill_queue_paused'), 0)
  t.is(value('waybill_journal_entries'), 10)
  t.is(value('waybill_journal_lost_total'), 2)
  t.is(value('waybill_spool_bytes'), 42)
  t.deepEqual(valuesOf(families, 'waybill_breaker_open'), { bank: 1, ledger: 0 })
  t.true((value('process_cpu_seconds_total') ?? 0) > 0)
})

for (const [what, queueStats] of [
  ['fails', () => Promise.reject(new Error('away'))],
  ['is not open yet', () => undefined],
] as const) {
  test(`a queue that ${what} is no reason not to answer`, async (t) => {
    const { families } = await metricsOf([exchange()], {
      queueStats,
      journalStats: () => undefined,
    })
    t.deepEqual(valuesOf(families, 'waybill_queue_up'), { '': 0 })
    for (const name of [
      'waybill_queue_jobs',
      'waybill_queue_oldest_seconds',
      'waybill_queue_oldest_undelivered_seconds',
      'waybill_queue_paused',
    ]) {
      t.deepEqual(families.get(name)?.samples, [], name)
    }
    t.deepEqual(families.get('waybill_journal_entries')?.samples, [])
    t.is(valuesOf(families, 'waybill_exchanges_total')[`http ${ADD} reply`], 1)
  })
}

test('problems are told as they are, and are absent without one', async (t) => {
  const { families } = await metricsOf([])
  t.deepEqual(valuesOf(families, 'waybill_problem'), {
    'destination-down error bank': 1,
    'queue-paused warning ': 1,
  })
  const { families: none } = await metricsOf([], { problems: () => [] })
  t.deepEqual(none.get('waybill_problem')?.samples, [])
})

test('however many problems there are, they make a bounded number of series', async (t) => {
  const many = Array.from({ length: 1_000 }, (_, index) => [
    problem({ subject: `https://peer${index}.example` }),
    problem({ name: 'dead-letters', subject: `a cause of peer ${index}` }),
  ])
  const { families } = await metricsOf([], { problems: () => many.flat() })
  const values = valuesOf(families, 'waybill_problem')
  t.is(Object.keys(values).length, 22)
  t.is(values['destination-down error https://peer0.example'], 1)
  t.is(values['destination-down error other'], 980)
  t.is(values['dead-letters error '], 1_000)
})

test('the disks that the node writes to are measured, and one that is not there is absent', async (t) => {
  const folders = [
    { folder: 'state', path: tmpdir() },
    { folder: 'evidence', path: '/there/is/none' },
  ]
  const { families } = await metricsOf([], { folders })
  const [free, size] = ['free', 'size'].map((of) => valuesOf(families, `waybill_disk_${of}_bytes`))
  t.deepEqual(Object.keys(free ?? {}), ['state'])
  t.true((free?.state ?? 0) > 0 && (free?.state ?? 0) <= (size?.state ?? 0))
})

test('peers who make up names make no series', async (t) => {
  const made = Array.from({ length: 10_000 }, (_, index): readonly NodeEvent[] => [
    exchange({ operation: `{urn:${index}}Op`, transport: `t${index}`, peer: `2001:db8::${index}` }),
    exchange({
      operation: `{urn:${index}}Op`,
      sender: `s${index}`,
      outcome: 'fault',
      code: 'Client',
    }),
    exchange({ outcome: 'refused', refusal: `r${index}`, operation: `{urn:${index}}"\\\n` }),
    job({ to: `x${index}://host${index}`, operation: `{urn:${index}}Op` }),
    { event: 'refused', transport: `t${index}`, outcome: `${index} no`, cause: `c${index}` },
    { event: 'connection', transport: 'http', outcome: 'closed', cause: `c${index}` },
    { event: 'breaker', destination: `https://h${index}`, outcome: 'open' },
  ])
  const { families, body } = await metricsOf(made.flat())
  const series = [...families.values()].reduce((sum, { samples }) => sum + samples.length, 0)
  t.log(`${series} series, ${body.length} bytes`)
  t.true(series < 1_000)
  t.deepEqual(valuesOf(families, 'waybill_exchanges_total'), {
    'other other reply': 10_000,
    'http other fault': 10_000,
    'http other refused': 10_000,
  })
})

test('a name with quotes, backslashes and line feeds is told as it is', async (t) => {
  const odd = 'a "quoted" \\ name\nof two lines'
  const { families } = await metricsOf([], { breakers: () => [{ destination: odd, open: true }] })
  t.deepEqual(valuesOf(families, 'waybill_breaker_open'), { [odd]: 1 })
})

test('a node that stops measures the event loop no longer', async (t) => {
  const counts = new Counts(EXPECTED)
  const metrics = new Metrics(counts, {
    role: 'all',
    queueStats: () => undefined,
    journalStats: () => undefined,
    breakers: () => [],
    spooled: () => 0,
    problems: () => [],
    folders: [],
  })
  metrics.close()
  t.regex((await metrics.text()).body, /waybill_build_info/)
})
