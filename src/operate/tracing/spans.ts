/** Makes spans: each is active while its work runs, so that what the work asks for becomes a child of it. */
import {
  type Attributes,
  context as current,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { rescued, then } from '../../base/steps.js'
import type { Step } from '../../path/parts/timed.js'
import type { Parent } from './trace-of.js'

export interface NewSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** Default: the span that is active. */
  readonly parent?: Parent | undefined
}

export class Spans {
  readonly #tracer: Tracer

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** What is active, if anything is. */
  get active(): Parent {
    return current.active()
  }

  /** Runs work in a span, which ends with it. */
  within<Result>(
    { name, kind, attributes, parent = current.active() }: NewSpan,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result> {
    return this.#tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
      try {
        return await work(span)
      } catch (error) {
        failed(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  }

  /** A span of what is over: from a time until now. */
  past(name: string, since: number, parent: Parent): void {
    this.#tracer.startSpan(name, { startTime: since }, parent).end()
  }

  /** The step with a span, in which each part of it runs; without one, if the message has a span that nobody records. */
  step<Args extends readonly unknown[], Result>(
    name: string,
    step: Step<Args, Result>,
  ): Step<Args, Result> {
    return (...args) => {
      if (trace.getActiveSpan()?.isRecording() === false) return step(...args)
      const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL })
      const inside = trace.setSpan(current.active(), span)
      const over = rescued(
        () => current.with(inside, () => step(...args)),
        (error) => {
          failed(span, error)
          span.end()
          throw error
        },
      )
      return then(over, (result) => {
        span.end()
        return result
      })
    }
  }
}

/** What an error says may be of the message: a trace has its type only. */
export function failed(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : typeof error
  span.setAttribute('error.type', type)
  span.addEvent('exception', { 'exception.type': type })
  span.setStatus({ code: SpanStatusCode.ERROR })
}
