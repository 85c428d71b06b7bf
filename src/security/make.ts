/** Makes what message security needs from the configuration; files are read here. */
import type { DeepReadonly } from '../config/kinds.js'
import type { Security } from '../config/security.js'
import type { MessageCredentials } from '../message/credentials.js'
import { asksForSecurity, type MessageSecurity } from './message-security.js'
import { Peers } from './peers/peers.js'
import { Policies } from './policies.js'
import { Quotas } from './quotas.js'
import { readOwnKeys, readTrust } from './trust/read.js'

/** What decides who may send what. */
export interface Guards {
  readonly peers: Peers
  readonly quotas: Quotas
  /** Checks passwords that stand in messages, and digests of them. */
  readonly credentials: MessageCredentials
  /** Undefined if the configuration asks for none. */
  readonly security: MessageSecurity | undefined
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID */
export function makeGuards(
  { security: section }: { readonly security: DeepReadonly<Security> },
  credentials: Guards['credentials'],
): Guards {
  const { peers } = section
  const security = makeSecurity(section)
  return { peers: new Peers(peers), quotas: new Quotas(peers), credentials, security }
}

/**
 * @returns undefined if the configuration asks for none
 * @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID
 */
function makeSecurity(section: DeepReadonly<Security>): MessageSecurity | undefined {
  if (!asksForSecurity(section)) return undefined
  const { policies, clockSkew, strict } = section
  const keys = readOwnKeys(section)
  return {
    policies: new Policies(policies),
    trust: readTrust(section),
    keys,
    signing: section.certificate === undefined ? undefined : keys[0],
    clockSkew,
    strict,
  }
}
