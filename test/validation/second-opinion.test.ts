/** The second opinion: what it warns of, what it judges again, and what becomes of a difference. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { NodeEvent } from '../../src/message/events/events.js'
import { Children } from '../../src/path/validation/children.js'
import { Differences } from '../../src/path/validation/differences.js'
import { SecondOpinion } from '../../src/path/validation/second-opinion.js'
import { InvalidSchema } from '../../src/schema/engine.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { waybillEngine } from '../../src/schema/waybill.js'
import { readDocument } from '../../src/xml/read.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'

const schema = (inside: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${inside}</xs:schema>`

/** libxml2 skips what is no character of base64, and leaves white space before a date where it is. */
const VALUES = schema(
  '<xs:element name="B" type="xs:base64Binary"/><xs:element name="D" type="xs:dateTime"/>',
)

/** libxml2 refuses to extend it by nothing. */
const EXTENDED = schema(
  '<xs:complexType name="A" mixed="true"><xs:all><xs:element name="e"/></xs:all></xs:complexType><xs:complexType name="C" mixed="true"><xs:complexContent mixed="true"><xs:extension base="A"/></xs:complexContent></xs:complexType>',
)

function make(t: ExecutionContext, text: string, strict = false) {
  const folder = folderOf(t, { 's.xsd': text })
  const file = join(folder, 's.xsd')
  const warnings: string[] = []
  const events: NodeEvent[] = []
  const opinion = new SecondOpinion({
    engine: libxmljs2Engine,
    strict,
    log: { warn: (fields) => t.log(JSON.stringify(fields)) },
    warn: (_, sentence) => warnings.push(sentence),
    observe: (event) => events.push(event),
    differences: new Differences(join(folder, 'differences')),
  })
  t.teardown(() => opinion.close())
  const compiled = waybillEngine.compile(file)
  const hear = (document: string) => {
    const element = readDocument(document)
    const findings = compiled.validate(element)
    if (!opinion.wants(findings)) return false
    opinion.hear({ schema: file, element, findings, from: 'somebody' })
    return true
  }
  return { folder, file, warnings, events, opinion, hear }
}

test('a schema that libxml2 refuses is warned of, by file, line and reason', (t) => {
  const { file, warnings, opinion } = make(t, EXTENDED)
  opinion.compile(file)
  t.is(warnings.length, 1)
  t.regex(
    warnings[0] ?? '',
    /^\S+s\.xsd: our own rules accept this schema, libxmljs2 refuses it at \S+s\.xsd:1: .*'all' model group/,
  )
})

test('a strict opinion refuses it', (t) => {
  const { file, warnings, opinion } = make(t, EXTENDED, true)
  t.throws(() => opinion.compile(file), { instanceOf: InvalidSchema, message: /'all' model group/ })
  t.deepEqual(warnings, [])
})

test('a refusal that libxml2 does not share is an event, and is kept with both verdicts', async (t) => {
  const { folder, file, events, opinion, hear } = make(t, VALUES)
  opinion.compile(file)
  t.true(hear('<B>x</B>'))
  t.true(hear('<D>x</D>'))
  t.true(hear('<B>2001-02-29</B>'))
  await until(() => events.length > 0)
  const [event] = events
  t.is(events.length, 1)
  t.is(event?.event, 'opinion')
  if (event?.event !== 'opinion') return
  t.like(event, { schema: file, element: 'B', outcome: 'refused' })
  t.regex(event.cause ?? '', /^\/B: .*\[cvc-datatype-valid/)
  t.is(statSync(event.kept).mode & 0o777, 0o600)
  const kept = JSON.parse(readFileSync(event.kept, 'utf8'))
  t.is(kept.text, '<B>2001-02-29</B>')
  t.deepEqual([kept.findings.length, kept.theirs], [1, []])
  t.deepEqual(readdirSync(join(folder, 'differences')).length, 1)
})

test('of accepted elements, one in a thousand is judged again', async (t) => {
  const { file, events, opinion, hear } = make(t, VALUES)
  opinion.compile(file)
  for (let count = 1; count < 1_000; count += 1) t.false(hear('<D> 2001-01-01T00:00:00</D>'))
  t.true(hear('<D> 2001-01-01T00:00:00</D>'))
  await until(() => events.length > 0)
  t.like(events[0], { event: 'opinion', outcome: 'accepted' })
})

test('of accepted elements, no more than one in a second is judged again, and every refusal', (t) => {
  const { opinion } = make(t, VALUES)
  const accepted = (now: number) =>
    Array.from({ length: 1_000 }, () => opinion.wants([], () => now)).filter(Boolean).length
  t.is(accepted(5_000), 1)
  t.is(accepted(5_999), 0)
  t.is(accepted(6_000), 1)
  const [finding] = waybillEngine
    .compile(join(folderOf(t, { 's.xsd': VALUES }), 's.xsd'))
    .validate(readDocument('<D>x</D>'))
  t.truthy(finding)
  if (finding) for (let count = 0; count < 3; count += 1) t.true(opinion.wants([finding]))
})

test('a schema that libxml2 refuses judges no message, and a long element is not judged', async (t) => {
  const refused = make(t, EXTENDED)
  refused.opinion.compile(refused.file)
  const { file, events, opinion, hear } = make(t, VALUES)
  opinion.compile(file)
  t.true(hear(`<B>${'2001-02-29'.repeat(7_000)}</B>`))
  t.true(hear('<B>2001-02-29</B>'))
  await until(() => events.length > 0)
  t.is(events.length, 1)
  refused.hear('<none/>')
  t.deepEqual(refused.events, [])
})

test('of differences, the newest fifty are kept', async (t) => {
  const folder = folderOf(t, {})
  const differences = new Differences(folder)
  const one = {
    schema: 's.xsd',
    outcome: 'refused',
    findings: [],
    theirs: [],
    text: '<a/>',
  } as const
  const files: string[] = []
  for (let count = 0; count < 60; count += 1) files.push(await differences.keep(one, count * 1_000))
  t.deepEqual(
    readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
    files.slice(10),
  )
})

test('a process that nobody asks ends after a while, and another one takes its place', async (t) => {
  const file = join(folderOf(t, { 's.xsd': VALUES }), 's.xsd')
  const limits = { timeout: 30_000, processes: 1, idleTime: 50 }
  const children = new Children('libxmljs2', limits, { warn: () => undefined })
  t.teardown(() => children.close())
  const task = { schema: file, text: '<B>AA==</B>', declarations: [], arranged: undefined }
  t.deepEqual(await children.ask(task, 'somebody'), [])
  t.is(children.count, 1)
  await until(() => children.count === 0)
  t.deepEqual(await children.ask(task, 'somebody'), [])
})
