/** Finds the parts that `xop:Include` elements name while an envelope is read (XML-binary Optimized Packaging §3). */
import type { Attachment } from '../message/message.js'
import { SoapFault } from '../soap/fault.js'
import { clarkName, isNamed, type XmlElement } from '../xml/tree.js'
import { LoadedBinary } from './loaded-binary.js'

export const XOP_NAMESPACE = 'http://www.w3.org/2004/08/xop/include'

/** Levels of Envelope, of Header and Body, and of what is in these: none of them has text. */
const WITHOUT_TEXT = 3
/** Characters of an id that a fault tells. */
const MOST_TOLD = 100

export class Inclusions {
  /** Those that were found, in document order. */
  readonly all: LoadedBinary[] = []
  readonly #parts: ReadonlyMap<string, Attachment>
  readonly #used = new Set<Attachment>()
  /** Elements that hold one, and are not read to their end. */
  readonly #parents = new Set<XmlElement>()

  constructor(attachments: readonly Attachment[]) {
    this.#parts = new Map(
      attachments.flatMap((one) => (one.id === undefined ? [] : [[one.id, one] as const])),
    )
  }

  /**
   * To be told of each element once it is read.
   *
   * @throws SoapFault Client for an Include that names no part, or stands where it may not
   */
  readonly include = (
    element: XmlElement,
    parent: XmlElement | undefined,
    depth: number,
  ): LoadedBinary | undefined => {
    // XOP §3.2: an Include is the only child of the element whose text it stands for.
    if (this.#parents.delete(element) && element.children.length > 1) {
      throw wrong(`${element.local} holds an xop:Include and more.`)
    }
    if (!isNamed(element, XOP_NAMESPACE, 'Include')) return undefined
    if (!parent || depth <= WITHOUT_TEXT) throw wrong('An xop:Include stands where no text may.')
    if (isNamed(parent, XOP_NAMESPACE, 'Include')) throw wrong('An xop:Include holds another.')
    this.#parents.add(parent)
    const found = new LoadedBinary(this.#partOf(element).content)
    this.all.push(found)
    return found
  }

  /** XOP §2.1: attributes and elements of other namespaces may extend it; only those attributes mean nothing here. */
  #partOf({ attributes, children }: XmlElement): Attachment {
    const [href, more] = attributes.filter(({ namespace }) => namespace === '')
    if (href?.local !== 'href' || more) throw wrong('An xop:Include must have an href.')
    if (children.some((child) => typeof child !== 'string' || /[^ \t\r\n]/.test(child))) {
      throw wrong('An xop:Include must be empty.')
    }
    const part = this.#named(href.value.trim())
    // One part may be very large: it stands for one text, and not for any number of them.
    if (this.#used.has(part)) throw wrong('Two xop:Include elements name the same part.')
    this.#used.add(part)
    return part
  }

  /** RFC 2392: `cid:` and the Content-ID, percent-encoded. */
  #named(url: string): Attachment {
    const [, encoded] = /^cid:(.+)$/is.exec(url) ?? []
    if (encoded === undefined) throw wrong('The href of an xop:Include must be a cid: URL.')
    const id = decoded(encoded)
    const [part, literal] = [
      id === undefined ? undefined : this.#parts.get(id),
      this.#parts.get(encoded),
    ]
    // Some senders encode nothing, and have a percent sign in the id.
    const found = part ?? literal
    if (!found) throw wrong(`The message has no part with the Content-ID ${shown(id ?? encoded)}.`)
    if (literal && literal !== found) {
      throw wrong(`The href of an xop:Include names two parts: ${shown(encoded)}.`)
    }
    return found
  }
}

function decoded(text: string): string | undefined {
  // What is no percent-encoding would throw.
  return /%(?![0-9A-Fa-f]{2})/.test(text) ? undefined : decodeUtf8(text)
}

/** An id is printable ASCII: what stands for other characters names no part. */
function decodeUtf8(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

function shown(id: string): string {
  return `<${id.replace(/[^ -~]/g, '?').slice(0, MOST_TOLD)}>`
}

function wrong(reason: string): SoapFault {
  return new SoapFault({ code: 'Client', reason })
}

/** As `{namespace}Include`. */
export const INCLUDE = clarkName({ namespace: XOP_NAMESPACE, local: 'Include' })
