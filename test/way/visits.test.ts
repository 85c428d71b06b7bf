/** The Trace block: what nodes write into it on the way, and what its sender gets to see. */
import test from 'ava'
import { MAX_VISITS, readVisits, TRACE, type Visit } from '../../src/message/way/visits.js'
import { element, type Plugin } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { clarkName } from '../../src/xml/tree.js'
import { chain } from '../support/nodes/chain.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { ADD, NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask11, ask12, envelopeOf, type Heard, pass } from '../support/wire/wire.js'

const NEXT11 = 's:actor="http://schemas.xmlsoap.org/soap/actor/next"'
const NEXT12 = `s:role="${NS12}/role/next" s:relay="true"`
const HOW = 'transport="http" at="2026-01-01T00:00:00.000Z" ms="1" outcome="forwarded"'

const trace = (attributes: string, content = '') =>
  `<t:Trace xmlns:t="urn:waybill:route" ${attributes}>${content}</t:Trace>`
const visit = (node: string, how = HOW) => `<t:Visit node="${node}" ${how}/>`

/** What the answer's Trace block says; undefined if it has none. */
function visitsIn({ envelope }: Heard): readonly Visit[] | undefined {
  const [block, ...more] = envelope.blocks.filter((candidate) => clarkName(candidate) === TRACE)
  if (more.length > 0) throw new Error('the answer has more than one Trace block')
  return block && readVisits(block)
}

const reported = (visits: readonly Visit[] | undefined) =>
  visits?.map(({ node, transport, to, outcome }) =>
    [node, transport, to, outcome].filter((part) => part !== undefined).join(' '),
  )

for (const [name, ask, asking] of [
  ['1.1', ask11, trace(NEXT11)],
  ['1.2', ask12, trace(NEXT12)],
] as const) {
  for (const length of [1, 2, 3]) {
    test(`SOAP ${name}: the answer over ${length} nodes tells of each of them`, async (t) => {
      const uris = ['urn:a', 'urn:b', 'urn:c'].slice(-length)
      const [first] = await chain(t, uris)
      const heard = await ask(first?.url ?? '', ADD, asking)
      t.is(heard.status, 200)
      const visits = visitsIn(heard)
      t.deepEqual(
        reported(visits),
        ['urn:a http http forwarded', 'urn:b http http forwarded', 'urn:c http replied'].slice(
          -length,
        ),
      )
      const times = visits?.map(({ at }) => Date.parse(at)) ?? []
      t.deepEqual(times, times.toSorted())
      t.true(times.every((at) => Math.abs(at - Date.now()) < 60_000))
      t.true(visits?.every(({ ms }) => ms >= 0 && ms < 60_000))
    })
  }

  test(`SOAP ${name}: a fault of the last node tells of the whole way`, async (t) => {
    const [first] = await chain(t, ['urn:a', 'urn:b'])
    const heard = await ask(first?.url ?? '', '<x:Nothing xmlns:x="urn:x"/>', asking)
    t.is(heard.fault.code, 'Client')
    t.deepEqual(reported(visitsIn(heard)), ['urn:a http http forwarded', 'urn:b http fault'])
  })

  test(`SOAP ${name}: a fault on the way tells how far the message came`, async (t) => {
    const [first] = await chain(t, ['urn:a', 'urn:b'], { last: new URL('http://127.0.0.1:1/') })
    const heard = await ask(first?.url ?? '', ADD, asking)
    t.is(heard.fault.code, 'Server')
    t.is(heard.fault.actor, 'urn:b')
    t.deepEqual(reported(visitsIn(heard)), ['urn:a http http forwarded', 'urn:b http fault'])
  })
}

test('an answer of a node that does not trace gets the block on its way back, once', async (t) => {
  const body = soap11('<done/>', '<x:Other xmlns:x="urn:x"/>')
  const far = await httpHop({ status: 200, headers: { 'content-type': 'text/xml' }, body })
  t.teardown(() => far.close())
  const [first] = await chain(t, ['urn:a', 'urn:b'], { last: new URL(far.url) })
  const heard = await ask11(first?.url ?? '', ADD, trace(NEXT11))
  t.deepEqual(reported(visitsIn(heard)), ['urn:a http http forwarded', 'urn:b http http forwarded'])
  t.is(heard.text.replace(/<r:Trace .*<\/r:Trace>/, ''), body)
  t.is((await ask11(first?.url ?? '', ADD)).text, body)
})

test('a loop is seen in the trace of its fault', async (t) => {
  const [first] = await chain(t, ['urn:a', 'urn:b'], { last: 'first' })
  const heard = await ask11(first?.url ?? '', ADD, trace(NEXT11))
  t.deepEqual(reported(visitsIn(heard)), [
    'urn:a http http forwarded',
    'urn:b http http forwarded',
    'urn:a http fault',
  ])
})

test('a mandatory block that is not understood: its fault has the trace', async (t) => {
  const [first] = await chain(t, ['urn:a', 'urn:b'])
  const block = '<x:X xmlns:x="urn:x" s:mustUnderstand="1"/>'
  const heard = await ask11(first?.url ?? '', ADD, block + trace(NEXT11))
  t.is(heard.fault.code, 'MustUnderstand')
  t.deepEqual(reported(visitsIn(heard)), ['urn:a http http forwarded', 'urn:b http fault'])
})

test('the time of a node holds what its operation took', async (t) => {
  const plugin: Plugin = {
    operations: [
      {
        name: '{urn:x}Wait',
        async invoke() {
          const started = performance.now()
          while (performance.now() - started < 30) await new Promise(setImmediate)
        },
      },
    ],
  }
  const [first] = await chain(t, ['urn:a', 'urn:b'], { plugin })
  const heard = await ask11(first?.url ?? '', '<x:Wait xmlns:x="urn:x"/>', trace(NEXT11))
  t.true((visitsIn(heard)?.[1]?.ms ?? 0) >= 30)
})

test('from the queue, the answer has its trace too', async (t) => {
  const plugin: Plugin = {
    operations: [{ name: '{urn:x}Later', dispatch: 'queue', invoke: () => ({ a: '1' }) }],
  }
  const [first] = await chain(t, ['urn:a', 'urn:b'], { plugin })
  const heard = await ask11(first?.url ?? '', '<x:Later xmlns:x="urn:x"/>', trace(NEXT11))
  t.is(heard.status, 200)
  t.deepEqual(reported(visitsIn(heard)), ['urn:a http http forwarded', 'urn:b http replied'])
})

const A = ['node.uri=urn:a', 'node.actors=[urn:audit]']

test('a visit is added by position; the rest of the block stays as it came', async (t) => {
  const block = trace(`${NEXT11}  `, `<!-- so far -->\n${visit('urn:x')}\n`)
  const { onward } = await pass({}, soap11(ADD, block), { settings: A })
  const [before = '', after = ''] = block.split('</t:Trace>')
  const [start, end] = soap11(ADD, `${before}|</t:Trace>${after}`).split('|')
  const text = onward[0] ?? ''
  t.true(text.startsWith(start ?? '-') && text.endsWith(end ?? '-'))
  t.regex(
    text.slice(start?.length, -(end ?? '').length),
    /^<t:Visit node="urn:a" actor="http:\/\/schemas.xmlsoap.org\/soap\/actor\/next" transport="memory" to="memory" at="[-\dT:.]{23}Z" ms="\d+(\.\d)?" outcome="forwarded"\/>$/,
  )
})

test('an actor that the node has played is named in place of next', async (t) => {
  const audit = '<x:Audit xmlns:x="urn:x" s:actor="urn:audit"/>'
  const plugin: Plugin = { headers: [{ name: '{urn:x}Audit', process: () => undefined }] }
  const { onward } = await pass(plugin, soap11(ADD, audit + trace(NEXT11)), { settings: A })
  t.deepEqual(
    envelopeOf(onward[0] ?? '')
      .blocks.flatMap(readVisits)
      .map(({ actor }) => actor),
    ['urn:audit'],
  )
})

test('hops and a visit are written into one message', async (t) => {
  const text = soap12(ADD, trace(NEXT12, visit('urn:x')))
  const settings = [...A, 'routing.hops=true']
  const { onward } = await pass({}, text, { settings }, { mediaType: 'application/soap+xml' })
  t.deepEqual(envelopeOf(onward[0] ?? '').blocks.map(clarkName), [
    '{urn:waybill:route}Trace',
    '{urn:waybill:route}Hops',
  ])
})

test('a block with all the visits it can have is sent on as it is', async (t) => {
  const full = trace(NEXT11, visit('urn:x').repeat(MAX_VISITS))
  const text = soap11(ADD, full)
  t.deepEqual((await pass({}, text, { settings: A })).onward, [text])
  const one = soap11(ADD, trace(NEXT11, visit('urn:x').repeat(MAX_VISITS - 1)))
  const { onward } = await pass({}, one, { settings: A })
  t.is(envelopeOf(onward[0] ?? '').blocks.flatMap(readVisits).length, MAX_VISITS)
  const [node] = await chain(t, ['urn:a'])
  t.is(visitsIn(await ask11(node?.url ?? '', ADD, full))?.length, MAX_VISITS)
})

test('a block that is none is a Client fault', async (t) => {
  const [node] = await chain(t, ['urn:a'])
  for (const content of [
    visit('urn:x').repeat(MAX_VISITS + 1),
    'text',
    '<t:Other/>',
    visit(''),
    visit('urn:x y'),
    visit('urn:x', HOW.replace('forwarded', 'lost')),
    visit('urn:x', HOW.replace('ms="1"', 'ms="-1"')),
    visit('urn:x', HOW.replace('2026-01-01T', 'yesterday')),
    visit('urn:x', HOW.replace('"http"', '"a b"')),
  ]) {
    const { fault } = await ask11(node?.url ?? '', ADD, trace(NEXT11, content))
    t.is(fault.code, 'Client', content)
  }
  const two = await ask11(node?.url ?? '', ADD, trace(NEXT11) + trace(NEXT11))
  t.is(two.fault.code, 'Client')
})

test('a message without the block has none in its answer; nor has any where it is switched off', async (t) => {
  const [plain] = await chain(t, ['urn:a'])
  t.deepEqual((await ask11(plain?.url ?? '', ADD)).blocks, [])
  const [off] = await chain(t, ['urn:a', 'urn:b'], { settings: ['routing.trace=false'] })
  t.deepEqual((await ask11(off?.url ?? '', ADD, trace(NEXT11))).blocks, [])
  t.deepEqual((await ask12(off?.url ?? '', ADD, trace(NEXT12))).blocks, [])
})

test('invalid visits in an answer are left out', (t) => {
  const read = (content: string) => readVisits(readDocument(trace(`xmlns:s="${NS11}"`, content)))
  t.is(read(visit('urn:x').repeat(MAX_VISITS + 1)).length, MAX_VISITS)
  t.deepEqual(read('text<t:Other/><Visit/>').length, 0)
  t.deepEqual(read(visit(`urn:${'x'.repeat(300)}`)).length, 0)
  t.deepEqual(read(visit('urn:x', HOW.replace('ms="1"', 'ms="1e9"'))).length, 0)
  t.deepEqual(read(visit('urn:x', HOW.replace('outcome', 'Outcome'))).length, 0)
  t.deepEqual(read(visit('urn:x', `${HOW} to="a b" actor="urn:y"`)), [
    {
      node: 'urn:x',
      actor: 'urn:y',
      transport: 'http',
      to: undefined,
      at: '2026-01-01T00:00:00.000Z',
      ms: 1,
      outcome: 'forwarded',
    },
  ])
})

test('a plugin cannot take the place of the node', async (t) => {
  const plugin: Plugin = {
    headers: [{ name: TRACE, process: () => element({ name: '{urn:x}X' }) }],
  }
  await t.throwsAsync(chain(t, ['urn:a'], { plugin }), { message: /claimed by two plugins/ })
})
