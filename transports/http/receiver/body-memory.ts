/** Counts the bytes of the request bodies that are in memory: of each request, of each address, and in all. */
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'

/** Bytes of each request that are not counted: the bounds for connections bound these too. */
export const UNCOUNTED = 64 * 1024
/** Seconds after which a sender whose body did not fit may try again. */
const RETRY_AFTER = '5'

type Bound = 'maxReceiving' | 'maxReceivingPerAddress'

export class HeldBodies {
  readonly #most: Readonly<Record<Bound, number>>
  readonly #perAddress = new Map<string, number>()
  #inAll = 0

  constructor(bounds: Pick<HttpSection, Bound | 'maxBody'>) {
    const { maxBody, maxReceiving, maxReceivingPerAddress } = bounds
    // What never fits would be told to try again for ever; a compressed body is there in both forms.
    const least = 2 * maxBody
    this.#most = {
      maxReceiving: Math.max(maxReceiving, least),
      maxReceivingPerAddress: Math.max(maxReceivingPerAddress, least),
    }
  }

  /** Bytes that are counted now. */
  get bytes(): number {
    return this.#inAll
  }

  /**
   * @param bytes  more than before; below zero for fewer
   * @throws HttpRefusal 503 if they do not fit now
   */
  change(bytes: number, address: string): void {
    const { maxReceiving, maxReceivingPerAddress } = this.#most
    const ofAddress = (this.#perAddress.get(address) ?? 0) + bytes
    if (bytes > 0) {
      if (ofAddress > maxReceivingPerAddress) throw tooMuch('maxReceivingPerAddress')
      if (this.#inAll + bytes > maxReceiving) throw tooMuch('maxReceiving')
    }
    this.#inAll += bytes
    if (ofAddress === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, ofAddress)
  }
}

/** RFC 9110 §15.6.4 */
function tooMuch(bound: Bound): HttpRefusal {
  return new HttpRefusal(503, `http.${bound}`, { 'Retry-After': RETRY_AFTER })
}

/** What one request holds; whoever makes it must free it. */
export class HeldBody {
  readonly #all: HeldBodies
  readonly #address: string
  #held = 0
  #counted = 0

  constructor(all: HeldBodies, address: string) {
    this.#all = all
    this.#address = address
  }

  /**
   * @param bytes  more than before; below zero for fewer
   * @throws HttpRefusal 503 if they do not fit now
   */
  hold(bytes: number): void {
    const held = this.#held + bytes
    const counted = Math.max(0, held - UNCOUNTED)
    if (counted !== this.#counted) this.#all.change(counted - this.#counted, this.#address)
    this.#held = held
    this.#counted = counted
  }

  /** The work on the message is done. */
  free(): void {
    this.hold(-this.#held)
  }
}
