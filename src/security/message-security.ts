/** What the path of a message needs for its security: keys, trust, policies, evidence; made once from the configuration. */
import type { DeepReadonly } from '../config/kinds.js'
import type { Security } from '../config/security.js'
import type { OwnKey, Trust } from './keys.js'
import type { Policies } from './policies.js'

type Section = DeepReadonly<Security>

/** True if messages are to be signed, verified, encrypted or checked against policies. */
export function asksForSecurity({ certificate, peers, policies }: Section): boolean {
  return certificate !== undefined || policies.length > 0 || Object.keys(peers).length > 0
}

export interface MessageSecurity {
  readonly policies: Policies
  readonly trust: Trust
  /** This node's own: all decrypt. */
  readonly keys: readonly OwnKey[]
  /** The one of them that signs. */
  readonly signing: OwnKey | undefined
  /** Milliseconds by which clocks of others may differ. */
  readonly clockSkew: number
  readonly strict: boolean
}
