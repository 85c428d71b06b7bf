/** `waybill tail` as a process: what happens is printed as it happens, until somebody ends it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import type { Journal } from '../../src/store/journal/journal.js'
import { openJournal } from '../../src/store/journal/open.js'
import { readConfig } from '../support/config.js'
import { exchangeOf } from '../support/exchanges.js'
import { folderOf } from '../support/folder.js'
import { eachLine } from '../support/lines.js'
import { cleanEnvironment, MAIN } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { SILENT } from '../support/silent.js'
import { Waiting } from '../support/waiting.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

function journalIn(t: ExecutionContext, folder: string): Journal {
  const settings = [`stateDir=${folder}`, 'node.uri=urn:node']
  const journal = openJournal(readConfig({ environment: {}, settings }), SILENT)
  t.teardown(() => journal.close())
  return journal
}

interface Tail {
  readonly process: ChildProcess
  readonly lines: readonly string[]
  /** Waits for a line, past or future. */
  printed(has: string): Promise<string>
  /** Waits until so many lines are printed. */
  reached(count: number): Promise<number>
  /** Waits for its end. */
  ended(): Promise<{ readonly code: number | null; readonly err: string }>
}

/** @param command  what runs it. Default: this Node.js */
function tailOf(
  t: ExecutionContext,
  folder: string,
  args: readonly string[],
  command: readonly string[] = [process.execPath, MAIN, 'tail'],
): Tail {
  const [program = '', ...first] = command
  const child = spawn(program, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment({ WAYBILL_STATE_DIR: folder, TERM: 'xterm' }),
  })
  t.teardown(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Waiting()
  eachLine(child.stdout, (line) => {
    lines.push(line)
    waiting.changed()
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const closed = once(child, 'close')
  void closed.then(([code]) => waiting.over(new Error(`it ended with ${code}: ${err}`)))
  return {
    process: child,
    lines,
    printed(has) {
      let seen = 0
      const next = () => {
        for (; seen < lines.length; seen += 1) if (lines[seen]?.includes(has)) return lines[seen]
        return undefined
      }
      return waiting.until(next, () => `${has}; the last are ${lines.slice(-3).join('\n')}${err}`)
    },
    reached: (count) =>
      waiting.until(
        () => (lines.length < count ? undefined : lines.length),
        () => `${lines.length} lines${err}`,
      ),
    async ended() {
      const [code] = await closed
      return { code, err }
    },
  }
}

test('it begins with the newest, prints each entry that its filters mean as it comes, and ends on Ctrl-C with 0', async (t) => {
  const folder = folderOf(t, {})
  const journal = journalIn(t, folder)
  for (let n = 0; n < 5; n += 1) {
    journal.record(exchangeOf({ operation: `Old${n}`, outcome: 'fault', peer: '203.0.113.1' }))
  }
  await journal.stats()
  const tail = tailOf(t, folder, ['--outcome', 'fault', '--peer', '.0.113.'])
  const all = tailOf(t, folder, ['--json', '--last', '2'])
  // It follows before it asks for what there is.
  await Promise.all([tail.printed('Old4'), all.printed('Old4')])
  const evil = { outcome: 'fault', cause: 'a\u001b[2Jb\nc', peer: '203.0.113.9' } as const
  journal.record(exchangeOf({ operation: 'Other' }))
  journal.record(exchangeOf({ operation: '{urn:x}Wanted', ...evil }))
  const line = await tail.printed('Wanted')
  t.regex(line, /^\d\d:\d\d:\d\d\.\d{3} {2}fault +exchange +http +Wanted .*a\\u001b\[2Jb\\u000ac$/)
  t.false(tail.lines.some((one) => /Other/.test(one)))
  t.is(tail.lines.length, 6)
  const json = JSON.parse(await all.printed('Wanted'))
  t.deepEqual(Object.keys(json), ['key', 'at', 'node', 'event'])
  t.is(json.event.cause, evil.cause)
  const operations = all.lines.map((one) => JSON.parse(one).event.operation)
  t.deepEqual(operations.slice(0, 2), ['Old3', 'Old4'])
  t.is(operations.filter((name) => name === 'Other').length, 1)
  t.is(new Set(all.lines.map((one) => JSON.parse(one).key)).size, all.lines.length)
  t.false(
    [...tail.lines, ...all.lines].some((one) => one.includes('\u001b')),
    'no colours here',
  )
  for (const [one, signal] of [
    [tail, 'SIGINT'],
    [all, 'SIGTERM'],
  ] as const) {
    one.process.kill(signal)
    t.deepEqual(await one.ended(), { code: 0, err: '' })
  }
})

test('thousands that come at once are all printed, in their order', async (t) => {
  const folder = folderOf(t, {})
  const journal = journalIn(t, folder)
  journal.record(exchangeOf({ operation: 'First' }))
  await journal.stats()
  const tail = tailOf(t, folder, ['--json'])
  await tail.printed('First')
  const many = Array.from({ length: 12_000 }, () => exchangeOf())
  for (const event of many) journal.record(event)
  journal.record(exchangeOf({ operation: 'Last' }))
  await journal.stats()
  await tail.printed('"Last"')
  const printed = tail.lines.map((line) => JSON.parse(line).event.exchange).slice(-many.length - 1)
  const wrong = many.findIndex(({ exchange }, at) => printed[at] !== exchange)
  t.is(wrong, -1, `${printed.length} printed`)
  tail.process.kill('SIGINT')
  t.deepEqual(await tail.ended(), { code: 0, err: '' })
})

test('on a terminal, outcomes have colours and lines fit; NO_COLOR and a pipe have none', async (t) => {
  const folder = folderOf(t, {})
  const journal = journalIn(t, folder)
  const cause = 'x'.repeat(300)
  journal.record(exchangeOf({ operation: 'Bad', outcome: 'fault', code: 'Client', cause }))
  journal.record(exchangeOf({ operation: 'Good', cause }))
  await journal.stats()
  const shell = (before: string) => [
    'script',
    '-qec',
    `stty cols 100 rows 24; ${before} exec ${process.execPath} ${MAIN} tail`,
    '/dev/null',
  ]
  const shown = tailOf(t, folder, [], shell(''))
  const bad = await shown.printed('Bad')
  t.true(bad.includes('\u001b[31mfault Client  \u001b[39m'), bad)
  t.true((await shown.printed('Good')).includes('\u001b[32mreply'))
  const plain = stripVTControlCharacters(bad).trimEnd()
  t.is(plain.length, 100)
  t.true(plain.endsWith('…'))
  const weak = tailOf(t, folder, [], shell('NO_COLOR=1'))
  t.false((await weak.printed('Bad')).includes('\u001b'))
  shown.process.kill('SIGTERM')
  weak.process.kill('SIGTERM')
})

test('who reads only the first lines ends it', async (t) => {
  const folder = folderOf(t, {})
  const journal = journalIn(t, folder)
  for (let n = 0; n < 10; n += 1) journal.record(exchangeOf())
  await journal.stats()
  const command = `{ ${process.execPath} ${MAIN} tail; echo "ended with $?" >&2; } | head -3`
  const tail = tailOf(t, folder, [], ['sh', '-c', command])
  const again = setInterval(() => journal.record(exchangeOf()), 50)
  t.teardown(() => clearInterval(again))
  t.deepEqual(await tail.ended(), { code: 0, err: 'ended with 74\n' })
  t.is(tail.lines.length, 3)
})

test('it follows a node that is started again, and a journal that is begun anew', async (t) => {
  const folder = folderOf(t, {})
  const settings = [`stateDir=${folder}`, 'plugins=["calculator"]']
  const first = await startDaemon(settings)
  await ask(first.url, soap11(ADD))
  const tail = tailOf(t, folder, ['--json', '--event', 'exchange'])
  t.true((await tail.printed('"exchange"')).includes('Add'))
  await first.stop()
  const second = await startDaemon(settings)
  await ask(second.url, soap11(ADD))
  await tail.reached(2)
  // As it happens to a file that is damaged.
  for (const name of readdirSync(folder).filter((one) => one.startsWith('journal.db'))) {
    renameSync(join(folder, name), join(folder, `old-${name}`))
  }
  const again = setInterval(() => void ask(second.url, soap11(ADD)), 100)
  t.teardown(() => clearInterval(again))
  await tail.reached(3)
  clearInterval(again)
  await second.stop()
  tail.process.kill('SIGINT')
  t.deepEqual(await tail.ended(), { code: 0, err: '' })
})

test('without a journal it ends at once and says so', async (t) => {
  const nothing = tailOf(t, folderOf(t, {}), [])
  const { code, err } = await nothing.ended()
  t.is(code, 78)
  t.regex(err, /^WAYBILL_STATE_NOT_FOUND: there is no journal at /)
  const folder = folderOf(t, {})
  const daemon = await startDaemon([`stateDir=${folder}`, 'journal.enabled=false'])
  const none = tailOf(t, folder, [])
  t.regex((await none.ended()).err, /its node has kept none so far \(journal\.enabled\)/)
  await daemon.stop()
})
