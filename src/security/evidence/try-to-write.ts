/** Tries whether a folder takes what is written: to a file that has lost its name, so that nothing of it is left. */
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId } from '../../base/time.js'

/** Bytes: those of an entry of a small message, and more. */
const LEAST = 64 * 1024

/** @throws the error of the system */
export async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `try-${randomId()}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    await unlink(path)
    await handle.writeFile(Buffer.alloc(LEAST))
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
