/** How far the opening of a message's security blocks has come: the text as it is now, and what is shown so far. */
import type { Portions } from '../base/slices.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import { type Envelope, readingEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type Cut, splice } from '../xml/splice.js'
import type { XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import type { Walk } from '../xml/walk.js'
import { SecurityFailure } from './failure.js'
import { checkIncluded } from './included.js'
import { refuseEncryptedBlocks } from './is-security-block.js'
import type { Opened, Opening, PasswordClaim } from './opening.js'
import type { Pending, PendingDecryption } from './pending.js'
import type { At, ShownSignature, Signed } from './proofs.js'
import { type Ids, readingIds } from './signature/ids.js'
import type { SignedElement } from './signature/signature.js'
import { elementsAt, type TextRange, type TrackedRange, TrackedRanges } from './tracked-ranges.js'
import type {
  AcceptedSignature,
  Confirmation,
  Form,
  ProvenUser,
  Timestamp,
  UsedAlgorithm,
  Verdict,
} from './verdict.js'
import type { WeakAlgorithm } from './weak.js'
import { Work } from './work.js'

export class Progress {
  readonly opening: Opening
  readonly work: Work
  /** Undefined if nobody wants to know the steps: then no sentence is made of them. */
  readonly explain: ((sentence: string, ok?: boolean) => void) | undefined
  readonly #ranges = new TrackedRanges()
  #envelope: Envelope
  #inclusions: Inclusions | undefined
  #ids: Ids | undefined
  readonly #signatures: ShownSignature[] = []
  readonly #users: At<ProvenUser>[] = []
  readonly #claims: At<PasswordClaim>[] = []
  readonly #confirmations: At<Confirmation>[] = []
  readonly #decrypted: TrackedRange[] = []
  readonly #encryption: UsedAlgorithm[] = []
  readonly #ignored: string[] = []
  readonly #pending: Pending[] = []
  /** Of wsse:Security blocks: their direct children are places that count. */
  readonly #blocks: TrackedRange[] = []
  /** Times that pieces were replaced. */
  #rounds = 0
  #timestamp: At<Timestamp> | undefined
  #form: Form | undefined

  constructor(opening: Opening) {
    this.opening = opening
    const { explain, envelope, beside = 0 } = opening
    this.explain = explain && ((sentence, ok = true) => explain({ sentence, ok }))
    const octets = Buffer.byteLength(envelope.source, 'utf8') + beside
    this.work = new Work(octets, (why) => new SecurityFailure('InvalidSecurity', why))
    this.#envelope = envelope
    this.#inclusions = opening.inclusions
    checkIncluded(envelope, opening.inclusions)
  }

  get envelope(): Envelope {
    return this.#envelope
  }

  /** @param peer  whose it is; undefined where nobody can know yet */
  allows(algorithm: WeakAlgorithm, peer: string | undefined): boolean {
    return this.opening.trust.allows(algorithm, peer) || this.opening.weak?.has(algorithm) === true
  }

  /** Ids of the text as it is now. */
  *ids(): Walk<Ids> {
    const ids = this.#ids ?? (yield* readingIds(this.#envelope.root, this.opening.strict))
    this.#ids = ids
    return ids
  }

  keep(range: TextRange): TrackedRange {
    return this.#ranges.keep(range)
  }

  /** @param element  of the tree of the envelope as it is now */
  keepElement(element: XmlElement): TrackedRange {
    return this.#ranges.keep(element, element)
  }

  /** @throws SecurityFailure if decryption has taken it away */
  elementAt(range: TrackedRange): XmlElement {
    if (range.element) return range.element
    const [element, ...more] = elementsAt(this.#envelope.root, range)
    if (element && more.length === 0) {
      range.element = element
      return element
    }
    throw new SecurityFailure('InvalidSecurity', 'decryption replaces a security block')
  }

  speaks(form: Form): void {
    this.#form ??= form
  }

  /** Describes a wsse:Security block. */
  enter(block: TrackedRange): void {
    this.#blocks.push(block)
  }

  /** @throws SecurityFailure if it is over an attachment that is not there, or whose id another has */
  signed({ signature, element, covers, attachments }: Signed): void {
    for (const { id } of attachments) checkAttachment(id, this.opening)
    const index = this.#signatures.length
    for (const one of attachments) this.#pending.push({ kind: 'digest', signature: index, ...one })
    const kept = covers.map(({ element, prefixes }) => ({
      range: this.keepElement(element),
      prefixes,
    }))
    this.#signatures.push({ signature, range: this.keepElement(element), covers: kept })
  }

  /**
   * Keeps what is still to be done with an attachment.
   *
   * @throws SecurityFailure if it is not there, or another has its id
   */
  pends(pending: PendingDecryption): void {
    checkAttachment(pending.id, this.opening)
    this.#pending.push(pending)
  }

  /** True if an attachment is to be decrypted. */
  decryptsAttachment(id: string): boolean {
    return this.#pending.some((one) => one.kind === 'decryption' && one.id === id)
  }

  /** Signatures that were accepted, or left out. */
  get signatures(): number {
    return this.#signatures.length + this.#ignored.length
  }

  proves({ element, peer, nonce, digestedAt }: ProvenUser): void {
    this.#users.push({ peer, nonce, digestedAt, range: this.keepElement(element) })
  }

  claims({ element, user, password }: PasswordClaim): void {
    this.#claims.push({ user, password, range: this.keepElement(element) })
  }

  confirms(value: string, element: XmlElement): void {
    this.#confirmations.push({ value, range: this.keepElement(element) })
  }

  dated({ element, created, expires }: Timestamp): void {
    this.#timestamp ??= { created, expires, range: this.keepElement(element) }
  }

  get rounds(): number {
    return this.#rounds
  }

  ignores(why: string): void {
    this.#ignored.push(why)
  }

  /** Keeps what is about to be decrypted: an element, or one whose content is. */
  decrypts(range: TextRange): void {
    this.#decrypted.push(this.keep(range))
  }

  /** Keeps by what it was encrypted. */
  decryptsBy(algorithms: readonly UsedAlgorithm[]): void {
    this.#encryption.push(...algorithms)
  }

  /**
   * Puts other text in place of pieces of the message, and reads it again, within the same limits.
   *
   * @throws SecurityFailure FailedCheck, whatever is wrong with what it reads
   */
  *replace(cuts: readonly Cut[]): Portions<void> {
    const { versions, limits, load } = this.opening
    const { version, blocks } = this.#envelope
    const inclusions = this.#inclusions?.again()
    this.#rounds += 1
    try {
      const text = splice(this.#envelope.source, cuts)
      this.#envelope = yield* readingEnvelope(text, versions, limits, inclusions?.include)
    } catch (cause) {
      if (!(cause instanceof SoapFault || cause instanceof Unreadable)) throw cause
      const why = `what was decrypted makes no message: ${cause.message}`
      throw new SecurityFailure('FailedCheck', why, { cause })
    }
    if (this.#envelope.version !== version) throw new TypeError('a version changed')
    refuseEncryptedBlocks(this.#envelope.blocks, blocks)
    this.#ranges.move(cuts)
    this.#ids = undefined
    this.#inclusions = inclusions
    checkIncluded(this.#envelope, inclusions)
    // XOP §3: what is signed may stand in parts, too.
    const pending = inclusions && load?.(inclusions)
    if (pending) yield pending
  }

  /** An element counts as signed at these places only, so that nothing is gained by moving it elsewhere. */
  countsAsSigned(element: XmlElement): boolean {
    const { root, header, blocks, body, entries } = this.#envelope
    return (
      element === body ||
      element === header ||
      element === root ||
      blocks.includes(element) ||
      entries.includes(element) ||
      this.isInSecurityBlock(element) ||
      this.#signatures.some(({ range }) => this.elementAt(range) === element)
    )
  }

  /** True for direct children of the wsse:Security blocks that were entered. */
  isInSecurityBlock(element: XmlElement): boolean {
    return this.#blocks.some((block) => this.elementAt(block).children.includes(element))
  }

  opened(): Omit<Opened, 'spent'> {
    const timestamp = this.#timestamp
    const verdict: Verdict = {
      signatures: this.#signatures.map((one) => this.#accepted(one)),
      users: this.#users.map(({ range, peer, nonce, digestedAt }) => ({
        peer,
        element: this.elementAt(range),
        nonce,
        digestedAt,
      })),
      timestamp: timestamp && {
        element: this.elementAt(timestamp.range),
        created: timestamp.created,
        expires: timestamp.expires,
      },
      decrypted: this.#decrypted.flatMap((range) => this.#elementsAt(range)),
      encryption: this.#encryption,
      confirmations: this.#confirmations.map((one) => {
        return { value: one.value, element: this.elementAt(one.range) }
      }),
      form: this.#form,
      ignored: this.#ignored,
    }
    return {
      envelope: this.#envelope,
      verdict,
      claims: this.#claims.map(({ range, user, password }) => ({
        user,
        password,
        element: this.elementAt(range),
      })),
      pending: this.#pending,
      work: this.work,
      inclusions: this.#inclusions,
    }
  }

  #accepted({ signature, range, covers }: ShownSignature): AcceptedSignature {
    const { kind, form, peer, algorithm, references, value, certificate, chain } = signature
    const elements: XmlElement[] = []
    const prefixes: SignedElement['prefixes'][] = []
    for (const covered of covers) {
      for (const element of this.#elementsAt(covered.range)) {
        if (!this.countsAsSigned(element)) continue
        elements.push(element)
        prefixes.push(covered.prefixes)
      }
    }
    return {
      kind,
      form,
      peer,
      algorithm,
      references,
      value,
      element: this.#elementsAt(range)[0],
      covers: elements,
      prefixes,
      certificate,
      chain,
    }
  }

  /** The element at a place; or, once pieces were replaced, all of those that are there. */
  #elementsAt(range: TrackedRange): readonly XmlElement[] {
    return range.element ? [range.element] : elementsAt(this.#envelope.root, range)
  }
}

/** @throws SecurityFailure unless there is one attachment of that id, and no other */
function checkAttachment(wanted: string, { attachments = [] }: Pick<Opening, 'attachments'>): void {
  const named = attachments.filter(({ id }) => id === wanted)
  if (named.length === 1) return
  const why = named.length === 0 ? 'there is no attachment' : 'two attachments are'
  throw new SecurityFailure('InvalidSecurity', `${why} cid:${wanted}`)
}
