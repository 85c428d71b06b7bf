/** Several processes on one file: who has a job, and what becomes of it when its process dies or stands still. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { Members } from '../../src/store/queue/sqlite/members.js'
import { Transaction } from '../../src/store/queue/sqlite/transaction.js'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, gate, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'

const PROGRAM = fileURLToPath(new URL('../support/sqlite-process.js', import.meta.url))
const LOOKING = fileURLToPath(new URL('../support/sqlite-looking.js', import.meta.url))

interface Other {
  readonly process: ChildProcess
  line(line: string): Promise<void>
  readonly lines: readonly string[]
}

async function otherOn(
  t: ExecutionContext,
  stateDir: string,
  command: readonly string[] = [PROGRAM],
): Promise<Other> {
  const [program = '', ...more] = command
  const child = spawn(process.execPath, [program, stateDir, ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const lines: string[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const [last = '', ...whole] = `${rest}${text}`.split('\n').reverse()
    rest = last
    lines.push(...whole.reverse())
  })
  const other = {
    process: child,
    lines,
    line: (line: string) => until(() => lines.includes(line)),
  }
  await other.line('working')
  return other
}

test('the jobs of a process that is killed are run by another', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir, node: 'urn:node:one' })
  t.teardown(() => queue.close())
  const other = await otherOn(t, stateDir)
  await queue.add(jobOf({ id: 'hold' }), planOf({ attempts: 2 }))
  await other.line('begun hold')
  const ran = gate<number>()
  await working(t, queue, async (_, { number }) => {
    ran.open(number)
    return ACCEPTED
  })
  other.process.kill('SIGKILL')
  t.is(await ran.opened, 2)
  t.is((await queue.ended('hold', soon()))?.state, 'done')
  const [line] = (await queue.admin.show('hold'))?.history ?? []
  t.like(line, {
    attempt: 1,
    node: 'urn:node:other',
    cause: 'the process that ran it has crashed',
  })
  t.is(readdirSync(join(stateDir, 'processes')).length, 1)
})

test('a process that is stopped keeps its jobs; others are run meanwhile, and none twice', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const other = await otherOn(t, stateDir)
  await queue.add(jobOf({ id: 'hold' }), planOf())
  await other.line('begun hold')
  other.process.kill('SIGSTOP')
  const ran: string[] = []
  // Three times the span between two looks whether others live.
  const end = Date.now() + 6_000
  await working(t, queue, async ({ id }, { suspended }) => {
    ran.push(id)
    return id !== 'clock' || suspended ? ACCEPTED : { kind: 'suspended', until: end }
  })
  await queue.add(jobOf({ id: 'clock' }), planOf())
  t.is((await queue.ended('clock', soon()))?.state, 'done')
  t.is((await queue.find('hold'))?.state, 'running')
  other.process.kill('SIGCONT')
  other.process.stdin?.write('hold\n')
  t.is((await queue.ended('hold', soon()))?.state, 'done')
  t.deepEqual(ran, ['clock', 'clock'])
  t.deepEqual(
    other.lines.filter((line) => line.endsWith('hold')),
    ['begun hold', 'ran hold'],
  )
})

test('what a process ends that another has taken over changes nothing any more', async (t) => {
  const stateDir = folderOf(t, {})
  const first = await openSqlite({ stateDir, node: 'urn:node:first' })
  t.teardown(() => first.close())
  const [begun, goOn] = [gate(), gate()]
  const worker = await first.work(
    async () => {
      begun.open()
      await goOn.opened
      return { kind: 'reply', message: { body: '<late/>', soap: '1.1' } }
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  await first.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  await begun.opened
  // As if its lock had been lost: nothing else takes a living process for dead.
  for (const name of readdirSync(join(stateDir, 'processes')))
    rmSync(join(stateDir, 'processes', name))
  const second = await openSqlite({ stateDir, node: 'urn:node:second' })
  t.teardown(() => second.close())
  const taken = gate<number>()
  const over = gate()
  await working(t, second, async (_, { number }) => {
    taken.open(number)
    await over.opened
    return ACCEPTED
  })
  t.is(await taken.opened, 2)
  goOn.open()
  await worker.close(soon())
  t.is((await second.find('one'))?.state, 'running')
  over.open()
  t.deepEqual(await second.ended('one', soon()), { state: 'done', result: ACCEPTED })
})

test('a process that ends gives back what it had, and leaves no lock behind', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  const begun = gate()
  const worker = await queue.work(
    async () => {
      begun.open()
      await new Promise(() => undefined)
      return ACCEPTED
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  await queue.add(jobOf({ id: 'one' }), planOf())
  await begun.opened
  await worker.close(AbortSignal.abort())
  await queue.close()
  t.deepEqual(readdirSync(join(stateDir, 'processes')), [])
  t.deepEqual(readdirSync(stateDir).toSorted(), ['processes', 'queue.db'])
})

test('a process that enters is taken for no dead one, however often another looks and tidies', async (t) => {
  const stateDir = folderOf(t, {})
  const { file, locks } = databasePaths(stateDir)
  const tx = new Transaction(openDatabase(file))
  t.teardown(() => tx.database.close())
  await Promise.all(['looks', 'tidies'].map((what) => otherOn(t, stateDir, [LOOKING, what])))
  for (let entered = 0; entered < 200; entered += 1) {
    const members = Members.enter(tx, locks, 'urn:node:new')
    t.true(members.intact, `after ${entered}`)
    members.close()
  }
})
