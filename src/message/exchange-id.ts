/** Ids of exchanges: newer ones sort behind older ones, and none can be guessed. */
import { randomFill, wallTime } from '../base/time.js'

/** Random, because whoever knows an id can fetch the answer. */
export const EXCHANGE_ID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * RFC 9562 §5.7, UUID version 7: 48 bits of milliseconds since 1970, then 74 random ones. So an index
 * in the order of ids grows at its end, and not all over the file.
 */
export function newId(): string {
  IDS.write(wallTime())
  return IDS.text
}

const DIGITS = Buffer.from('0123456789abcdef', 'latin1')
const TEMPLATE = '00000000-0000-7000-8000-000000000000'
/** Where the digits of the time are, the last one first. */
const TIME = [12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0]
/** Where random digits are; the first of the fourth group has two random bits, behind the variant. */
const RANDOM = [15, 16, 17, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35]
const VARIANT = 19
const POOL = 4096

/** Ids are made for each message: the digits are written into one buffer, so that an id is one flat text. */
class Ids {
  readonly #text = Buffer.from(TEMPLATE, 'latin1')
  readonly #random = Buffer.alloc(POOL)
  #used = POOL
  #time = 0

  get text(): string {
    return this.#text.toString('latin1')
  }

  write(time: number): void {
    if (time !== this.#time) this.#writeTime(time)
    for (const at of RANDOM) this.#text[at] = digit(this.#next() & 15)
    this.#text[VARIANT] = digit(8 + (this.#next() & 3))
  }

  #writeTime(time: number): void {
    this.#time = time
    let rest = time
    for (const at of TIME) {
      this.#text[at] = digit(rest % 16)
      rest = Math.floor(rest / 16)
    }
  }

  #next(): number {
    if (this.#used === POOL) {
      randomFill(this.#random)
      this.#used = 0
    }
    this.#used += 1
    return this.#random[this.#used - 1] ?? 0
  }
}

function digit(value: number): number {
  return DIGITS[value] ?? 0
}

const IDS = new Ids()
