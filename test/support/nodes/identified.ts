/** Nodes with one operation, and calls of it as every client of a WSDL with wsam:Addressing sends them. */
import type { Operation } from '../../../src/plugin.js'
import type { Outcome } from '../../../src/transport.js'
import { soap11 } from '../wire/envelopes.js'
import { makeNode, type NodeOptions, type TestNode } from './node.js'

export const WSA = 'http://www.w3.org/2005/08/addressing'
export const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'

export function call(id = 'urn:uuid:1', entry = RUN): string {
  const block = (name: string, text: string) => `<a:${name} xmlns:a="${WSA}">${text}</a:${name}>`
  return soap11(entry, block('Action', 'urn:q:Run') + block('MessageID', id))
}

export function nodeWith(
  operation: Partial<Operation> & Pick<Operation, 'invoke'>,
  options: NodeOptions = {},
): TestNode {
  const plugin = {
    operations: [{ name: '{urn:q}Run' as const, action: 'urn:q:Run', ...operation }],
  }
  return makeNode({ q: plugin }, options)
}

export function outcomeText(outcome: Outcome): string {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return outcome.message.body
}

/**
 * Calls until it is told that its run goes on past its time.
 *
 * @returns the exchange that runs: on a busy machine a call may be over before its operation began, and is open again
 */
export async function pastItsTime(node: TestNode): Promise<string> {
  for (;;) {
    const outcome = await node.inject(call())
    if (outcome.kind !== 'fault') throw new Error(outcome.kind)
    if (outcome.pending !== undefined) return outcome.pending
  }
}

/** What has ended, once something has. */
export async function ended({ queue }: TestNode) {
  for (;;) {
    const found = await queue.admin.list({ state: ['done'] })
    if (found.length > 0) return found
    await new Promise(setImmediate)
  }
}

/** Ends once the log of a node says it so often. */
export async function logged({ log }: TestNode, sentence: string, times = 1): Promise<void> {
  while (log.filter(({ msg }) => msg === sentence).length < times) {
    await new Promise(setImmediate)
  }
}
