/** Makes what message security needs from the configuration; files are read here. */
import type { DeepReadonly } from '../config/kinds.js'
import type { Security } from '../config/security.js'
import type { Trust } from './keys.js'
import { asksForSecurity, type MessageSecurity } from './message-security.js'
import { Peers } from './peers/peers.js'
import { Policies } from './policies.js'
import { Quotas } from './quotas.js'

/** What decides who may send what. */
export interface Guards {
  readonly peers: Peers
  readonly quotas: Quotas
  /** Undefined if the configuration asks for none. */
  readonly security: MessageSecurity | undefined
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE */
export function makeGuards(section: DeepReadonly<Security>): Guards {
  const { peers } = section
  return { peers: new Peers(peers), quotas: new Quotas(peers), security: makeSecurity(section) }
}

/**
 * @returns undefined if the configuration asks for none
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
function makeSecurity(section: DeepReadonly<Security>): MessageSecurity | undefined {
  if (!asksForSecurity(section)) return undefined
  const { policies, clockSkew, strict } = section
  return {
    policies: new Policies(policies),
    trust: NOBODY,
    keys: [],
    clockSkew,
    strict,
  }
}

const NOBODY: Trust = {
  decide: () => ({ trusted: false, why: 'no keys are configured' }),
  find: () => undefined,
  sharedKey: () => undefined,
  digestPassword: () => undefined,
  checkPassword: async () => undefined,
  allows: () => false,
  encryptTo: () => undefined,
}
