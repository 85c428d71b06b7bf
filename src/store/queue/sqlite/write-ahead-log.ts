/** Looks whether a write-ahead log is whole: SQLite itself reads it up to the first damage, and says nothing. */
import { closeSync, openSync, readSync } from 'node:fs'
import { codeOf } from '../../../base/errno.js'

/**
 * The format is https://www.sqlite.org/fileformat2.html#the_write_ahead_log: a head of 32 bytes, then
 * frames, each a head of 24 bytes and a page. Checksums go on from frame to frame.
 */
const HEAD = 32
const FRAME_HEAD = 24
const MAGIC = 0x377f0682

type Sums = readonly [number, number]

/**
 * A process writes a transaction only after the one before it was synced. So what a crash or a loss of
 * power leaves unfinished is within the last transaction; damage before that is damage of what was
 * acknowledged.
 *
 * @param file  path of a log that no process has open
 * @returns what is damaged; undefined if nothing is, or there is no log
 */
export function damageIn(file: string): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    return damageOf(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function damageOf(descriptor: number): string | undefined {
  const head = Buffer.alloc(HEAD)
  if (readSync(descriptor, head, 0, HEAD, 0) < HEAD) return undefined
  const magic = head.readUInt32BE(0)
  const size = head.readUInt32BE(8)
  const readable = (magic & ~1) >>> 0 === MAGIC && size >= 512 && size <= 65_536
  const big = (magic & 1) === 1
  const whole = readable && same(summed(head.subarray(0, 24), [0, 0], big), head, 24)
  // A head is synced before the first frame behind it counts.
  if (!whole) return framesFollow(descriptor) ? 'the head of its log' : undefined

  const frame = Buffer.alloc(FRAME_HEAD + size)
  // Of what the next frame's checksum may go on: the one that stands in the frame before, and once that
  // is broken the one that it ought to have.
  let seeds: readonly Sums[] = [[head.readUInt32BE(24), head.readUInt32BE(28)]]
  let broken: number | undefined
  let ended = false
  for (let number = 0; ; number += 1) {
    const at = HEAD + number * frame.length
    if (readSync(descriptor, frame, 0, frame.length, at) < frame.length) return undefined
    const own = frame.subarray(8, 16).equals(head.subarray(16, 24))
    const computed = seeds.map((seed) =>
      summed(frame.subarray(FRAME_HEAD), summed(frame.subarray(0, 8), seed, big), big),
    )
    const good = own && computed.some((sums) => same(sums, frame, 16))
    seeds = [[frame.readUInt32BE(16), frame.readUInt32BE(20)]]
    if (!good) {
      // Two in a row are no damage: what stands there is of before, or was never finished.
      if (broken !== undefined) return undefined
      broken = number
      seeds = [...seeds, ...computed]
    } else if (ended) return `frame ${broken} of its log`
    // The transaction in which the broken frame stands ends here: what is good behind it is of another.
    if (broken !== undefined && frame.readUInt32BE(4) > 0) ended = true
  }
}

/** True if there is anything behind the head. */
function framesFollow(descriptor: number): boolean {
  return readSync(descriptor, Buffer.alloc(1), 0, 1, HEAD) === 1
}

/** Two sums over 32-bit words, each of which takes the other in. */
function summed(bytes: Buffer, [first, second]: Sums, big: boolean): Sums {
  let one = first
  let two = second
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (big ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0
    two = (two + (big ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, two]
}

function same([one, two]: Sums, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two
}
