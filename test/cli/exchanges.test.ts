/** `waybill exchanges` and `waybill tail` as processes, on the journal of a node that has stopped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import type { ExchangeEnded } from '../../src/message/events/events.js'
import { openJournal } from '../../src/store/journal/open.js'
import { readConfig } from '../support/config.js'
import { exchangeOf } from '../support/exchanges.js'
import { folderOf } from '../support/folder.js'
import { cleanEnvironment, cli, MAIN } from '../support/nodes/cli.js'
import { SILENT } from '../support/silent.js'

async function journalOf(t: ExecutionContext, events: readonly ExchangeEnded[]) {
  const folder = folderOf(t, {})
  const journal = openJournal(
    readConfig({ environment: {}, settings: [`stateDir=${folder}`, 'node.uri=urn:node'] }),
    SILENT,
  )
  for (const event of events) journal.record(event)
  await journal.stats()
  await journal.close()
  const run = (...args: string[]) => cli(args, { environment: { WAYBILL_STATE_DIR: folder } })
  return Object.assign(run, { folder })
}

test('exchanges are listed by filters, shown whole, and exported; what is not there ends with 65', async (t) => {
  const evil = '=HYPERLINK("x")\u001b[2J,'
  const fault = exchangeOf({ outcome: 'fault', code: 'Client', cause: evil, messageId: 'urn:m:1' })
  const run = await journalOf(t, [exchangeOf({ operation: '{urn:x}Other' }), fault])

  const listed = await run('exchanges', 'ls', '--outcome', 'fault')
  t.is(listed.code, 0, listed.err)
  t.regex(listed.out, /^ID +ENDED +OVER +WHAT +OUTCOME /)
  t.regex(
    listed.out,
    new RegExp(
      `^${fault.exchange} +\\S+Z +http +Add +fault Client +1\\.5 +192\\.0\\.2\\.7 +urn:node +=HYP`,
      'm',
    ),
  )
  t.false(listed.out.includes('Other'))
  t.false(listed.out.includes('\u001b'))
  const json = await run('exchanges', 'ls', '--json', '--limit', '1')
  t.is(JSON.parse(json.out).event.exchange, fault.exchange)
  t.is(json.err, 'only the newest 1 are shown; see --limit\n')

  const shown = await run('exchanges', 'show', 'urn:m:1')
  t.regex(
    shown.out,
    /^Add from 192\.0\.2\.7 came to urn:node over http at \S+, and was answered with a fault \(Client\) after /,
  )
  t.false(shown.out.includes('\u001b'))
  t.is((await run('exchanges', 'show', 'urn:none')).code, 65)

  const csv = await run('exchanges', 'export', '--format', 'csv')
  const [headings = '', first = ''] = csv.out.split('\r\n')
  t.regex(headings, /^at,node,event,exchange,/)
  t.true(first.includes(`"'=HYPERLINK(""x"")`), first)
  t.is(csv.err, '2 written\n')
  const lines = (await run('exchanges', 'export', '--operation', 'Other')).out.trimEnd().split('\n')
  t.deepEqual(
    lines.map((line) => JSON.parse(line).event.operation),
    ['{urn:x}Other'],
  )
  t.is((await run('exchanges', 'ls', '--event', 'nothing')).code, 64)
  t.is((await run('exchanges', 'ls', '--since', '1h', '--until', '2h')).code, 64)
})

test('an export is cut where whoever reads has enough, and tells what a full disk does not take', async (t) => {
  const events = Array.from({ length: 5_000 }, () => exchangeOf())
  const run = await journalOf(t, events)
  const whole = await run('exchanges', 'export')
  t.is(whole.out.split('\n').length, events.length + 1)
  t.is(whole.err, `${events.length} written\n`)
  t.is((await run('exchanges', 'export', '--limit', '7')).out.split('\n').length, 8)
  const shell = async (command: string) => {
    const child = spawn('sh', ['-c', command.replace('waybill', `${process.execPath} ${MAIN}`)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: cleanEnvironment({ WAYBILL_STATE_DIR: run.folder }),
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    await once(child, 'close')
    return out
  }
  const few = await shell(
    '{ { waybill exchanges export; echo "ended with $?" >&3; } | head -2; } 3>&1',
  )
  t.regex(few, /ended with 74/)
  t.is(few.split('\n').filter((line) => line.startsWith('{')).length, 2)
  t.is((await shell('waybill exchanges export > /dev/full; echo $?')).trim(), '74')
})

test('a damaged journal is listed and exported without what cannot be read, which is told, and by 74', async (t) => {
  const events = Array.from({ length: 3_000 }, () => exchangeOf())
  const run = await journalOf(t, events)
  const file = join(run.folder, 'journal.db')
  const database = new DatabaseSync(file, { readOnly: true })
  const [page] = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'lines' AND pagetype = 'overflow'")
    .all()
  database.close()
  const bytes = readFileSync(file).fill(0xee, (page?.pageno - 1) * 8192, page?.pageno * 8192)
  writeFileSync(file, bytes)
  const pattern =
    /^the journal is damaged: \S+journal\.db\. (\d+) entries between \S+Z and \S+Z cannot be read/
  const exported = await run('exchanges', 'export')
  t.is(exported.code, 74)
  const lost = Number(pattern.exec(exported.err)?.[1])
  t.true(lost > 0, exported.err)
  t.is(exported.out.trimEnd().split('\n').length, events.length - lost)
  const listed = await run('exchanges', 'ls', '--json', '--limit', '5000')
  t.is(listed.code, 74)
  t.regex(listed.err, pattern)
  t.is(listed.out.trimEnd().split('\n').length, events.length - lost)
  t.deepEqual(readFileSync(file), bytes)
})
