/** Shows that what is read from the lines of a page is what was written there. */
import test from 'ava'
import type { NodeEvent } from '../../src/message/events/events.js'
import { DamagedContent, eachOf, entryOf, LineWriter } from '../../src/store/journal/lines.js'
import { Random } from '../support/random.js'

const PAGE = { name: 'page', node: 'urn:node' }
const BEGUN = 1_793_000_000_000

function written(events: readonly (readonly [number, NodeEvent])[]): readonly string[] {
  const writer = new LineWriter()
  return events.map(([at, event]) => writer.write(event, at).text)
}

const readBack = (lines: readonly string[]) =>
  [...read(lines)].map(({ at, event }): readonly [number, NodeEvent] => [at, event])

function* read(lines: readonly string[]) {
  for (const line of eachOf(Buffer.from(lines.join('')))) yield entryOf(PAGE, line)
}

/** Without the fields that are undefined: they are not kept. */
function plain(event: NodeEvent): NodeEvent {
  const copy: NodeEvent = JSON.parse(JSON.stringify(event))
  return copy
}

const ADD: NodeEvent = {
  event: 'exchange',
  exchange: 'one',
  transport: 'http',
  peer: '192.0.2.1',
  soap: '1.1',
  operation: '{urn:example:calculator}Add',
  outcome: 'reply',
  cause: undefined,
  blocks: undefined,
  ms: 0.4,
}

test('the first line has all, the next one of its kind what is not as before', (t) => {
  const other: NodeEvent = { ...ADD, exchange: 'two', ms: 0.3 }
  const fault: NodeEvent = { ...other, outcome: 'fault', cause: 'no such number' }
  const lines = written([
    [BEGUN, ADD],
    [BEGUN + 3, other],
    [BEGUN + 3, fault],
    [BEGUN + 1, ADD],
  ])
  t.deepEqual(lines, [
    `${BEGUN} ${JSON.stringify(ADD)}\n`,
    '3 exchange {"exchange":"two","ms":0.3}\n',
    '0 exchange {"outcome":"fault","cause":"no such number"}\n',
    '-2 exchange {"exchange":"one","outcome":"reply","cause":null,"ms":0.4}\n',
  ])
  t.deepEqual(readBack(lines), [
    [BEGUN, plain(ADD)],
    [BEGUN + 3, plain(other)],
    [BEGUN + 3, plain(fault)],
    [BEGUN + 1, plain(ADD)],
  ])
})

test('a list that stays the same is told once', (t) => {
  const blocks = () => [{ name: '{urn:x}Route', actor: 'urn:next', did: 'handled' as const }]
  const lines = written([
    [BEGUN, { ...ADD, blocks: blocks() }],
    [BEGUN, { ...ADD, exchange: 'two', blocks: blocks() }],
    [BEGUN, { ...ADD, exchange: 'two', blocks: [] }],
  ])
  t.is(lines[1], '0 exchange {"exchange":"two"}\n')
  t.is(lines[2], '0 exchange {"blocks":[]}\n')
})

test('of business keys, the values stand alone where names and kinds are as before', (t) => {
  const keys = (mrn: string, hash: string) => [
    { name: 'mrn', value: mrn },
    { name: 'card', hash },
  ]
  const events: readonly NodeEvent[] = [
    { ...ADD, keys: keys('1', 'x') },
    { ...ADD, keys: keys('2', 'y') },
    { ...ADD, keys: keys('2', 'y') },
    { ...ADD, keys: keys('2', 'y').toReversed() },
    { ...ADD, keys: undefined },
    { ...ADD, keys: keys('3', 'z') },
  ]
  const lines = written(events.map((event) => [BEGUN, event]))
  t.deepEqual(lines.slice(1), [
    '0 exchange {"keys":["2","y"]}\n',
    '0 exchange {}\n',
    '0 exchange {"keys":[{"name":"card","hash":"y"},{"name":"mrn","value":"2"}]}\n',
    '0 exchange {"keys":null}\n',
    '0 exchange {"keys":[{"name":"mrn","value":"3"},{"name":"card","hash":"z"}]}\n',
  ])
  t.deepEqual(
    readBack(lines).map(([, event]) => event),
    events.map(plain),
  )
  for (const json of ['["2"]', '["2",3]', '[{}]', '[1]', '["a","b","c"]']) {
    const damaged = [lines[0] ?? '', `0 exchange {"keys":${json}}\n`]
    t.throws(() => readBack(damaged), { instanceOf: DamagedContent }, json)
  }
})

test('a long value is shortened, and the line behind it is whole', (t) => {
  const long: NodeEvent = { ...ADD, cause: 'x'.repeat(10_000) }
  const lines = written([
    [BEGUN, ADD],
    [BEGUN, long],
    [BEGUN, ADD],
  ])
  t.true((lines[1] ?? '').length < 1_500)
  const [, second, third] = readBack(lines)
  t.deepEqual(second?.[1], { ...plain(ADD), cause: `${'x'.repeat(1_023)}…` })
  t.deepEqual(third?.[1], plain(ADD))
})

test('many names of header blocks that are long are not written out first', (t) => {
  const name = `{${'n'.repeat(1024 ** 2)}}Block`
  const blocks = Array.from({ length: 1_000 }, () => ({ name, did: 'ignored' as const }))
  const [line = ''] = written([[BEGUN, { ...ADD, blocks }]])
  t.true(line.length < 20_000)
})

test('whatever comes behind whatever, it is read as it was written', (t) => {
  const random = new Random(20_261_123)
  const below = (most: number) => random.below(most)
  const some = <Value>(value: Value) => (below(3) === 0 ? undefined : value)
  const words = ['', 'a', 'null', '{', ' ', '\n', '"', '…', '\u2028', '\ud800', 'exchange {']
  const word = () => random.pick(words) + below(3)
  const make: readonly (() => NodeEvent)[] = [
    () => ({
      ...ADD,
      exchange: word(),
      peer: some(word()),
      cause: some(word()),
      bytes: some(below(3)),
      again: some(true),
      blocks: some([{ name: word(), did: 'handled' }]),
      keys: some([
        random.pick([
          { name: 'a', value: word() },
          { name: word(), hash: word() },
        ]),
      ]),
      security: some({ verdict: 'valid', peers: some([word()]) }),
    }),
    () => ({
      event: 'exchange',
      exchange: word(),
      transport: 'smtp',
      soap: '1.2',
      outcome: 'refused',
      ms: below(3),
    }),
    () => ({
      event: 'job',
      exchange: word(),
      job: word(),
      kind: 'invoke',
      outcome: 'done',
      to: some(word()),
      ms: below(2),
    }),
    () => ({ event: 'breaker', destination: word(), outcome: 'open', cause: word() }),
    () => ({
      event: 'action',
      who: word(),
      action: 'replay',
      by: 'token',
      outcome: 'done',
      peer: some(word()),
      ids: some([word()]),
    }),
  ]
  for (let page = 0; page < 300; page += 1) {
    const events = Array.from({ length: below(30) }, (): readonly [number, NodeEvent] => [
      BEGUN + below(100) - 50,
      random.pick(make)(),
    ])
    const lines = written(events)
    t.deepEqual(
      readBack(lines),
      events.map(([at, event]) => [at, plain(event)]),
    )
  }
})
