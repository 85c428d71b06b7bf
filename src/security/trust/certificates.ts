/** Trust in certificates that are given as they are, without a configuration: for the client and `waybill verify`. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import type { WeakAlgorithm } from '../weak.js'
import { type Details, detailsOf } from './details.js'
import { Revocations } from './revocations.js'
import { ConfiguredTrust } from './trust.js'

/** Somebody whose signatures are taken. */
export interface Trusted {
  readonly name: string
  /** Its own, or of those who issue them. */
  readonly certificates: readonly X509Certificate[]
  readonly sharedKey?: KeyObject | undefined
  /** Weak algorithms that are taken anyway. Default: none. */
  readonly allow?: readonly WeakAlgorithm[] | undefined
}

/** @throws NotDer for a certificate that is not as RFC 5280 has it */
export function trustIn(all: readonly Trusted[]): ConfiguredTrust {
  const peers = all.map(({ name, certificates, sharedKey, allow = [] }) => {
    const details = certificates.map(detailsOf)
    return {
      name,
      // Many a certificate that nobody but its holder has signed says that it is an authority's.
      pinned: details.filter((one) => !one.ca || one.selfIssued),
      anchors: details.filter(({ ca }) => ca),
      links: NONE,
      subjects: undefined,
      user: name,
      password: undefined,
      digestPassword: undefined,
      sharedKey,
      encryptTo: undefined,
      allow,
    }
  })
  return new ConfiguredTrust(peers, new Revocations([], false))
}

const NONE: readonly Details[] = []
