/** What a step throws if there is more to know than the error itself; only the runner meets it. */
import type { HeaderBlock } from '../../soap/header-block.js'

/** How a message failed. */
export interface Failed {
  /** Name of the step. */
  readonly step: string
  readonly thrown: unknown
  /** The actor of the header block that the failure is about: the fault of a node on the way names it. Default: none. */
  readonly actor: string | undefined
  /** True if nobody has proven where the answers to the message may go. */
  readonly unproven: boolean
}

export class StepFailure extends Error {
  readonly thrown: unknown
  readonly actor: string | undefined
  readonly unproven: boolean

  constructor(thrown: unknown, { actor, unproven = false }: Partial<Omit<Failed, 'thrown'>>) {
    super('a step failed', { cause: thrown })
    this.name = 'StepFailure'
    this.thrown = thrown
    this.actor = actor
    this.unproven = unproven
  }
}

/** @param thrown  the error, or a failure that is about another block already */
export function atBlock(
  thrown: unknown,
  block: Pick<HeaderBlock, 'actor'> | undefined,
): StepFailure {
  const inner = failureOf(thrown)
  return new StepFailure(inner.thrown, { ...inner, actor: inner.actor ?? block?.actor })
}

/** What a step has thrown, whether it is an error alone or more. */
export function failureOf(thrown: unknown): Omit<Failed, 'step'> {
  return thrown instanceof StepFailure ? thrown : { thrown, actor: undefined, unproven: false }
}
