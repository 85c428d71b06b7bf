/** Keeps refused mails that nobody could read, each with its cause, in a folder for operators. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldedText } from '#transport/mime'
import type { ParkingBounds } from '../options.js'

export interface Cause {
  /** Reply that refused it, such as `554 5.6.0 not a SOAP message`. */
  readonly reply: string
  readonly peer: string
  readonly returnPath: string
  readonly recipients: readonly string[]
  /** Whether its sender is known by a rule. */
  readonly known: boolean
}

interface Kept {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Bytes of one mail that are kept: its header, and enough to see what it is. */
const LONGEST = 256 * 1024

/** Strangers have a shelf of their own, so that what they send pushes no known sender's mail out. */
export class ParkedMails {
  readonly #known: Shelf
  readonly #strangers: Shelf

  /** @param folder  is made when the first mail is kept */
  constructor(folder: string, bounds: ParkingBounds) {
    this.#known = new Shelf(folder, bounds)
    this.#strangers = new Shelf(join(folder, 'strangers'), bounds)
  }

  /**
   * @returns the file it is in; undefined if none are to be kept
   * @throws Error of `node:fs`
   */
  keep(mail: Uint8Array, cause: Cause, now = Date.now()): Promise<string | undefined> {
    return (cause.known ? this.#known : this.#strangers).keep(mail, cause, now)
  }
}

class Shelf {
  readonly #folder: string
  readonly #bounds: ParkingBounds
  /** Oldest first; undefined until the folder was looked at. */
  #kept: Kept[] | undefined
  /** One after the other, so that the bounds hold. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, bounds: ParkingBounds) {
    this.#folder = folder
    this.#bounds = bounds
  }

  keep(mail: Uint8Array, cause: Cause, now: number): Promise<string | undefined> {
    const kept = this.#last.then(() => this.#keep(mail, cause, now))
    this.#last = kept.catch(() => undefined)
    return kept
  }

  async #keep(mail: Uint8Array, cause: Cause, now: number): Promise<string | undefined> {
    const { mails, bytes } = this.#bounds
    if (mails === 0) return undefined
    const kept = await this.#list()
    const content = fileOf(mail, cause, Math.min(LONGEST, bytes), now)
    const time = new Date(now).toISOString().replace(/[:.]/g, '-')
    const name = `${time}-${randomUUID().slice(0, 8)}.eml`
    // Room first: the folder never holds more than it may.
    await this.#makeRoom(kept, content.length, now)
    await writeFile(join(this.#folder, name), content, { flag: 'wx', mode: 0o600 })
    kept.push({ name, bytes: content.length, at: now })
    return join(this.#folder, name)
  }

  async #makeRoom(kept: Kept[], more: number, now: number): Promise<void> {
    const { mails, bytes, age } = this.#bounds
    let all = kept.reduce((sum, one) => sum + one.bytes, more)
    for (let oldest = kept[0]; oldest; oldest = kept[0]) {
      if (kept.length < mails && all <= bytes && now - oldest.at <= age) return
      await rm(join(this.#folder, oldest.name), { force: true })
      kept.shift()
      all -= oldest.bytes
    }
  }

  async #list(): Promise<Kept[]> {
    if (this.#kept) return this.#kept
    const folder = this.#folder
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found: Kept[] = []
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.eml')) continue
      const { size, mtimeMs } = await stat(join(folder, name))
      found.push({ name, bytes: size, at: mtimeMs })
    }
    this.#kept = found.sort((one, two) => one.at - two.at)
    return this.#kept
  }
}

/** The cause stands in header fields on top, so that any mail program shows it. */
function fileOf(mail: Uint8Array, cause: Cause, most: number, now: number): Buffer {
  const fields = [
    ['X-Waybill-Refused', cause.reply],
    ['X-Waybill-Refused-At', new Date(now).toISOString()],
    ['X-Waybill-Peer', cause.peer],
    ['X-Waybill-Recipients', cause.recipients.join(', ')],
    ['X-Waybill-Bytes', String(mail.length)],
    ['Return-Path', `<${cause.returnPath}>`],
  ] as const
  const head = fields.map(([name, value]) => `${name}: ${foldedText(value)}\r\n`).join('')
  return Buffer.concat([Buffer.from(head, 'latin1'), mail]).subarray(0, most)
}
