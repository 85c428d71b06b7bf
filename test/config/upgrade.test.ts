/** A configuration of the builds before: each error says the line to write, and following them gives one that starts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'

/** The gateway of the examples, the node of the Kubernetes manifests, and a key of each kind that is no more. */
const FORMER = `
node:
  uri: urn:example:gateway
http:
  port: 0
  maxHeader: 32768
  maxBody: 1048576
  requestTimeout: 60000
smtp:
  port: 0
  domains: [gateway.example]
  maxParts: 50
  relay:
    url: smtp://127.0.0.1:2526
    from: bus@gateway.example
    silenceTimeout: 30000
admin:
  port: 0
  sessionTime: 3600000
alerts:
  certificates: 30
metrics:
  enabled: false
queue:
  acknowledge: 2000
  retention: 172800000
  minFree: 1000000
  retry:
    delay: 500
journal:
  retention: 86400000
plugins: [trace]
destinations:
  auditor:
    url: mailto:bus@auditor.example
    maxBody: 100000
    breaker:
      pause: 5000
routes:
  - name: audited
    actor: urn:example:auditor
    to: auditor
    mode: bridge
    answerTime: 30000
soap:
  schemaEngine: waybill
  validationTimeout: 5000
limits:
  name: 512
  operationTime: 20000
shutdown:
  deadline: 30000
`

/** What an operator does who reads the error: writes the line that it says, or takes the named one out. */
function follow(file: string, lines: string[], error: string): void {
  const [, line, sentence = ''] = new RegExp(`${file}:(\\d+):\\d+: (.*)\n`).exec(error) ?? []
  const index = Number(line) - 1
  const [, key = ''] = /^(\s*(?:- )?\w+:)/.exec(lines[index] ?? '') ?? []
  const [, written] = /: write (?:\w+: )?(\S+)$/.exec(sentence) ?? []
  if (written !== undefined) lines[index] = `${key} ${written}`
  else if (sentence.endsWith('take it out') || /: take it out/.test(sentence)) takeOut(lines, index)
  else throw new Error(`nothing to follow: ${error}`)
}

/** With all that is below it. */
function takeOut(lines: string[], index: number): void {
  const depth = (line = '') => line.search(/\S/)
  const rest = lines.slice(index + 1).findIndex((line) => depth(line) <= depth(lines[index]))
  lines.splice(index, rest + 1)
}

async function followed(t: ExecutionContext): Promise<{ file: string; steps: number }> {
  const folder = folderOf(t, { 'w.yaml': FORMER })
  const file = join(folder, 'w.yaml')
  const lines = FORMER.split('\n')
  for (let steps = 0; steps < 50; steps += 1) {
    const { code, err } = await cli(['config', 'check', '--config', file])
    if (code === 0) return { file, steps }
    follow(file, lines, err)
    writeFileSync(file, lines.join('\n'))
  }
  throw new Error('it does not end')
}

test('each error says what to write, and the node starts with what is written then', async (t) => {
  const { file, steps } = await followed(t)
  t.is(steps, 21)
  const state = join(file, '..', 'state')
  const daemon = await startDaemon([`stateDir=${state}`], ['--config', file])
  t.teardown(() => daemon.stop())
  t.truthy(daemon.url)
})
