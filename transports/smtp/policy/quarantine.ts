/** The quarantine: keeps refused mails that could not be read, each with the reason, in a folder for operators. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sliceable } from '#transport'
import { foldedText } from '#transport/mime'
import { randomId, wallTime } from '#transport/time'
import type { QuarantineBounds } from '../options.js'

export interface About {
  /** Reply that refused it, such as `554 5.6.0 not a SOAP message`. Default: it was taken. */
  readonly reply?: string | undefined
  readonly peer: string
  readonly returnPath: string
  readonly recipients: readonly string[]
}

export interface Cause extends About {
  /** True if a rule admits its sender. */
  readonly admitted: boolean
}

interface Kept {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Bytes that are kept of one mail: its header, and enough to see what it is. */
const MAX_KEPT_BYTES = 256 * 1024

const UNKNOWN = 'unknown-senders'

/** The folders of mails below a folder of state: those of known senders, then those of others. */
export function quarantineFolders(stateDir: string): readonly [string, string] {
  const folder = join(stateDir, 'refused')
  return [folder, join(folder, UNKNOWN)]
}

/** Mail of unknown senders has a folder of its own, so that it cannot displace mail of known ones. */
export class Quarantine {
  readonly #admitted: Folder
  readonly #unknown: Folder
  readonly #postmaster: Folder

  /** @param folder  is made when the first mail is kept */
  constructor(folder: string, bounds: QuarantineBounds) {
    this.#admitted = new Folder(folder, bounds)
    this.#unknown = new Folder(join(folder, UNKNOWN), bounds)
    this.#postmaster = new Folder(join(folder, 'postmaster'), bounds)
  }

  /**
   * @returns the file it is in; undefined if none are to be kept
   * @throws Error of `node:fs`
   */
  keep(mail: Sliceable, cause: Cause, now = wallTime()): Promise<string | undefined> {
    return (cause.admitted ? this.#admitted : this.#unknown).keep(mail, cause, now)
  }

  /**
   * Keeps a mail that was not refused: it is for the people who run the node.
   *
   * @returns the file it is in; undefined if none are to be kept
   * @throws Error of `node:fs`
   */
  keepForPostmaster(mail: Sliceable, about: About, now = wallTime()): Promise<string | undefined> {
    return this.#postmaster.keep(mail, about, now)
  }
}

/** One folder of mails, within bounds. */
class Folder {
  readonly #folder: string
  readonly #bounds: QuarantineBounds
  /** Oldest first; undefined until the folder was listed. */
  #kept: Kept[] | undefined
  /** Mails are written one after the other, so that the bounds hold. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, bounds: QuarantineBounds) {
    this.#folder = folder
    this.#bounds = bounds
  }

  keep(mail: Sliceable, about: About, now: number): Promise<string | undefined> {
    const kept = this.#last.then(() => this.#keep(mail, about, now))
    this.#last = kept.catch(() => undefined)
    return kept
  }

  async #keep(mail: Sliceable, about: About, now: number): Promise<string | undefined> {
    const { mails, bytes } = this.#bounds
    if (mails === 0) return undefined
    const kept = await this.#list()
    const content = await fileOf(mail, about, Math.min(MAX_KEPT_BYTES, bytes), now)
    const time = new Date(now).toISOString().replace(/[:.]/g, '-')
    const name = `${time}-${randomId().slice(0, 8)}.eml`
    // Makes room first: the folder never holds more than allowed.
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

/** The reason is in header fields on top, so that any mail program shows it. */
async function fileOf(
  mail: Sliceable,
  { reply, peer, recipients, returnPath }: About,
  most: number,
  now: number,
): Promise<Buffer> {
  const date = new Date(now).toISOString()
  const fields: readonly (readonly [name: string, value: string])[] = [
    ...(reply === undefined
      ? [['X-Waybill-Taken-At', date] as const]
      : [['X-Waybill-Refused', reply] as const, ['X-Waybill-Refused-At', date] as const]),
    ['X-Waybill-Peer', peer],
    ['X-Waybill-Recipients', recipients.join(', ')],
    ['X-Waybill-Bytes', String(mail.size)],
    ['Return-Path', `<${returnPath}>`],
  ]
  const head = fields.map(([name, value]) => `${name}: ${foldedText(value)}\r\n`).join('')
  const beginning = await mail.slice(0, most).bytes()
  return Buffer.concat([Buffer.from(head, 'latin1'), beginning]).subarray(0, most)
}
