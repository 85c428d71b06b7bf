/** What a forward job keeps of the rules for the answer to its message: plain JSON. */

/** What is known of the answer to a message that is sent on. */
export type Answers =
  /** There is none: nobody waits, and nothing is suspended for one. */
  | 'none'
  /** Nobody knows whether the message is one-way. */
  | 'possible'
  /** The message has failed if none comes. */
  | 'expected'

/** Which Server faults of the next node are failed attempts, and not answers: those that nobody has declared, or all. */
export type RetryFaults = 'none' | 'undeclared' | 'all'

export interface AnswerRules {
  /** Milliseconds to wait, once it is sent, for an answer that comes as a message of its own. */
  readonly answerTime: number
  /** True if it has failed when no answer has come by then. */
  readonly answerNeeded: boolean
  /** Milliseconds to wait for what the next node has accepted and not finished. Default: by the mode. */
  readonly finishTime?: number | undefined
  /** Default: by `answerNeeded`, which is all that an earlier version says. */
  readonly answers?: Answers | undefined
  /** Whether its sender waits for the answer: read by `modeOfJob`. Default: by `answerNeeded`. */
  readonly mode?: 'store' | 'request-reply' | 'bridge' | undefined
  /** Default: by the mode. */
  readonly retryFaults?: RetryFaults | undefined
}

/** The mode by which a job goes on: what earlier versions stored as `bridge` is `request-reply`. */
export function modeOfJob({ mode }: AnswerRules): 'store' | 'request-reply' | undefined {
  return mode === 'bridge' ? 'request-reply' : mode
}
