/** Notes which header block a failure is about: the fault of a node on the way names its actor. */
import type { HeaderBlock } from '../soap/header-block.js'
import { learn } from './learn.js'

/** Set where a step has failed at a header block for this node. */
export interface FailedAt {
  /** The actor that the block is for; undefined for the ultimate receiver. */
  readonly failedAs?: string | undefined
}

/**
 * @param known  what is known of the message
 * @returns what was thrown
 */
export function failedAt<Thrown>(
  known: object,
  block: Pick<HeaderBlock, 'actor'> | undefined,
  thrown: Thrown,
): Thrown {
  learn<object, FailedAt>(known, { failedAs: block?.actor })
  return thrown
}
