/** Decides whose signatures a certificate makes, step by step, so that each step can be told. */
import type { X509Certificate } from 'node:crypto'
import { NotDer } from '../der/read.js'
import type { Decision } from '../keys.js'
import { findChain } from './chain.js'
import { type Details, detailsOf } from './details.js'
import { mayBeBy, SignatureChecks, type Wrong, wrongAt } from './issued.js'
import { writeName } from './names.js'
import type { Revocations, Span } from './revocations.js'
import { hasSubject, type SigningPeer } from './signing-peer.js'

/** Certificates that came along and are looked at. */
export const MAX_OTHER_CERTIFICATES = 8

/** A sentence on what was looked at, and whether it speaks for the certificate. */
export type Explain = (sentence: string, ok: boolean) => void

/** A decision, and the time around the one it is for in which it is the same. */
export interface Judgement {
  readonly decision: Decision
  readonly span: Span | undefined
}

export class Judge {
  readonly #peers: readonly SigningPeer[]
  readonly #revocations: Revocations
  readonly #signatures = new SignatureChecks()
  /** By the fingerprint of the certificate. */
  readonly #pinned: ReadonlyMap<string, SigningPeer>

  constructor(peers: readonly SigningPeer[], revocations: Revocations) {
    this.#peers = peers
    this.#revocations = revocations
    this.#pinned = new Map(
      peers.flatMap((peer) => peer.pinned.map(({ fingerprint }) => [fingerprint, peer] as const)),
    )
  }

  judge(
    certificate: X509Certificate,
    others: readonly X509Certificate[],
    at: number,
    explain: Explain = () => undefined,
  ): Judgement {
    const details = read(certificate)
    if (!details) return refused('the certificate is not in DER as RFC 5280 has it')
    explain(describe(details), true)
    const { usages } = details
    // RFC 5280 §4.2.1.3: digitalSignature is asserted for "verifying digital signatures, other than
    // signatures on certificates", nonRepudiation for those that "falsely denying some action" is ruled out by.
    if (usages && !usages.has('digitalSignature') && !usages.has('nonRepudiation')) {
      return refused(
        `the certificate of ${subjectOf(details)} may not sign messages by its keyUsage`,
      )
    }
    const links = others.slice(0, MAX_OTHER_CERTIFICATES).flatMap((one) => read(one) ?? [])
    const owner = this.#pinned.get(details.fingerprint)
    if (!owner) {
      explain('It is none of security.peers.*.signs.certificates.', false)
      return this.#asIssued(details, links, at, explain)
    }
    explain(`It is one of security.peers.${owner.name}.signs.certificates.`, true)
    return this.#asPinned(details, owner, links, at)
  }

  #asPinned(
    details: Details,
    { name, links }: SigningPeer,
    others: readonly Details[],
    at: number,
  ): Judgement {
    const issuers = [...links, ...this.#peers.flatMap(({ anchors }) => anchors), ...others]
    const issuer = issuers.find(
      (one) => mayBeBy(details, one) && this.#signatures.wrong(details, one) === undefined,
    )
    const wrong = wrongAt(details, at) ?? this.#revokedPin(details, issuer, at)
    if (wrong !== undefined) return refused(`the certificate of ${subjectOf(details)} ${wrong}`)
    const steps = issuer ? [this.#revocations.spanOf(issuer, at)] : []
    return trusted(name, [details], [details, ...steps])
  }

  #revokedPin(details: Details, issuer: Details | undefined, at: number): Wrong {
    if (issuer) return this.#revocations.wrong(details, issuer, at)
    // Nobody but its holder could revoke it, and nobody but the operator made it trusted.
    if (details.selfIssued || !this.#revocations.required) return undefined
    return 'is by an issuer that is not known, so that no revocation list counts'
  }

  #asIssued(details: Details, others: readonly Details[], at: number, explain: Explain): Judgement {
    const found: Judgement[] = []
    const names: string[] = []
    let why = `no peer signs with the certificate of ${subjectOf(details)}`
    for (const { name, anchors, subjects, links } of this.#peers) {
      if (anchors.length === 0) continue
      if (subjects && !hasSubject(subjects, details)) {
        explain(
          `Neither its subject nor an alternative name is in security.peers.${name}.signs.subjects.`,
          false,
        )
        continue
      }
      const revocations = this.#revocations
      const { chain, why: wrong } = findChain(details, {
        anchors,
        links: [...links, ...others],
        signatures: this.#signatures,
        at,
        revoked: (one, issuer) => revocations.wrong(one, issuer, at),
      })
      if (!chain) {
        why = wrong
        explain(`It is not by security.peers.${name}.signs.ca: ${wrong}.`, false)
        continue
      }
      explain(
        `It is by security.peers.${name}.signs.ca: ${chain.map(subjectOf).join(' < ')}.`,
        true,
      )
      const steps = chain.slice(1).map((issuer) => revocations.spanOf(issuer, at))
      found.push(trusted(name, chain, [...chain, ...steps]))
      names.push(name)
    }
    const [only, ...more] = found
    if (!only) return refused(why)
    if (more.length === 0) return only
    return refused(
      `the certificate of ${subjectOf(details)} is that of several peers: ${names.join(', ')}`,
    )
  }
}

function trusted(peer: string, chain: readonly Details[], spans: readonly Span[]): Judgement {
  return {
    decision: { trusted: true, peer, chain: chain.map(({ certificate }) => certificate) },
    span: {
      from: Math.max(...spans.map(({ from }) => from)),
      until: Math.min(...spans.map(({ until }) => until)),
    },
  }
}

function refused(why: string): Judgement {
  return { decision: { trusted: false, why }, span: undefined }
}

function read(certificate: X509Certificate): Details | undefined {
  try {
    return detailsOf(certificate)
  } catch (error) {
    if (error instanceof NotDer) return undefined
    throw error
  }
}

function subjectOf({ subject }: Details): string {
  return writeName(subject)
}

function describe({ subject, issuer, serial, from, until }: Details): string {
  const [begin, end] = [from, until].map((at) => new Date(at).toISOString().slice(0, 10))
  const number = serial.toString(16).toUpperCase()
  return `The certificate is of ${writeName(subject)}, by ${writeName(issuer)}, number ${number}, valid from ${begin} until ${end}.`
}
