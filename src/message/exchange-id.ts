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
  const time = wallTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomId().slice(15)}`
}
