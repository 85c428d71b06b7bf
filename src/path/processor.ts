/** The path of a message through the node, step by step; every transport gives its messages to it. */
import { Overdue, within } from '../base/deadline.js'
import { Slices } from '../base/slices.js'
import { type Pending, then } from '../base/steps.js'
import { newId } from '../message/exchange-id.js'
import type { InboundMessage } from '../message/message.js'
import { traceIn } from '../message/way/trace-block.js'
import type { JobWorker, RunJob } from '../store/queue/queue.js'
import type { FactSources, Outcome } from '../transport.js'
import { type Answered, answer, onConnection } from './answer/answer.js'
import { PendingAnswers } from './answer/pending-answers.js'
import { present } from './answer/present.js'
import { refuse } from './answer/refuse.js'
import { resend } from './answer/resend.js'
import { meaningOf, unfinished } from './answer/unfinished.js'
import { abandon, deliver } from './deferred/deliver.js'
import { act, type Repetition } from './direct/act.js'
import { RunFailed } from './direct/run-once.js'
import { emitEnd } from './events/emit-end.js'
import { OpenExchange } from './exchange.js'
import { type Lines, linesOf } from './lines.js'
import { describe } from './other-messages/describe.js'
import { pickUp } from './other-messages/pick-up.js'
import { takeReport } from './other-messages/take-report.js'
import type { ProcessorParts, Sends } from './parts/parts.js'
import { untimed } from './parts/timed.js'
import type { Traced } from './parts/traced.js'
import { arrivedMessage } from './state/makers.js'
import { State } from './state/state.js'
import type { Awaited, Enqueued } from './state/values.js'
import { envelopeMessageOf, type StateView } from './state/view.js'
import { UnderWay } from './under-way.js'

/** Parts of which a reload makes new ones. */
type Changing = 'findRoute' | 'keys' | 'policy' | 'plans' | keyof Sends | 'peers' | 'security'

interface ProcessorOptions extends Omit<ProcessorParts, 'slices' | 'timed'> {
  /** Records the time that messages take; undefined if nobody asks for it. */
  readonly traced: Traced | undefined
}

export class EnvelopeProcessor {
  #parts: ProcessorParts
  readonly #pending: PendingAnswers
  readonly #lines: Lines
  readonly #traced: Traced | undefined
  readonly #underWay = new UnderWay()

  constructor({ traced, ...parts }: ProcessorOptions) {
    const { timed = untimed } = traced ?? {}
    const queue = traced?.adding(parts.queue) ?? parts.queue
    const send = traced?.sending(parts.send) ?? parts.send
    this.#parts = { ...parts, queue, send, timed, slices: new Slices() }
    this.#pending = new PendingAnswers(queue)
    this.#lines = linesOf(timed)
    this.#traced = traced
  }

  /** What messages that are to come are checked against. */
  get parts(): ProcessorParts {
    return this.#parts
  }

  /** Goes on with other ways for messages that are to come; those under way keep what they began with. */
  use(ways: Pick<ProcessorParts, Changing>): void {
    const send = this.#traced?.sending(ways.send) ?? ways.send
    this.#parts = { ...this.#parts, ...ways, send }
  }

  /** Never rejects: every failure becomes an outcome. */
  process(received: InboundMessage, facts?: FactSources): Promise<Outcome> {
    const message = withTrace(received)
    return this.#traced?.received(message, this.#process, facts) ?? this.#process(message)
  }

  readonly #process = async (message: InboundMessage): Promise<Outcome> => {
    const parts = this.#parts
    const { versions, limits, log } = parts
    const ends = this.#underWay.begin()
    const exchange = new OpenExchange({ id: newId(), trace: message.origin.trace, ends, log })
    const state = new State({ arrival: arrivedMessage(message, versions) })
    try {
      const acting = this.#take(state, exchange, parts)
      const acted = acting instanceof Promise ? await this.#inTime(acting, limits) : acting
      const ending = this.#answer(acted, state, exchange, parts)
      const { outcome, envelope: answered } = ending instanceof Promise ? await ending : ending
      const settled = acted.kind === 'queued' ? outcome : acted
      emitEnd(state, exchange, { outcome: meaningOf(settled, exchange.id), answered }, parts)
      return present(outcome, state, exchange, parts)
    } catch (error) {
      if (error instanceof Overdue) ends.abort(error)
      const failed = error instanceof RunFailed ? error : undefined
      const outcome = failed?.outcome ?? refuse(error, state, exchange, parts)
      const answered = await this.#emitEnd(outcome, state, exchange, parts)
      const ended = answered.outcome.kind === 'refused' ? answered.outcome : outcome
      const thrown = failed?.cause ?? error
      emitEnd(state, exchange, { outcome: ended, thrown, answered: answered.envelope }, parts)
      return present(answered.outcome, state, exchange, parts)
    } finally {
      this.#underWay.end(ends)
    }
  }

  /** Runs jobs of the queue until the worker is closed. */
  work(concurrency: number): Promise<JobWorker> {
    const { queue, onReopened } = this.#parts
    onReopened((way) => void queue.wake(way))
    const run: RunJob = async (job, attempt) => {
      const parts = this.#parts
      const result = await deliver(job, attempt, parts, async (state, exchange) => {
        const acted = await this.#take(state, exchange, parts)
        if (acted.kind === 'queued') throw new Error('a job was put into the queue again')
        return acted
      })
      if (result.kind === 'postponed' && result.untried) this.#pending.releaseFrom(job.id)
      return result
    }
    return queue.work(this.#traced?.running(run) ?? run, {
      concurrency,
      abandoned: (job, cause, attempt) => abandon(job, cause, attempt, this.#parts),
    })
  }

  /** Ends all waits for answers from the queue: each sender is told to fetch its answer later. */
  release(): void {
    this.#pending.release()
  }

  /** Aborts the signal of every exchange that still runs: its result will be dropped. */
  abort(): void {
    this.#underWay.abort()
  }

  /** Waits until all that is under way has its outcome, whoever still waits for it. */
  close(deadline: AbortSignal): Promise<void> {
    return this.#underWay.over(deadline)
  }

  /** @throws Overdue: it goes on */
  async #inTime<Done>(
    work: Promise<Done>,
    { operationTime }: ProcessorParts['limits'],
  ): Promise<Done> {
    try {
      return await within(operationTime, () => work)
    } catch (error) {
      if (error instanceof Overdue) this.#underWay.goesOn(work)
      throw error
    }
  }

  /** Chooses by the kind of message; a retrieval is made an envelope and takes the same path. */
  #take(
    state: State<'arrival'>,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Pending<Outcome | Enqueued | Repetition> {
    const { queue } = parts
    const lines = this.#lines
    return then(state.through(lines.admitted, exchange, parts), (admitted) => {
      const { arrival, admission } = admitted.values
      const { message } = arrival
      switch (message.kind) {
        case 'pick-up':
          return then(pickUp(message, queue), (kept) =>
            resend({ kept, isAgain: true }, admitted, exchange, parts),
          )
        case 'description':
          return describe(message, admission, exchange, parts)
        case 'report':
          return takeReport(message, arrival.version, exchange, queue)
        case 'retrieval':
        case 'envelope':
          return then(admitted.through(lines.judged, exchange, parts), (judged) =>
            act(judged, lines, exchange, parts),
          )
      }
    })
  }

  #answer(
    acted: Outcome | Enqueued | Repetition,
    view: StateView,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Answered | Promise<Answered> {
    if (acted.kind === 'queued') return this.#await(acted, view, exchange, parts)
    return answer(acted, view, exchange, parts)
  }

  /** Waits for the outcome of an exchange that goes on without its sender. */
  async #await(
    awaited: Awaited | Repetition,
    view: StateView,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Promise<Answered> {
    const { id, meanwhile, patience } = awaited
    const wish = envelopeMessageOf(view)?.patience
    const until = meanwhile === 'accepted' ? 'ended' : 'failed'
    const waited = await this.#pending.waitFor(id, patience ?? wish ?? parts.patience, until)
    if (waited.kind === 'kept') {
      return onConnection(
        await resend({ kept: waited, isAgain: id !== exchange.id }, view, exchange, parts),
      )
    }
    if (waited.kind === 'gone' && 'again' in awaited) {
      const acted = await this.#inTime(Promise.resolve(awaited.again()), parts.limits)
      return this.#answer(acted, view, exchange, parts)
    }
    if (meanwhile === 'accepted') return onConnection({ kind: 'pending', exchange: id })
    return answer(unfinished(id, view, exchange, parts), view, exchange, parts)
  }

  async #emitEnd(
    outcome: Outcome,
    view: StateView,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Promise<Answered> {
    try {
      return await answer(outcome, view, exchange, parts)
    } catch (error) {
      // The fault cannot be sent now; the sender gets it when it sends the message again.
      return onConnection(refuse(error, view, exchange, parts))
    }
  }
}

function withTrace(message: InboundMessage): InboundMessage {
  if (message.kind !== 'envelope' || message.origin.trace) return message
  const trace = traceIn(message.body)
  return trace ? { ...message, origin: { ...message.origin, trace } } : message
}
