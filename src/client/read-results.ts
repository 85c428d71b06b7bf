/** Reads the results of an answer by the caller's schema, or as texts without one. */
import type { TypedElement, TypedSchema } from '../contract/typed-schema.js'
import { readingValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { lineOf } from '../schema/finding.js'
import type { Envelope } from '../soap/envelope.js'
import type { ReceivedFault } from '../soap/read-fault.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { atOnce, type Walk, walking } from '../xml/walk.js'
import type { DeclaredFault } from './fault-answer.js'
import { UnexpectedAnswer } from './unexpected-answer.js'

/** What is known of the answers of a call. */
export interface Reading {
  /** True if bytes are given as streams, so that they need not be in memory. Default false. */
  readonly streams?: boolean | undefined
  /** @throws UnexpectedAnswer */
  results(envelope: Envelope): Values
  /** The fault by the contract; undefined for one that it does not declare. */
  fault?(fault: ReceivedFault, envelope: Envelope): DeclaredFault | undefined
}

/** Reads whatever entry the schema declares; any entry without one. */
export function bySchema(schema: TypedSchema | undefined, streams = false): Reading {
  return {
    streams,
    results(envelope) {
      const [entry] = envelope.entries
      if (!entry) return {}
      if (!schema) return atOnce(readingValues(entry, undefined))
      const typed = schema.element(clarkName(entry))
      if (typed) return typedResults(entry, typed, envelope)
      throw new UnexpectedAnswer(`the schema does not know ${clarkName(entry)}`, envelope.source)
    },
  }
}

/** @throws UnexpectedAnswer for what the schema does not allow */
export function typedResults(entry: XmlElement, typed: TypedElement, envelope: Envelope): Values {
  return atOnce(reading(entry, typed, envelope))
}

function* reading(entry: XmlElement, typed: TypedElement, envelope: Envelope): Walk<Values> {
  const arranged = yield* typed.arranging(entry, envelope.version.namespace)
  const { findings, value } = yield* typed.validating(arranged)
  const [first] = findings
  if (first) throw new UnexpectedAnswer(lineOf(first), envelope.source)
  return yield* walking(typed.named(value, arranged))
}
