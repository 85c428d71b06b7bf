/** Opens the journal that the configuration asks for: the one place where that choice is made. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../../base/log.js'
import { WaybillError } from '../../errors.js'
import { type StoreConfig, type StoreKind, storeKind } from '../kind.js'
import type { RedisAddress } from '../redis/connect.js'
import { databasePaths } from '../sqlite/database-folder.js'
import type { Journal, JournalReader } from './journal.js'
import { type Hashing, hashingBy } from './keys/hashing.js'
import { type KeySecrets, readKeySecret } from './keys/secrets.js'
import { MemoryJournal } from './memory/journal.js'
import { MINUTE_BOUNDS, type MinuteBounds } from './minutes/minutes.js'
import { NO_JOURNAL } from './off.js'
import { RedisJournal, type RedisJournalOptions, RedisReader } from './redis/journal.js'
import { journalIn } from './sqlite/database.js'
import { SqliteJournal } from './sqlite/journal.js'
import { SqliteReader } from './sqlite/reader.js'

/** The parts of the configuration that say which journal it is. */
export interface JournalSettings {
  readonly journal: {
    readonly enabled: boolean
    readonly retention: number
    /** Default: `MOST` of its kind. */
    readonly maxBytes?: number | undefined
    readonly prefix?: string | undefined
    /** Business keys. */
    readonly keys?: readonly { readonly name: string }[] | undefined
  }
  readonly queue: StoreConfig & RedisAddress & { readonly prefix: string; readonly minFree: number }
  readonly stateDir: string
  readonly node: { readonly uri: string }
}

/** Bytes that are kept if nothing is said. */
const DEFAULT_MAX_BYTES: Readonly<Record<StoreKind, number>> = {
  memory: 16 * 1024 ** 2,
  embedded: 1024 ** 3,
  redis: 64 * 1024 ** 2,
}

/**
 * The journal of a node. What is used is opened when it is: events that come before wait in memory.
 *
 * @param log      told when nothing can be kept, and when it can again
 * @param minutes  bounds of the counts by the minute
 * @param secrets  of the node. Default: the secret is read where it is kept, for each search that needs it
 */
export function openJournal(
  settings: JournalSettings,
  log: Pick<Log, 'warn' | 'info'>,
  minutes: MinuteBounds = MINUTE_BOUNDS,
  secrets?: Pick<KeySecrets, 'current'>,
): Journal {
  const { journal, queue, node } = settings
  if (!journal.enabled) return NO_JOURNAL
  const { retention, maxBytes = DEFAULT_MAX_BYTES.memory } = journal
  const hashing = secrets && { hashing: hashingIn(settings, () => secrets.current) }
  switch (storeKind(queue)) {
    case 'embedded':
      return new SqliteJournal(
        { ...fileOptions(settings), ...hashing, node: node.uri, minutes },
        log,
      )
    case 'memory': {
      const most = Math.min(maxBytes, DEFAULT_MAX_BYTES.memory)
      const bounds = { retention, maxBytes: most, minutes }
      return new MemoryJournal({ node: node.uri, ...bounds, ...hashing })
    }
    case 'redis':
      return new RedisJournal({ ...redisOptions(settings), ...hashing, minutes }, node.uri, log)
  }
}

/**
 * The journal for a command, whether a node runs or not; nothing is made.
 *
 * @param needed   false if a node that has kept none so far is as good as one with an empty journal
 * @param damaged  told once what of a damaged journal cannot be read
 * @throws WaybillError if there is none, or it cannot be reached
 */
export async function openJournalForReading(
  settings: JournalSettings,
  needed = false,
  damaged?: (sentence: string) => void,
): Promise<JournalReader> {
  switch (storeKind(settings.queue)) {
    case 'memory':
      throw new WaybillError(
        'WAYBILL_NODE_UNREACHABLE',
        'queue.url is memory: and no command reaches the memory of a node',
      )
    case 'embedded':
      return openEmbedded(settings, needed, damaged)
    case 'redis': {
      const { reach } = await import('../redis/ping.js')
      await reach(settings.queue, (connection) => connection.ping())
      return new RedisReader(redisOptions(settings))
    }
  }
}

function openEmbedded(
  settings: JournalSettings,
  needed: boolean,
  damaged?: (sentence: string) => void,
): JournalReader {
  const { stateDir } = settings
  if (existsSync(journalIn(stateDir))) return SqliteReader.open(fileOptions(settings), damaged)
  const isNode = existsSync(databasePaths(stateDir).file)
  if (isNode && !needed) return NO_JOURNAL
  const none = isNode ? ': its node has kept none so far (journal.enabled)' : ''
  const sentence = `there is no journal at ${resolve(journalIn(stateDir))}${none}`
  throw new WaybillError('WAYBILL_STATE_NOT_FOUND', sentence)
}

/**
 * What makes hashes of business keys for searches.
 *
 * @param secretNow  Default: reads it where it is kept, which is not possible for the memory of a node
 */
export function hashingIn(
  settings: JournalSettings,
  secretNow: Parameters<typeof hashingBy>[0] = () => readKeySecret(settings),
): Hashing {
  return hashingBy(secretNow, () => settings.journal.keys?.map(({ name }) => name) ?? [])
}

/** Where the file is, and what bounds it. */
function fileOptions(settings: JournalSettings) {
  const { journal, queue, stateDir } = settings
  const { minFree } = queue
  const { retention, maxBytes = DEFAULT_MAX_BYTES.embedded } = journal
  return { stateDir, retention, maxBytes, minFree, hashing: hashingIn(settings) }
}

function redisOptions(settings: JournalSettings): RedisJournalOptions {
  const { journal, queue } = settings
  const { retention, maxBytes = DEFAULT_MAX_BYTES.redis, prefix = queue.prefix } = journal
  return { address: queue, prefix, retention, maxBytes, hashing: hashingIn(settings) }
}
