/** Counts the messages of a peer, and refuses what is beyond its quota. */
import type { Quotas } from '../../security/quotas.js'
import { Refused } from '../facts/refused.js'

/**
 * Counts a message of a peer, whatever has proven whose it is.
 *
 * @throws Refused too-many
 */
export function takeQuota(peer: string, { quotas }: { readonly quotas: Quotas }): void {
  const excess = quotas.take(peer)
  if (!excess) return
  const { bound, retryAfter, first } = excess
  throw new Refused('too-many', `the peer ${peer} is beyond its ${bound}`, {
    retryAfter,
    again: !first,
  })
}
