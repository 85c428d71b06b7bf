/** Appends evidence to a chain: what arrives while a commit runs goes into the next one. */
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Overdue, within } from '../base/deadline.js'
import { type Deferred, deferred } from '../base/deferred.js'
import { messageOf } from '../base/errno.js'
import { randomId, wallTime } from '../base/time.js'
import { timeText } from '../base/units.js'
import { type Evidence, type EvidenceEntry, EvidenceUnavailable } from '../security/evidence.js'
import type { OwnKey } from '../security/keys.js'
import type { EvidenceBounds } from './bounds.js'
import { ChainFile } from './chain-file.js'
import { fieldsOf } from './entry.js'
import { pathOf } from './files.js'
import { encode } from './hash.js'
import type { MovingHead } from './head.js'
import type { Link } from './link.js'
import { sealFile } from './seal-file.js'
import { type NewLine, writeLine } from './write-line.js'

/** Entries, and bytes of their messages, in one commit: none takes long. */
const MAX_ENTRIES = 500
const MAX_BYTES = 8 * 1024 ** 2

export interface ChainOptions extends EvidenceBounds {
  /** URI of this node. */
  readonly node: string
  /** What signs files that are ended; the current one. */
  readonly key: () => OwnKey
  readonly log: EvidenceLog
}

/** What a log of a node can do. */
export interface EvidenceLog {
  info(fields: object, sentence: string): void
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

/** Where it goes on. */
export interface ChainState {
  readonly folder: string
  readonly chain: string
  readonly last: Link
  readonly head: MovingHead
  /** The file that has the last line, if it is not sealed yet. */
  readonly file: ChainFile | undefined
  readonly ended: boolean
  /** Lets others have the chain. */
  readonly release: () => void
}

interface Waiting extends Deferred<void> {
  readonly line: NewLine
}

export class EvidenceChain implements Evidence {
  readonly #state: ChainState
  readonly #options: ChainOptions
  #last: Link
  #file: ChainFile | undefined
  #ended: boolean
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  #closed = false
  /** Why the last commit failed. */
  #problem: string | undefined

  constructor(state: ChainState, options: ChainOptions) {
    this.#state = state
    this.#options = options
    this.#last = state.last
    this.#file = state.file
    this.#ended = state.ended
  }

  async append(entry: EvidenceEntry): Promise<void> {
    const message = await encode(entry.bytes)
    if (this.#closed) throw new EvidenceUnavailable('it is closed')
    const line: NewLine = { kind: 'entry', time: wallTime(), fields: fieldsOf(entry), message }
    const waiting = { ...deferred(), line }
    this.#waiting.push(waiting)
    this.#flushing ??= this.#flush()
    const { acknowledge } = this.#options
    try {
      await within(acknowledge, () => waiting.promise)
    } catch (error) {
      if (!(error instanceof Overdue)) throw error
      throw new EvidenceUnavailable(`it was not durable within ${timeText(acknowledge)}`)
    }
  }

  async probe(): Promise<void> {
    try {
      await tryToWrite(this.#state.folder)
    } catch (error) {
      throw new EvidenceUnavailable(sentenceOf(error), { cause: error })
    }
  }

  /** What was to be appended is; the file stays open for the next start. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#flushing
    await this.#file?.close()
    this.#file = undefined
    this.#state.release()
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, fitting(this.#waiting))
      try {
        await this.#commit(group.map(({ line }) => line))
        for (const { resolve } of group) resolve()
        this.#report(undefined)
      } catch (error) {
        this.#report(sentenceOf(error))
        const failure = new EvidenceUnavailable(sentenceOf(error), { cause: error })
        for (const { reject } of group) reject(failure)
      }
    }
    this.#flushing = undefined
  }

  async #commit(lines: readonly NewLine[]): Promise<void> {
    // The head is behind by one commit at most: only so it is known at start what was promised.
    await this.#keep()
    if (this.#file && !this.#ended && this.#file.length >= this.#options.fileSize) {
      await this.#append([this.#closing()])
      this.#ended = true
      await this.#keep()
    }
    if (this.#file && this.#ended) await this.#seal(this.#file)
    await this.#begin()
    await this.#append(lines)
    await this.#keep()
  }

  async #begin(): Promise<void> {
    const { folder, chain } = this.#state
    this.#file ??= await ChainFile.create(pathOf(folder, this.#last.number + 1))
    if (this.#file.length > 0) return
    const fields = { format: 1, node: this.#options.node, chain }
    await this.#append([{ kind: 'begin', time: wallTime(), fields }])
    await this.#keep()
  }

  #closing(): NewLine {
    const { certificate, chain } = this.#options.key()
    const certificates = [certificate, ...chain].map((one) => one.toString())
    return { kind: 'end', time: wallTime(), fields: { certificates } }
  }

  async #seal(file: ChainFile): Promise<void> {
    await sealFile(file.path, this.#options.key().key)
    await file.close()
    this.#file = undefined
    this.#ended = false
  }

  async #append(lines: readonly NewLine[]): Promise<void> {
    const pieces: Buffer[] = []
    let last = this.#last
    for (const line of lines) {
      const written = await writeLine(line, last)
      pieces.push(...written.pieces)
      last = written.link
    }
    await this.#file?.append(pieces)
    this.#last = last
  }

  async #keep(): Promise<void> {
    const { head } = this.#state
    if (!head.holds(this.#last)) await head.move(this.#last)
  }

  #report(problem: string | undefined): void {
    const before = this.#problem
    this.#problem = problem
    if ((before === undefined) === (problem === undefined)) return
    const { log } = this.#options
    const { folder } = this.#state
    if (problem) log.error({ evidence: folder, problem }, 'no evidence can be kept')
    else log.info({ evidence: folder }, 'evidence can be kept again')
  }
}

function fitting(waiting: readonly Waiting[]): number {
  let bytes = 0
  for (const [index, { line }] of waiting.entries()) {
    bytes += line.message?.length ?? 0
    if (index > 0 && (index >= MAX_ENTRIES || bytes > MAX_BYTES)) return index
  }
  return waiting.length
}

function sentenceOf(error: unknown): string {
  const cause = error instanceof EvidenceUnavailable ? error.cause : undefined
  return cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`
}

/** Bytes: those of an entry of a small message, and more. */
const MIN = 64 * 1024

/**
 * Tries whether a folder takes what is written: to a file that has lost its name, so that nothing of it is left.
 *
 * @throws the error of the system
 */
async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `try-${randomId()}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    await unlink(path)
    await handle.writeFile(Buffer.alloc(MIN))
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
