/** Step: an answer on a connection answers the request that was sent on it, and confirms no other one. */
import { relatedIdsOf } from '../../soap/addressing/named-ids.js'
import { Refused } from '../facts/refused.js'
import { step } from '../state/step.js'

/** @throws Refused forbidden */
export const checkAnswer = step({
  name: 'answers-request',
  takes: ['arrival', 'document', 'verified'],
  gives: undefined,
  run({ arrival: { request }, document, verified: { verdict, policies } }) {
    if (!request) return
    const { signatures, messageId } = request
    // WS-Security 1.1 §9.3: a value that was not sent is another request's.
    const foreign = verdict.confirmed.some((value) => value !== '' && !signatures.includes(value))
    if (foreign) throw new Refused('forbidden', 'it confirms another request')
    if (policies.length === 0) return
    const related = relatedIdsOf(document.envelope)
    if (messageId !== undefined && related.length > 0 && !related.includes(messageId)) {
      throw new Refused('forbidden', 'it relates to another request')
    }
  },
})
