/** The token in the state folder: who can read that file may do everything at the admin listener, as with the rest of the folder. */
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf, messageOf, systemReason } from '../../base/errno.js'
import { makeFolder } from '../../base/folder.js'

/** 256 bits, so that nobody guesses it, however often. */
const TOKEN = /^([\w-]{43})\n$/
/** Bytes of the file. */
const LENGTH = 44

/** Windows has no users by number, and no modes. */
const ownUser = process.getuid?.()
/** Whose the file has to be for a command: the superuser looks after nodes of others. */
const OF_COMMANDS = ownUser === 0 ? undefined : ownUser

interface TokenLog {
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

export function stateTokenIn(stateDir: string): string {
  return resolve(join(stateDir, 'admin.token'))
}

/**
 * @param owner  whose the file has to be; undefined for anybody's
 * @throws Error that says why there is none that counts; with the code of the system, if it is the system that refuses
 */
export function readStateToken(stateDir: string, owner: number | undefined = OF_COMMANDS): string {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  // Not what a link leads to; and a pipe is not waited for.
  const descriptor = openSync(stateTokenIn(stateDir), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    refuseUnfit(fstatSync(descriptor), owner)
    const [, token] = TOKEN.exec(readFileSync(descriptor, 'latin1')) ?? []
    if (token === undefined) throw new Error('it holds no token')
    return token
  } finally {
    closeSync(descriptor)
  }
}

/** Puts a new token in the place of the one that is there, in one step; whose the file was, it stays. */
export function renewStateToken(stateDir: string): void {
  const file = stateTokenIn(stateDir)
  const beside = `${file}.${randomBytes(8).toString('hex')}`
  try {
    create(beside)
    const { uid, gid } = lstatSync(file, { throwIfNoEntry: false }) ?? lstatSync(resolve(stateDir))
    if (ownUser === 0) chownSync(beside, uid, gid)
    renameSync(beside, file)
  } finally {
    rmSync(beside, { force: true })
  }
}

/** The token as the file has it at any time: a new one counts at once. */
export class StateToken {
  readonly #stateDir: string
  readonly #log: TokenLog
  /** What the log was told last, so that it is told once. */
  #reported: string | undefined

  constructor(stateDir: string, log: TokenLog) {
    this.#stateDir = stateDir
    this.#log = log
  }

  /** Makes it, if there is none that counts. Never throws: the node runs without it. */
  start(): void {
    try {
      makeFolder(resolve(this.#stateDir), 0o700)
      create(stateTokenIn(this.#stateDir))
    } catch (error) {
      if (codeOf(error) === 'EEXIST') this.#mend()
      else this.#refuse(error)
    }
  }

  async close(): Promise<void> {}

  /** Undefined if there is none that counts; the log says why. */
  current(): string | undefined {
    try {
      const token = readStateToken(this.#stateDir, ownUser)
      this.#reported = undefined
      return token
    } catch (error) {
      this.#refuse(error)
      return undefined
    }
  }

  /** One that others may have read, or put there, counts no more. */
  #mend(): void {
    try {
      readStateToken(this.#stateDir, ownUser)
    } catch (unfit) {
      try {
        renewStateToken(this.#stateDir)
        const fields = { file: stateTokenIn(this.#stateDir), cause: reasonOf(unfit) }
        this.#log.warn(
          fields,
          'the token of the state folder was not usable, and a new one was made',
        )
      } catch (error) {
        this.#refuse(error)
      }
    }
  }

  #refuse(error: unknown): void {
    const cause = reasonOf(error)
    if (cause === this.#reported) return
    this.#reported = cause
    const fields = { file: stateTokenIn(this.#stateDir), cause }
    this.#log.error(fields, 'there is no token of the state folder: nobody can log in by it')
  }
}

/** Why there is no token that counts, for people. */
export function reasonOf(error: unknown): string {
  return codeOf(error) === 'unknown error' ? messageOf(error) : systemReason(error)
}

function create(file: string): void {
  const token = randomBytes(32).toString('base64url')
  writeFileSync(file, `${token}\n`, { flag: 'wx', mode: 0o600, flush: true })
}

function refuseUnfit(file: Stats, owner: number | undefined): void {
  if (!file.isFile() || file.size !== LENGTH) throw new Error('it holds no token')
  if (ownUser === undefined) return
  if (owner !== undefined && file.uid !== owner) {
    throw new Error(`it belongs to the user with the id ${file.uid}, and not to ${owner}`)
  }
  const mode = file.mode & 0o777
  if ((mode & 0o077) !== 0) {
    throw new Error(`others may use it (mode ${mode.toString(8)}, expected 600)`)
  }
}
