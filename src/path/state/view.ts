/** What is known of a message so far: from it an answer, a fault or an event is made, whichever step was the last. */
import type { EnvelopeMessage } from '../../message/message.js'
import type { SoapVersion } from '../../soap/version.js'
import type { Failed } from './failure.js'
import type { ValueName, Values } from './values.js'

/** A read-only view of the values that are there. */
export type StateView = {
  readonly [Name in Exclude<ValueName, 'arrival'>]?: Values[Name] | undefined
} & Pick<Values, 'arrival'> & {
    /** Set if a step has failed. */
    readonly failed?: Failed | undefined
  }

/** The version to answer in: that of the envelope as soon as it is known. */
export function versionOf({
  document,
  tree,
  arrival,
}: Pick<StateView, 'document' | 'tree' | 'arrival'>): SoapVersion {
  return document?.envelope.version ?? tree?.version ?? arrival.version
}

/** The message with an envelope, if it is one. */
export function envelopeMessageOf({
  message,
  arrival,
}: Pick<StateView, 'message' | 'arrival'>): EnvelopeMessage | undefined {
  return message ?? (arrival.message.kind === 'envelope' ? arrival.message : undefined)
}
