/** The lock of a state folder: one process has it, and a dead one never does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { FolderLock } from '../../src/queue/folder-lock.js'
import { folderOf } from '../support/folder.js'

const HOLDER = fileURLToPath(new URL('../support/lock-holder.js', import.meta.url))
const locks = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('lock.'))

/** A process that wants the lock, and what it says first: `held`, or the error. */
async function rival(t: ExecutionContext, folder: string) {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said) }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a second lock on a folder is refused, and names folder, process and machine', async (t) => {
  const folder = folderOf(t, {})
  const lock = await FolderLock.acquire(folder)
  const error = await t.throwsAsync(FolderLock.acquire(folder), { instanceOf: WaybillError })
  t.is((error as WaybillError).code, 'WAYBILL_STATE_LOCKED')
  for (const part of [folder, String(process.pid), hostname()])
    t.true(error?.message.includes(part))
  await lock.release()
  await (await FolderLock.acquire(folder)).release()
  t.deepEqual(locks(folder), [])
})

test('another process is refused while one has it, and what SIGKILL leaves behind is taken over', async (t) => {
  const folder = folderOf(t, {})
  const first = await rival(t, folder)
  t.is(first.said, 'held')
  const second = await rival(t, folder)
  t.regex(second.said, new RegExp(`^WAYBILL_STATE_LOCKED .*process ${first.child.pid} `))
  await killed(first.child)
  t.is(locks(folder).length, 1, 'the socket of the dead process is still there')
  const lock = await FolderLock.acquire(folder)
  t.is(locks(folder).length, 1, 'and is gone now')
  await lock.release()
})

test('a process that was stopped still has its lock', async (t) => {
  const folder = folderOf(t, {})
  const { child } = await rival(t, folder)
  child.kill('SIGSTOP')
  await t.throwsAsync(FolderLock.acquire(folder), { code: 'WAYBILL_STATE_LOCKED' })
})

test('of many that start at once exactly one gets it, beside what dead ones left behind', async (t) => {
  const folder = folderOf(t, {})
  await killed((await rival(t, folder)).child)
  const all = await Promise.all(Array.from({ length: 6 }, () => rival(t, folder)))
  t.is(all.filter(({ said }) => said === 'held').length, 1, all.map(({ said }) => said).join())
})

test('of many in one process exactly one gets it, again and again', async (t) => {
  const folder = folderOf(t, {})
  for (let round = 0; round < 20; round += 1) {
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => FolderLock.acquire(folder)),
    )
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    t.is(won.length, 1)
    await won[0]?.release()
  }
  t.deepEqual(locks(folder), [])
})

test('a lock of this machine before it was started anew is gone; of another machine it is not', async (t) => {
  const folder = folderOf(t, {})
  writeFileSync(join(folder, `lock.1.00000000.aaaaaaaa.${hostname().slice(0, 40)}`), '')
  await (await FolderLock.acquire(folder)).release()
  const foreign = `lock.1.00000000.aaaaaaaa.some-other-machine`
  writeFileSync(join(folder, foreign), '')
  const error = await t.throwsAsync(FolderLock.acquire(folder), { code: 'WAYBILL_STATE_LOCKED' })
  t.true(error?.message.includes(foreign))
})

test('a deep folder has a lock too, though its path is too long for a socket', async (t) => {
  const folder = join(folderOf(t, {}), 'x'.repeat(90), 'y'.repeat(90))
  const lock = await FolderLock.acquire(folder)
  await t.throwsAsync(FolderLock.acquire(folder), { code: 'WAYBILL_STATE_LOCKED' })
  await lock.release()
})

test('a folder that cannot be made is told as such', async (t) => {
  const file = join(folderOf(t, { file: '' }), 'file', 'state')
  await t.throwsAsync(FolderLock.acquire(file), { code: 'WAYBILL_STATE_UNUSABLE' })
})
