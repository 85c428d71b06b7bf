/** Finds mails in the quarantine by their Message-ID. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, type KeptMessage, WaybillError } from '#transport'
import { quarantineFolders } from './quarantine.js'

/** Files that are looked into, the newest first, and bytes of each: fields of its own, and those of the mail. */
const MAX_FILES = 10_000
const MAX_BYTES = 64 * 1024

/**
 * @param ids  of which one is the Message-ID, brackets included
 * @throws WaybillError WAYBILL_STATE_REFUSED
 */
export async function findKept(
  ids: readonly string[],
  stateDir: string,
): Promise<readonly KeptMessage[]> {
  const found: KeptMessage[] = []
  for (const folder of quarantineFolders(stateDir)) {
    // Their names begin with the time.
    const names = (await looked(folder, () => readdir(folder))) ?? []
    const mails = names.filter((name) => name.endsWith('.eml'))
    for (const name of mails.sort().reverse().slice(0, MAX_FILES)) {
      const file = join(folder, name)
      const fields = await looked(file, () => fieldsOf(file))
      if (!fields || !ids.includes(fields.get('message-id') ?? '')) continue
      const cause = fields.get('x-waybill-refused') ?? 'unknown'
      found.push({ file, at: Date.parse(fields.get('x-waybill-refused-at') ?? ''), cause })
    }
  }
  return found
}

/** Undefined for what is not there: no folder yet, or a mail that has gone meanwhile. */
async function looked<Seen>(path: string, look: () => Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await look()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    const sentence = `${path} cannot be looked at by this user (${code})`
    throw new WaybillError('WAYBILL_STATE_REFUSED', sentence, { cause: error })
  }
}

/** The first field of each name, in lower case; folded lines are one. */
async function fieldsOf(file: string): Promise<ReadonlyMap<string, string>> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
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
