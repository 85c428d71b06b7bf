/** Tells the sender of a mail of a mailbox why it was not taken. */
import type { TransportLog, Undeliverable } from '#transport'
import { signalAfter } from '#transport/time'
import type { Explanation } from './explanation.js'
import type { Fate } from './fate.js'

/**
 * Tells a sender why its mail was not taken.
 *
 * @throws Undeliverable
 */
export type Explain = (explanation: Explanation, signal: AbortSignal) => Promise<unknown>

/** When nothing more is waited for. */
interface Ends {
  readonly milliseconds: number
  readonly cut: AbortSignal
}

/**
 * Only then the mail is put away: until its sender is told, it is what remembers that it is to be.
 *
 * @param explain  none: nobody is told
 */
export async function explainRejection(
  explanation: Explanation | undefined,
  explain: Explain | undefined,
  { milliseconds, cut }: Ends,
  log: TransportLog,
): Promise<Fate> {
  if (!explanation || !explain) return 'failed'
  try {
    await explain(explanation, AbortSignal.any([cut, signalAfter(milliseconds)]))
    return 'failed'
  } catch (error) {
    const { permanent = false } = error as Partial<Undeliverable>
    log.warn({ transport: 'smtp', err: error, permanent }, 'a sender cannot be notified')
    return permanent ? 'failed' : 'left'
  }
}
