/** The ledger's file: a line of JSON for each record, on the disk before anybody learns that it is. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from '#plugin'
import { readLines } from './read-lines.js'

interface Entry {
  readonly text: string
  /** Resolves when the disk has it. */
  readonly written: Promise<void>
}

/** Lines that are written and synced together. */
interface Batch {
  readonly lines: string[]
  readonly written: Promise<void>
}

export class LedgerFile {
  readonly #file: FileHandle
  readonly #entries: Map<string, Entry>
  #count: number
  /** Takes what comes while the disk works; undefined while nothing waits. */
  #next: Batch | undefined
  #last: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle, records: ReadonlyMap<string, string>) {
    const written = Promise.resolve()
    this.#file = file
    this.#entries = new Map([...records].map(([id, text]) => [id, { text, written }]))
    this.#count = records.size
  }

  /**
   * Opens the file, or makes it, and reads it back. A line that a crash has left unfinished is cut
   * off: nobody has heard that it was recorded. Only one process may have the file open.
   *
   * @throws Error if the file is not available, or holds anything but records
   */
  static async open(path: string, log: Log): Promise<LedgerFile> {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a+', 0o600)
    try {
      const bytes = await file.readFile()
      const { records, whole } = readLines(bytes, path)
      if (whole < bytes.length) {
        await file.truncate(whole)
        log.warn({ file: path, bytes: bytes.length - whole }, 'an unfinished line was cut off')
      }
      await file.sync()
      await syncFolder(dirname(path))
      return new LedgerFile(file, records)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Records on the disk. */
  get count(): number {
    return this.#count
  }

  /**
   * Makes a record, unless there is one of that id; when this resolves, the disk has it.
   *
   * @returns false if the record of that id has another text
   * @throws Error if the disk does not take it, and ever after until the file is opened again
   */
  async record(id: string, text: string): Promise<boolean> {
    const entry = this.#entries.get(id) ?? this.#enlist(id, text)
    await entry.written
    return entry.text === text
  }

  /** True if the disk has a record of that id; waits for one that is being written. */
  async has(id: string): Promise<boolean> {
    const entry = this.#entries.get(id)
    await entry?.written
    return entry !== undefined
  }

  /** Writes what waits, then releases the file. */
  async close(): Promise<void> {
    // Whoever waited for a record has heard of a failure.
    await this.#last.catch(() => undefined)
    await this.#file.close()
  }

  #enlist(id: string, text: string): Entry {
    this.#next ??= this.#begin()
    this.#next.lines.push(`${JSON.stringify({ id, text })}\n`)
    const entry = { text, written: this.#next.written }
    this.#entries.set(id, entry)
    return entry
  }

  /** Group commit: a batch fills until the one before it is on the disk. */
  #begin(): Batch {
    const lines: string[] = []
    const written = this.#last.then(() => {
      this.#next = undefined
      return this.#write(lines)
    })
    // Also after a failure, so that every later batch fails with it: what the kernel could not write
    // it may have thrown away, and a sync after that says nothing.
    this.#last = written
    return { lines, written }
  }

  async #write(lines: readonly string[]): Promise<void> {
    await this.#file.appendFile(lines.join(''))
    await this.#file.datasync()
    this.#count += lines.length
  }
}

/** Makes the file's name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
