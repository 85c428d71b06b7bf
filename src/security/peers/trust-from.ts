/** Trust in peers as far as they may send from where a message comes: from elsewhere nobody is them, whatever it shows. */
import { SecurityFailure } from '../failure.js'
import type { Trust } from '../keys.js'
import type { Peers } from './peers.js'

/** @param address  where the message comes from; undefined if nobody knows */
export function trustFrom(
  trust: Trust,
  peers: Pick<Peers, 'isFrom'>,
  address: string | undefined,
): Trust {
  const refusal = (peer: string) => `${peer} does not send from ${address ?? 'an unknown address'}`
  return {
    decide(certificate, others, at) {
      const decision = trust.decide(certificate, others, at)
      if (!decision.trusted || peers.isFrom(decision.peer, address)) return decision
      return { trusted: false, why: refusal(decision.peer) }
    },
    sharedKey(name) {
      const shared = trust.sharedKey(name)
      if (!shared || peers.isFrom(shared.peer, address)) return shared
      throw new SecurityFailure('FailedAuthentication', refusal(shared.peer))
    },
    // As for a name that nobody has: no time tells that somebody has it.
    digestPassword(user) {
      const found = trust.digestPassword(user)
      return found && peers.isFrom(found.peer, address) ? found : undefined
    },
    async checkPassword(user, password) {
      const peer = await trust.checkPassword(user, password)
      return peer !== undefined && peers.isFrom(peer, address) ? peer : undefined
    },
    readBefore: (octets) => trust.readBefore?.(octets),
    find: (reference) => trust.find(reference),
    allows: (algorithm, peer) => trust.allows(algorithm, peer),
    encryptTo: (peer) => trust.encryptTo(peer),
  }
}
