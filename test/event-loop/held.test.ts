/** A plugin that holds the event loop is named in the log while it holds it, and goes on unharmed. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ProblemsView } from '../../src/operate/admin/api.js'
import type { Problem } from '../../src/operate/problems/problem.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { type RunningDaemon, startBounded } from '../support/nodes/daemon.js'
import { HOLDING_LINES, HOLDING_PLUGIN } from '../support/nodes/holding-plugin.js'
import { RELOADED } from '../support/nodes/reloading-daemon.js'
import { soap11 } from '../support/wire/envelopes.js'

const SOON = { 'event-loop': { beat: 50, held: 300, unnamed: 500 } }
const HELD = 'event-loop-held'

interface Holding {
  readonly daemon: RunningDaemon
  readonly file: string
  /** Calls an operation of the plugin. */
  call(operation: string, header?: string): Promise<string>
}

async function holding(
  t: ExecutionContext,
  settings: readonly string[] = [],
  file = 'holding.mjs',
): Promise<Holding> {
  const folder = folderOf(t, {
    [file]: HOLDING_PLUGIN,
    'w.yaml': `plugins: [./${file}]\nsoap: { validate: false }\n`,
  })
  const daemon = await startBounded(SOON, settings, ['--config', join(folder, 'w.yaml')])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return {
    daemon,
    file: join(folder, file),
    async call(operation, header) {
      const answer = await fetch(daemon.url, {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8' },
        body: soap11(`<h:${operation} xmlns:h="urn:example:holding"/>`, header),
      })
      return answer.text()
    },
  }
}

/** Waits until the list of problems has it. */
async function problemOf(daemon: RunningDaemon, subject: string): Promise<Problem> {
  let found: Problem | undefined
  await until(async () => {
    const answer = await daemon.admin('/api/problems')
    const { problems } = (await answer.json()) as ProblemsView
    found = problems.find((one) => one.name === HELD && one.subject === subject)
    return found !== undefined
  })
  if (!found) throw new Error('there is no such problem')
  return found
}

const SPIN_HEADER = '<h:Spin xmlns:h="urn:example:holding"/>'

const WAYS = [
  ['a loop in an operation', 'spin', 'Spin', undefined],
  ['a loop in a header handler', 'spinHeader', 'Quick', SPIN_HEADER],
  ['a catastrophic regular expression in an operation', 'match', 'Match', undefined],
] as const

for (const [way, name, operation, header] of WAYS) {
  test(`${way} is named while it holds the event loop`, async (t) => {
    const { daemon, file, call } = await holding(t)
    let answered = false
    const answer = call(operation, header).finally(() => {
      answered = true
    })
    // On a busy machine there may be some before: of the start, or without a name.
    const line = await daemon.logged((one) => one.problem === HELD && one.function === name)
    t.false(answered)
    t.like(line, { level: 'error', function: name, file, line: HOLDING_LINES[name] })
    t.true(Number(line.heldMs) >= 300)
    t.true(String(line.msg).includes(`${name} (${file}:${HOLDING_LINES[name]})`))
    t.regex(await answer, /done>yes</)
    const after = await daemon.logged(
      ({ msg }) =>
        /^the event loop goes on/.test(`${msg}`) && `${msg}`.includes(`${name} (${file}:`),
    )
    t.true(Number(after.heldMs) >= Number(line.heldMs))
    const found = await problemOf(daemon, `${name} in ${file}`)
    t.like(found, { severity: 'warning', stopsAcceptance: false })
    t.true(
      found.summary.includes(`${name} (${file}:${HOLDING_LINES[name]}) has held the event loop`),
    )
    t.true(found.since <= Date.now() - Number(after.heldMs))
    t.is(await daemon.stop(), 0)
  })
}

test('a synchronous call of the system is not named while it waits, and afterwards by the function that made it; a reload changes nothing', async (t) => {
  const { daemon, file, call } = await holding(t)
  daemon.process.kill('SIGHUP')
  await daemon.logged(({ msg }) => msg === RELOADED)
  const answer = call('Wait')
  const line = await daemon.logged(({ problem }) => problem === HELD)
  t.is(line.function, undefined)
  t.regex(String(line.msg), /not JavaScript/)
  t.regex(await answer, /done>yes</)
  const after = await daemon.logged(({ msg }) => /^the event loop goes on/.test(String(msg)))
  t.true(String(after.msg).includes(`wait (${file}:${HOLDING_LINES.wait})`))
})
