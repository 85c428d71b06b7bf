/** PUBLIC: all that a process keeps beside messages while their exchanges last, and within which bounds. */
import { tmpdir } from 'node:os'
import { Files } from './files.js'
import { Spool } from './spool.js'
import { Room } from './spool-folder.js'

/** Bytes that take more than a block of any usual disk. */
const PROBE = 256 * 1024

export interface SpoolOptions {
  /** Folder of the files. Default: the system's for temporary files. */
  readonly folder?: string | undefined
  /** Bytes on disk, of all messages together. Default: no bound. */
  readonly maxOnDisk?: number | undefined
  /** Bytes of one exchange that are loaded into memory; of all together four times as many. Default: no bound. */
  readonly maxInMemory?: number | undefined
  /** Bytes of one message: as many fit on disk in any case, or it would be told to try again for ever. */
  readonly maxTotal?: number | undefined
}

export class Spools {
  readonly #room: Room

  constructor({ folder = tmpdir(), maxOnDisk, maxInMemory, maxTotal = 0 }: SpoolOptions = {}) {
    const most = maxOnDisk ?? Number.POSITIVE_INFINITY
    const loaded = 4 * (maxInMemory ?? Number.POSITIVE_INFINITY)
    this.#room = new Room(folder, Math.max(most, maxTotal), loaded)
  }

  /** Folder of the files. */
  get folder(): string {
    return this.#room.folder
  }

  /** Bytes that are on disk now, or have their room there. */
  get onDisk(): number {
    return this.#room.used
  }

  /**
   * Keeps something on disk for a moment: the proof that attachments could be.
   *
   * @throws SpoolUnavailable
   */
  async probe(): Promise<void> {
    const files = new Files(this.#room)
    try {
      await files.append(await files.take(), new Uint8Array(PROBE))
    } finally {
      await files.close()
    }
  }

  /** What one exchange keeps; who opens it closes it. Nothing is on disk before something has to be. */
  open(): Spool {
    return new Spool(this.#room)
  }
}

/** What messages may have beside their envelopes. */
export interface AttachmentBounds {
  readonly spools: Spools
  /** Attachments of one message. */
  readonly maxCount: number
  /** Bytes of all attachments of one message. */
  readonly maxTotal: number
}

/** What no key of the configuration changes. */
export interface FixedBounds {
  /** Bytes of one exchange that are loaded into memory. */
  readonly maxInMemory: number
  /** Attachments of one message. */
  readonly maxCount: number
}

export const ATTACHMENT_BOUNDS: FixedBounds = Object.freeze({
  // What stands for values, or is signed, is in memory as bytes and as text; a larger one is taken as a stream.
  maxInMemory: 64 * 1024 ** 2,
  // Mail programs that people use send a tenth of it; each part costs a look at its header fields.
  maxCount: 100,
})

/** The usual ones. */
export const DEFAULT_BOUNDS = {
  ...ATTACHMENT_BOUNDS,
  maxOnDisk: 4 * 1024 ** 3,
  maxTotal: 256 * 1024 ** 2,
} as const

/** With a place of their own that attachments are kept in. */
export function attachmentBounds(
  bounds: SpoolOptions & Omit<AttachmentBounds, 'spools'>,
): AttachmentBounds {
  return { ...bounds, spools: new Spools(bounds) }
}

/** For what has no configuration. */
export function defaultBounds(): AttachmentBounds {
  return attachmentBounds(DEFAULT_BOUNDS)
}
