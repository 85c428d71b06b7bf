/** Prometheus's own promtool: the metrics of a node that has done something, the alert rules, and what they tell. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

function promtool(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    input,
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

test('promtool check metrics finds nothing in the metrics of a node', async (t) => {
  const node = await startDaemon(['queue.url=memory:', 'smtp.port=0'], [], 'listening')
  t.teardown(() => node.stop())
  for (const body of [soap11(ADD), soap11('<x xmlns="urn:none"/>'), 'no xml']) {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '""' }
    await (await fetch(node.url, { method: 'POST', headers, body })).text()
  }
  const text = await (await node.admin('/metrics')).text()
  t.regex(
    text,
    /waybill_exchanges_total\{transport="http",operation="\{urn:example:calculator\}Add",outcome="reply"\} 1/,
  )
  const { status, output: stated } = promtool(['check', 'metrics'], text)
  t.is(stated, '')
  t.is(status, 0)
})

test('promtool check metrics would find something', (t) => {
  const { status } = promtool(
    ['check', 'metrics'],
    '# TYPE waybill_things counter\nwaybill_things 1\n',
  )
  t.not(status, 0)
})

for (const args of [
  // The file with the token is on the machine of whoever uses it.
  ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml'],
  ['check', 'rules', 'deploy/prometheus/alerts.yml'],
  ['test', 'rules', join('test', 'interop', 'promtool', 'alerts.test.yml')],
]) {
  test(`promtool ${args.join(' ')}`, (t) => {
    const { status, output: text } = promtool(args)
    t.is(status, 0, text)
  })
}
