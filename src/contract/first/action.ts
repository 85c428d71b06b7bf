/** The actions that a message of an operation may say, in the envelope or beside it. */
import type { ContractOperation } from '../contract.js'

/**
 * All that its contract says: which one a client sends depends on what it reads first, on the port that it uses, and on
 * whether it writes addressing blocks.
 */
export function acceptedActions({
  soapAction,
  actions = { explicit: [soapAction], implied: [] },
}: Pick<ContractOperation, 'soapAction' | 'actions'>): readonly string[] {
  return [...new Set([...actions.explicit, ...actions.implied])]
}
