/** Contracts of every style at run time: wrapped and bare, rpc, an empty Body, one entry for several operations. */
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { UntypedContractPlugin } from '../../../src/contract/first/untyped.js'
import type { Outcome } from '../../../src/transport.js'
import { folderOf } from '../../support/folder.js'
import { makeNode, type TestNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'

interface TestOperation {
  readonly name: string
  readonly action?: string
  /** Elements or types of the one part; none for an empty Body. */
  readonly input?: string
  readonly output?: string
}

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s" elementFormDefault="qualified">
  <xs:element name="Code" type="xs:int"/>
  <xs:element name="Size"><xs:complexType><xs:simpleContent><xs:extension base="xs:int">
    <xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  <xs:element name="Pair" type="t:Pair"/>
  <xs:complexType name="Pair"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>
</xs:schema>`

/** A WSDL document with one service, its operations in one style. */
function wsdl(style: 'document' | 'rpc', operations: readonly TestOperation[]): string {
  const part = (part: string | undefined) => (part === undefined ? '' : `<part name="p" ${part}/>`)
  const body =
    style === 'rpc' ? '<s:body use="literal" namespace="urn:r"/>' : '<s:body use="literal"/>'
  const each = (write: (operation: TestOperation) => string) => operations.map(write).join('')
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:s" targetNamespace="urn:s"><types>${SCHEMA}</types>
    ${each(({ name, input, output }) => `<message name="${name}In">${part(input)}</message><message name="${name}Out">${part(output)}</message>`)}
    <portType name="S">${each(({ name }) => `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`)}</portType>
    <binding name="S" type="t:S"><s:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(({ name, action = '' }) => `<operation name="${name}"><s:operation soapAction="${action}"/><input>${body}</input><output>${body}</output></operation>`)}
    </binding><service name="S"><port name="S" binding="t:S"><s:address location="http://127.0.0.1/"/></port></service></definitions>`
}

async function nodeOf(
  t: ExecutionContext,
  text: string,
  handlers: UntypedContractPlugin['handlers'],
): Promise<TestNode> {
  const contract = pathToFileURL(`${folderOf(t, { 's.wsdl': text })}/s.wsdl`)
  return makeNode({ s: await pluginOfContract(() => ({ contract, handlers })) })
}

function body(outcome: Outcome): string {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return /Body>(.*)<\/[^>]*Body>|Body\/>/.exec(outcome.message.body)?.[1] ?? ''
}

const CODE = { input: 'element="t:Code"', output: 'element="t:Code"' }

test('document/literal bare: an entry of simple type is { value }, there and back', async (t) => {
  const text = wsdl('document', [
    { name: 'Next', ...CODE },
    { name: 'Grow', input: 'element="t:Size"', output: 'element="t:Size"' },
  ])
  const node = await nodeOf(t, text, {
    Next: ({ value }) => ({ value: Number(value) + 1 }),
    Grow: ({ $value, '@unit': unit }) => ({ $value: Number($value) * 2, '@unit': unit }),
  })
  t.regex(body(await node.inject(soap11('<Code xmlns="urn:s">7</Code>'))), /Code [^>]*>8</)
  t.regex(
    body(await node.inject(soap12('<Size xmlns="urn:s" unit="cm">7</Size>'))),
    /Size [^>]*unit="cm"[^>]*>14</,
  )
  t.regex(body(await node.inject(soap11('<Code xmlns="urn:s">x</Code>'))), /Fault/)
})

test('rpc/literal: the wrapper is in the namespace of soap:body, its parts are in none', async (t) => {
  const pair = 'type="t:Pair"'
  const text = wsdl('rpc', [{ name: 'Swap', input: pair, output: pair }])
  const node = await nodeOf(t, text, {
    Swap: ({ p }) => (typeof p === 'object' && p && 'a' in p ? { p: { a: p.b, b: p.a } } : {}),
  })
  const request =
    '<r:Swap xmlns:r="urn:r"><p><a xmlns="urn:s">1</a><b xmlns="urn:s">2</b></p></r:Swap>'
  t.regex(
    body(await node.inject(soap11(request))),
    /^<(\w+):SwapResponse xmlns:\1="urn:r"><p><(\w+):a xmlns:\2="urn:s">2<\/\2:a><\2:b [^>]*>1<|^<(\w+):SwapResponse xmlns:\3="urn:r"><p>/,
  )
})

test('an empty Body calls the operation that has one, and its answer may be empty, too', async (t) => {
  const text = wsdl('document', [
    { name: 'Ping', output: 'element="t:Code"' },
    { name: 'Reset', ...CODE, output: undefined as never },
  ])
  let pings = 0
  const node = await nodeOf(t, text, {
    Ping: () => {
      pings += 1
      return { value: pings }
    },
    Reset: ({ value }) => {
      pings = Number(value)
    },
  })
  t.regex(body(await node.inject(soap11(''))), /Code [^>]*>1</)
  t.is(body(await node.inject(soap11('<Code xmlns="urn:s">7</Code>'))), '')
  t.regex(body(await node.inject(soap11(''))), /Code [^>]*>8</)
})

test('operations of one entry are told apart by the action', async (t) => {
  const text = wsdl('document', [
    { name: 'Up', action: 'urn:up', ...CODE },
    { name: 'Down', action: 'urn:down', ...CODE },
  ])
  const node = await nodeOf(t, text, {
    Up: ({ value }) => ({ value: Number(value) + 1 }),
    Down: ({ value }) => ({ value: Number(value) - 1 }),
  })
  const request = soap11('<Code xmlns="urn:s">7</Code>')
  t.regex(body(await node.inject(request, { action: 'urn:up' })), />8</)
  t.regex(body(await node.inject(request, { action: 'urn:down' })), />6</)
  t.regex(
    body(await node.inject(request, { action: 'urn:else' })),
    /The action of the message is not one of those/,
  )
  t.regex(body(await node.inject(request)), /The action of the message is not one of those/)
  const addressed = soap11(
    '<Code xmlns="urn:s">7</Code>',
    '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:down</a:Action><a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:1</a:MessageID>',
  )
  t.regex(body(await node.inject(addressed)), />6</)
})

for (const [what, handlers, pattern] of [
  ['without one', { Up: () => ({}) }, /^the plugin it has no handler for Down of the service S$/],
  [
    'too many',
    { Up: () => ({}), Down: () => ({}), Left: () => ({}) },
    /^the plugin it has a handler or options for Left, and the service S has no such operation; its operations are Up, Down$/,
  ],
] as const) {
  test(`handlers are those of the contract: ${what}`, async (t) => {
    const text = wsdl('document', [
      { name: 'Up', input: 'element="t:Code"' },
      { name: 'Down', input: 'element="t:Pair"' },
    ])
    const error = await t.throwsAsync(nodeOf(t, text, handlers))
    t.regex(error?.message ?? '', pattern)
  })
}

test('operations that no message tells apart are refused in one sentence', async (t) => {
  const text = wsdl('document', [
    { name: 'Up', ...CODE },
    { name: 'Down', ...CODE },
  ])
  const handlers = { Up: () => ({}), Down: () => ({}) }
  const error = await t.throwsAsync(nodeOf(t, text, handlers))
  t.is(
    error?.message,
    'the plugin it cannot be called: its operations Up and Down both have the body entry {urn:s}Code, and no soapAction or wsam:Action tells them apart',
  )
})
