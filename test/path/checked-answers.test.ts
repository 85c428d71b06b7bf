/** Answers are checked against their schema before they leave, where that is not switched off. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { element, type Operation, type Result } from '../../src/plugin.js'
import type { Outcome } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { endedJobs } from '../support/jobs.js'
import { makeNode, type NodeOptions, type TestNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:c" xmlns="urn:c">
  <xs:element name="Ask"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
  <xs:element name="AskResponse"><xs:complexType><xs:sequence>
    <xs:element name="count" type="xs:int"/>
    <xs:element name="at" type="xs:dateTime" minOccurs="0"/>
    <xs:element name="on" type="Day" minOccurs="0"/>
    <xs:element name="more" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="Day"><xs:restriction base="xs:date"/></xs:simpleType>
</xs:schema>`

const ASK = '<c:Ask xmlns:c="urn:c"/>'
const NAME = '{urn:c}Ask'

function schemaIn(t: ExecutionContext, text = SCHEMA): URL {
  return pathToFileURL(join(folderOf(t, { 'c.xsd': text }), 'c.xsd'))
}

function nodeWith(
  t: ExecutionContext,
  result: Result,
  more: Partial<Operation> = {},
  options: NodeOptions = {},
): TestNode & { readonly runs: () => number } {
  let runs = 0
  const operation = { name: NAME, schema: schemaIn(t), ...more }
  const invoke = () => {
    runs += 1
    return result
  }
  const node = makeNode({ c: { operations: [{ ...operation, invoke }] } }, options)
  t.teardown(() => node.queue.close())
  return { ...node, runs: () => runs }
}

const bodyOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind

function isServerFault(t: ExecutionContext, outcome: Outcome, { log }: TestNode): void {
  t.is(outcome.kind === 'fault' && outcome.code, 'Server')
  t.regex(bodyOf(outcome), /The message could not be processed\./)
  t.notRegex(bodyOf(outcome), /AskResponse|plugin|match/)
  const line = log.find(({ msg }) => msg === 'the exchange failed')
  t.regex(
    String((line?.err as Error | undefined)?.message),
    /^the plugin c gave \{urn:c\}Ask an answer that does not match its schema: .*count/,
  )
}

test('a right answer is sent', async (t) => {
  const at = new Date(Date.UTC(2026, 10, 21, 2, 30))
  const outcome = await nodeWith(t, { count: 1, at, on: at, more: [2, 3] }).inject(soap11(ASK))
  t.is(outcome.kind, 'reply')
  t.regex(
    bodyOf(outcome),
    /<m:count>1<\/m:count><m:at>2026-11-21T02:30:00\.000Z<\/m:at><m:on>2026-11-21Z<\/m:on><m:more>2</,
  )
})

const WRONG: Readonly<Record<string, Result>> = {
  'without what is required': {},
  'with a wrong value': { count: 'many' },
  'that is nothing': undefined,
  'that is an element': element({
    name: '{urn:c}AskResponse',
    children: [element({ name: 'count' })],
  }),
  'that is large': { count: 'many', more: Array.from({ length: 2_000 }, () => 1) },
}

for (const [what, result] of Object.entries(WRONG)) {
  test(`an answer ${what} is a Server fault, and a line that says what is wrong`, async (t) => {
    const node = nodeWith(t, result)
    isServerFault(t, await node.inject(soap11(ASK)), node)
  })
}

test('an operation from the queue runs once, however wrong its answer is', async (t) => {
  const retry = { attempts: 5, delay: 1, maxDelay: 1 }
  const node = nodeWith(t, {}, { dispatch: 'queue', retry })
  isServerFault(t, await node.inject(soap11(ASK)), node)
  t.is((await endedJobs(node.queue)).length, 1)
  t.is(node.runs(), 1)
})

for (const [where, more, settings] of [
  ['by the operation', { validateAnswer: false }, []],
  ['for all operations', {}, ['soap.unvalidatedAnswers=["*"]']],
  ['for the operation by its name', {}, [`soap.unvalidatedAnswers=["${NAME}"]`]],
  ['with all checks', {}, ['soap.validate=false']],
] as const) {
  test(`the check is switched off ${where}`, async (t) => {
    const node = nodeWith(t, { count: 'many' }, more, { settings })
    t.regex(bodyOf(await node.inject(soap11(ASK))), /<m:count>many<\/m:count>/)
  })
}

test('an answer that the schema does not declare is not checked', async (t) => {
  const node = nodeWith(t, { any: 'thing' }, { response: '{urn:c}Other' })
  t.regex(bodyOf(await node.inject(soap11(ASK))), /<m:any>thing<\/m:any>/)
})

test('a name without an operation cannot be left out', (t) => {
  const settings = ['soap.unvalidatedAnswers=["{urn:c}Asc"]']
  t.throws(() => nodeWith(t, {}, {}, { settings }), {
    instanceOf: WaybillError,
    code: 'WAYBILL_CONFIG_INVALID',
    message: /^soap\.unvalidatedAnswers: expected names of operations, .*, got "\{urn:c\}Asc"$/,
  })
})

test('an operation and a header block that their schema does not declare are refused', (t) => {
  const schema = schemaIn(t, SCHEMA.replaceAll('Ask', 'Answer'))
  const expected = {
    instanceOf: WaybillError,
    code: 'WAYBILL_SCHEMA_INVALID',
    message:
      /c\.xsd: expected a global element \{urn:c\}Ask, for the plugin c; it declares \{urn:c\}Answer, \{urn:c\}AnswerResponse$/,
  }
  t.throws(() => nodeWith(t, {}, { schema }), expected)
  const header = { name: NAME, schema, process: () => undefined }
  t.throws(() => makeNode({ c: { headers: [header] } }), expected)
})
