/** Opens a wsse:Security block: what it has is processed in document order (WSS 1.1 §5). */
import type { Portions } from '../../base/slices.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import { attributeOf, childElements, clarkName, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { accepting } from '../accept.js'
import { isAttachment, readLockedAttachment } from '../encryption/locked-attachment.js'
import { SecurityFailure } from '../failure.js'
import { DS, WSSE, WSSE11, WSU, XENC } from '../names.js'
import type { Progress } from '../progress.js'
import type { TrackedRange } from '../tracked-ranges.js'
import { decryptingParts, isEncryption, isThere } from './decrypt.js'
import { dereferenced } from './dereference.js'
import { foundIn, namedIn } from './key-info.js'
import { readTimestamp } from './timestamp.js'
import { checkTokenType, isBinaryToken } from './tokens.js'
import { readUsernameToken } from './username-token.js'

/** Direct children of a security block. */
const MAX_CHILDREN = 64
/** Times that a message is decrypted and read again. */
const MAX_ROUNDS = 2

/** @throws SecurityFailure */
export function* openingSecurity(
  { mustUnderstand }: HeaderBlock,
  range: TrackedRange,
  progress: Progress,
): Portions<void> {
  progress.speaks('wss')
  progress.enter(range)
  const block = new SecurityBlock(range, progress, mustUnderstand)
  // Decryption puts others in place of the children that are left: the next one is looked for each time.
  for (let child = block.next(); child; child = block.next()) yield* block.process(child)
}

class SecurityBlock {
  readonly #range: TrackedRange
  readonly #progress: Progress
  readonly #mandatory: boolean
  /** Everything before its end is processed. */
  #done: TrackedRange | undefined
  /** Of what was decrypted with others before it. */
  readonly #decrypted: TrackedRange[] = []
  #dated = false

  constructor(range: TrackedRange, progress: Progress, mandatory: boolean) {
    this.#range = range
    this.#progress = progress
    this.#mandatory = mandatory
  }

  next(): XmlElement | undefined {
    const children = childElements(this.#element)
    if (children.length > MAX_CHILDREN) {
      throw invalid(`a security block has more than ${MAX_CHILDREN} children`)
    }
    const from = this.#done?.end ?? 0
    return children.find(({ start }) => start >= from)
  }

  get #element(): XmlElement {
    return this.#progress.elementAt(this.#range)
  }

  *process(child: XmlElement): Portions<void> {
    const progress = this.#progress
    const kept = progress.keep(child)
    this.#done = kept
    if (isEncryption(child)) yield* this.#decrypt(child)
    else if (isNamed(child, DS, 'Signature')) yield* this.#accept(child)
    else if (isNamed(child, WSU, 'Timestamp')) this.#date(child)
    else if (isNamed(child, WSSE, 'UsernameToken')) this.#user(child)
    else if (isNamed(child, WSSE11, 'SignatureConfirmation')) this.#confirm(child)
    else if (isBinaryToken(child)) this.#token(child)
    else this.#other(child)
  }

  /** Those up to the next signature together: a ReferenceList may name keys of its neighbours. */
  *#decrypt(child: XmlElement): Portions<void> {
    const progress = this.#progress
    const { start, end } = child
    if (this.#decrypted.some((before) => before.start === start && before.end === end)) return
    if (progress.rounds === MAX_ROUNDS)
      throw invalid(`it is encrypted more than ${MAX_ROUNDS} times`)
    const block = this.#element
    const left = childElements(block).filter((one) => one.start >= start)
    const signature = left.findIndex((one) => isNamed(one, DS, 'Signature'))
    const { elementOf } = yield* progress.ids()
    const named = left
      .slice(0, signature === -1 ? left.length : signature)
      .filter((one) => isEncryption(one) && (one === child || isThere(one, elementOf)))
    this.#decrypted.push(...named.map((one) => progress.keep(one)))
    yield* decryptingParts(block, named, progress)
  }

  *#accept(signature: XmlElement): Walk<void> {
    const progress = this.#progress
    const block = this.#element
    const { elementOf } = yield* progress.ids()
    const { trust } = progress.opening
    yield* accepting(
      signature,
      {
        form: 'wss',
        named: (keyInfo) => namedIn(keyInfo, block, elementOf, trust),
        find: (named) => foundIn(block, named, trust),
        dereference: (reference) => dereferenced(reference, block, elementOf, trust),
      },
      progress,
    )
  }

  /** WSS 1.1 §10: a security header "MUST only include at most one" Timestamp. */
  #date(element: XmlElement): void {
    if (this.#dated) throw invalid('a security block has two Timestamps')
    this.#dated = true
    this.#progress.dated(readTimestamp(element, this.#progress.opening))
    this.#progress.explain?.('The Timestamp is current.')
  }

  #user(element: XmlElement): void {
    const user = readUsernameToken(element, this.#progress.opening)
    if ('peer' in user) {
      this.#progress.proves(user)
      this.#progress.explain?.(`The digest is that of the password of ${user.peer}.`)
    } else {
      this.#progress.claims(user)
    }
  }

  /** WSS 1.1 §8.5.1: without a Value the request had no signature. */
  #confirm(element: XmlElement): void {
    const value = attributeOf(element, '', 'Value')
    if (value !== undefined) this.#progress.confirms(value, element)
  }

  /** WSS 1.1 §5: a mandatory block is a fault if a token in it cannot be processed; others may be left out. */
  #token(element: XmlElement): void {
    if (this.#mandatory) checkTokenType(element)
  }

  #isDecrypted(element: XmlElement): boolean {
    return this.#progress.decryptsAttachment(readLockedAttachment(element).id)
  }

  #other(element: XmlElement): void {
    if (isNamed(element, WSSE, 'SecurityTokenReference')) return
    // Its ciphertext is an attachment, and what named it has had that decrypted.
    if (isAttachment(element) && this.#isDecrypted(element)) return
    if (isNamed(element, XENC, 'EncryptedData')) {
      throw invalid('an EncryptedData of the security block is left')
    }
    const why = `the security block has ${clarkName(element)}`
    if (this.#mandatory) throw new SecurityFailure('UnsupportedSecurityToken', why)
    this.#progress.explain?.(`${why}, which is left out.`)
  }
}

function invalid(why: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurity', why)
}
