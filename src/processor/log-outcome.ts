/** The one line that the log gets for an exchange: who, what, how it ended; never what was in it. */
import { idFrom } from '../message/traceparent.js'
import type { Outcome } from '../transport.js'
import { clarkName } from '../xml/tree.js'
import type { OpenExchange } from './exchange.js'
import type { Reached } from './reached.js'

/** Characters of a text from a peer that a line may hold: the whole line stays below 1 KiB. */
const MOST_CHARACTERS = 160

/** @param thrown  what made it a fault or a refusal, if one of this node's steps did */
export function logOutcome(
  reached: Reached,
  { id, log }: OpenExchange,
  outcome: Outcome,
  thrown?: unknown,
): void {
  const { message, version, began, attempt, act, answers, route, envelope } = reached
  const { transport, peer, destination, trace } = message.origin
  const [entry] = envelope?.entries ?? []
  const operation = act?.operation ?? (entry && clarkName(entry))
  const fields = {
    transport,
    peer: peer.address,
    destination: destination && clip(destination),
    soap: version.name,
    operation: operation && clip(operation),
    to: act?.to && clip(act.to),
    answers: answers?.of,
    attempt: attempt?.number,
    outcome: outcome.kind,
    // Where a trace came along, it is on every line.
    ...(route?.role === 'intermediary' && !trace && { traceId: idFrom(id) }),
    ms: Math.round((performance.now() - began) * 10) / 10,
  }
  switch (outcome.kind) {
    case 'accepted':
    case 'pending':
    case 'reply':
      // A fault that its sender does not want to hear of.
      if (thrown !== undefined) log.warn({ ...fields, reason: reasonOf(thrown) }, 'exchange')
      else log.info(fields, 'exchange')
      return
    case 'fault':
      log.warn({ ...fields, code: outcome.code, reason: reasonOf(thrown) }, 'exchange')
      return
    case 'refused':
      log.warn({ ...fields, refusal: outcome.refusal, reason: reasonOf(thrown) }, 'exchange')
      return
  }
}

function reasonOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? clip(thrown.message) : undefined
}

function clip(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
