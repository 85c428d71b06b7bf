/** Trust as the configuration has it: certificates, authorities, revocation lists, shared keys and passwords. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import type { Decision, KeyReference, SharedKey, Trust } from '../keys.js'
import { isUser } from '../password.js'
import type { WeakAlgorithm } from '../weak.js'
import type { Details } from './details.js'
import { Directory } from './directory.js'
import { type Explain, Judge, type Judgement, MAX_OTHER_CERTIFICATES } from './judge.js'
import { Remembered } from './remembered.js'
import type { Revocations } from './revocations.js'
import type { SigningPeer } from './signing-peer.js'

/** A peer and all that messages of it are checked by. */
export interface TrustedPeer extends SigningPeer {
  readonly user: string
  readonly password: string | undefined
  readonly digestPassword: string | undefined
  readonly sharedKey: KeyObject | undefined
  readonly encryptTo: Details | undefined
  readonly allow: readonly WeakAlgorithm[]
}

/** Decisions that are kept: a chain costs more than a short message. */
const MAX_DECISIONS = 1000

/** Of a certificate and those that came along, as far as they are looked at. */
function fingerprintsOf(certificate: X509Certificate, others: readonly X509Certificate[]): string {
  let key = certificate.fingerprint256
  for (const { fingerprint256 } of others.slice(0, MAX_OTHER_CERTIFICATES)) {
    key += ` ${fingerprint256}`
  }
  return key
}

export class ConfiguredTrust implements Trust {
  readonly #peers: ReadonlyMap<string, TrustedPeer>
  readonly #users: ReadonlyMap<string, TrustedPeer>
  readonly #passwords: Readonly<Record<string, string>>
  readonly #judge: Judge
  readonly #directory: Directory
  readonly #decided = new Remembered<string, Judgement>(MAX_DECISIONS)
  /** By their octets in base64. */
  readonly #read = new Remembered<string, X509Certificate>(MAX_DECISIONS)

  constructor(peers: readonly TrustedPeer[], revocations: Revocations) {
    this.#peers = new Map(peers.map((peer) => [peer.name, peer]))
    this.#users = new Map(peers.map((peer) => [peer.user, peer]))
    this.#passwords = Object.fromEntries(
      peers.flatMap(({ user, password }) => (password === undefined ? [] : [[user, password]])),
    )
    this.#judge = new Judge(peers, revocations)
    this.#directory = new Directory(
      peers.flatMap(({ pinned, encryptTo }) => [...pinned, ...(encryptTo ? [encryptTo] : [])]),
    )
  }

  decide(certificate: X509Certificate, others: readonly X509Certificate[], at: number): Decision {
    const key = fingerprintsOf(certificate, others)
    const { span, decision } = this.#decided.get(key) ?? {}
    if (decision && span && at >= span.from && at <= span.until) return decision
    const judged = this.#judge.judge(certificate, others, at)
    // Who is not trusted comes again with other certificates: only signatures are remembered then.
    if (judged.span) this.#decided.set(key, judged)
    if (judged.decision.trusted) this.#know(judged.decision.chain)
    return judged.decision
  }

  #know(chain: readonly X509Certificate[]): void {
    for (const certificate of chain) {
      const octets = certificate.raw.toString('base64')
      if (!this.#read.get(octets)) this.#read.set(octets, certificate)
    }
  }

  readBefore(octets: string): X509Certificate | undefined {
    return this.#read.get(octets)
  }

  /** Decides, and tells each step. */
  explain(
    certificate: X509Certificate,
    others: readonly X509Certificate[],
    at: number,
    explain: Explain,
  ): Decision {
    return this.#judge.judge(certificate, others, at, explain).decision
  }

  find(reference: KeyReference): X509Certificate | undefined {
    return this.#directory.find(reference)
  }

  sharedKey(name: string | undefined): SharedKey | undefined {
    const named = name === undefined ? undefined : (this.#peers.get(name) ?? this.#users.get(name))
    const [only, ...more] = [...this.#peers.values()].filter(({ sharedKey }) => sharedKey)
    // Each side calls the key by a name of its own: with one key there is no doubt.
    const meant = named?.sharedKey ? named : more.length === 0 ? only : undefined
    return meant?.sharedKey && { peer: meant.name, name: meant.user, key: meant.sharedKey }
  }

  digestPassword(user: string): { peer: string; password: string } | undefined {
    const { name, digestPassword } = this.#users.get(user) ?? {}
    return name === undefined || digestPassword === undefined
      ? undefined
      : { peer: name, password: digestPassword }
  }

  async checkPassword(user: string, password: string): Promise<string | undefined> {
    const proven = await isUser(this.#passwords, user, password)
    return proven ? this.#users.get(user)?.name : undefined
  }

  allows(algorithm: WeakAlgorithm, peer: string | undefined): boolean {
    const peers = peer === undefined ? [...this.#peers.values()] : [this.#peers.get(peer)]
    return peers.some((one) => one?.allow.includes(algorithm))
  }

  encryptTo(peer: string): X509Certificate | undefined {
    return this.#peers.get(peer)?.encryptTo?.certificate
  }
}
