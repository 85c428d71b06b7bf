/** Keeps the elements on which the second opinion differs, each with both verdicts, in a folder for whoever fixes it. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId, wallTime } from '../../base/time.js'
import type { Finding } from '../../schema/finding.js'

/** Files that are kept; the oldest makes room. Each has the text of one element, which is bounded. */
const MAX_FILES = 50

/** What is written, as JSON. */
export interface Difference {
  /** Absolute path of the schema. */
  readonly schema: string
  /** What the node did with the element. */
  readonly outcome: 'accepted' | 'refused'
  /** Its own findings. */
  readonly findings: readonly Finding[]
  readonly theirs: readonly Finding[]
  /** The element as it was checked. */
  readonly text: string
}

export class Differences {
  readonly #folder: string
  /** Files are written one after the other, so that the bound holds. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param folder  is made when the first one is kept */
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * @returns the file that it is in
   * @throws Error of `node:fs`
   */
  keep(difference: Difference, now = wallTime()): Promise<string> {
    const kept = this.#last.then(() => this.#keep(difference, now))
    this.#last = kept.catch(() => undefined)
    return kept
  }

  async #keep(difference: Difference, now: number): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json')).sort()
    for (const name of names.slice(0, Math.max(0, names.length - MAX_FILES + 1))) {
      await rm(join(this.#folder, name), { force: true })
    }
    const time = new Date(now).toISOString().replace(/[:.]/g, '-')
    const file = join(this.#folder, `${time}-${randomId().slice(0, 8)}.json`)
    const text = `${JSON.stringify(difference, undefined, 2)}\n`
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    return file
  }
}
