/** Algorithm suites of policies: what messages under one may be signed and encrypted by, and what they are sealed by. */
import type { SUITES } from '../config/security.js'
import {
  cipherNamed,
  oaepNamed,
  RSA_OAEP_MGF1P,
  type SealingCipher,
  SHA_1,
  SHA_256,
} from './encryption/algorithms.js'
import { unsupported as notForEncryption } from './encryption/failed.js'
import type { SecurityFailure } from './failure.js'
import type { Trust } from './keys.js'
import { DS } from './names.js'
import { ALGORITHMS } from './signature/algorithms.js'
import { DIGESTS, type HashName } from './signature/digests.js'
import { unsupported } from './signature/shape.js'
import { MORE } from './signature/uris.js'
import type { Verdict } from './verdict.js'
import type { WeakAlgorithm } from './weak.js'

/** Those that other stacks know; `strong` is none of them: it takes all that is not weak. */
export type SuiteName = Exclude<(typeof SUITES)[number], 'strong'>

export interface Suite {
  readonly name: SuiteName
  /** URIs of signature algorithms, of private keys and of shared ones: what answers no other one is signed by the first. */
  readonly signatures: readonly string[]
  readonly macs: readonly string[]
  readonly digest: HashName
  readonly cipher: SealingCipher
  /** All of them, as what was used is named. */
  readonly algorithms: ReadonlySet<string>
  readonly weak: readonly WeakAlgorithm[]
}

/** rsa-sha256 beside what the suites have, as WCF signs. */
const SIGNATURES = [`${DS}rsa-sha1`, `${MORE}rsa-sha256`] as const
const MACS = [`${DS}hmac-sha1`, `${MORE}hmac-sha256`] as const

/**
 * WS-SecurityPolicy 1.2 §6.1 and §7.1, and the suites of CXF beside them, which have SHA-1 for digests: signatures by SHA-1
 * all of them, and RSA-OAEP by SHA-1 in both digest and mask.
 */
function suite(name: SuiteName, digest: 'sha1' | 'sha256', cipher: SealingCipher): Suite {
  const { uri, weak } = cipherNamed(cipher)
  return {
    name,
    signatures: SIGNATURES,
    macs: MACS,
    digest,
    cipher,
    algorithms: new Set([
      ...SIGNATURES,
      ...MACS,
      digest === 'sha1' ? SHA_1 : SHA_256,
      uri,
      oaepNamed(RSA_OAEP_MGF1P, SHA_1),
    ]),
    weak: [
      'rsa-sha1',
      'hmac-sha1',
      ...(digest === 'sha1' ? ([digest] as const) : []),
      'rsa-oaep-sha1',
      ...(weak ? [weak] : []),
    ],
  }
}

const ALL: Readonly<Record<SuiteName, Suite>> = {
  Basic256Sha256: suite('Basic256Sha256', 'sha256', 'aes256-cbc'),
  Basic192Sha256: suite('Basic192Sha256', 'sha256', 'aes192-cbc'),
  Basic128Sha256: suite('Basic128Sha256', 'sha256', 'aes128-cbc'),
  Basic256: suite('Basic256', 'sha1', 'aes256-cbc'),
  Basic192: suite('Basic192', 'sha1', 'aes192-cbc'),
  Basic128: suite('Basic128', 'sha1', 'aes128-cbc'),
  Basic256GCM: suite('Basic256GCM', 'sha1', 'aes256-gcm'),
  Basic192GCM: suite('Basic192GCM', 'sha1', 'aes192-gcm'),
  Basic128GCM: suite('Basic128GCM', 'sha1', 'aes128-gcm'),
}

const BY_NAME: ReadonlyMap<string, Suite> = new Map(Object.entries(ALL))

/** @returns undefined for `strong`, and for none */
export function suiteNamed(name: string | undefined): Suite | undefined {
  return name === undefined ? undefined : BY_NAME.get(name)
}

/** What policies that hold together say of algorithms. */
type Named = readonly { readonly suite: (typeof SUITES)[number] | undefined }[]

/** The suite by which is answered or sent: of the first policy that names one. */
export function suiteOf(policies: Named): Suite | undefined {
  return suiteNamed(policies.find(({ suite }) => suite !== undefined)?.suite)
}

/**
 * Holds what a message was signed and encrypted by against the policies that took it: a message is opened before it is
 * known which do.
 *
 * @throws SecurityFailure UnsupportedAlgorithm
 */
export function checkAlgorithms(
  policies: Named,
  { signatures, encryption }: Pick<Verdict, 'signatures' | 'encryption'>,
  trust: Pick<Trust, 'allows'>,
): void {
  const named = new Set(policies.flatMap(({ suite }) => suite ?? []))
  for (const name of named.size > 0 ? named : STRONG) {
    const suite = suiteNamed(name)
    const check = (algorithm: Used, peer?: string) => {
      const { weak } = algorithm
      const taken = suite
        ? suite.algorithms.has(algorithm.named)
        : !weak || trust.allows(weak, peer)
      if (!taken) throw algorithm.refusal(algorithm.named)
    }
    for (const one of encryption) check({ ...one, refusal: notForEncryption })
    for (const { peer, algorithm, references } of signatures) {
      const digests = new Set(references.map(({ digestMethod }) => digestMethod))
      check(used(algorithm, ALGORITHMS, 'the signature algorithm'), peer)
      for (const digest of digests) check(used(digest, DIGESTS, 'the digest algorithm'), peer)
    }
  }
}

const STRONG = ['strong'] as const

interface Used {
  readonly named: string
  readonly weak: WeakAlgorithm | undefined
  readonly refusal: (algorithm: string) => SecurityFailure
}

function used(
  named: string,
  algorithms: ReadonlyMap<string, { readonly weak?: WeakAlgorithm }>,
  what: string,
): Used {
  const refusal = (algorithm: string) => unsupported(what, algorithm)
  return { named, weak: algorithms.get(named)?.weak, refusal }
}
