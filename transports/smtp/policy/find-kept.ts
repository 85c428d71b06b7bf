/** Finds mails in the quarantine by their Message-ID. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, type KeptMessage } from '#transport'
import { quarantineFolders } from './quarantine.js'

/** Files that are looked into, the newest first, and bytes of each: fields of its own, and those of the mail. */
const MOST_FILES = 10_000
const MOST_BYTES = 64 * 1024

/** @param ids  of which one is the Message-ID, brackets included */
export async function findKept(
  ids: readonly string[],
  stateDir: string,
): Promise<readonly KeptMessage[]> {
  const found: KeptMessage[] = []
  for (const folder of quarantineFolders(stateDir)) {
    // Their names begin with the time.
    const names = (await namesIn(folder))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
    for (const name of names.slice(0, MOST_FILES)) {
      const file = join(folder, name)
      const fields = await fieldsOf(file)
      if (!ids.includes(fields.get('message-id') ?? '')) continue
      const cause = fields.get('x-waybill-refused') ?? 'unknown'
      found.push({ file, at: Date.parse(fields.get('x-waybill-refused-at') ?? ''), cause })
    }
  }
  return found
}

/** None if the folder is not there yet. @throws Error of `node:fs` for one that may not be read */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The first field of each name, in lower case; folded lines are one. */
async function fieldsOf(file: string): Promise<ReadonlyMap<string, string>> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
    const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)
    const fields = new Map<string, string>()
    for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
      const colon = line.indexOf(':')
      const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
      if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
    }
    return fields
  } finally {
    await handle.close()
  }
}
