/** The path of a message through the node, step by step; every transport gives its messages to it. */

import { Overdue, within } from '../base/deadline.js'
import { Slices } from '../base/slices.js'
import { ready, take } from '../base/steps.js'
import { newId } from '../message/exchange-id.js'
import type { InboundMessage } from '../message/message.js'
import type { JobWorker, RunJob } from '../queue/queue.js'
import { readEnvelope } from '../soap/envelope.js'
import type { Outcome, TellFacts } from '../transport.js'
import { type Acting, act, type Repetition } from './act.js'
import { type Admitted, type Arrived, admit, arrived } from './admit.js'
import { answer } from './answer.js'
import { checkAttachments } from './check-attachments.js'
import { checkOwnBlocks } from './check-own-blocks.js'
import { correlate } from './correlate.js'
import { abandon, deliver } from './deliver/deliver.js'
import type { Awaited, Enqueued } from './enqueue.js'
import { OpenExchange } from './exchange.js'
import { learn } from './learn.js'
import type { ProcessorParts, Sends } from './parts.js'
import { PendingAnswers } from './pending-answers.js'
import { pickUp } from './pick-up.js'
import { present } from './present.js'
import type { Reached } from './reached.js'
import { refuse } from './refuse.js'
import { refuseReplay } from './refuse-replay.js'
import { resend } from './resend.js'
import { retrieve } from './retrieve.js'
import { route } from './route.js'
import { RunFailed } from './run-once.js'
import { takeReport } from './take-report.js'
import { target } from './target.js'
import { tell } from './tell.js'
import { tellEnd } from './tell-end.js'
import { untimed } from './timed.js'
import { type TimedSteps, timedSteps } from './timed-steps.js'
import type { Traced } from './traced.js'
import { UnderWay } from './under-way.js'
import { refuseMissed, understand } from './understand.js'
import { meaningOf, unfinished } from './unfinished.js'
import { withTrace } from './with-trace.js'

/** Parts of which a reload makes new ones. */
type Changing = 'findRoute' | 'policy' | 'plans' | keyof Sends | 'peers' | 'security'

interface Given extends Omit<ProcessorParts, 'slices' | 'timed'> {
  /** Records the time that messages take; undefined if nobody asks for it. */
  readonly traced: Traced | undefined
}

export class EnvelopeProcessor {
  #parts: ProcessorParts
  readonly #pending: PendingAnswers
  readonly #steps: TimedSteps
  readonly #traced: Traced | undefined
  readonly #underWay = new UnderWay()

  constructor({ traced, ...parts }: Given) {
    const { timed = untimed } = traced ?? {}
    const queue = traced?.adding(parts.queue) ?? parts.queue
    const send = traced?.sending(parts.send) ?? parts.send
    this.#parts = { ...parts, queue, send, timed, slices: new Slices() }
    this.#pending = new PendingAnswers(queue)
    this.#steps = timedSteps(timed)
    this.#traced = traced
  }

  /** Goes on with other ways for messages that are to come; those under way keep what they began with. */
  use(ways: Pick<ProcessorParts, Changing>): void {
    const send = this.#traced?.sending(ways.send) ?? ways.send
    this.#parts = { ...this.#parts, ...ways, send }
  }

  /** Never rejects: every failure becomes an outcome. */
  process(came: InboundMessage, facts?: TellFacts): Promise<Outcome> {
    const message = withTrace(came)
    return this.#traced?.received(message, this.#process, facts) ?? this.#process(message)
  }

  readonly #process = async (message: InboundMessage): Promise<Outcome> => {
    const parts = this.#parts
    const { versions, limits, log } = parts
    const ends = this.#underWay.begin()
    const exchange = new OpenExchange(newId(), message.origin.trace, ends, log)
    // Each step adds to it what it has learnt.
    const reached: Reached = arrived(message, versions)
    try {
      const acting = take(this.#take(reached, exchange, parts))
      const acted = acting instanceof Promise ? await this.#inTime(acting, limits) : acting
      const telling = this.#answer(acted, reached, exchange, parts)
      const told = telling instanceof Promise ? await telling : telling
      const came = acted.kind === 'queued' ? told : acted
      tellEnd(reached, exchange, meaningOf(came, exchange.id), parts)
      return present(told, message, reached, exchange, parts)
    } catch (error) {
      if (error instanceof Overdue) ends.abort(error)
      const failed = error instanceof RunFailed ? error : undefined
      const outcome = failed?.outcome ?? refuse(error, reached, exchange, parts)
      const told = await this.#tell(outcome, reached, exchange, parts)
      const ended = told.kind === 'refused' ? told : outcome
      tellEnd(reached, exchange, ended, parts, failed?.cause ?? error)
      return present(told, message, reached, exchange, parts)
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
      const came = await deliver(job, attempt, parts, async (arrival, exchange) => {
        const acted = await take(this.#take(arrival, exchange, parts))
        if (acted.kind === 'queued') throw new Error('a job was put into the queue again')
        return acted
      })
      if (came.kind === 'postponed' && came.untried) this.#pending.releaseFrom(job.id)
      return came
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
  *#take(arrival: Arrived, exchange: OpenExchange, parts: ProcessorParts): Acting {
    const { operations, queue } = parts
    const { message } = arrival
    switch (message.kind) {
      case 'pick-up': {
        const kept = yield* ready(pickUp(admit(learn(arrival, { message }), parts), queue))
        return yield* resend(kept, arrival, true, exchange, parts)
      }
      case 'description':
        return yield* tell(admit(learn(arrival, { message }), parts), exchange, parts)
      case 'report':
        return yield* ready(takeReport(admit(learn(arrival, { message }), parts), exchange, queue))
      case 'retrieval': {
        const asked = admit(learn(arrival, { message }), parts)
        const { publicOnly, peer } = asked
        const made = learn(arrival, { message: retrieve(asked, operations), publicOnly, peer })
        return yield* this.#path(made, exchange, parts)
      }
      case 'envelope':
        return yield* this.#path(admit(learn(arrival, { message }), parts), exchange, parts)
    }
  }

  /** The SOAP processing model. Each step takes what the step before it returns. */
  *#path(admitted: Admitted, exchange: OpenExchange, parts: ProcessorParts): Acting {
    const { versions, limits, actors, handlers, operations, findRoute, policy, node, slices } =
      parts
    const { read, verify, validate, record } = this.#steps
    const document = yield* read(admitted, exchange, parts)
    const envelope = readEnvelope(document.root, document.source, versions, limits)
    const correlated = yield* correlate(learn(document, { envelope }), parts)
    const routed = route(correlated, findRoute)
    const targeted = target(routed, actors, parts.security)
    const understood = understand(targeted, handlers, policy)
    refuseMissed(understood)
    const verified = yield* verify(understood, exchange, parts)
    const valid = yield* validate(verified, operations, slices, exchange, limits.loaded)
    checkOwnBlocks(valid, node, limits.hops)
    checkAttachments(valid, parts)
    const once = yield* refuseReplay(valid, parts)
    yield* record(once, once.remembered, exchange, parts)
    return yield* act(once, this.#steps, exchange, parts)
  }

  #answer(
    acted: Outcome | Enqueued | Repetition,
    reached: Reached,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Outcome | Promise<Outcome> {
    if (acted.kind === 'queued') return this.#await(acted, reached, exchange, parts)
    return answer(acted, reached, exchange, parts)
  }

  /** Waits for the outcome of an exchange that goes on without its sender. */
  async #await(
    awaited: Awaited | Repetition,
    reached: Reached,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Promise<Outcome> {
    const { id, meanwhile, patience } = awaited
    const { message } = reached
    const wish = message.kind === 'envelope' ? message.patience : undefined
    const until = meanwhile === 'accepted' ? 'ended' : 'failed'
    const waited = await this.#pending.waitFor(id, patience ?? wish ?? parts.patience, until)
    if (waited.kind === 'kept') {
      return take(resend(waited, reached, id !== exchange.id, exchange, parts))
    }
    if (waited.kind === 'gone' && 'again' in awaited) {
      const acted = await this.#inTime(Promise.resolve(take(awaited.again())), parts.limits)
      return this.#answer(acted, reached, exchange, parts)
    }
    if (meanwhile === 'accepted') return { kind: 'pending', exchange: id }
    return answer(unfinished(id, reached, exchange, parts), reached, exchange, parts)
  }

  async #tell(
    outcome: Outcome,
    reached: Reached,
    exchange: OpenExchange,
    parts: ProcessorParts,
  ): Promise<Outcome> {
    try {
      return await answer(outcome, reached, exchange, parts)
    } catch (error) {
      // The fault cannot be sent now; the sender gets it when it sends the message again.
      return refuse(error, reached, exchange, parts)
    }
  }
}
