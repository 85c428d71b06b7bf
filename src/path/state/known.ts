/** What is known of a message so far: from it an answer, a fault or an event is made, whichever step was the last. */
import type { EnvelopeMessage } from '../../message/message.js'
import type { SoapVersion } from '../../soap/version.js'
import type { Failed } from './failure.js'
import type { ValueName, Values } from './values.js'

/** A read-only view of the values that are there. */
export type Known = {
  readonly [Name in Exclude<ValueName, 'came'>]?: Values[Name] | undefined
} & Pick<Values, 'came'> & {
    /** Set if a step has failed. */
    readonly failed?: Failed | undefined
  }

/** The version to answer in: that of the envelope as soon as it is known. */
export function versionOf({
  document,
  tree,
  came,
}: Pick<Known, 'document' | 'tree' | 'came'>): SoapVersion {
  return document?.envelope.version ?? tree?.version ?? came.version
}

/** The message with an envelope, if it is one. */
export function envelopeMessageOf({
  message,
  came,
}: Pick<Known, 'message' | 'came'>): EnvelopeMessage | undefined {
  return message ?? (came.message.kind === 'envelope' ? came.message : undefined)
}
