/** Bounds how often something happens from each network address, and in each name, in bounded memory. */
import { isIPv6 } from 'node:net'
import { SlidingWindow } from '../base/sliding-window.js'
import { monotonicTime } from '../base/time.js'
import { untranslated } from '../soap/addressing/address-ranges.js'

/** Addresses that are counted at once; with more of them the one that was counted first begins again. */
const MAX_ADDRESSES = 10_000

interface Counted {
  readonly window: SlidingWindow
  /** Until when the log has been told. */
  reportedUntil: number
}

export class RateLimit {
  readonly #length: number
  readonly #clock: () => number
  readonly #windows = new Map<string, Counted>()

  /**
   * @param length  milliseconds in which it is counted
   * @param clock   milliseconds, never running back
   */
  constructor(length: number, clock: () => number = () => monotonicTime()) {
    this.#length = length
    this.#clock = clock
  }

  /**
   * Seconds until there is room for one more; 0 if there is now.
   *
   * @param name  in which it is counted apart. Default: none
   */
  wait(address: string | undefined, most: number, name?: string): number {
    const counted = this.#windows.get(keyOf(address, name))
    return Math.ceil((counted?.window.wait(most, this.#clock()) ?? 0) / 1000)
  }

  add(address: string | undefined, name?: string): void {
    const key = keyOf(address, name)
    const counted = this.#windows.get(key)
    const [first] = this.#windows.keys()
    if (!counted && first !== undefined && this.#windows.size >= MAX_ADDRESSES) {
      this.#windows.delete(first)
    }
    const { window, reportedUntil } = counted ?? {
      window: new SlidingWindow(this.#length),
      reportedUntil: 0,
    }
    if (!counted) this.#windows.set(key, { window, reportedUntil })
    window.add(this.#clock())
  }

  /** Whether the log has reported an address in this time; from now on it has been. */
  isReported(address: string | undefined): boolean {
    const counted = this.#windows.get(networkOf(address))
    const now = this.#clock()
    if (!counted || counted.reportedUntil > now) return true
    counted.reportedUntil = now + this.#length
    return false
  }
}

function keyOf(address: string | undefined, name: string | undefined): string {
  return name === undefined ? networkOf(address) : `${networkOf(address)} ${name}`
}

/** Who has one address of IPv6 has 64 bits of them: they are one network here. */
export function networkOf(address = ''): string {
  const plain = untranslated(address.replace(/%.*$/, ''))
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
