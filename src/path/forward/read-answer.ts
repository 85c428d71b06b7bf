/** Reads the answer of another node, as far as this node must understand it. */
import type { EnvelopeMessage } from '../../message/message.js'
import { type Envelope, readingEncoded } from '../../soap/envelope.js'
import { Undeliverable } from '../../transport.js'
import type { Include } from '../../xml/open-elements.js'
import { Unreadable } from '../../xml/unreadable.js'
import type { ProcessorParts } from '../parts/parts.js'

/** What it needs of the parts of the node. */
export type ReadingParts = Pick<ProcessorParts, 'versions' | 'limits' | 'slices'>

/**
 * @param signal   ends the reading
 * @param include  finds what stands for text in it. Default: nothing does
 * @throws Undeliverable if it is no envelope
 */
export async function readAnswer(
  answer: Pick<EnvelopeMessage, 'body' | 'charset'>,
  { versions, limits, slices }: ReadingParts,
  signal: AbortSignal,
  include?: Include | undefined,
): Promise<Envelope> {
  try {
    return await slices.run(readingEncoded(answer, versions, limits, include), signal)
  } catch (error) {
    throw noEnvelope(error, signal)
  }
}

/**
 * @param error   why it could not be read
 * @param signal  what has ended the reading, if it is aborted
 */
export function noEnvelope(error: unknown, signal: AbortSignal): Undeliverable {
  signal.throwIfAborted()
  // SOAP 1.1 §4.4.1: Server is for failures that are not due to the contents of the message.
  const permanent = error instanceof Unreadable && isTooLarge(error)
  const options = { cause: error, answered: true, permanent }
  return new Undeliverable('the next node answered with what is no envelope', options)
}

/** Sent again, the message would get the same answer. */
function isTooLarge({ kind }: Unreadable): boolean {
  return kind === 'limit' || kind === 'too-large'
}
