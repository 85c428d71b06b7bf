/** Accepts a ds:Signature: finds its key, asks whose it is, and only then verifies it. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import { cidOf } from '../message/cid.js'
import { isNamed, type XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { SecurityFailure } from './failure.js'
import type { NamedKey } from './named-key.js'
import { WSU } from './names.js'
import type { Progress } from './progress.js'
import type { Signed } from './proofs.js'
import {
  type ReferenceParts,
  readSignature,
  type SignatureParts,
  type SignedElement,
  verifyingSignature,
} from './signature/signature.js'
import { factsOf } from './trust/certificate-facts.js'
import { type CheckedReference, type Form, isWithin } from './verdict.js'

/** What differs between the two specifications. */
export interface SignatureRules {
  readonly form: Form
  /** How KeyInfo names the key; undefined if there is none, or it names nothing. */
  readonly named: (keyInfo: XmlElement | undefined) => NamedKey | undefined
  /** A certificate of the message that no configured one stands for. */
  readonly find?: ((named: NamedKey) => NamedKey | undefined) | undefined
  readonly dereference?: ((reference: XmlElement) => XmlElement) | undefined
}

/** Signatures in one message: each may cost the work of a public key. */
const MAX_SIGNATURES = 8

interface SignersKey {
  readonly peer: string
  readonly key: KeyObject
  readonly certificate?: X509Certificate | undefined
  readonly chain: readonly X509Certificate[]
}

/** @throws SecurityFailure */
export function* accepting(
  element: XmlElement,
  rules: SignatureRules,
  progress: Progress,
): Walk<void> {
  if (progress.signatures === MAX_SIGNATURES) {
    throw new SecurityFailure('InvalidSecurity', `there are more than ${MAX_SIGNATURES} signatures`)
  }
  const { form, dereference } = rules
  const parts = readSignature(element)
  progress.work.refers(parts.references.length)
  progress.explain?.(`The signature is by ${parts.algorithm}.`)
  const named = rules.named(parts.keyInfo)
  const { peer, key, certificate, chain } =
    parts.kind === 'mac' ? sharedKey(named, progress) : certified(named, rules, progress)
  const { elementOf } = yield* progress.ids()
  const attachments: Signed['attachments'][number][] = []
  const { root, source } = progress.envelope
  const covered = yield* verifyingSignature(parts, key, {
    root,
    source,
    elementOf,
    dereference,
    allows: (algorithm) => progress.allows(algorithm, peer),
    attached: (attachment, hash, digest) => attachments.push({ ...attachment, hash, digest }),
    work: progress.work,
  })
  progress.explain?.('SignatureValue and the digest of every Reference hold.')
  const signature: Signed['signature'] = {
    kind: parts.kind,
    form,
    peer,
    algorithm: parts.algorithm,
    references: parts.references.map(checked),
    value: parts.value.text,
    certificate: certificate && factsOf(certificate),
    chain: pemOf(chain),
  }
  const covers = countedElements(covered, parts, progress)
  progress.signed({ signature, element, covers, attachments })
}

/** In PEM, in their order. */
function pemOf(chain: readonly X509Certificate[]): readonly string[] {
  const before = PEM.get(chain)
  if (before) return before
  const pem = chain.map((one) => one.toString())
  PEM.set(chain, pem)
  return pem
}

/** Of chains that are trusted: a decision that is remembered has the same one each time. */
const PEM = new WeakMap<readonly X509Certificate[], readonly string[]>()

function checked({ id, attachment, digestMethod, digest }: ReferenceParts): CheckedReference {
  const element = id === '' ? '' : `#${id}`
  const uri = attachment ? cidOf(attachment.id) : element
  return { uri, digestMethod, digest: digest.text }
}

function sharedKey(named: NamedKey | undefined, { opening, explain }: Progress): SignersKey {
  if (named && named.by !== 'name') throw unavailable('a MAC has a key by its name only')
  const shared = opening.trust.sharedKey(named?.name)
  if (!shared) {
    throw unavailable(
      `no peer shares a key ${named ? JSON.stringify(named.name) : 'without a name'}`,
    )
  }
  explain?.(`The key is shared with the peer ${shared.peer}.`)
  return { ...shared, chain: [] }
}

function certified(
  named: NamedKey | undefined,
  { find }: SignatureRules,
  { opening, explain }: Progress,
): SignersKey {
  const { trust, at } = opening
  if (!named) throw unavailable('KeyInfo names no certificate')
  const { certificate, others } = certificateOf(named)
  const { subject, fingerprint } = factsOf(certificate)
  const decision = trust.decide(certificate, others, at)
  if (!decision.trusted) {
    throw new SecurityFailure(
      'FailedAuthentication',
      `not trusted, ${decision.why}: the certificate of ${subject} (${fingerprint})`,
    )
  }
  const { peer, chain } = decision
  explain?.(`The certificate of ${subject} is that of the peer ${peer}.`)
  return { peer, chain, certificate, key: certificate.publicKey }

  function certificateOf(named: NamedKey): {
    readonly certificate: X509Certificate
    readonly others: readonly X509Certificate[]
  } {
    if (named.by === 'certificate') return named
    const certificate = named.by === 'reference' ? trust.find(named.reference) : undefined
    if (certificate) return { certificate: certificate, others: [] }
    const here = find?.(named)
    if (here?.by === 'certificate') return here
    throw unavailable(
      named.by === 'name'
        ? `the name ${JSON.stringify(named.name)} is of no certificate`
        : `no certificate is known by its ${named.reference.by}`,
    )
  }
}

/**
 * What a signature covers counts where it is, and not wherever it may have been moved. It must be there,
 * too: a signed block that was put into another one has no effect any more, such as a Timestamp that says
 * until when the message counts, and its signature still holds.
 *
 * @throws SecurityFailure for a Reference to what is elsewhere
 */
function countedElements(
  covered: readonly SignedElement[],
  { references }: SignatureParts,
  progress: Progress,
): readonly SignedElement[] {
  const counting = covered.filter(({ element }) => isWhereSigned(element, progress))
  const { explain } = progress
  for (const [index, { element }] of covered.entries()) {
    // A certificate that is only referred to is in no text, and within another signed element nothing
    // can be moved.
    const counts = element.start < 0 || counting.some((around) => isWithin(element, around.element))
    if (counts && !explain) continue
    const id = references.filter(({ attachment }) => attachment === undefined)[index]?.id
    const what = `Reference #${id}: the digest is that of ${element.local}`
    explain?.(counts ? `${what}.` : `${what}, which counts for nothing where it is.`, counts)
    if (counts) continue
    throw new SecurityFailure(
      'InvalidSecurity',
      `${element.local} is signed, and not where it counts`,
    )
  }
  return counting
}

function isWhereSigned(element: XmlElement, progress: Progress): boolean {
  // WSS 1.1 §10: a Timestamp is in the security block.
  return isNamed(element, WSU, 'Timestamp')
    ? progress.isInSecurityBlock(element)
    : progress.countsAsSigned(element)
}

function unavailable(why: string): SecurityFailure {
  return new SecurityFailure('SecurityTokenUnavailable', why)
}
