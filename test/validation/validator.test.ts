/** Checks in another process: what goes there, that it finds the same, and that no check holds up the node. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { Overdue } from '../../src/base/deadline.js'
import { Slices } from '../../src/base/slices.js'
import { type TypedElement, TypedSchema } from '../../src/contract/typed-schema.js'
import { ValidationBusy } from '../../src/path/validation/children.js'
import {
  arrangedOf,
  type Check,
  type Subject,
  Validator,
} from '../../src/path/validation/validator.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { markingUnsigned } from '../../src/security/signed-scopes.js'
import { readDocument } from '../../src/xml/read.js'
import {
  childElements,
  clarkName,
  UnsignedPrefix,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../src/xml/tree.js'
import { atOnce, type Walk } from '../../src/xml/walk.js'
import { writeElement } from '../../src/xml/write.js'
import { folderOf } from '../support/folder.js'

const ENVELOPE = 'urn:envelope'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:s" xmlns="urn:s">
  <xs:include schemaLocation="awkward.xsd"/>
  <xs:element name="List"><xs:complexType><xs:sequence>
    <xs:element name="n" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="q" type="xs:QName" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const AWKWARD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:s" xmlns="urn:s">
  <xs:element name="Slow"><xs:complexType><xs:sequence>
    <xs:element name="v" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a|aa)+b"/></xs:restriction></xs:simpleType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const PLAIN = SCHEMA.replace('<xs:include schemaLocation="awkward.xsd"/>', '')

interface Made {
  readonly check: Check
  readonly validator: Validator
  readonly file: string
  readonly log: readonly object[]
}

function make(t: ExecutionContext, text = SCHEMA, timeout = 60_000): Made {
  const file = join(folderOf(t, { 's.xsd': text, 'awkward.xsd': AWKWARD }), 's.xsd')
  const log: object[] = []
  const limits = { timeout, processes: 1 }
  const validator = new Validator(libxmljs2Engine, limits, { warn: (fields) => log.push(fields) })
  t.teardown(() => validator.close())
  return { check: validator.compile(file), validator, file, log }
}

/** The first element inside a document, as the steps give it to the check. */
function subject(
  file: string,
  document: string,
  from = 'somebody',
  root = readDocument(document),
): Subject {
  let [element] = childElements(root) as [XmlElement]
  while (element.local === 'outer') [element] = childElements(element) as [XmlElement]
  const declared = TypedSchema.read(file).element(clarkName(element))
  return {
    arranging: () => arrangedBy(element, declared),
    text: { element, source: document, envelope: ENVELOPE, order: declared?.order },
    from,
    slices: new Slices(),
    signal: new AbortController().signal,
  }
}

function* arrangedBy(element: XmlElement, declared: TypedElement | undefined): Walk<XmlElement> {
  return declared ? yield* declared.arranging(element, ENVELOPE) : element
}

const list = (inside: string, more = '') =>
  `<e:Body xmlns:e="${ENVELOPE}" xmlns:out="urn:outer" xmlns="urn:s"><List${more}>${inside}</List></e:Body>`
/** libxml2 would need longer than anybody waits. */
/** Each value takes some milliseconds, and none so many steps that libxml2 gives it up. */
const SLOW = `<Slow>${`<v>${'a'.repeat(26)}</v>`.repeat(1_900)}</Slow>`
const slow = (from: string) => `<b xmlns="urn:s">${SLOW}<!--${from}--></b>`

const MANY = 5_000

test('what is large or awkward has the findings that it has in this process', async (t) => {
  const { check, file } = make(t)
  const schema = libxmljs2Engine.compile(file)
  for (const document of [
    list('<n>1</n>'),
    list('<n>1</n>'.repeat(MANY)),
    list('<n>x</n>'.repeat(MANY)),
    list(`<q>out:name</q>${'<n>1</n>'.repeat(MANY)}`),
    list(`<q>none:name</q>${'<n>1</n>'.repeat(MANY)}`),
    list('<n>&#49;</n><n><![CDATA[2]]></n>'.repeat(MANY)),
    list('<n xmlns="">1</n>'.repeat(MANY)),
    list('<n>1</n>'.repeat(MANY), ' e:encodingStyle="urn:any"'),
    list('<n>1</n>'.repeat(MANY), ' encodingStyle="urn:any"'),
    list(`<n>1</n><z>${'\u{1F600}ä'.repeat(MANY)}</z>`),
    `<b><None xmlns="urn:s">${'<n>1</n>'.repeat(MANY)}</None></b>`,
    list('', `>${'<n/>'.repeat(3)}</List><List`),
  ]) {
    const checked = subject(file, document)
    const found = check.findings(checked)
    t.true(found instanceof Promise)
    t.deepEqual(await found, schema.validate(arrangedOf(checked)), document.slice(0, 200))
  }
})

test('a type that is not signed in what is signed is never asked about', async (t) => {
  const { check, file } = make(t)
  for (const many of [1, MANY]) {
    const document = list(
      `<n xmlns:i="${XSI_NAMESPACE}" i:type="out:int">1</n>${'<n>1</n>'.repeat(many)}`,
    )
    const root = readDocument(document)
    const marked = markingUnsigned(root, [{ covers: childElements(root) }])
    const checked = subject(file, document, 'somebody', atOnce(marked))
    t.throws(() => check.findings(checked), {
      instanceOf: UnsignedPrefix,
      message: /^a value in List has the prefix "out"/,
    })
    t.is((await check.findings(subject(file, document))).length, 1)
  }
})

test("an element of this node's own is checked there too", async (t) => {
  const { check, file } = make(t, PLAIN)
  const checked = subject(file, list('<n>1</n>'.repeat(MANY)))
  const text = async () => writeElement(arrangedOf(checked))
  t.deepEqual(await check.findings({ ...checked, text }), [])
})

test('a check that takes too long is ended, and the next one is done', async (t) => {
  const { check, file, log } = make(t, SCHEMA, 3_000)
  const endless = () => check.findings(subject(file, slow('a')))
  await t.throwsAsync(async () => endless(), { instanceOf: Overdue })
  t.deepEqual(log, [{ schema: file, characters: SLOW.length, timeout: 3_000 }])
  t.deepEqual(await check.findings(subject(file, list('<n>1</n>'))), [])
})

test('what is small and plain is checked in this process', (t) => {
  const { check, file } = make(t, PLAIN)
  const findings = check.findings(subject(file, list('<n>1</n>'.repeat(100))))
  t.deepEqual(findings, [])
})

test('many elements, many declarations and long texts are not small', async (t) => {
  const { check, file } = make(t, PLAIN)
  const schema = libxmljs2Engine.compile(file)
  const declared = (level: number) =>
    Array.from({ length: 60 }, (_, index) => ` xmlns:a${level}_${index}="urn:a"`).join('')
  const nested = (name: string, levels: number, inside: string): string =>
    levels === 0
      ? inside
      : `<${name}${declared(levels)}>${nested(name, levels - 1, inside)}</${name}>`
  for (const document of [
    list('<n>1</n>'.repeat(300)),
    // In the scope of the element, and inside it.
    nested('outer', 4, `<List xmlns="urn:s">${'<n>1</n>'.repeat(40)}</List>`),
    list(`${nested('n', 4, '1')}${'<n>1</n>'.repeat(40)}`),
    list(`<n>${' '.repeat(40_000)}1</n>`),
  ]) {
    const checked = subject(file, document)
    const found = check.findings(checked)
    t.true(found instanceof Promise, document.slice(0, 80))
    t.deepEqual(await found, schema.validate(arrangedOf(checked)))
  }
})

test('a slow check does not hold up this process', async (t) => {
  const { check, file, validator } = make(t)
  t.deepEqual(await check.findings(subject(file, list('<n>1</n>'))), [])
  let ended = false
  const running = t.throwsAsync(async () => check.findings(subject(file, slow('1'))))
  void running.then(() => {
    ended = true
  })
  for (let turns = 0; turns < 1_000; turns += 1) await turn()
  t.false(ended)
  await validator.close()
  await running
})

test('senders take turns', async (t) => {
  const { check, file } = make(t)
  const ended: string[] = []
  const ask = async (name: string, from: string) => {
    t.deepEqual(await check.findings(subject(file, list('<n>1</n>'), from)), [])
    ended.push(name)
  }
  await Promise.all([
    ask('first of one', 'one'),
    ask('second of one', 'one'),
    ask('third of one', 'one'),
    ask('first of another', 'another'),
    ask('second of another', 'another'),
  ])
  t.deepEqual(ended, [
    'first of one',
    'first of another',
    'second of one',
    'second of another',
    'third of one',
  ])
})

test('what waits too long, or behind too much, is given back as busy', async (t) => {
  const { check, file } = make(t, SCHEMA, 300)
  const senders = ['a', 'b', 'c', 'd', 'e', 'f']
  const settled = await Promise.allSettled(
    senders.map(async (from) => check.findings(subject(file, slow(from), from))),
  )
  const names = settled.map((one) => one.status === 'rejected' && one.reason.name)
  t.is(names[0], 'Overdue')
  t.is(names[5], 'ValidationBusy')
  const many = await Promise.allSettled(
    Array.from({ length: 70 }, async () => check.findings(subject(file, slow('g'), 'g'))),
  )
  const refused = many.filter((one) => one.status === 'rejected')
  t.is(refused.length, many.length)
  t.true(refused.slice(-5).every(({ reason }) => reason instanceof ValidationBusy))
})

test('a process whose node has died ends with it, and soon if it is in a check', async (t) => {
  const program = fileURLToPath(new URL('../../src/path/validation/process.js', import.meta.url))
  const { file } = make(t)
  for (const [text, end] of [
    ['<n/>', [0, null]],
    [slow('x').replace(/^<b xmlns="urn:s">|<!--.*$/g, ''), [null, 'SIGKILL']],
  ] as const) {
    const child = fork(program, ['libxmljs2'], { serialization: 'advanced', execArgv: [] })
    const ended = once(child, 'exit')
    await once(child, 'message')
    const declarations = [['', 'urn:s']] as const
    child.send({ schema: file, text, declarations, timeout: 500, arranged: undefined })
    child.disconnect()
    t.deepEqual(await ended, end)
  }
})

test('a process whose node dies while it starts ends, too', async (t) => {
  const program = fileURLToPath(new URL('../../src/path/validation/process.js', import.meta.url))
  // It is loaded once the connection is over, as on a busy machine.
  const wait =
    "import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) await new Promise((over) => process.once('disconnect', over))"
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(wait)}`]
  const child = fork(program, ['libxmljs2'], { serialization: 'advanced', execArgv })
  const ended = once(child, 'exit')
  child.disconnect()
  t.deepEqual(await ended, [0, null])
})

// Before the others: no process of theirs is taken for its own, and it takes no time of theirs.
const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip

onLinux('a process that checks has nothing of the environment of the node', async (t) => {
  const { check, file } = make(t)
  process.env.WAYBILL_TEST_SECRET = 'hidden'
  t.teardown(() => delete process.env.WAYBILL_TEST_SECRET)
  const before = new Set(childrenOf(process.pid))
  t.deepEqual(await check.findings(subject(file, list('<n>1</n>'.repeat(MANY)))), [])
  const started = childrenOf(process.pid).filter((pid) => !before.has(pid))
  t.true(started.length > 0)
  for (const pid of started) {
    const { environ } = readProcess(pid)
    t.notRegex(environ, /WAYBILL|hidden|HOME=|PATH=/)
  }
})

test('the processes end with their owner, and what was asked is given back', async (t) => {
  const { check, file, validator } = make(t)
  t.deepEqual(await check.findings(subject(file, list('<n>1</n>'))), [])
  const running = t.throwsAsync(async () => check.findings(subject(file, slow('1'))), {
    message: 'the process that checks has ended (SIGKILL)',
  })
  const waiting = t.throwsAsync(async () => check.findings(subject(file, slow('2'))), {
    instanceOf: ValidationBusy,
  })
  await validator.close()
  await Promise.all([running, waiting])
  await t.throwsAsync(async () => check.findings(subject(file, slow('3'))), {
    instanceOf: ValidationBusy,
  })
})

/** Processes of validation that a process has started. */
function childrenOf(pid: number): readonly string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
  return children.split(' ').filter((child) => child !== '' && isValidation(child))
}

function isValidation(pid: string): boolean {
  return readProcess(pid).command.includes('validation/process.js')
}

/** Empty for a process that has ended meanwhile. */
function readProcess(pid: string): { readonly command: string; readonly environ: string } {
  try {
    const [command = '', environ = ''] = ['cmdline', 'environ'].map((name) =>
      readFileSync(`/proc/${pid}/${name}`, 'latin1'),
    )
    return { command, environ }
  } catch {
    return { command: '', environ: '' }
  }
}
