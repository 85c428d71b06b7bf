/** Records a node's work as spans of OpenTelemetry: each message that comes, each job, each message that is sent. */
import type { Tracer } from '@opentelemetry/api'
import { SpanKind, trace } from '@opentelemetry/api'
import type { Observe } from '../../message/events/events.js'
import type { InboundMessage } from '../../message/message.js'
import type { FactSources } from '../../message/outcome.js'
import type { Send } from '../../path/parts/parts.js'
import type { Step } from '../../path/parts/timed.js'
import type { Traced } from '../../path/parts/traced.js'
import { traceOfJob } from '../../store/queue/job.js'
import type { Attempt, JobQueue, RunJob } from '../../store/queue/queue.js'
import type { Receive } from '../../transport.js'
import { factsTo, ofJob, ofMail, ofMessaging, ofReceived, ofSent } from './attributes.js'
import { recordEvent } from './outcomes.js'
import { Spans } from './spans.js'
import { type Parent, parentOf, traceOf } from './trace-of.js'
import { inTrace, TracedQueue } from './traced-queue.js'
import { registeredTracer } from './tracer.js'

/** @returns undefined if no SDK is registered: then nothing is recorded */
export function tracedNode(transports: TransportNames): Traced | undefined {
  const tracer = registeredTracer()
  return tracer && new TracedNode(tracer, transports)
}

/** What tells the spans how their work ended; none if no SDK is registered. */
export function spanObservers(): readonly Observe[] {
  return registeredTracer() ? [recordEvent] : []
}

/** What is asked of the transports of a node. */
interface TransportNames {
  /** True if answers are messages of their own over the transport of a name. */
  areMessages(name: string): boolean
  nameFor(to: URL): string
}

class TracedNode implements Traced {
  readonly #spans: Spans
  readonly #transports: TransportNames

  constructor(tracer: Tracer, transports: TransportNames) {
    this.#spans = new Spans(tracer)
    this.#transports = transports
  }

  received(message: InboundMessage, receive: Receive, facts?: FactSources): ReturnType<Receive> {
    const { origin } = message
    const { transport } = origin
    const mail = this.#transports.areMessages(transport)
    const span = {
      name: `receive ${transport}`,
      kind: mail ? SpanKind.CONSUMER : SpanKind.SERVER,
      attributes: { ...ofReceived(message), ...(mail && ofMail(message)), ...facts?.request() },
      parent: this.#parentOf(message),
    }
    return this.#spans.within(span, async (span) => {
      const outcome = await receive({ ...message, origin: { ...origin, trace: traceOf(span) } })
      if (facts && span.isRecording()) span.setAttributes(facts.answered(outcome))
      return outcome
    })
  }

  /** An instrumentation of the transport may have made a span of that trace already. */
  #parentOf({ origin }: InboundMessage): Parent {
    const { active } = this.#spans
    const activeTrace = trace.getSpanContext(active)?.traceId
    const traceparent = origin.trace?.parent.split('-')[1]
    return traceparent === undefined || traceparent === activeTrace
      ? active
      : parentOf(origin.trace)
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
      const transport = this.#transports.nameFor(to)
      const mail = this.#transports.areMessages(transport)
      const sent = {
        name: `send ${way?.destination ?? to.protocol.slice(0, -1)}`,
        kind: mail ? SpanKind.PRODUCER : SpanKind.CLIENT,
        attributes: { ...ofSent(message, transport), ...(mail && ofMessaging(transport, 'send')) },
      }
      return this.#spans.within(sent, (span) => {
        const trace = traceOf(span)
        const reportFacts = span.isRecording() ? factsTo(span) : undefined
        return send({ ...message, trace, reportFacts }, to, signal, way)
      })
    }
  }

  readonly timed = <Args extends readonly unknown[], Result>(
    name: string,
    step: Step<Args, Result>,
  ): Step<Args, Result> => this.#spans.step(name, step)
}

const PROCESSES = {
  'messaging.operation.name': 'process',
  'messaging.operation.type': 'process',
} as const

/** A retry has waited by its plan, and not for its turn. */
function waitedInQueue({ number, suspended, replayed }: Attempt): boolean {
  return number === 1 && !suspended && !replayed
}
