/** Looks at the place of the embedded queue: its rights, its disk, its file, and who has it open. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { bytesText } from '../../base/bytes-text.js'
import { codeOf, messageOf, systemReason } from '../../base/errno.js'
import { WaybillError } from '../../errors.js'
import { error, type Finding, note, ok, warning } from '../../message/finding.js'
import { readStateToken, reasonOf, stateTokenIn } from '../../security/credentials/state-token.js'
import { storeKind } from '../../store/kind.js'
import { inspectQueue } from '../../store/queue/open.js'
import { lookInto } from '../../store/queue/sqlite/inspect.js'
import { anyHeld } from '../../store/queue/sqlite/process-lock.js'
import { databasePaths, freeBytes, kindOfDisk } from '../../store/sqlite/database-folder.js'
import type { Examined } from '../findings/examined.js'

/** Bytes up to which the whole file is read. */
const READ_WHOLE = 2 * 1024 ** 3
/** Bytes of the write-ahead log that nobody should see for long. */
const LONG_LOG = 512 * 1024 ** 2

export function examineStore({ config }: Pick<Examined, 'config'>): readonly Finding[] {
  return [...examineQueue(config), ...examineToken(config)]
}

/** As the node and `waybill console` read it. */
function examineToken({ stateDir }: Examined['config']): readonly Finding[] {
  const file = stateTokenIn(stateDir)
  try {
    readStateToken(stateDir)
    return [ok('stateDir', `${file} is the token of the admin listener, and closed to others`)]
  } catch (thrown) {
    // That of a folder that is not there yet goes without saying.
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return []
    const sentence = `${file} lets nobody in to the admin listener: ${reasonOf(thrown)}`
    return [error('stateDir', sentence, 'waybill console --renew makes a new one')]
  }
}

function examineQueue(config: Examined['config']): readonly Finding[] {
  switch (storeKind(config.queue)) {
    case 'memory':
      return [
        warning(
          'queue.url',
          'memory: forgets all jobs when the node ends',
          'leave queue.url out for the embedded queue',
        ),
      ]
    case 'redis':
      return []
    case 'embedded':
      return examineFolder(config)
  }
}

function examineFolder(config: Examined['config']): readonly Finding[] {
  const { stateDir, queue } = config
  try {
    inspectQueue(config)
    const paths = databasePaths(stateDir)
    if (!existsSync(stateDir)) {
      return [note('stateDir', `${resolve(stateDir)} is not there yet: the first start makes it`)]
    }
    return [
      ...examineRights(stateDir),
      ok('stateDir', `${resolve(stateDir)} is on a disk of this machine (${kindOfDisk(stateDir)})`),
      examineSpace(stateDir, queue.minFree),
      ...(existsSync(paths.file) ? examineFile(paths.file, anyHeld(paths.locks)) : []),
    ]
  } catch (thrown) {
    if (thrown instanceof WaybillError) return [error('stateDir', thrown.message, thrown.hint)]
    return [error('stateDir', `${stateDir} cannot be looked at (${systemReason(thrown)})`)]
  }
}

function examineRights(folder: string): readonly Finding[] {
  const mode = statSync(folder).mode & 0o777
  if (process.platform === 'win32' || (mode & 0o007) === 0) {
    return [ok('stateDir', `${resolve(folder)} can be written, and is closed to others`)]
  }
  return [
    warning(
      'stateDir',
      `${resolve(folder)} is open to every user of this machine (mode ${mode.toString(8)}), and messages are in it`,
      `chmod 700 ${resolve(folder)}`,
    ),
  ]
}

function examineSpace(folder: string, least: number): Finding {
  const free = freeBytes(folder)
  const { blocks, bsize } = statfsSync(folder)
  const text = `${bytesText(free)} of ${bytesText(blocks * bsize)} are free for stateDir`
  const remedy = 'make room, or give stateDir a folder on a larger disk'
  if (free < least) {
    return error('queue.minFree', `${text}, and ${bytesText(least)} must be`, remedy)
  }
  return free < 10 * least ? warning('queue.minFree', text, remedy) : ok('queue.minFree', text)
}

function examineFile(file: string, held: boolean): readonly Finding[] {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const { size } = statSync(file)
  const by = held ? 'a node that runs has it open' : 'no node has it open'
  return [
    ok('stateDir', `${file} has ${bytesText(size)}; ${by}`),
    ...(log > LONG_LOG
      ? [
          warning(
            'stateDir',
            `the write-ahead log ${file}-wal has ${bytesText(log)}`,
            held
              ? 'end whatever reads the queue for long, such as a backup'
              : 'start the node: it moves the log into the file',
          ),
        ]
      : []),
    size > READ_WHOLE
      ? note('stateDir', `${file} was not looked through`, 'waybill queue check looks through all')
      : examineContent(file),
  ]
}

function examineContent(file: string): Finding {
  try {
    const [fault, ...more] = lookInto(file)
    if (fault === undefined) return ok('stateDir', `${file} is intact (quick_check)`)
    const sentence = `${file} is damaged: ${fault}${more.length > 0 ? `, and ${more.length} more` : ''}`
    return error('stateDir', sentence, 'stop the node, and go by docs/backup.md')
  } catch (thrown) {
    if (thrown instanceof WaybillError) return error('stateDir', thrown.message, thrown.hint)
    const sentence = `${file} cannot be read as a queue: ${messageOf(thrown)}`
    return error('stateDir', sentence, 'stop the node, and go by docs/backup.md')
  }
}
