/** A process that takes the lock of a folder, says so, and holds it until it is killed. */
import { WaybillError } from '../../src/errors.js'
import { FolderLock } from '../../src/queue/folder-lock.js'

try {
  const lock = await FolderLock.acquire(process.argv[2] ?? '')
  process.stdout.write('held')
  process.stdin.resume().on('end', () => void lock.release())
} catch (error) {
  if (!(error instanceof WaybillError)) throw error
  process.stdout.write(`${error.code} ${error.message}`)
}
