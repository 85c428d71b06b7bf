/** Hands the messages of one mail over, each when the one before is durable: large ones are not all read at once. */
import type { InboundMessage, Outcome, Receive } from '#transport'

export type Hand = typeof oneByOne

/** @returns what happened to each, in their order */
export async function oneByOne(
  messages: readonly InboundMessage[],
  receive: Receive,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const message of messages) outcomes.push(await receive(message))
  return outcomes
}
