/** How far the opening of a message's security blocks has come: the text as it is now, and what is shown so far. */
import type { Portions } from '../base/slices.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import { type Envelope, readingEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type Cut, splice } from '../xml/splice.js'
import { childElements, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import type { Walk } from '../xml/walk.js'
import { SecurityFailure } from './failure.js'
import { checkIncluded } from './included.js'
import { refuseEncryptedBlocks } from './is-security-block.js'
import type { Opened, Opening, PasswordClaim } from './opening.js'
import type { Pending, PendingDecryption } from './pending.js'
import { elementsAt, type KeptPlace, type Place, Places } from './places.js'
import type { At, ShownSignature, Signed } from './proofs.js'
import { type Ids, readingIds } from './signature/ids.js'
import type { Confirmation, Form, ProvenUser, Timestamp, UsedAlgorithm } from './verdict.js'
import type { WeakAlgorithm } from './weak.js'
import { Work } from './work.js'

export class Progress {
  readonly given: Opening
  readonly work: Work
  readonly #places = new Places()
  #envelope: Envelope
  #inclusions: Inclusions | undefined
  #ids: Ids | undefined
  readonly #signatures: ShownSignature[] = []
  readonly #users: At<ProvenUser>[] = []
  readonly #claims: At<PasswordClaim>[] = []
  readonly #confirmations: At<Confirmation>[] = []
  readonly #decrypted: KeptPlace[] = []
  readonly #encryption: UsedAlgorithm[] = []
  readonly #ignored: string[] = []
  readonly #pending: Pending[] = []
  /** Of wsse:Security blocks: their direct children are places that count. */
  readonly #blocks: KeptPlace[] = []
  /** Times that pieces were replaced. */
  #rounds = 0
  #timestamp: At<Timestamp> | undefined
  #form: Form | undefined

  constructor(given: Opening) {
    this.given = given
    const octets = Buffer.byteLength(given.envelope.source, 'utf8') + (given.beside ?? 0)
    this.work = new Work(octets, (why) => new SecurityFailure('InvalidSecurity', why))
    this.#envelope = given.envelope
    this.#inclusions = given.inclusions
    checkIncluded(given.envelope, given.inclusions)
  }

  get envelope(): Envelope {
    return this.#envelope
  }

  readonly tell = (sentence: string, ok = true): void => {
    this.given.tell?.({ sentence, ok })
  }

  /** @param peer  whose it is; undefined where nobody can know yet */
  allows(algorithm: WeakAlgorithm, peer: string | undefined): boolean {
    return this.given.trust.allows(algorithm, peer) || this.given.weak?.has(algorithm) === true
  }

  /** Ids of the text as it is now. */
  *ids(): Walk<Ids> {
    const ids = this.#ids ?? (yield* readingIds(this.#envelope.root, this.given.strict))
    this.#ids = ids
    return ids
  }

  keep(place: Place): KeptPlace {
    return this.#places.keep(place)
  }

  /** @throws SecurityFailure if decryption has taken it away */
  elementAt(place: KeptPlace): XmlElement {
    const [element, ...more] = elementsAt(this.#envelope.root, place)
    if (element && more.length === 0) return element
    throw new SecurityFailure('InvalidSecurity', 'decryption replaces a security block')
  }

  speaks(form: Form): void {
    this.#form ??= form
  }

  /** Tells of a wsse:Security block. */
  enter(block: KeptPlace): void {
    this.#blocks.push(block)
  }

  /** @throws SecurityFailure if it is over an attachment that is not there, or whose id another has */
  signed({ signature, element, covers, attachments }: Signed): void {
    for (const { id } of attachments) checkAttachment(id, this.given)
    const place = this.#signatures.length
    for (const one of attachments) {
      this.#pending.push({ kind: 'digest', signature: place, ...one })
    }
    const kept = covers.map(({ element, prefixes }) => ({ place: this.keep(element), prefixes }))
    this.#signatures.push({ ...signature, place: this.keep(element), covers: kept })
  }

  /**
   * Keeps what is still to be done with an attachment.
   *
   * @throws SecurityFailure if it is not there, or another has its id
   */
  pends(pending: PendingDecryption): void {
    checkAttachment(pending.id, this.given)
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

  proves({ element, ...user }: ProvenUser): void {
    this.#users.push({ ...user, place: this.keep(element) })
  }

  claims({ element, ...claim }: PasswordClaim): void {
    this.#claims.push({ ...claim, place: this.keep(element) })
  }

  confirms(value: string, element: XmlElement): void {
    this.#confirmations.push({ value, place: this.keep(element) })
  }

  dated({ element, ...timestamp }: Timestamp): void {
    this.#timestamp ??= { ...timestamp, place: this.keep(element) }
  }

  get rounds(): number {
    return this.#rounds
  }

  ignores(why: string): void {
    this.#ignored.push(why)
  }

  /** Keeps what is about to be decrypted: an element, or one whose content is. */
  decrypts(place: Place): void {
    this.#decrypted.push(this.keep(place))
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
    const { versions, limits, load } = this.given
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
    this.#places.move(cuts)
    this.#ids = undefined
    this.#inclusions = inclusions
    checkIncluded(this.#envelope, inclusions)
    // XOP §3: what is signed may stand in parts, too.
    const pending = inclusions && load?.(inclusions)
    if (pending) yield pending
  }

  /** An element counts as signed at these places only, so that nothing is gained by moving it elsewhere. */
  isPlaceThatCounts(element: XmlElement): boolean {
    const { root, header, blocks, body, entries } = this.#envelope
    return (
      [root, header, body].includes(element) ||
      blocks.includes(element) ||
      entries.includes(element) ||
      this.isInSecurityBlock(element) ||
      this.#signatures.some(({ place }) => this.elementAt(place) === element)
    )
  }

  /** True for direct children of the wsse:Security blocks that were entered. */
  isInSecurityBlock(element: XmlElement): boolean {
    return this.#blocks.some((block) => childElements(this.elementAt(block)).includes(element))
  }

  opened(): Omit<Opened, 'spent'> {
    const { root } = this.#envelope
    const elementsOf = (places: readonly KeptPlace[]) =>
      places.flatMap((place) => elementsAt(root, place))
    const signatures = this.#signatures.map(({ place, covers, ...signature }) => {
      const signed = covers.flatMap(({ place, prefixes }) =>
        elementsAt(root, place)
          .filter((element) => this.isPlaceThatCounts(element))
          .map((element) => ({ element, prefixes })),
      )
      return {
        ...signature,
        element: elementsOf([place])[0],
        covers: signed.map(({ element }) => element),
        prefixes: signed.map(({ prefixes }) => prefixes),
      }
    })
    const whole = ({ place }: { readonly place: KeptPlace }) => this.elementAt(place)
    const verdict = {
      signatures,
      users: this.#users.map(({ place, ...user }) => ({ ...user, element: whole({ place }) })),
      timestamp: this.#timestamp && {
        element: whole(this.#timestamp),
        created: this.#timestamp.created,
        expires: this.#timestamp.expires,
      },
      decrypted: elementsOf(this.#decrypted),
      encryption: this.#encryption,
      confirmations: this.#confirmations.map(({ place, value }) => ({
        value,
        element: whole({ place }),
      })),
      form: this.#form,
      ignored: this.#ignored,
    }
    const claims = this.#claims.map(({ place, ...claim }) => ({
      ...claim,
      element: whole({ place }),
    }))
    const { work } = this
    const [envelope, inclusions, pending] = [this.#envelope, this.#inclusions, this.#pending]
    return { envelope, verdict, claims, pending, work, inclusions }
  }
}

/** @throws SecurityFailure unless there is one attachment of that id, and no other */
function checkAttachment(wanted: string, { attachments = [] }: Pick<Opening, 'attachments'>): void {
  const named = attachments.filter(({ id }) => id === wanted)
  if (named.length === 1) return
  const why = named.length === 0 ? 'there is no attachment' : 'two attachments are'
  throw new SecurityFailure('InvalidSecurity', `${why} cid:${wanted}`)
}
