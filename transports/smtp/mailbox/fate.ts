/** What is done with a mail of a mailbox, by what the processor has said of it. */
import type { Outcome } from '#transport'

/**
 * What is done with a mail: `later` leaves it where it is for a while, and all others too; `left`
 * until its folder is looked through again; `not-ours` for good.
 */
export type Fate = 'done' | 'failed' | 'later' | 'left' | 'not-ours'

/** The same mail may be taken later. */
const TEMPORARY: readonly string[] = ['unavailable', 'busy', 'paused']

export function fateOf(outcome: Outcome): Fate {
  switch (outcome.kind) {
    case 'accepted':
    case 'pending':
    case 'document':
    case 'reply':
      return 'done'
    case 'fault':
      return 'failed'
    case 'refused':
      return TEMPORARY.includes(outcome.refusal) ? 'later' : 'failed'
  }
}

export function isUnreadable(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'refused' && ['undecodable', 'unsupported'].includes(outcome.refusal)
}

export function nameOf(outcome: Outcome): string {
  return outcome.kind === 'refused' ? outcome.refusal : outcome.kind
}
