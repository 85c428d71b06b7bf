/** The document for operators of the queue: every command in it does and prints what it says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { AdminListener } from '../../src/operate/admin/listener.js'
import { Refused } from '../../src/operate/admin/refused.js'
import { CHANGES } from '../../src/operate/admin/rights.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { deadJob, liveJob, NIGHT, recordOf, storeJobs } from '../support/stored-jobs.js'

const DOCUMENT = readFileSync(new URL('../../../docs/queue.md', import.meta.url), 'utf8')

/** Commands with what they print, in their order. */
const shown = [...DOCUMENT.matchAll(/^```console\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((text) => {
    const end = text.indexOf('\n')
    return { command: text.slice(0, end), prints: text.slice(end + 1) }
  })

const full = { cause: 'the ledger cannot be written: no space left on device' }
const LETTER = '9b2f6c1e-8a53-4c7e-b1c4-7f1b0f6c2d10'
const JOBS = [
  deadJob({ id: 'd7c5e9f0-2b16-4e8d-9a70-5a4e3c2b1f32', ...full }),
  deadJob({
    id: '3e0a7d52-61f4-4f0b-8e39-0c9f5d8a4b21',
    ...full,
    accepted: NIGHT + 60_000,
    sender: '192.0.2.8',
  }),
  deadJob({
    id: LETTER,
    accepted: NIGHT + 120_000,
    kind: 'send',
    operation: undefined,
    to: 'http://192.0.2.9/soap',
  }),
  liveJob({
    id: 'c41d8a9e-52b7-4c0f-9d0e-1f0a6b3c7e55',
    accepted: NIGHT + 180_000,
    state: 'waiting',
  }),
  liveJob({
    id: '5b0e4c7a-93d1-4f26-8a0c-7e2d1f9b6a44',
    accepted: NIGHT + 240_000,
    kind: 'forward',
    state: 'suspended',
    to: 'mailto:orders@example.org',
    suspendedUntil: NIGHT + 240_000 + 86_400_000,
  }),
]

/** Arguments as the shell makes them of a line; what is redirected is left out. */
function argumentsOf(command: string): readonly string[] {
  return [...command.replace(/ > \S+$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  )
}

/** What depends on when a command runs, and on what was made up while it ran, told in the same words. */
function timeless(text: string): string {
  return text
    .replace(/^(oldest waits +|undelivered +the oldest for ).*$/gm, '$1a while')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'a new id')
}

test('the commands of waybill print what the document says, one after the other', async (t) => {
  // In a folder of its own, where the state has the place that it has by default.
  const folder = folderOf(t, { 'mended.xml': recordOf('mended') })
  storeJobs(join(folder, 'waybill-state'), JOBS)
  const commands = shown.filter(({ command }) => command.startsWith('waybill '))
  t.true(commands.length > 8)
  for (const { command, prints } of commands) {
    const [, ...args] = argumentsOf(command)
    const { out, err } = await cli(args, { folder })
    if (command.includes(' > ')) t.deepEqual([out, err], [recordOf(LETTER), ''])
    else t.is(timeless(out + err), timeless(prints), command)
  }
})

test('the admin listener answers as the document says', async (t) => {
  const commands = shown.filter(({ command }) => command.includes('/health/'))
  const answers = commands.filter(({ command }) => command.endsWith('/ready'))
  const shownReadiness = answers.map(({ prints }) => JSON.parse(prints))
  t.deepEqual(
    shownReadiness.map(({ ready }) => ready),
    [true, true, false],
  )
  const health = () => ({ problems: [], ...shownReadiness.shift() })
  const listener = new AdminListener(
    { host: '127.0.0.1', port: 0 },
    health,
    { error: () => t.fail() },
    {
      resources: [],
      check: () => undefined,
      identify: async ({ headers: { authorization } }) => {
        if (authorization !== 'Bearer the token') throw new Refused(401, 'log in first')
        return { who: 'stateDir/admin.token', by: 'token', rights: CHANGES, address: undefined }
      },
    },
  )
  await listener.listen()
  t.teardown(() => listener.close(AbortSignal.abort()))
  for (const { command, prints } of commands) {
    const [, token, path] =
      /^curl -s (-H "Authorization: Bearer \$\(cat waybill-state\/admin\.token\)" )?http:\/\/127\.0\.0\.1:8081(\S+)$/.exec(
        command,
      ) ?? []
    const headers = token === undefined ? undefined : { authorization: 'Bearer the token' }
    const answer = await fetch(`${listener.listening[0]}${path}`, { headers: headers ?? {} })
    t.is(await answer.text(), prints)
  }
})
