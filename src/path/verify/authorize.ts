/** Step: holds a message against the policies that hold for it, and finds whose it is. */
import { SecurityFailure } from '../../security/failure.js'
import { judge } from '../../security/judge.js'
import type { MessageSecurity } from '../../security/message-security.js'
import type { Peers } from '../../security/peers/peers.js'
import type { Quotas } from '../../security/quotas.js'
import { checkAlgorithms } from '../../security/suite.js'
import { UNSIGNED } from '../../security/verdict.js'
import { calledBy } from '../facts/called-by.js'
import { carried } from '../facts/carried.js'
import { operationOf, policiesFor } from '../facts/policies-for.js'
import { isEvidence, sealingOf } from '../facts/sealing-of.js'
import type { OperationTable } from '../parts/operation-table.js'
import { step } from '../state/step.js'
import type { Answers, Taken, Verified } from '../state/values.js'
import { refusalOf } from './refusal-of.js'
import { refuseUnopened } from './refuse-unopened.js'
import { takeQuota } from './take-quota.js'

/** What it needs of the parts of the node. */
export interface Authorizing {
  readonly security: MessageSecurity | undefined
  readonly operations: OperationTable
  readonly peers: Peers
  readonly quotas: Quotas
}

type Opened = Taken<'arrival' | 'admission' | 'message' | 'document' | 'route' | 'understood'>

/**
 * @throws SoapFault Client for what does not meet a policy
 * @throws Refused forbidden for such an answer: whoever waits for it goes on waiting; too-many
 */
export const authorize = step({
  name: 'authorize',
  takes: ['arrival', 'admission', 'message', 'document', 'route', 'understood'],
  gives: 'verified',
  proves: true,
  run(opened, _exchange, parts: Authorizing) {
    const { security, operations } = parts
    if (!security) return withoutPolicies(calledBy(opened, operations), undefined)
    try {
      return authorized(opened, security, parts)
    } catch (error) {
      if (!(error instanceof SecurityFailure)) throw error
      throw refusalOf(error, opened)
    }
  },
})

/** What is known of a message of which nothing is asked. */
export function withoutPolicies(
  called: Verified['called'],
  sealing: Verified['sealing'],
): Verified {
  return { called, sealing, verdict: UNSIGNED, sender: undefined, policies: NONE }
}

const NONE: Verified['policies'] = []

/** @throws SecurityFailure, Refused */
function authorized(opened: Opened, security: MessageSecurity, parts: Authorizing): Verified {
  const { arrival, admission, message, document, route } = opened
  const { envelope } = document
  refuseHidden(opened)
  const verdict = document.opened?.verdict ?? UNSIGNED
  const called = calledBy(opened, parts.operations)
  const operation = operationOf(envelope, called)
  const { transport, peer } = message.origin
  const policies = policiesFor(opened, called, security, parts.operations)
  checkAlgorithms(policies, verdict, security.trust)
  const attachments = (carried(message, document).attachments ?? []).map(({ id }) => id)
  const identity = admission.peer
  const judged = judge({ policies, envelope, verdict, attachments, peer, identity })
  const { sender } = judged
  if (route.role === 'returning' && policies.length > 0) refuseOther(route.answers)
  if (route.role !== 'returning' && sender !== undefined) {
    if (!parts.peers.may(sender, transport, operation)) {
      throw new SecurityFailure('FailedAuthentication', `${sender} may not call ${operation}`)
    }
    // Whom the transport has proven is counted already.
    if (sender !== identity && !arrival.attempt) takeQuota(sender, parts)
  }
  if (document.opened?.reveals && isEvidence(policies)) {
    throw new SecurityFailure('InvalidSecurity', HIDDEN)
  }
  const sealing = route.role === 'returning' ? undefined : sealingOf(policies, verdict, sender)
  // An answer is checked against the policies of its destination, and against nothing without one.
  const counts = route.role !== 'returning' || policies.length > 0
  const signed = counts && judged.by === 'signature'
  const shown = signed ? judged.verdict : { ...judged.verdict, signatures: [] }
  return { verdict: shown, sender, policies, sealing, called }
}

/** Nobody who has the envelope could check the signature. */
const HIDDEN =
  'what is encrypted has an xop:Include in it, and cannot be kept as evidence: encrypt the bytes themselves'

/** @throws SecurityFailure for what stays hidden from this node after it has opened what it can */
function refuseHidden({ document, route, understood }: Opened): void {
  const left = understood.own.security
  // WSS 1.1 §5: a block without an actor is for the ultimate receiver, which a node that sends on is not.
  if (route.role === 'intermediary' && left.length < (document.opened?.blocks.length ?? 0)) {
    throw new SecurityFailure(
      'InvalidSecurity',
      'it is encrypted for the ultimate receiver, and its operation is sent on from here: its block must name an actor of this node',
    )
  }
  refuseUnopened(left)
}

/** Who holds an answer up could have it come as that to another request. */
function refuseOther({ of, related }: Answers): void {
  if (related === undefined || related === of) return
  throw new SecurityFailure('FailedCheck', 'it relates to another request')
}
