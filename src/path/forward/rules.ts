/** What holds of the answers to a message that is sent on: the one place that decides what a route means by it. */
import {
  type AnswerRules,
  type Answers,
  modeOfJob,
  type RetryFaults,
} from '../../store/queue/answer-rules.js'
import type { ForwardMode, Onward } from '../parts/onward.js'
import type { DeclaredOperation } from '../parts/parts.js'

export interface Rules {
  readonly answers: Answers
  /** Milliseconds to wait, once the message is sent, for an answer that is a message of its own; 0 if none ever is. */
  readonly answerTime: number
  /** Milliseconds that the next node may take, from now on, to finish what it has accepted and not finished. */
  readonly finishTime: number
  readonly retryFaults: RetryFaults
  /** True if its sender gets the fault of a message that has failed for good, in place of a dead letter. */
  readonly endsAsFault: boolean
}

/** Milliseconds for which an answer is waited for, by default. */
export const ANSWER_TIME = { relay: 0, store: 86_400_000, 'request-reply': 3_600_000 } as const

/**
 * Where the sender waits for the answer of the next node there is one; what is stored may be one-way.
 *
 * @param declared  what the contract of the next node says of the operation, which a route for many of them does not know
 */
export function answersOf(
  { mode, answers }: Pick<Onward, 'mode' | 'answers'>,
  declared: DeclaredOperation | undefined,
): Answers {
  if (declared?.oneWay) return 'none'
  return answers ?? (mode === 'store' ? 'possible' : 'expected')
}

/** @param mode  in which the message is sent on */
export function keptRules(
  onward: Onward,
  mode: Exclude<ForwardMode, 'relay'>,
  declared: DeclaredOperation | undefined,
): AnswerRules {
  const answers = answersOf({ ...onward, mode }, declared)
  return {
    mode,
    answers,
    answerTime: answers === 'none' ? 0 : onward.answerTime,
    answerNeeded: answers === 'expected',
    finishTime: onward.finishTime,
    retryFaults: onward.retryFaults,
  }
}

/** A job of an earlier version says what holds of its answers by `answerNeeded` alone. */
export function rulesOf(job: AnswerRules): Rules {
  const { answerTime, answerNeeded } = job
  const mode = modeOfJob(job) ?? (answerNeeded ? 'request-reply' : 'store')
  const answers = job.answers ?? (answerNeeded ? 'expected' : 'possible')
  // Of a one-way message nobody learns more than that it was accepted, whatever the mode.
  const endsAsFault = mode === 'request-reply' && answers !== 'none'
  return {
    answers,
    answerTime,
    finishTime: job.finishTime ?? ANSWER_TIME[mode],
    retryFaults: job.retryFaults ?? (endsAsFault ? 'none' : 'undeclared'),
    endsAsFault,
  }
}
