/** Tells whether a process lives: it holds a lock on a file, which the system releases when it ends. */
import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, isBusy, lockFile } from '../../../base/file-lock.js'
import { makeFolder } from '../../../base/folder.js'
import { randomId } from '../../../base/time.js'

export class ProcessLock {
  /** Names it for other processes; no name is used twice. */
  readonly name: string
  readonly #folder: string
  readonly #held: FileLock
  readonly #inode: number

  private constructor(folder: string, name: string, held: FileLock) {
    this.#folder = folder
    this.name = name
    this.#held = held
    this.#inode = statSync(join(folder, name)).ino
  }

  /** @throws Error with a `code` if the folder cannot be written */
  static take(folder: string): ProcessLock {
    makeFolder(folder, 0o700)
    for (;;) {
      const name = `${randomId()}.lock`
      const file = join(folder, name)
      closeSync(openSync(file, 'wx', 0o600))
      try {
        return new ProcessLock(folder, name, lockFile(file))
      } catch (error) {
        rmSync(file, { force: true })
        // Whoever looks at a lock holds it for that moment; nobody has looked at the next one yet.
        if (!isBusy(error)) throw error
      }
    }
  }

  /** False if somebody has removed the file, so that others take this process for dead. */
  get intact(): boolean {
    return statSync(join(this.#folder, this.name), { throwIfNoEntry: false })?.ino === this.#inode
  }

  release(): void {
    this.#held.release()
    rmSync(join(this.#folder, this.name), { force: true })
  }
}

/** True if the process that took a lock lives. */
export function isHeld(folder: string, name: string): boolean {
  const file = join(folder, name)
  if (!statSync(file, { throwIfNoEntry: false })) return false
  try {
    lockFile(file).release()
    return false
  } catch (error) {
    // What cannot be determined is treated as alive: no job shall run twice.
    if (isBusy(error) || statSync(file, { throwIfNoEntry: false })) return true
    return false
  }
}

/** True if any process holds a lock in the folder. */
export function anyHeld(folder: string): boolean {
  return namesIn(folder).some((name) => isHeld(folder, name))
}

/** Removes the file of a process that is dead. */
export function forget(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
}

/** Names of the locks that a process took, dead or alive. */
export function namesIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder).filter((name) => name.endsWith('.lock'))
}
