/** The configured revocation lists: whether the issuer of a certificate has revoked it. */
import type { Details } from './details.js'
import type { Wrong } from './issued.js'
import { Remembered } from './remembered.js'
import { isSignedBy, type RevocationList } from './revocation-list.js'

/** In milliseconds since 1970, both included. */
export interface Span {
  readonly from: number
  readonly until: number
}

export class Revocations {
  readonly #lists: readonly RevocationList[]
  readonly required: boolean
  /** Lists of an issuer that it has signed, the latest first, by its fingerprint. */
  readonly #signed = new Remembered<string, readonly RevocationList[]>(200)

  /** @param required  a certificate whose issuer has no current list counts as revoked */
  constructor(lists: readonly RevocationList[], required: boolean) {
    this.#lists = lists.toSorted((one, other) => other.from - one.from)
    this.required = required
  }

  /** What is wrong with a certificate at a time, as the rest of a sentence about it. */
  wrong({ serial }: Details, issuer: Details, at: number): Wrong {
    const latest = this.#by(issuer).find(({ from }) => from <= at)
    if (latest?.serials.has(serial.toString(16))) return 'is revoked by its issuer'
    if (!this.required) return undefined
    if (!latest) return 'is by an issuer that no revocation list is there of'
    // RFC 5280 §5.1.2.5: "The next CRL could be issued before the indicated date, but it will not be
    // issued any later".
    if (latest.next === undefined || latest.next < at) {
      return 'is by an issuer whose revocation list is not current'
    }
    return undefined
  }

  /** The time around another one in which the lists of an issuer say the same. */
  spanOf(issuer: Details, at: number): Span {
    const turns = this.#by(issuer).flatMap(({ from, next }) => [
      from,
      ...(next === undefined ? [] : [next + 1]),
    ])
    return {
      from: Math.max(-Infinity, ...turns.filter((turn) => turn <= at)),
      until: Math.min(Infinity, ...turns.filter((turn) => turn > at)) - 1,
    }
  }

  #by(issuer: Details): readonly RevocationList[] {
    const lists = this.#signed.get(issuer.fingerprint)
    if (lists) return lists
    const found = this.#lists.filter(
      (list) => list.issuerKey === issuer.subjectKey && isSignedBy(list, issuer),
    )
    this.#signed.set(issuer.fingerprint, found)
    return found
  }
}
