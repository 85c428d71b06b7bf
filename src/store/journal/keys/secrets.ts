/** The secret by which business keys are hashed, one for all nodes of a journal: in a file, in Redis, or in memory. */
import { randomBytes } from 'node:crypto'
import type { Log } from '../../../base/log.js'
import { clearInterval, setInterval } from '../../../base/time.js'
import { type StoreConfig, storeKind } from '../../kind.js'
import type { RedisAddress } from '../../redis/connect.js'
import type { KeySecret } from './hash.js'
import { newSecret, openKeyFile, readKeyFile, secretOf } from './secret-file.js'

/** The parts of the configuration that say where it is. */
export interface SecretSettings {
  readonly journal: { readonly prefix?: string | undefined }
  readonly queue: StoreConfig & RedisAddress & { readonly prefix: string }
  readonly stateDir: string
}

export interface KeySecrets {
  /** Undefined while it is not available: Redis has not answered yet, or the file cannot be used. */
  readonly current: KeySecret | undefined
  /**
   * Gets it, made if there is none.
   *
   * @throws WaybillError if its file or Redis cannot be used
   */
  get(): Promise<KeySecret>
  /** Gets it; what goes wrong stands in the log. Never rejects. */
  prepare(): Promise<void>
  close(): Promise<void>
}

/**
 * Milliseconds after which Redis is asked again: what a master has lost, the nodes put back, so that all of them have
 * the same.
 */
const AGAIN = 15_000

/**
 * The secret of a running node; nothing is opened before it is needed.
 *
 * @param again  milliseconds after which Redis is asked again. Default 15,000
 */
export function openKeySecrets(
  settings: SecretSettings,
  log: Pick<Log, 'warn'>,
  again = AGAIN,
): KeySecrets {
  switch (storeKind(settings.queue)) {
    case 'embedded':
      return new FileSecrets(settings.stateDir, log)
    case 'memory':
      return new MemorySecrets()
    case 'redis':
      return new RedisSecrets(settings, log, again)
  }
}

/**
 * The secret for a command; none is made.
 *
 * @returns undefined if there is none, or it is in the memory of a node
 * @throws WaybillError if its file or Redis cannot be used
 */
export async function readKeySecret(settings: SecretSettings): Promise<KeySecret | undefined> {
  switch (storeKind(settings.queue)) {
    case 'embedded':
      return readKeyFile(settings.stateDir)
    case 'memory':
      return undefined
    case 'redis': {
      const { reach } = await import('../../redis/ping.js')
      const name = nameIn(settings)
      const found = await reach(settings.queue, (connection) => connection.get(name))
      return found === null ? undefined : secretOf(found, name)
    }
  }
}

/** The key in Redis; in braces, as all of the journal. */
function nameIn({ journal, queue }: SecretSettings): string {
  return `{${journal.prefix ?? queue.prefix}}:journal:key`
}

/** Neither the journal nor a job outlives the process. */
class MemorySecrets implements KeySecrets {
  readonly current: KeySecret = randomBytes(32)

  async get(): Promise<KeySecret> {
    return this.current
  }

  async prepare(): Promise<void> {}

  async close(): Promise<void> {}
}

const NOT_THERE =
  'the secret for business keys is not available: values that are kept as hashes only are left out until it is'

class FileSecrets implements KeySecrets {
  readonly #stateDir: string
  readonly #log: Pick<Log, 'warn'>
  #secret: KeySecret | undefined
  #warned = false

  constructor(stateDir: string, log: Pick<Log, 'warn'>) {
    this.#stateDir = stateDir
    this.#log = log
  }

  get current(): KeySecret | undefined {
    try {
      this.#secret ??= openKeyFile(this.#stateDir)
    } catch (error) {
      if (!this.#warned) this.#log.warn({ err: error }, NOT_THERE)
      this.#warned = true
    }
    return this.#secret
  }

  async get(): Promise<KeySecret> {
    this.#secret ??= openKeyFile(this.#stateDir)
    return this.#secret
  }

  async prepare(): Promise<void> {
    // What is looked at is made.
    void this.current
  }

  async close(): Promise<void> {}
}

class RedisSecrets implements KeySecrets {
  readonly #settings: SecretSettings
  readonly #log: Pick<Log, 'warn'>
  readonly #again: number
  #secret: KeySecret | undefined
  #pending: Promise<KeySecret> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #warned = false

  constructor(settings: SecretSettings, log: Pick<Log, 'warn'>, again: number) {
    this.#settings = settings
    this.#log = log
    this.#again = again
  }

  get current(): KeySecret | undefined {
    if (!this.#timer && !this.#closed) void this.prepare()
    return this.#secret
  }

  async get(): Promise<KeySecret> {
    if (this.#secret) return this.#secret
    this.#timer ??= this.#repeat()
    return this.#answer()
  }

  async prepare(): Promise<void> {
    this.#timer ??= this.#repeat()
    try {
      await this.#answer()
    } catch (error) {
      if (!this.#secret && !this.#warned) this.#log.warn({ err: error }, NOT_THERE)
      this.#warned ||= !this.#secret
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#pending?.catch(() => undefined)
  }

  #repeat(): NodeJS.Timeout {
    return setInterval(() => void this.prepare(), this.#again).unref()
  }

  #answer(): Promise<KeySecret> {
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  /** The first of all nodes sets it; all others get that. */
  async #ask(): Promise<KeySecret> {
    const { reach } = await import('../../redis/ping.js')
    const name = nameIn(this.#settings)
    const own = this.#secret ? Buffer.from(this.#secret).toString('base64url') : newSecret()
    const found = await reach(this.#settings.queue, async (connection) => {
      await connection.setnx(name, own)
      return connection.get(name)
    })
    this.#secret = secretOf(found ?? '', name)
    this.#warned = false
    return this.#secret
  }
}
