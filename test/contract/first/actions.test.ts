/** Which actions a contract-first operation takes: all that its contract says, and no other. */
import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../../support/folder.js'
import { makeNode, serveNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { wsa } from '../../support/wire/addressing.js'
import { envelope, NS11, NS12 } from '../../support/wire/envelopes.js'

interface TestAction {
  readonly name: string
  /** `soapAction` of the binding to SOAP 1.1, and of that to SOAP 1.2. */
  readonly soap11?: string
  readonly soap12?: string
  /** Attributes of the input. */
  readonly input?: string
  /** Local name of the body entry; `''` for an empty Body. */
  readonly entry?: string
}

const NAMESPACES = `xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s2="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:t="urn:s" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"
  xmlns:wsa="http://www.w3.org/2005/08/addressing"`

function wsdl(operations: readonly TestAction[]): string {
  const each = (write: (one: TestAction) => string) => operations.map(write).join('')
  const entries = [...new Set(operations.map(({ entry = 'Ask' }) => entry))].filter((one) => one)
  const declared = [...entries, 'Said'].map((one) => `<xs:element name="${one}" type="xs:string"/>`)
  const messages = ['', ...entries].map(
    (one) => `<message name="In${one}">${one && `<part name="p" element="t:${one}"/>`}</message>`,
  )
  const bound = (prefix: string, action: (stated: TestAction) => string | undefined) =>
    `<binding name="B${prefix}" type="t:Asking"><${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
      (
        stated,
      ) => `<operation name="${stated.name}"><${prefix}:operation soapAction="${action(stated) ?? ''}"/>
      <input><${prefix}:body use="literal"/></input><output><${prefix}:body use="literal"/></output></operation>`,
    )}</binding>`
  return `<definitions ${NAMESPACES} targetNamespace="urn:s">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">${declared.join('')}</xs:schema></types>
    ${messages.join('')}<message name="Out"><part name="p" element="t:Said"/></message>
    <portType name="Asking">${each(
      ({ name, input = '', entry = 'Ask' }) =>
        `<operation name="${name}"><input message="t:In${entry}" ${input}/><output message="t:Out"/></operation>`,
    )}</portType>${bound('s', ({ soap11 }) => soap11)}${bound('s2', ({ soap12 }) => soap12)}
    <service name="S"><port name="P1" binding="t:Bs"><s:address location="http://127.0.0.1/"/></port>
    <port name="P2" binding="t:Bs2"><s2:address location="http://127.0.0.1/"/></port></service></definitions>`
}

/** Each operation says its name. */
function pluginOf(t: ExecutionContext, operations: readonly TestAction[]) {
  const contract = pathToFileURL(`${folderOf(t, { 's.wsdl': wsdl(operations) })}/s.wsdl`)
  const handlers = Object.fromEntries(operations.map(({ name }) => [name, () => ({ value: name })]))
  return pluginOfContract(() => ({ contract, handlers }))
}

/** What is said beside an envelope and in its addressing blocks. */
type Way = readonly [beside: string | undefined, inside?: string]

/** What a node answers for each way to say the action: the name of the operation, or what is wrong. */
async function asking(t: ExecutionContext, operations: readonly TestAction[], entry = 'Ask') {
  const node = makeNode({ s: await pluginOf(t, operations) })
  return async (namespace: string, ...[beside, inside]: Way): Promise<string> => {
    // Each is a message of its own, and no repetition.
    const id = wsa('MessageID', `urn:uuid:${randomUUID()}`)
    const header = inside === undefined ? '' : wsa('Action', inside) + id
    const body = entry && `<${entry} xmlns="urn:s">x</${entry}>`
    const text = envelope(namespace, body, header)
    const mediaType = namespace === NS12 ? 'application/soap+xml' : 'text/xml'
    const options = beside === undefined ? {} : { action: beside }
    const outcome = await node.inject(text, { mediaType, ...options })
    if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome.kind
    return answerOf(outcome.message.body)
  }
}

/** The operation that has answered, or the fault in a word. */
function answerOf(answer: string): string {
  const fault = ['ActionMismatch', 'ActionNotSupported', 'InvalidAddressingHeader'].find((one) =>
    answer.includes(one),
  )
  if (fault !== undefined) return fault
  const reason = /(?:faultstring|Text)[^>]*>([^<]*)</.exec(answer)?.[1]
  return reason ?? /Said[^>]*>([^<]*)</.exec(answer)?.[1] ?? 'nothing'
}

const DEFAULT = 'urn:s:Asking:sayHiRequest'

for (const [what, actions, ways] of [
  [
    'a soapAction that is no absolute IRI, and the default action',
    { soap11: 'sayHi', soap12: 'sayHi' },
    [
      ['sayHi'],
      ['sayHi', DEFAULT],
      ['', DEFAULT],
      [DEFAULT, DEFAULT],
      [DEFAULT],
      ['sayHi', 'sayHi'],
      [undefined, 'sayHi'],
    ],
  ],
  [
    'none, and the default action',
    {},
    [[''], [undefined], [undefined, DEFAULT], [DEFAULT, DEFAULT], [DEFAULT]],
  ],
  [
    'one action for SOAPAction and others for addressing',
    { soap11: 'urn:hi', input: 'wsam:Action="urn:m" wsaw:Action="urn:w" wsa:Action="urn:a"' },
    [
      ['urn:hi'],
      ['urn:hi', 'urn:hi'],
      ['urn:hi', 'urn:m'],
      ['urn:hi', 'urn:w'],
      ['', 'urn:a'],
      ['urn:m', 'urn:m'],
      ['urn:m'],
    ],
  ],
  [
    'one action for each version of SOAP',
    { soap11: 'urn:one', soap12: 'urn:two' },
    [['urn:one'], ['urn:two'], ['urn:two', 'urn:two'], ['urn:one', DEFAULT]],
  ],
] as const) {
  test(`what a contract says is taken, in both versions of SOAP: ${what}`, async (t) => {
    const ask = await asking(t, [{ name: 'sayHi', ...actions }])
    for (const way of ways as readonly Way[]) {
      for (const namespace of [NS11, NS12]) {
        t.is(await ask(namespace, ...way), 'sayHi', JSON.stringify(way))
      }
    }
  })
}

test('SOAP Binding §6.4.1.6, §6.4.4: what it does not say is a fault that says what is wrong', async (t) => {
  const ask = await asking(t, [
    { name: 'sayHi', soap11: 'sayHi' },
    { name: 'sayBye', soap11: 'urn:bye', entry: 'Bye' },
  ])
  for (const namespace of [NS11, NS12]) {
    t.regex(await ask(namespace, 'sayBye'), /SOAPAction is not the one of the operation/)
    t.is(await ask(namespace, 'sayHi', 'urn:bye'), 'ActionMismatch')
    t.is(await ask(namespace, 'urn:bye', DEFAULT), 'ActionMismatch')
    t.is(await ask(namespace, 'urn:bye', 'urn:bye'), 'ActionNotSupported')
    t.is(await ask(namespace, '', 'urn:else'), 'ActionNotSupported')
    // Core §3.1: an [action] is an absolute IRI, unless the contract has another one.
    t.is(await ask(namespace, '', 'sayNo'), 'InvalidAddressingHeader')
    t.is(await ask(namespace, '', ''), 'InvalidAddressingHeader')
  }
})

test('operations of one entry that only wsam:Action or wsaw:Action tells apart', async (t) => {
  const ask = await asking(t, [
    { name: 'Issue', input: 'wsaw:Action="urn:issue"' },
    { name: 'Cancel', input: 'wsam:Action="urn:cancel"' },
  ])
  for (const namespace of [NS11, NS12]) {
    t.is(await ask(namespace, '', 'urn:issue'), 'Issue')
    t.is(await ask(namespace, undefined, 'urn:cancel'), 'Cancel')
    t.is(await ask(namespace, 'urn:cancel'), 'Cancel')
    t.is(await ask(namespace, '', 'urn:s:Asking:IssueRequest'), 'Issue')
    t.is(await ask(namespace, 'urn:cancel', 'urn:issue'), 'ActionMismatch')
    t.is(await ask(namespace, '', 'urn:else'), 'ActionNotSupported')
    t.regex(await ask(namespace, undefined), /not one of those that its entry is sent with/)
    t.regex(await ask(namespace, 'urn:else'), /not one of those that its entry is sent with/)
  }
})

test('operations of one entry that only soapAction tells apart, one of which has none', async (t) => {
  const ask = await asking(t, [
    { name: 'Issue', soap11: 'issue', soap12: 'issue', input: 'wsam:Action="urn:both"' },
    { name: 'Cancel', input: 'wsam:Action="urn:both"' },
  ])
  for (const namespace of [NS11, NS12]) {
    t.is(await ask(namespace, 'issue'), 'Issue')
    t.is(await ask(namespace, 'issue', 'urn:both'), 'Issue')
    t.is(await ask(namespace, ''), 'Cancel')
    t.is(await ask(namespace, undefined), 'Cancel')
  }
})

test('WS-Trust: the soapAction of an operation is another one than its wsam:Action', async (t) => {
  const ask = await asking(t, [
    { name: 'Issue', soap11: 'urn:rst/Issue', input: 'wsam:Action="urn:rst/Issue"' },
    { name: 'Exchange', soap11: 'urn:rst/Exchange', input: 'wsam:Action="urn:rst/KET"' },
  ])
  for (const namespace of [NS11, NS12]) {
    t.is(await ask(namespace, 'urn:rst/Exchange', 'urn:rst/KET'), 'Exchange')
    t.is(await ask(namespace, 'urn:rst/Issue'), 'Issue')
    t.is(await ask(namespace, 'urn:rst/Issue', 'urn:rst/KET'), 'ActionMismatch')
  }
})

test('several operations with an empty Body: one that no action chooses is a fault, and no silence', async (t) => {
  const ask = await asking(
    t,
    [
      { name: 'Start', entry: '', input: 'wsaw:Action="urn:start"' },
      { name: 'Stop', entry: '', input: 'wsaw:Action="urn:stop"' },
    ],
    '',
  )
  for (const namespace of [NS11, NS12]) {
    t.is(await ask(namespace, '', 'urn:stop'), 'Stop')
    t.is(await ask(namespace, 'urn:start'), 'Start')
    t.regex(await ask(namespace, undefined), /not one of those that its entry is sent with/)
  }
})

test('over HTTP: quoted, bare and empty SOAPAction, and the parameter of SOAP 1.2', async (t) => {
  const plugin = await pluginOf(t, [
    { name: 'Issue', soap11: 'issue', soap12: 'issue12' },
    { name: 'Cancel', input: 'wsam:Action="urn:cancel"' },
  ])
  const node = await serveNode({ s: plugin })
  t.teardown(() => node.close())
  const post = async (namespace: string, headers: Record<string, string>) => {
    const body = envelope(namespace, '<Ask xmlns="urn:s">x</Ask>')
    const type = namespace === NS12 ? 'application/soap+xml' : 'text/xml'
    const init = { method: 'POST', body, headers: { 'content-type': type, ...headers } }
    return answerOf(await (await fetch(`${node.url}/s`, init)).text())
  }
  for (const [soapaction, operation] of [
    ['"issue"', 'Issue'],
    ['issue', 'Issue'],
    ['"urn:cancel"', 'Cancel'],
    ['""', 'Cancel'],
    ['', 'Cancel'],
  ] as const) {
    t.is(await post(NS11, { soapaction }), operation, soapaction)
  }
  t.is(await post(NS11, {}), 'Cancel')
  for (const [action, operation] of [
    ['; action="issue12"', 'Issue'],
    ['; action=issue12', 'Issue'],
    ['; action=""', 'Cancel'],
    ['', 'Cancel'],
  ] as const) {
    const type = `application/soap+xml; charset=utf-8${action}`
    t.is(await post(NS12, { 'content-type': type }), operation, action)
  }
})
