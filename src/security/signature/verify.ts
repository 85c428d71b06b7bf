/** Core validation of XML Signature on the tree that is consumed: SignatureValue first, then the digests. */
import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { type CanonicalOptions, canonicalizing } from '../../xml/canonical.js'
import { isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { SecurityFailure } from '../failure.js'
import { WSSE } from '../names.js'
import type { WeakAlgorithm } from '../weak.js'
import type { Work } from '../work.js'
import { ALGORITHMS, type SignatureAlgorithm } from './algorithms.js'
import { DIGESTS, type DigestAlgorithm, digesting, type HashName } from './digests.js'
import { isSignedBy } from './keys.js'
import type { ReferenceParts, SignatureParts, SignedAttachment } from './parts.js'
import { refused, unsupported } from './shape.js'

/** An element that a signature covers. */
export interface SignedElement {
  readonly element: XmlElement
  /** Of the PrefixList: what they stand for is covered, too, wherever they are; `''` for the default namespace. */
  readonly prefixes: ReadonlySet<string>
}

/** What a signature is verified against. */
export interface Verification {
  readonly root: XmlElement
  /** What it was read from. */
  readonly source: string
  /** Finds the only element with an id; undefined if there is none. @throws SecurityFailure for two of them */
  readonly elementOf: (id: string) => XmlElement | undefined
  /** The element that a wsse:SecurityTokenReference stands for in STR-Transform. */
  readonly dereference?: ((reference: XmlElement) => XmlElement) | undefined
  readonly allows: (algorithm: WeakAlgorithm) => boolean
  /** Bounds what is digested. */
  readonly work: Work
  /** Is notified of each attachment that is signed, whose digest is still to be checked against it. Default: none may be. */
  readonly attached?:
    | ((attachment: SignedAttachment, hash: HashName, digest: Buffer) => void)
    | undefined
}

/**
 * Checks SignatureValue with the key, and only then the digest of each Reference.
 *
 * @param key  one that was decided to be a peer's
 * @returns what it covers, in the order of the References
 * @throws SecurityFailure
 */
export function* verifyingSignature(
  parts: SignatureParts,
  key: KeyObject,
  verification: Verification,
): Walk<readonly SignedElement[]> {
  const algorithm = algorithmOf(parts, verification)
  const digests = parts.references.map((reference) => digestOf(reference, verification))
  const signed = yield* canonicalText(parts.signedInfo, {
    inclusive: parts.inclusive,
    source: verification.source,
  })
  if (!isSignedBy(key, algorithm, signed, parts.value.octets)) {
    throw new SecurityFailure('FailedCheck', 'SignatureValue is not the one of SignedInfo')
  }
  const covered: SignedElement[] = []
  for (const [index, reference] of parts.references.entries()) {
    const digest = digests[index]
    if (!digest) throw new TypeError('a Reference without digest')
    if (reference.attachment) {
      if (!verification.attached) throw refused('a Reference to an attachment')
      verification.attached(reference.attachment, digest.hash, reference.digest.octets)
      continue
    }
    const { element, options } = targetOf(reference, parts, verification)
    const found = yield* digesting(digest.hash, element, options, verification.work.digests)
    if (!timingSafeEqual(found, reference.digest.octets)) {
      throw new SecurityFailure('FailedCheck', `the digest of ${shown(reference)} is another one`)
    }
    covered.push({ element, prefixes: options.inclusive })
  }
  return covered
}

function algorithmOf({ algorithm }: SignatureParts, { allows }: Verification): SignatureAlgorithm {
  const existing = ALGORITHMS.get(algorithm)
  if (existing && (!existing.weak || allows(existing.weak))) return existing
  throw unsupported('the signature algorithm', algorithm)
}

function digestOf({ digestMethod }: ReferenceParts, { allows }: Verification): DigestAlgorithm {
  const algorithm = DIGESTS.get(digestMethod)
  if (algorithm && (!algorithm.weak || allows(algorithm.weak))) return algorithm
  throw unsupported('the digest algorithm', digestMethod)
}

function* canonicalText(element: XmlElement, options: CanonicalOptions): Walk<string> {
  let text = ''
  yield* canonicalizing(element, options, (piece) => {
    text += piece
  })
  return text
}

interface Target {
  readonly element: XmlElement
  readonly options: CanonicalOptions & { readonly inclusive: ReadonlySet<string> }
}

/** What a Reference digests, once its transforms are applied (XML Signature §4.4.3.2). */
function targetOf(
  reference: ReferenceParts,
  parts: SignatureParts,
  { root, source, elementOf, dereference }: Verification,
): Target {
  const element = reference.id === '' ? root : elementOf(reference.id)
  if (!element) throw refused(`there is no element for ${shown(reference)}`)
  const last = reference.transforms.at(-1)
  if (last?.kind === 'exclusive') {
    // XML Signature §6.6.4: the enveloped signature transform "removes the whole Signature element
    // containing T from the digest calculation".
    const enveloped = reference.transforms.some(({ kind }) => kind === 'enveloped')
    if (element === parts.element) throw refused('a signature signs itself')
    const { inclusive } = last
    const without = enveloped ? parts.element : undefined
    return { element, options: { inclusive, without, source } }
  }
  // WSS 1.1 §8.3: the SecurityTokenReference is replaced by what it refers to.
  if (last?.kind !== 'str-transform' || !isNamed(element, WSSE, 'SecurityTokenReference')) {
    throw refused(`${shown(reference)} is no SecurityTokenReference`)
  }
  if (!dereference) throw unsupported('the transform', 'STR-Transform')
  const token = dereference(element)
  return { element: token, options: { inclusive: last.inclusive, saysDefault: true } }
}

function shown({ id }: ReferenceParts): string {
  return id === '' ? 'the document' : `#${id}`
}
