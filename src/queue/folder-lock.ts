/** An exclusive lock on a folder that no crash leaves behind: held for as long as its process lives. */
import { randomBytes } from 'node:crypto'
import { on, once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WaybillError } from '../errors.js'
import { ShortFolder } from './short-folder.js'

/**
 * A lock is a local socket in the folder that its process listens on: the kernel answers for it as long
 * as the process lives, from another container too, and refuses for it afterwards. Its name says who has it.
 */
interface Name {
  readonly file: string
  readonly pid: string
  /** Which start of which machine's kernel: only for the same one does the socket tell the truth. */
  readonly boot: string
  readonly host: string
}

const NAME = /^lock\.(\d+)\.([0-9a-z]+)\.[0-9a-f]{8}\.(.+)$/
/** Milliseconds that another process gets to say whether it has the lock. */
const ANSWER = 1000
const ROUNDS = 50

export class FolderLock {
  readonly #socket: Server
  readonly #folder: ShortFolder

  private constructor(socket: Server, folder: ShortFolder) {
    this.#socket = socket
    this.#folder = folder
  }

  /**
   * Takes the lock of a folder, which is made if it is not there.
   *
   * @throws WaybillError WAYBILL_STATE_LOCKED if another process has it
   * @throws WaybillError WAYBILL_STATE_UNUSABLE if the folder cannot be written
   */
  static async acquire(folder: string): Promise<FolderLock> {
    const boot = await bootOfKernel()
    const short = await ShortFolder.open(folder).catch((error: unknown) => {
      throw unusable(folder, error)
    })
    try {
      return new FolderLock(await take(short, boot), short)
    } catch (error) {
      await short.close()
      throw error
    }
  }

  async release(): Promise<void> {
    await closed(this.#socket)
    await this.#folder.close()
  }
}

/**
 * Listens first, then looks who else does: of two that come at once the later look sees the other, so
 * that never both have it. Of those that only try, the one with the lesser name goes first.
 */
async function take(folder: ShortFolder, boot: string): Promise<Server> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = `lock.${process.pid}.${boot}.${randomBytes(4).toString('hex')}.${hostname().slice(0, 40)}`
    const { socket, hold } = await listenOn(folder, file)
    try {
      if (await alone(folder, file, boot)) {
        hold()
        return socket
      }
    } catch (error) {
      await closed(socket)
      throw error
    }
    await closed(socket)
    await pause(10 + Math.random() * 40)
  }
  throw locked(folder, 'other processes that want it too', undefined)
}

/** @returns false if another process goes first */
async function alone(folder: ShortFolder, own: string, boot: string): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = await namesIn(folder)
    // Somebody took the name for a dead process's, in the moment before it was listened on.
    if (!names.some(({ file }) => file === own)) return false
    const gone: string[] = []
    let wait = false
    for (const name of names) {
      if (name.file === own) continue
      const state = await stateOf(folder, name, boot)
      if (state === 'held') throw locked(folder, `process ${name.pid}`, name)
      if (state === 'gone') gone.push(name.file)
      else if (name.file < own) return false
      else wait = true
    }
    if (!wait) {
      await Promise.all(gone.map((file) => rm(join(folder.path, file), { force: true })))
      return true
    }
    await pause(20)
  }
  return false
}

async function namesIn(folder: ShortFolder): Promise<readonly Name[]> {
  const files = await readdir(folder.path)
  return files.flatMap((file) => {
    const [, pid, boot, host] = NAME.exec(file) ?? []
    return pid && boot && host ? [{ file, pid, boot, host }] : []
  })
}

async function stateOf(
  folder: ShortFolder,
  { file, boot, host }: Name,
  own: string,
): Promise<'held' | 'wanted' | 'gone'> {
  // Another start of this machine: nothing has outlived it. Of another machine nobody can tell.
  if (boot !== own) return host === hostname().slice(0, 40) ? 'gone' : 'held'
  const socket = connect(folder.short(file))
  const deadline = AbortSignal.timeout(ANSWER)
  try {
    for await (const said of on(socket, 'data', { signal: deadline, close: ['end'] })) {
      if (String(said) === 'held') return 'held'
    }
    return 'wanted'
  } catch (error) {
    // It listens and does not answer, such as a process that was stopped.
    if (deadline.aborted) return 'held'
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ECONNREFUSED':
      case 'ENOENT':
        return 'gone'
      case 'ECONNRESET':
      case 'EPIPE':
        return 'wanted'
      default:
        return 'held'
    }
  } finally {
    socket.destroy()
  }
}

async function listenOn(folder: ShortFolder, file: string) {
  let held = false
  const answer = (socket: Socket) => {
    // Whoever asked may have gone before the answer: that changes nothing here.
    socket.on('error', () => socket.destroy())
    socket.write(held ? 'held' : 'wanted')
    socket.destroySoon()
  }
  const socket = createServer(answer)
  try {
    socket.listen(folder.short(file))
    await once(socket, 'listening')
  } catch (error) {
    throw unusable(folder.path, error)
  }
  // The lock keeps no process from its end.
  socket.unref()
  const hold = () => {
    held = true
  }
  return { socket, hold }
}

async function closed(socket: Server): Promise<void> {
  await new Promise<void>((resolve) => socket.close(() => resolve()))
}

/** On Linux, the id of this start of the kernel; it is the same in every container. */
async function bootOfKernel(): Promise<string> {
  try {
    const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return id.replace(/[^0-9a-f]/g, '').slice(0, 12)
  } catch {
    return 'unknown'
  }
}

function locked(folder: ShortFolder, who: string, name: Name | undefined): WaybillError {
  const where = name ? ` on ${name.host} (${join(folder.path, name.file)})` : ''
  return new WaybillError('WAYBILL_STATE_LOCKED', `${folder.path} is in use by ${who}${where}`)
}

function unusable(folder: string, cause: unknown): WaybillError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException
  return new WaybillError('WAYBILL_STATE_UNUSABLE', `${folder} cannot be written (${code})`, {
    cause,
  })
}
