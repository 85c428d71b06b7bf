/** Makes a file, or the names in a folder, outlive power loss. */
import { open } from 'node:fs/promises'

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
