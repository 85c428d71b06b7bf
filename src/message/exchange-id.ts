/** Ids of exchanges: newer ones sort behind older ones, and none can be guessed. */
import { randomId, wallTime } from '../base/time.js'

/** Random, because whoever knows an id can fetch the answer. */
export const EXCHANGE_ID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * RFC 9562 §5.7, UUID version 7: 48 bits of milliseconds since 1970, then 74 random ones. So an index
 * in the order of ids grows at its end, and not all over the file.
 */
export function newId(): string {
  const time = wallTime()
  // Small numbers are written several times faster than large ones.
  const high = Math.floor(time / 0x10000)
  return `${hex(high, 8)}-${hex(time - high * 0x10000, 4)}-7${randomId().slice(15)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
