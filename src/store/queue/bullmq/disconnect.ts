/** Releases Redis, also of one that does not answer. */
import { within } from '../../../base/deadline.js'
import type { Log } from '../../../base/log.js'
import type { ReachedRedis } from './options.js'

/** Milliseconds that closing may take when the queue does not answer. */
const CLOSING = 2_000

/** @param users  what has connections of its own, or asks something more when it closes */
export async function disconnect(
  { connection, patient, copies }: ReachedRedis,
  users: readonly { close(): Promise<void> }[],
  log: Log,
): Promise<void> {
  try {
    await within(CLOSING, () => Promise.all(users.map((user) => user.close())))
  } catch (error) {
    log.debug({ error }, 'queue: closed while it did not answer')
  }
  for (const one of [connection, patient, ...copies]) one.disconnect()
}
