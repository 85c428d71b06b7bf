/** The Hops block: what a node writes into it, byte for byte, and how a loop ends. */
import test from 'ava'
import { isLoop, readHops } from '../../src/message/way/hops.js'
import { clarkName } from '../../src/xml/tree.js'
import { chain } from '../support/nodes/chain.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { ADD, NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask11, ask12, envelopeOf, pass } from '../support/wire/wire.js'

const A = ['routing.hops=true', 'node.uri=urn:a']
const NEXT11 = 'http://schemas.xmlsoap.org/soap/actor/next'
const NEXT12 = `${NS12}/role/next`
const HOP = '<r:Hop node="urn:a"/>'

/** A block that came over nodes, as another node may have written it. */
const hops = (...nodes: readonly string[]) =>
  `<w:Hops xmlns:w='urn:waybill:route' s:actor="${NEXT11}" >${nodes.map((node) => `<w:Hop node="${node}" />`).join('\n')}</w:Hops >`

const through = async (text: string, settings: readonly string[] = A, bounds = {}) => {
  const { onward, heard, messages } = await pass({}, text, { settings, bounds })
  return { onward: onward[0], heard, messages }
}

const through12 = async (text: string) => {
  const mediaType = 'application/soap+xml'
  return (await pass({}, text, { settings: A }, { mediaType })).onward[0]
}

test('a message without a block gets one as the last of Header, and is otherwise as it came', async (t) => {
  const header = '<x:B xmlns:x="urn:x"><![CDATA[&]]></x:B><!-- c -->\r\n'
  const block = `<r:Hops xmlns:r="urn:waybill:route" s:actor="${NEXT11}">${HOP}</r:Hops>`
  const { onward } = await through(soap11(ADD, header))
  t.is(onward, soap11(ADD, header + block))
})

test('in SOAP 1.2 the block is for a role, and to be relayed', async (t) => {
  const header = '<x:B xmlns:x="urn:x"/>'
  const block = `<r:Hops xmlns:r="urn:waybill:route" s:role="${NEXT12}" s:relay="true">${HOP}</r:Hops>`
  t.is(await through12(soap12(ADD, header)), soap12(ADD, header + block))
})

test('a message without Header gets one, before Body', async (t) => {
  const block = `<r:Hops xmlns:r="urn:waybill:route" s:actor="${NEXT11}">${HOP}</r:Hops>`
  t.is((await through(soap11(ADD))).onward, soap11(ADD, block))
  const empty = soap11(ADD).replace('<s:Body>', '<s:Header /><s:Body>')
  t.is(
    (await through(empty)).onward,
    empty.replace('<s:Header />', `<s:Header >${block}</s:Header>`),
  )
})

test('an envelope without prefixes gets one for the attribute', async (t) => {
  const text = `<Envelope xmlns="${NS11}"><!-- a --><Body id="r"/></Envelope>`
  const block = `<r:Hops xmlns:r="urn:waybill:route" xmlns:soap="${NS11}" soap:actor="${NEXT11}">${HOP}</r:Hops>`
  t.is((await through(text)).onward, text.replace('<Body', `<Header>${block}</Header><Body`))
})

test('prefixes that the message uses for other things keep their meaning', async (t) => {
  const text = `<r:Envelope xmlns:r="${NS11}"><s:Header xmlns:s="${NS11}" xmlns:soap="urn:x"/><r:Body/></r:Envelope>`
  const { onward = '' } = await through(text)
  const { blocks } = envelopeOf(onward)
  t.deepEqual(blocks.map(clarkName), ['{urn:waybill:route}Hops'])
  t.deepEqual(blocks.flatMap(readHops), ['urn:a'])
  t.true(onward.includes(`s:actor="${NEXT11}"`))
  t.true(onward.endsWith('</s:Header><r:Body/></r:Envelope>'))
})

test('a block that came gets this node at its end, and is otherwise as it came', async (t) => {
  const received = hops('urn:x', 'urn:y')
  const goes = received.replace('</w:Hops >', '<w:Hop node="urn:a"/></w:Hops >')
  const other = '<x:After xmlns:x="urn:x"/>'
  t.is((await through(soap11(ADD, received + other))).onward, soap11(ADD, goes + other))
})

test('a block without content is opened', async (t) => {
  const received = `<Hops xmlns="urn:waybill:route" s:actor="${NEXT11}" />`
  const goes = `<Hops xmlns="urn:waybill:route" s:actor="${NEXT11}" ><Hop node="urn:a"/></Hops>`
  t.is((await through(soap11(ADD, received))).onward, soap11(ADD, goes))
})

test('a URI of this node that needs escapes is the same when it is read', async (t) => {
  const settings = ['routing.hops=true', `node.uri=urn:a?b&c<d>"e"`]
  const { onward = '' } = await through(soap11(ADD), settings)
  t.deepEqual(envelopeOf(onward).blocks.flatMap(readHops), ['urn:a?b&c<d>"e"'])
})

test('a message that was here is a Server fault that names its way', async (t) => {
  const { onward, heard } = await through(soap11(ADD, hops('urn:a', 'urn:b', 'urn:c')))
  t.is(onward, undefined)
  t.is(heard.fault.code, 'Server')
  t.is(heard.fault.reason, 'The message came back to urn:a: urn:a > urn:b > urn:c')
  t.is(heard.fault.actor, 'urn:a')
  t.is(heard.fault.detail, undefined)
  t.deepEqual(heard.blocks, ['{urn:waybill:fault}Loop'])
  t.true(isLoop(heard.envelope))
  t.false(isLoop(envelopeOf(soap11(ADD, '<x:Loop xmlns:x="urn:x"/>'))))
})

test('a message that 16 nodes have sent on is not sent on by another; by the 16th it is', async (t) => {
  const way = Array.from({ length: 16 }, (_, index) => `urn:n${index}`)
  const { onward, heard } = await through(soap11(ADD, hops(...way)))
  t.is(onward, undefined)
  t.is(heard.fault.code, 'Server')
  t.is(heard.fault.reason, `The message has passed more than 16 nodes: ${way.join(' > ')}`)
  const shorter = await through(soap11(ADD, hops(...way.slice(1))))
  t.is(shorter.messages[0]?.hops, 16)
  const wider = await through(soap11(ADD, hops(...way)), A, { limits: { hops: 17 } })
  t.is(wider.messages[0]?.hops, 17)
})

test('a count of the transport goes on where the block was lost', async (t) => {
  const send = (count: number) => pass({}, soap11(ADD), { settings: A }, { hops: count })
  t.is((await send(15)).messages[0]?.hops, 16)
  const { onward, heard } = await send(16)
  t.deepEqual(onward, [])
  t.is(heard.fault.reason, 'The message has passed more than 16 nodes: (none is named)')
})

test('two blocks, and a block that is none, are Client faults', async (t) => {
  for (const header of [
    hops('urn:x') + hops('urn:y'),
    hops('urn:x y'),
    hops(''),
    hops(`urn:${'x'.repeat(300)}`),
    hops('urn:x').replace('<w:Hop ', '<w:Other '),
    hops(...Array.from({ length: 101 }, (_, index) => `urn:n${index}`)),
  ]) {
    const { onward, heard } = await through(soap11(ADD, header))
    t.is(onward, undefined, header)
    t.is(heard.fault.code, 'Client', header)
  }
})

test('a block for another actor is no business of this node', async (t) => {
  const other = hops('urn:a').replace(NEXT11, 'urn:elsewhere')
  const { onward = '' } = await through(soap11(ADD, other))
  t.true(onward.includes(other))
  t.deepEqual(envelopeOf(onward).blocks.slice(1).flatMap(readHops), ['urn:a'])
})

test('the ultimate receiver does not count', async (t) => {
  const [node] = await chain(t, ['urn:a'])
  const way = Array.from({ length: 40 }, (_, index) => `urn:n${index}`)
  t.is((await ask11(node?.url ?? '', ADD, hops('urn:a', ...way))).status, 200)
  const two = await ask11(node?.url ?? '', ADD, hops('urn:a') + hops('urn:b'))
  t.is(two.fault.code, 'Client')
})

for (const length of [1, 2, 3]) {
  test(`a loop of ${length} ends with one fault, at the node where it began`, async (t) => {
    const uris = ['urn:a', 'urn:b', 'urn:c'].slice(0, length)
    const nodes = await chain(t, uris, { last: 'first' })
    for (const ask of [ask11, ask12]) {
      const before = nodes.map(({ log }) => ended(log))
      const { fault } = await ask(nodes[0]?.url ?? '', ADD)
      t.is(fault.code, 'Server')
      t.is(fault.reason, `The message came back to urn:a: ${uris.join(' > ')}`)
      t.is(fault.actor, 'urn:a')
      // The first one had it twice, each other one once.
      const times = nodes.map(({ log }, index) => ended(log) - (before[index] ?? 0))
      t.deepEqual(times, [2, 1, 1].slice(0, length))
    }
  })
}

const ended = (log: readonly Record<string, unknown>[]) =>
  log.filter(({ msg }) => msg === 'exchange').length

test('with blocks switched off, Via ends the loop', async (t) => {
  const nodes = await chain(t, ['urn:a', 'urn:b(1)'], {
    last: 'first',
    settings: ['routing.hops=false'],
  })
  const { fault } = await ask11(nodes[0]?.url ?? '', ADD)
  t.is(fault.code, 'Server')
  t.is(fault.reason, 'The message came back to urn:a: urn:a > urn:b(1)')
})

test('a chain that is too long ends', async (t) => {
  const uris = ['urn:a', 'urn:b', 'urn:c']
  const far = await httpHop({ status: 202 })
  t.teardown(() => far.close())
  const bounds = { limits: { hops: 2 } }
  const nodes = await chain(t, uris, { last: new URL(far.url), bounds })
  const { fault } = await ask11(nodes[0]?.url ?? '', ADD)
  t.is(fault.reason, 'The message has passed more than 2 nodes: urn:a > urn:b')
  t.is(fault.actor, 'urn:c')
  t.is(far.requests.length, 0)
})
