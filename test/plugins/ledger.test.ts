/** The ledger: one record for each id whatever comes, on the disk when it is said so, found again. */
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import ledger from '../../plugins/ledger/index.js'
import { createLog } from '../../src/log.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, elementText, type XmlElement } from '../../src/xml/tree.js'
import { escapeText } from '../../src/xml/write.js'
import { folderOf } from '../support/folder.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const NAMESPACE = 'xmlns:l="urn:example:ledger"'

/** A node with a ledger in a file, as it would be after a start. */
async function start(t: ExecutionContext, file: string) {
  const log: Record<string, unknown>[] = []
  const plugin = await ledger({
    options: { file },
    folder: '.',
    log: createLog('debug', (line) => log.push(JSON.parse(line))),
  })
  let closed: unknown
  const close = async () => {
    closed ??= plugin.close?.()
    await closed
  }
  t.teardown(close)
  // Not through the queue, so that its sender hears of a fault and not only that it was accepted.
  const operations = plugin.operations?.map((one) => ({ ...one, dispatch: 'inline' as const }))
  const node = makeNode({ ledger: { ...plugin, operations } })
  const ask = async (body: string): Promise<XmlElement> => {
    const outcome = await node.inject(soap11(body))
    if (outcome.kind !== 'reply') throw new Error(outcome.kind)
    const [entry] = childElements(
      childElements(readDocument(outcome.message.body))[0] as XmlElement,
    )
    t.deepEqual(schema.validate(entry as XmlElement), [])
    return childElements(entry as XmlElement)[0] as XmlElement
  }
  return {
    node,
    log,
    close,
    record: (id: string, text: string) =>
      node.inject(
        soap11(
          `<l:Record ${NAMESPACE}><l:text>${xml(text)}</l:text><l:id>${xml(id)}</l:id></l:Record>`,
        ),
      ),
    has: async (id: string) =>
      elementText(await ask(`<l:Has ${NAMESPACE}><l:id>${xml(id)}</l:id></l:Has>`)),
    count: async () => Number(elementText(await ask(`<l:Count ${NAMESPACE}/>`))),
  }
}

const schema = libxmljs2Engine.compile(
  new URL('../../plugins/ledger/ledger.xsd', import.meta.url).pathname,
)
const xml = escapeText
const newFile = (t: ExecutionContext) => join(folderOf(t, {}), 'ledger.jsonl')

function linesOf(file: string): readonly { id: string; text: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

test('it records, says what it has and how much', async (t) => {
  const file = newFile(t)
  const { record, has, count } = await start(t, file)
  t.is(await has('one'), 'false')
  t.deepEqual(await record('one', 'first'), { kind: 'accepted' })
  t.deepEqual(await record('two', ''), { kind: 'accepted' })
  t.is(await has('one'), 'true')
  t.is(await has('On'), 'false')
  t.is(await count(), 2)
  t.deepEqual(linesOf(file), [
    { id: 'one', text: 'first' },
    { id: 'two', text: '' },
  ])
})

test('an id and a text of any characters are kept as they are', async (t) => {
  const file = newFile(t)
  const odd = ['__proto__', ' ', '\n', '\r\t', '"\\', '\u2028', '𝄞', '<&>', 'x'.repeat(100_000)]
  const first = await start(t, file)
  for (const id of odd) t.is((await first.record(id, `${id}${id}`)).kind, 'accepted', id)
  await first.close()
  const again = await start(t, file)
  for (const id of odd) t.is(await again.has(id), 'true')
  t.deepEqual(
    linesOf(file),
    odd.map((id) => ({ id, text: `${id}${id}` })),
  )
})

test('a record that is there already is accepted without effect, after a restart too', async (t) => {
  const file = newFile(t)
  const first = await start(t, file)
  await first.record('one', 'text')
  t.is((await first.record('one', 'text')).kind, 'accepted')
  await first.close()
  const again = await start(t, file)
  t.is((await again.record('one', 'text')).kind, 'accepted')
  t.is(await again.count(), 1)
  t.is(linesOf(file).length, 1)
})

test('an id that is recorded with another text is a Client fault, and stays what it was', async (t) => {
  const file = newFile(t)
  const { record } = await start(t, file)
  await record('one', 'text')
  const outcome = await record('one', 'other')
  t.is(outcome.kind === 'fault' && outcome.code, 'Client')
  t.regex(outcome.kind === 'fault' ? outcome.message.body : '', /<l:RecordedOtherwise /)
  t.deepEqual(linesOf(file), [{ id: 'one', text: 'text' }])
})

test('records of one id at once have one effect', async (t) => {
  const file = newFile(t)
  const { record, count } = await start(t, file)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => record('one', 'text')))
  t.true(outcomes.every(({ kind }) => kind === 'accepted'))
  t.is(await count(), 1)
  t.is(linesOf(file).length, 1)
})

// It replaces what every file has: no other test may run beside it.
test.serial('records that come together are synced together', async (t) => {
  const file = newFile(t)
  const { record, count } = await start(t, file)
  const probe = await open(file)
  const handles = Object.getPrototypeOf(probe) as { datasync(): Promise<void> }
  await probe.close()
  const { datasync } = handles
  let syncs = 0
  handles.datasync = function () {
    syncs += 1
    return datasync.call(this)
  }
  t.teardown(() => {
    handles.datasync = datasync
  })
  await Promise.all(Array.from({ length: 500 }, (_, index) => record(`${index}`, 'text')))
  t.is(await count(), 500)
  t.true(syncs >= 1 && syncs <= 50, `${syncs} syncs`)
})

// It replaces what every file has: no other test may run beside it.
test.serial('nothing is recorded any more once the disk has failed', async (t) => {
  const file = newFile(t)
  const { record, has, count } = await start(t, file)
  await record('before', 'text')
  const probe = await open(file)
  const handles = Object.getPrototypeOf(probe) as { datasync(): Promise<void> }
  await probe.close()
  const { datasync } = handles
  handles.datasync = () => Promise.reject(new Error('EIO'))
  const failed = await Promise.all([record('one', 'text'), record('one', 'text')])
  handles.datasync = datasync
  for (const outcome of [...failed, await record('one', 'text'), await record('two', 'text')]) {
    t.is(outcome.kind === 'fault' && outcome.code, 'Server')
  }
  t.is(await has('before'), 'true')
  t.is(await count(), 1)
})

test('an unfinished last line is cut off, whatever is left of it', async (t) => {
  for (const rest of [
    '{',
    '{"id":"two","te',
    '{"id":"two","text":"x"}',
    '\0\0\0',
    '{"id":"t\0\0',
  ]) {
    const file = newFile(t)
    const first = await start(t, file)
    await first.record('one', 'text')
    await first.close()
    appendFileSync(file, rest)
    const again = await start(t, file)
    t.is(await again.count(), 1, rest)
    t.is(again.log.find(({ msg }) => msg === 'an unfinished line was cut off')?.bytes, rest.length)
    await again.record('two', 'new')
    t.deepEqual(linesOf(file).at(-1), { id: 'two', text: 'new' })
  }
})

test('a file that holds anything else is left alone', async (t) => {
  for (const content of ['root:x:0:0\n', '{"name":"x"}', '{"id":1,"text":""}\n', 'null\n']) {
    const file = newFile(t)
    writeFileSync(file, content)
    await t.throwsAsync(start(t, file), { message: `line 1 of ${file} is no record` })
    t.is(readFileSync(file, 'utf8'), content)
  }
})

test('what was recorded before it closes is in the file', async (t) => {
  const file = newFile(t)
  const { record, close } = await start(t, file)
  const outcome = record('one', 'text')
  await new Promise(setImmediate)
  await close()
  t.is((await outcome).kind, 'accepted')
  t.true(statSync(file).size > 0)
})

test('what it asks for is checked by its schema, and its options at the start', async (t) => {
  const { node } = await start(t, newFile(t))
  for (const inside of [
    '',
    '<l:id>x</l:id>',
    '<l:id/><l:text/>',
    '<l:id>x</l:id><l:id/><l:text/>',
  ]) {
    const outcome = await node.inject(soap11(`<l:Record ${NAMESPACE}>${inside}</l:Record>`))
    t.is(outcome.kind === 'fault' && outcome.code, 'Client', inside)
  }
  for (const file of ['', 7]) {
    await t.throwsAsync(
      async () => ledger({ options: { file }, folder: '.', log: createLog('silent') }),
      {
        message: 'file is the path of a file',
      },
    )
  }
})
