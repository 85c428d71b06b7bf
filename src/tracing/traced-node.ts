/** Records a node's work as spans of OpenTelemetry: each message that comes, each job, each message that is sent. */
import type { Tracer } from '@opentelemetry/api'
import { SpanKind, trace } from '@opentelemetry/api'
import type { InboundMessage } from '../message/message.js'
import type { Observe } from '../observer/events.js'
import type { Send } from '../processor/parts.js'
import type { Step } from '../processor/timed.js'
import type { Traced } from '../processor/traced.js'
import type { Attempt, JobQueue, RunJob } from '../queue/queue.js'
import type { Receive } from '../transport.js'
import { type IsMail, ofJob, ofMessaging, ofReceived, ofSent } from './attributes.js'
import { tellSpan } from './outcomes.js'
import { Spans } from './spans.js'
import { type Parent, parentOf, traceOf } from './trace-of.js'
import { inTrace, TracedQueue, traceOfJob } from './traced-queue.js'
import { registeredTracer } from './tracer.js'

/** @returns undefined if no SDK is registered: then nothing is recorded */
export function tracedNode(transports: {
  areMessages(nameOrScheme: string): boolean
}): Traced | undefined {
  const tracer = registeredTracer()
  return tracer && new TracedNode(tracer, (transport) => transports.areMessages(transport))
}

/** What tells the spans how their work ended; none if no SDK is registered. */
export function spanObservers(): readonly Observe[] {
  return registeredTracer() ? [tellSpan] : []
}

class TracedNode implements Traced {
  readonly #spans: Spans
  readonly #isMail: IsMail

  constructor(tracer: Tracer, isMail: IsMail) {
    this.#spans = new Spans(tracer)
    this.#isMail = isMail
  }

  received(message: InboundMessage, receive: Receive): ReturnType<Receive> {
    const { transport } = message.origin
    const mail = this.#isMail(transport)
    const came = {
      name: `receive ${transport}`,
      kind: mail ? SpanKind.CONSUMER : SpanKind.SERVER,
      attributes: { ...ofReceived(message), ...(mail && ofMessaging(transport, 'process')) },
      parent: this.#parentOf(message),
    }
    return this.#spans.within(came, (span) =>
      receive({ ...message, origin: { ...message.origin, trace: traceOf(span) } }),
    )
  }

  /** An instrumentation of the transport may have made a span of that trace already. */
  #parentOf({ origin }: InboundMessage): Parent {
    const { active } = this.#spans
    const activeTrace = trace.getSpanContext(active)?.traceId
    const came = origin.trace?.parent.split('-')[1]
    return came === undefined || came === activeTrace ? active : parentOf(origin.trace)
  }

  running(run: RunJob): RunJob {
    return (job, attempt) => {
      const parent = parentOf(traceOfJob(job))
      if (waitedInQueue(attempt)) this.#spans.past('queue wait', job.accepted, parent)
      const attempted = {
        name: `process ${job.kind}`,
        kind: SpanKind.CONSUMER,
        attributes: { ...ofJob(job), ...PROCESSES },
        parent,
      }
      return this.#spans.within(attempted, (span) => run(inTrace(job, traceOf(span)), attempt))
    }
  }

  adding(queue: JobQueue): JobQueue {
    return new TracedQueue(queue, this.#spans)
  }

  sending(send: Send): Send {
    return (message, to, signal, way) => {
      const scheme = to.protocol.slice(0, -1)
      const mail = this.#isMail(scheme)
      const sent = {
        name: `send ${way?.destination ?? scheme}`,
        kind: mail ? SpanKind.PRODUCER : SpanKind.CLIENT,
        attributes: { ...ofSent(message, to), ...(mail && ofMessaging(scheme, 'send')) },
      }
      return this.#spans.within(sent, (span) =>
        send({ ...message, trace: traceOf(span) }, to, signal, way),
      )
    }
  }

  readonly timed = <Given extends readonly unknown[], Result>(
    name: string,
    step: Step<Given, Result>,
  ): Step<Given, Result> => this.#spans.step(name, step)
}

const PROCESSES = {
  'messaging.operation.name': 'process',
  'messaging.operation.type': 'process',
} as const

/** A retry has waited by its plan, and not for its turn. */
function waitedInQueue({ number, suspended, replayed }: Attempt): boolean {
  return number === 1 && !suspended && !replayed
}
