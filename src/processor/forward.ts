/** Step: sends the message on to the next node, without the header blocks that end here. */
import type { SoapVersions } from '../soap/version.js'
import type { InboundMessage, OutboundMessage, Outcome } from '../transport.js'
import { type Cut, splice } from '../xml/splice.js'
import { inScope } from '../xml/tree.js'
import { writeElement } from '../xml/write.js'
import type { OpenExchange } from './exchange.js'
import type { Processed } from './headers.js'
import type { ProcessorLimits } from './limits.js'
import { readAnswer } from './read-answer.js'

/**
 * Sends over whichever transport has the URL's scheme; `guarded` if a peer named the address, so that
 * the policy for replies must allow what its name resolves to.
 */
export type Send = (
  message: OutboundMessage,
  to: URL,
  signal: AbortSignal,
  guarded?: boolean,
) => Promise<InboundMessage | undefined>

export interface Forwarding {
  readonly send: Send
  readonly versions: SoapVersions
  readonly limits: ProcessorLimits
}

/**
 * @param text  source text of the message: its tree's positions are offsets into it
 * @throws Undeliverable
 */
export async function forward(
  processed: Processed,
  to: URL,
  text: string,
  { message: { action }, signal }: OpenExchange,
  { send, versions, limits }: Forwarding,
): Promise<Outcome> {
  const onward: OutboundMessage = {
    body: splice(text, cutsOf(processed)),
    soap: processed.envelope.version.name,
    ...(action !== undefined && { action }),
  }
  const answer = await send(onward, to, signal)
  if (!answer) return { kind: 'accepted' }
  const { body, soap, fault } = readAnswer(answer, versions, limits)
  return fault
    ? { kind: 'fault', message: { body, soap }, code: fault.code ?? 'Server' }
    : { kind: 'reply', message: { body, soap } }
}

/** SOAP 1.2 Part 1 §2.7.1 table 3, and SOAP 1.1 §2 and §4.2.2, which know no relay. */
function cutsOf({ targeted, outcomes, envelope: { header } }: Processed): readonly Cut[] {
  // What is bound where a block is put back, a default namespace above all, is not taken for unbound.
  const around = header && inScope(header.scope)
  return targeted.flatMap(({ element, relay }): readonly Cut[] => {
    const { start, end } = element
    const outcome = outcomes.find(({ block }) => block.element === element)
    if (!outcome) return relay ? [] : [{ start, end }]
    const { reinserted } = outcome
    if (reinserted === element) return []
    return [{ start, end, insert: reinserted ? writeElement(reinserted, undefined, around) : '' }]
  })
}
