/** Commands find, list and show exchanges by their business keys, and show none that is kept as a hash. */
import test, { type ExecutionContext } from 'ava'
import type { NodeEvent } from '../../src/message/events/events.js'
import { hashOfKey } from '../../src/store/journal/keys/hash.js'
import { openKeyFile } from '../../src/store/journal/keys/secret-file.js'
import { openJournal } from '../../src/store/journal/open.js'
import { readConfig } from '../support/config.js'
import { exchangeOf } from '../support/exchanges.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { SILENT } from '../support/silent.js'
import { storeJobs } from '../support/stored-jobs.js'

const mrn = (value: string) => ({ name: 'mrn', value })

async function nodeWith(t: ExecutionContext, make: (folder: string) => readonly NodeEvent[]) {
  const folder = folderOf(t, {})
  storeJobs(folder, [])
  const settings = [`stateDir=${folder}`, 'node.uri=urn:node']
  const journal = openJournal(readConfig({ environment: {}, settings }), SILENT)
  for (const event of make(folder)) journal.record(event)
  await journal.stats()
  await journal.close()
  return (...args: string[]) => cli(args, { environment: { WAYBILL_STATE_DIR: folder } })
}

const traced = (letter: string, parts: Parameters<typeof exchangeOf>[0] = {}) =>
  exchangeOf({ traceId: letter.repeat(32), ...parts })

test('find tells what happened to the message that has a key, and lists several, the newest first', async (t) => {
  const one = traced('a', { keys: [mrn('24DE 1'), { name: 'order', value: '7\u001b[2J' }] })
  const two = traced('b', { keys: [mrn('24DE 2')] })
  const three = traced('c', { keys: [mrn('24DE 2')], messageId: 'urn:m:3' })
  const run = await nodeWith(t, () => [one, traced('a'), two, three, exchangeOf()])

  for (const text of ['24DE 1', ' 24DE  1 ', 'mrn=24DE 1', 'mrn:24DE 1']) {
    const found = await run('find', text)
    t.is(found.code, 0, found.err)
    t.regex(found.out, /^Add from 192\.0\.2\.7 came to urn:node over http at /)
    t.regex(found.out, /^keys: mrn=24DE 1, order=7\\u001b\[2J$/m)
    t.regex(found.out, new RegExp(`^more: waybill exchanges show ${one.exchange}$`, 'm'))
    t.is(found.out.split('└─').length, 3, 'the entry without keys is of the same conversation')
  }
  const several = await run('find', '24DE 2')
  t.is(several.code, 0)
  t.regex(several.err, /^2 conversations have the business key 24DE 2, the newest first$/m)
  const [headings = '', ...rows] = several.out.split('\n')
  t.regex(headings, /^ID +ENDED .* KEYS +CAUSE$/)
  t.true(rows[0]?.startsWith(three.exchange))
  t.true(rows[1]?.startsWith(two.exchange))
  t.regex(rows[0] ?? '', / mrn=24DE 2 /)
  const json = (await run('find', '24DE 2', '--json')).out.trimEnd().split('\n')
  t.deepEqual(
    json.map((line) => JSON.parse(line)).map(({ found, event }) => [found, event.exchange]),
    [
      ['entry', three.exchange],
      ['entry', two.exchange],
    ],
  )
  // An id goes first; what has it as a key comes behind it.
  const both = await run('find', 'urn:m:3')
  t.regex(both.out, new RegExp(`^more: waybill exchanges show ${three.exchange}$`, 'm'))
  const none = await run('find', '24DE')
  t.is(none.code, 65)
  t.regex(none.err, /^nothing was found by 24DE$/m)
  t.is((await run('find', 'order=24DE 1')).code, 65)
})

test('lists, exports and tails are narrowed by a key, and have them in a column', async (t) => {
  const wanted = traced('a', { keys: [mrn('24DE1'), mrn('24DE2')] })
  const run = await nodeWith(t, () => [exchangeOf(), wanted])
  for (const key of ['24DE1', 'mrn=24DE2', 'mrn:24DE2']) {
    const { out } = await run('exchanges', 'ls', '--key', key, '--json')
    t.is(JSON.parse(out).event.exchange, wanted.exchange)
  }
  t.is((await run('exchanges', 'ls', '--key', 'order=24DE2')).err, 'none\n')
  const all = (await run('exchanges', 'ls')).out.split('\n')
  t.regex(all[0] ?? '', / NODE +KEYS +CAUSE$/)
  t.regex(all[1] ?? '', / urn:node +mrn=24DE1, mrn=24DE2 +-$/)
  t.regex(all[2] ?? '', / urn:node +- +-$/)
  const shown = await run('exchanges', 'show', wanted.exchange)
  t.regex(shown.out, /^keys +mrn=24DE1, mrn=24DE2$/m)
  const csv = await run('exchanges', 'export', '--format', 'csv', '--key', '24DE1')
  const [headings = '', line = '', end] = csv.out.split('\r\n')
  t.true(headings.split(',').includes('keys'))
  t.true(line.includes('"mrn=24DE1, mrn=24DE2"'), line)
  t.is(end, '')
})

test('a value that is kept as a hash is found with the secret of the journal, and never shown', async (t) => {
  const card = '4111 1111 1111 1111'
  const wanted = traced('a', { keys: [] })
  const run = await nodeWith(t, (folder) => {
    const hash = hashOfKey(openKeyFile(folder), 'card', card)
    return [exchangeOf(), { ...wanted, keys: [{ name: 'card', hash }] }]
  })
  const found = await run('find', `card=${card}`)
  t.is(found.code, 0, found.err)
  t.regex(found.out, /^keys: card=\(hidden\)$/m)
  const listed = await run('exchanges', 'ls', '--key', `card=${card}`)
  t.regex(listed.out, new RegExp(`^${wanted.exchange} .* card=\\(hidden\\) +-$`, 'm'))
  const csv = await run('exchanges', 'export', '--format', 'csv')
  t.true(csv.out.includes(',card=(hidden),'))
  const ofOther = await run('find', `order=${card}`)
  t.is(ofOther.code, 65)
})
