/** What `waybill serve` refuses at its start, `waybill config check` refuses with the same sentence. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test from 'ava'
import { openForAdmin } from '../../src/store/queue/open.js'
import { useSeals } from '../../src/store/queue/sqlite/database.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { SILENT } from '../support/silent.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'

interface Case {
  readonly what: string
  /** In place of keys of `BASE`. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Makes what is in the folder of the configuration. */
  readonly make?: (folder: string) => void | Promise<void>
  readonly sentence: RegExp
}

const BASE = {
  transports: ['http'],
  http: { port: 0 },
  admin: { port: 0 },
  plugins: [],
  stateDir: './state',
}

/** The queue of a node that has stopped. */
async function makeQueue(folder: string, change: string): Promise<void> {
  const stateDir = join(folder, 'state')
  const settings = readConfig({ environment: {}, settings: [`stateDir=${stateDir}`] })
  await (await openForAdmin(settings, SILENT)).close()
  const database = new DatabaseSync(join(stateDir, 'queue.db'))
  useSeals(database)
  database.exec(change)
  database.close()
}

function inState(name: string, content: string) {
  return (folder: string) => {
    mkdirSync(join(folder, 'state'), { mode: 0o700 })
    writeFileSync(join(folder, 'state', name), content)
  }
}

const CASES: readonly Case[] = [
  {
    what: 'a queue of a newer version',
    make: (folder) => makeQueue(folder, 'PRAGMA user_version = 99'),
    sentence: /^WAYBILL_QUEUE_FOREIGN: state\/queue\.db is of a newer version of Waybill \(99; /,
  },
  {
    what: 'a database of something else',
    make(folder) {
      inState('note', '')(folder)
      const database = new DatabaseSync(join(folder, 'state', 'queue.db'))
      database.exec('CREATE TABLE a (b)')
      database.close()
    },
    sentence: /^WAYBILL_QUEUE_FOREIGN: state\/queue\.db was not written by Waybill$/,
  },
  {
    what: 'a queue that is no database',
    make: inState('queue.db', 'no database, but longer than the head of one: '.repeat(9)),
    sentence: /^WAYBILL_QUEUE_DAMAGED: state\/queue\.db is damaged: file is not a database$/,
  },
  {
    what: 'a queue whose rows do not fit together',
    make: (folder) => makeQueue(folder, `UPDATE tally SET n = 7 WHERE name = 'waiting'`),
    sentence: /^WAYBILL_QUEUE_DAMAGED: state\/queue\.db is damaged: .*7/,
  },
  {
    what: 'an empty queue.db',
    make: inState('queue.db', ''),
    sentence: /^WAYBILL_QUEUE_DAMAGED: state\/queue\.db is damaged: it is empty/,
  },
  {
    what: 'a state folder of version 0.1',
    make: inState('queue.closed', ''),
    sentence: /^WAYBILL_QUEUE_FOREIGN: \S*state holds the queue of version 0\.1 \(queue\.closed\)$/,
  },
  {
    what: 'a file where the locks of processes are to be',
    make: inState('processes', ''),
    sentence: /^WAYBILL_STATE_UNUSABLE: state\/processes is no folder$/,
  },
  {
    what: 'a file where the state folder is to be',
    make: (folder) => writeFileSync(join(folder, 'state'), ''),
    sentence: /^WAYBILL_STATE_UNUSABLE: \S*state is no folder$/,
  },
  {
    what: 'one port for two listeners',
    config: { http: { port: 34_561 }, admin: { port: 34_561 } },
    sentence:
      /^WAYBILL_CONFIG_INVALID: admin\.port: 127\.0\.0\.1:34561 is that of http\.port, too$/,
  },
  {
    what: 'one port for two listeners, one of them at all addresses',
    config: { http: { port: 34_561, host: '0.0.0.0' }, admin: { port: 34_561 } },
    sentence: /^WAYBILL_CONFIG_INVALID: admin\.port: \S+:34561 is that of http\.port, too$/,
  },
  {
    what: 'alerts by mail without a relay',
    config: { alerts: { mail: { to: ['ops@example.org'] } } },
    sentence: /^WAYBILL_CONFIG_INVALID: alerts\.mail: expected a mail transport with a relay, /,
  },
  {
    what: 'a certificate of a listener that is not there',
    config: { http: { port: 0, tls: { certificate: './none.pem', key: './none.key' } } },
    sentence: /^WAYBILL_FILE_UNUSABLE: http\.tls\.certificate: \.\/none\.pem cannot be read/,
  },
  {
    what: 'a key of the admin listener that is none',
    config: { admin: { port: 0, tls: { certificate: './c.pem', key: './c.pem' } } },
    make: (folder) => writeFileSync(join(folder, 'c.pem'), CERTIFICATE),
    sentence: /^WAYBILL_FILE_UNUSABLE: admin\.tls\.key: /,
  },
  {
    what: 'evidence that nothing signs',
    config: { security: { policies: [{ operation: '{urn:x}*', require: ['non-repudiation'] }] } },
    sentence: /^WAYBILL_\w+: .*non-repudiation/,
  },
  {
    what: 'a plugin that throws',
    config: { plugins: ['./p.mjs'] },
    make: (folder) => writeFileSync(join(folder, 'p.mjs'), `throw new Error('no')`),
    sentence: /^WAYBILL_PLUGIN_\w+: \S/,
  },
  {
    what: 'a contract that is not there',
    config: { destinations: { d: { url: 'http://127.0.0.1:9/', contract: './none.wsdl' } } },
    sentence: /^WAYBILL_\w+: .*none\.wsdl/,
  },
]

for (const { what, config, make, sentence } of CASES) {
  test(`check and serve refuse ${what}`, async (t) => {
    const folder = folderOf(t, { 'w.yaml': JSON.stringify({ ...BASE, ...config }), 'k.pem': KEY })
    await make?.(folder)
    const before = namesIn(folder)
    const checked = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
    t.regex(firstOf(checked.err), sentence)
    t.deepEqual(namesIn(folder), before)
    const served = await cli(['serve', '-c', 'w.yaml'], { folder })
    t.is(firstOf(served.err), firstOf(checked.err))
    t.is(served.code, checked.code)
    t.not(served.code, 0)
  })
}

test('check takes what serve runs on, and changes nothing', async (t) => {
  const folder = folderOf(t, { 'w.yaml': JSON.stringify(BASE) })
  await makeQueue(folder, 'VACUUM')
  const before = namesIn(folder)
  const { code, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.is(code, 0, err)
  t.deepEqual(namesIn(folder), before)
})

function firstOf(text: string): string {
  return text.split('\n').find((line) => line.startsWith('WAYBILL_')) ?? text
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}
