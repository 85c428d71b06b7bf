/** The tables about header blocks on the way, cell by cell, over each transport, there and back. */
import test, { type ExecutionContext } from 'ava'
import { clarkName } from '../../src/xml/tree.js'
import { block, mark, marking, T } from '../support/nodes/marking.js'
import { serveNode } from '../support/nodes/node.js'
import {
  few,
  type OpenPassage,
  overHttp,
  overMail,
  overMemory,
  typeOf,
} from '../support/nodes/passage.js'
import {
  backOverHttp,
  backOverMail,
  backOverMemory,
  type OpenWayBack,
} from '../support/nodes/way-back.js'
import {
  type Cell,
  cellHandlers,
  cellsOf,
  expectedOf,
  HERE,
  messageWith,
} from '../support/wire/cells.js'
import { NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask12, envelopeOf, Heard, pass } from '../support/wire/wire.js'

const NODE = 'urn:example:way'
/** SOAP 1.2 Part 1 §2.2: nodes "MUST NOT act in this role" (none), whoever says they should. */
const ACTORS = { '1.1': [HERE], '1.2': [HERE, `${NS12}/role/none`] }
const SETTINGS = ['routing.hops=false', `node.uri=${NODE}`]
const settingsOf = (soap: '1.1' | '1.2') => [
  ...SETTINGS,
  `node.actors=${JSON.stringify(ACTORS[soap])}`,
]

/** Sends every cell on its way, and compares what the next node received with what the text says. */
async function there(t: ExecutionContext, soap: '1.1' | '1.2', open: OpenPassage) {
  const { plugin, processed } = cellHandlers()
  const passage = await open(t, plugin, settingsOf(soap))
  const cells = cellsOf(soap)
  const wrong: unknown[] = []
  await few(cells, 8, async (cell) => {
    const body = messageWith(cell, cell.block, soap)
    const { onward, heard } = await passage.send({ key: cell.key, body, type: typeOf(soap) })
    const got = onward.map((message) => Buffer.from(message.body ?? []).toString('utf8'))
    const expected = expectedOf(cell, soap)
    if (got.join() !== (expected ?? '')) wrong.push({ ...cell, got, expected })
    if (expected === undefined) t.is(heard?.fault.code, 'MustUnderstand', cell.block)
    else t.is(heard, undefined, cell.block)
  })
  t.deepEqual(wrong, [])
  t.is(passage.received.length, cells.filter(({ fate }) => fate !== 'MustUnderstand').length)
  t.deepEqual(processed.toSorted(), keysOf(cells))
}

test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell, over memory', (t) => there(t, '1.2', overMemory))
test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell, over HTTP', (t) => there(t, '1.2', overHttp))
test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell, over mail', (t) => there(t, '1.2', overMail))
test('SOAP 1.1 §4.2.2: every kind of block, over memory', (t) => there(t, '1.1', overMemory))
test('SOAP 1.1 §4.2.2: every kind of block, over HTTP', (t) => there(t, '1.1', overHttp))
test('SOAP 1.1 §4.2.2: every kind of block, over mail', (t) => there(t, '1.1', overMail))

/** Has every cell stand in an answer, and compares what comes back with what the text says. */
async function back(t: ExecutionContext, soap: '1.1' | '1.2', open: OpenWayBack) {
  const { plugin, processed } = cellHandlers()
  const { ask } = await open(t, plugin, settingsOf(soap))
  const cells = cellsOf(soap)
  const wrong: unknown[] = []
  await few(cells, 8, async (cell) => {
    const answer = await ask({ key: cell.key, soap, body: messageWith(cell, cell.block, soap) })
    const got = answer.body.toString('utf8')
    const expected = expectedOf(cell, soap)
    t.is(answer.type, typeOf(soap))
    if (expected !== undefined) {
      if (got !== expected) wrong.push({ ...cell, got, expected })
      return
    }
    const { fault } = new Heard(0, new Headers(), got)
    t.is(fault.code, 'MustUnderstand', cell.block)
    // SOAP 1.1 §4.4, SOAP 1.2 Part 1 §5.4.3: the answer did not fail where it was made.
    t.is(fault.actor, NODE, cell.block)
  })
  t.deepEqual(wrong, [])
  t.deepEqual(processed.toSorted(), keysOf(cells))
}

test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell of an answer, over memory', (t) =>
  back(t, '1.2', backOverMemory))
test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell of an answer, over HTTP', (t) =>
  back(t, '1.2', backOverHttp))
test('SOAP 1.2 Part 1 §2.7.1 table 3: every cell of an answer, over mail', (t) =>
  back(t, '1.2', backOverMail))
test('SOAP 1.1 §4.2.2: every kind of block of an answer, over memory', (t) =>
  back(t, '1.1', backOverMemory))
test('SOAP 1.1 §4.2.2: every kind of block of an answer, over HTTP', (t) =>
  back(t, '1.1', backOverHttp))
test('SOAP 1.1 §4.2.2: every kind of block of an answer, over mail', (t) =>
  back(t, '1.1', backOverMail))

const NEXT_12 = `s:role="${NS12}/role/next"`
const inside = (header: string, body = mark('body')) => soap12(body, header)
const through = (text: string, hops = false) =>
  pass(marking().plugin, text, { settings: [...settingsOf('1.2'), `routing.hops=${hops}`] }, AS_12)
const AS_12 = { mediaType: 'application/soap+xml' }

test('SOAP 1.2 Part 1 §2.7.1: relay changes nothing about a mandatory block', async (t) => {
  for (const relay of ['true', '1', 'false']) {
    const must = block('Unheard', `${NEXT_12} s:mustUnderstand="true" s:relay="${relay}"`)
    const { onward, heard } = await through(inside(must))
    t.deepEqual(onward, [], relay)
    t.is(heard.fault.code, 'MustUnderstand', relay)
  }
})

test('SOAP 1.2 Part 1 §2.7.1: relay changes nothing at the ultimate receiver', async (t) => {
  const { plugin, marks } = marking()
  const node = await serveNode({ t: plugin })
  t.teardown(() => node.close())
  const relay = 's:relay="true"'
  const optional = block('Unheard', relay) + block('Known', relay, 'relay-known')
  t.is((await ask12(node.url, mark('relay-body'), optional)).status, 200)
  t.true(marks.has('relay-known') && marks.has('relay-body'))
  const heard = await ask12(node.url, mark('a'), block('Unheard', `${relay} s:mustUnderstand="1"`))
  t.is(heard.fault.code, 'MustUnderstand')
})

test('SOAP 1.2 Part 1 §2.7.2: each of many blocks has its own fate', async (t) => {
  const relay = `${NEXT_12} s:relay="true"`
  const blocks = [
    [block('Known', NEXT_12, 'a'), ''],
    [block('Unheard', NEXT_12), ''],
    [block('Unheard', relay), block('Unheard', relay)],
    [block('Known', relay, 'b'), ''],
    [block('Kept', NEXT_12, 'c'), block('Kept', NEXT_12, 'c')],
    [block('Known', '', 'd'), block('Known', '', 'd')],
    [block('Unheard', `s:role="${HERE}"`), ''],
    [block('Known', 's:role="urn:else"'), block('Known', 's:role="urn:else"')],
  ]
  const header = (at: number) => blocks.map((both) => `\n\t<!-- c -->${both[at]}`).join('')
  t.deepEqual((await through(inside(header(0)))).onward, [inside(header(1))])
  const side = (at: number) => blocks.map((both) => both[at]).join('')
  t.deepEqual((await through(inside(side(0)))).onward, [inside(side(1))])
})

test('SOAP 1.2 Part 1 §2.7.2: what looks like a block within one is none', async (t) => {
  const deep = block('Known', NEXT_12, 'deep')
  const text = inside(block('Outer', 's:role="urn:else"', deep), mark('a'))
  t.deepEqual((await through(text)).onward, [text])
  const body = inside('', `<t:Outer xmlns:t="${T}">${deep}</t:Outer>`)
  t.deepEqual((await through(body)).onward, [body])
})

test('SOAP 1.2 Part 1 §2.7.3: what a node adds by itself is one block, optional and for everybody on the way', async (t) => {
  const text = inside(block('Other'))
  const [onward = ''] = (await through(text, true)).onward
  const added = envelopeOf(onward).blocks.at(-1)
  t.is(added && clarkName(added), '{urn:waybill:route}Hops')
  t.is(onward.slice(0, added?.start) + onward.slice(added?.end), text)
  const stated = added?.attributes.map(({ local, namespace, value }) => [local, namespace, value])
  t.deepEqual(stated, [
    ['role', NS12, `${NS12}/role/next`],
    ['relay', NS12, 'true'],
  ])
})

test('SOAP 1.1 §4.2.1: an actor within a block means nothing to a node on the way', async (t) => {
  const next = 's:actor="http://schemas.xmlsoap.org/soap/actor/next"'
  const deep = block('Known', `${next} s:mustUnderstand="1"`)
  const text = soap11(mark('a'), block('Outer', 's:actor="urn:else"', deep + block('No', next)))
  t.deepEqual((await pass(marking().plugin, text)).onward, [text])
})

/** The keys of the cells whose blocks are processed. */
function keysOf(cells: readonly Cell[]): readonly string[] {
  return cells
    .filter(({ processed }) => processed)
    .map(({ key }) => key)
    .toSorted()
}
