/** Works out of the recorder's record what a disk may hold after a loss of power at any moment. */
import { closeSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../support/random.js'

/** As recordfs.c numbers them. */
const WHAT = [
  'none',
  'create',
  'write',
  'truncate',
  'fsync',
  'mkdir',
  'unlink',
  'rmdir',
  'rename',
  'fsyncdir',
] as const

export interface Entry {
  readonly what: (typeof WHAT)[number]
  /** Milliseconds, by the clock of `now`. */
  readonly at: number
  readonly file: number
  readonly offset: number
  readonly length: number
  readonly path: string
  readonly other: string
  /** Where its bytes are in the record. */
  readonly bytes: number
}

/** `struct entry` */
const HEAD = 40
/** What a disk writes whole or not at all. */
const SECTOR = 512

/**
 * What becomes of the writes that were not synced: each is lost, each is kept, or chance decides for
 * each sector of each.
 */
export type Fate = 'lost' | 'kept' | 'torn'

/** A moment of the record: what stands before this entry was done, what follows was not. */
export interface Cut {
  readonly before: number
  readonly fate: Fate
  /** A disk that says it has synced, and has not. */
  readonly lies?: boolean
}

interface File {
  bytes: Buffer
  length: number
  /** Writes and truncations that no sync has followed. */
  pending: Entry[]
}

export class Recorded {
  readonly entries: readonly Entry[]
  /** Names of the files by their numbers, in the end. */
  readonly names: ReadonlyMap<number, string>
  readonly #record: number

  constructor(record: string) {
    this.#record = openSync(record, 'r')
    this.entries = [...this.#read(statSync(record).size)]
    this.names = new Map(
      this.entries.flatMap(({ what, file, path }) => (what === 'create' ? [[file, path]] : [])),
    )
  }

  close(): void {
    closeSync(this.#record)
  }

  /**
   * Writes what is left after each cut into a folder.
   *
   * @param cuts  in the order of the moments
   * @param took  called with each, before the next is worked out
   */
  async replay(
    cuts: readonly Cut[],
    chance: Random,
    folderOf: (index: number) => string,
    took: (cut: Cut, folder: string, index: number) => Promise<void>,
  ): Promise<void> {
    const disk = new Disk((entry) => this.#bytesOf(entry))
    let next = 0
    for (const [index, cut] of cuts.entries()) {
      for (; next < cut.before; next += 1) disk.take(this.entries[next] as Entry, cut.lies === true)
      const folder = folderOf(index)
      disk.write(folder, cut.fate, chance)
      await took(cut, folder, index)
    }
  }

  *#read(size: number): Generator<Entry> {
    const head = Buffer.alloc(HEAD)
    for (let at = 0; at + HEAD <= size; ) {
      readSync(this.#record, head, 0, HEAD, at)
      const [length, path, other] = [28, 32, 36].map((offset) => head.readUInt32LE(offset)) as [
        number,
        number,
        number,
      ]
      const names = Buffer.alloc(path + other)
      readSync(this.#record, names, 0, names.length, at + HEAD)
      const bytes = at + HEAD + path + other
      // The last one may be on its way still.
      if (bytes + length > size) return
      yield {
        what: WHAT[head.readUInt32LE(24)] ?? 'none',
        at: Number(head.readBigUInt64LE(0)) / 1e6,
        file: Number(head.readBigUInt64LE(8)),
        offset: Number(head.readBigUInt64LE(16)),
        length,
        path: names.toString('utf8', 0, path),
        other: names.toString('utf8', path),
        bytes,
      }
      at = bytes + length
    }
  }

  #bytesOf({ bytes, length }: Entry): Buffer {
    const read = Buffer.alloc(length)
    readSync(this.#record, read, 0, length, bytes)
    return read
  }
}

/**
 * A disk with a file system that keeps a journal of its names: a sync of any file makes all names
 * durable that were made before, and the bytes of that file; nothing else is.
 */
class Disk {
  readonly #bytesOf: (entry: Entry) => Buffer
  readonly #files = new Map<number, File>()
  readonly #names = new Map<string, File | 'folder'>()
  /** Changes of names that are not durable. */
  #pending: { readonly entry: Entry; readonly file: File | undefined }[] = []

  constructor(bytesOf: (entry: Entry) => Buffer) {
    this.#bytesOf = bytesOf
  }

  take(entry: Entry, lies: boolean): void {
    const { what, file } = entry
    switch (what) {
      case 'create': {
        // The number may be that of a file that is gone.
        const created: File = { bytes: Buffer.alloc(0), length: 0, pending: [] }
        this.#files.set(file, created)
        this.#pending.push({ entry, file: created })
        break
      }
      case 'write':
      case 'truncate':
        this.#files.get(file)?.pending.push(entry)
        break
      case 'fsync':
      case 'fsyncdir': {
        if (lies) break
        const synced = this.#files.get(file)
        for (const one of synced?.pending.splice(0) ?? []) this.#apply(synced as File, one)
        for (const one of this.#pending.splice(0)) rename(this.#names, one.entry, one.file)
        break
      }
      case 'none':
        break
      default:
        this.#pending.push({ entry, file: undefined })
    }
  }

  /** Writes what is left into a folder; of what goes on here nothing is changed. */
  write(folder: string, fate: Fate, chance: Random): void {
    const names = new Map(this.#names)
    const kept = {
      lost: 0,
      kept: this.#pending.length,
      torn: chance.below(this.#pending.length + 1),
    }
    for (const { entry, file } of this.#pending.slice(0, kept[fate])) rename(names, entry, file)
    mkdirSync(folder, { recursive: true })
    for (const [path, file] of [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const location = join(folder, path)
      if (file === 'folder') mkdirSync(location, { recursive: true })
      else {
        mkdirSync(dirname(location), { recursive: true })
        writeFileSync(location, this.#left(file, fate, chance), { mode: 0o600 })
      }
    }
  }

  #left(file: File, fate: Fate, chance: Random): Buffer {
    const copy: File = {
      bytes: Buffer.from(file.bytes.subarray(0, file.length)),
      length: file.length,
      pending: [],
    }
    // Much or little of it, so that both ends are met.
    const share = chance.pick([0.1, 0.5, 0.9, 0.98])
    for (const entry of fate === 'lost' ? [] : file.pending) {
      if (fate === 'kept') this.#apply(copy, entry)
      else if (entry.what === 'truncate') {
        if (chance.chance(share)) this.#apply(copy, entry)
      } else {
        const end = entry.offset + entry.length
        for (let at = entry.offset; at < end; ) {
          const next = Math.min(end, (Math.floor(at / SECTOR) + 1) * SECTOR)
          if (chance.chance(share)) this.#apply(copy, entry, at, next)
          at = next
        }
      }
    }
    return copy.bytes.subarray(0, copy.length)
  }

  #apply(file: File, entry: Entry, from = entry.offset, to = entry.offset + entry.length): void {
    if (entry.what === 'truncate') {
      if (entry.offset < file.length) file.bytes.fill(0, entry.offset, file.length)
      else this.#grow(file, entry.offset)
      file.length = entry.offset
      return
    }
    this.#grow(file, to)
    const bytes = this.#bytesOf(entry)
    bytes.copy(file.bytes, from, from - entry.offset, to - entry.offset)
    file.length = Math.max(file.length, to)
  }

  /** What lies between the old end and the new one is zeros. */
  #grow(file: File, length: number): void {
    if (file.bytes.length >= length) return
    const grown = Buffer.alloc(Math.max(length, file.bytes.length * 2, 65_536))
    file.bytes.copy(grown, 0, 0, file.length)
    file.bytes = grown
  }
}

function rename(
  names: Map<string, File | 'folder'>,
  { what, path, other }: Entry,
  file: File | undefined,
): void {
  switch (what) {
    case 'create':
      if (file) names.set(path, file)
      break
    case 'mkdir':
      names.set(path, 'folder')
      break
    case 'unlink':
    case 'rmdir':
      names.delete(path)
      break
    case 'rename': {
      const moved = names.get(path)
      names.delete(path)
      if (moved) names.set(other, moved)
      break
    }
  }
}
