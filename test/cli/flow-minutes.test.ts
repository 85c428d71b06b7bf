/** A node as a process: what it counted, and when it started, took over a configuration and stopped, is in its journal. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { ConfigurationView, FlowView, LogView } from '../../src/operate/admin/api.js'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { folderOf } from '../support/folder.js'
import { viewOf } from '../support/nodes/admin-node.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { SILENT } from '../support/silent.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

test('start, reload and stop are marks beside the counts; the page of the node has what a reload changed', async (t) => {
  const stateDir = folderOf(t, {})
  const before = 'node: { uri: urn:example:node }\nplugins: [calculator]\n'
  const file = join(folderOf(t, { 'w.yaml': before }), 'w.yaml')
  const daemon = await startDaemon([`stateDir=${stateDir}`], ['--config', file])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  await ask(daemon.url, soap11(ADD))
  writeFileSync(file, `${before}log: { level: debug }\nqueue: { concurrency: 3 }\n`)
  daemon.process.kill('SIGHUP')
  await daemon.logged(({ restart }) => restart !== undefined)

  const flow = await viewOf<FlowView>(daemon.admin('/api/flow'))
  t.like(flow, { window: '15m', kept: true, step: 5_000 })
  t.deepEqual(
    flow.marks.map(({ kind }) => kind),
    ['start', 'reload'],
  )
  t.is(flow.marks[1]?.text, 'log.level')
  const hour = await viewOf<FlowView>(daemon.admin('/api/flow?window=1h'))
  t.like(hour, { window: '1h', step: 60_000 })
  t.is((await daemon.admin('/api/flow?window=2h')).status, 400)

  const { keys, restart, changed } = await viewOf<ConfigurationView>(
    daemon.admin('/api/node/configuration'),
  )
  t.deepEqual(restart, ['queue.concurrency'])
  t.deepEqual(
    changed.map(({ key }) => key),
    ['log.level'],
  )
  const keyOf = (name: string) => keys.find(({ key }) => key === name)
  t.like(keyOf('log.level'), { value: 'debug', default: false, restart: false })
  t.true((keyOf('log.level')?.changed ?? 0) > 0)
  // What counts is shown, and not what the file says.
  t.like(keyOf('queue.concurrency'), { default: true, restart: true })
  const log = await viewOf<LogView>(daemon.admin('/api/node/log'))
  t.is(log.level, 'debug')
  t.true(log.lines.some(({ sentence }) => sentence === 'the configuration was reloaded'))
  const warnings = await viewOf<LogView>(daemon.admin('/api/node/log?level=warn'))
  t.true(warnings.lines.length > 0)
  t.true(warnings.lines.every(({ level }) => level !== 'info'))
  t.like(warnings.lines[0], {
    sentence: 'these keys take effect after a restart only',
    fields: '{"restart":["queue.concurrency"]}',
  })
  await daemon.stop()

  const bounds = { retention: 60_000, maxBytes: 1024 ** 3, minFree: 0 }
  const journal = new SqliteJournal({ node: 'urn:example:node', ...bounds, stateDir }, SILENT)
  t.teardown(() => journal.close())
  const window = { from: Date.now() - 600_000, step: 60_000, steps: 12 }
  const { lines, marks } = await journal.minutes.read(window, 10)
  t.deepEqual(
    marks.map(({ kind }) => kind),
    ['start', 'reload', 'stop'],
  )
  t.is(
    lines.find(({ operation }) => operation.endsWith('Add'))?.done.reduce((a, b) => a + b),
    1,
  )
})
