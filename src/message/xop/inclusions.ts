/** Finds the parts that `xop:Include` elements name while an envelope is read (XML-binary Optimized Packaging §3). */
import { SoapFault } from '../../soap/fault.js'
import { clarkName, isNamed, type XmlElement } from '../../xml/tree.js'
import type { Attachment } from '../message.js'
import { LoadedBinary } from './loaded-binary.js'

export const XOP_NAMESPACE = 'http://www.w3.org/2004/08/xop/include'

/** Levels of Envelope, of Header and Body, and of what is in these: none of them has text. */
const WITHOUT_TEXT = 3
/** Characters of an id that a fault tells. */
const MAX_ID_LENGTH = 100

/** Where an Include stands, and what for. */
export interface Inclusion {
  readonly element: XmlElement
  /** The element whose text it stands for. */
  readonly parent: XmlElement
  readonly part: Attachment
  readonly content: LoadedBinary
}

export class Inclusions {
  /** Those that were found, in document order. */
  readonly all: Inclusion[] = []
  readonly #attachments: readonly Attachment[]
  readonly #parts: ReadonlyMap<string, Attachment>
  /** Of all texts of the message. */
  readonly #contents: Map<Attachment, LoadedBinary>
  readonly #used = new Set<Attachment>()
  /** Elements that hold one, and are not read to their end. */
  readonly #parents = new Set<XmlElement>()

  constructor(
    attachments: readonly Attachment[],
    contents: Map<Attachment, LoadedBinary> = new Map(),
  ) {
    this.#attachments = attachments
    this.#contents = contents
    this.#parts = new Map(
      attachments.flatMap((one) => (one.id === undefined ? [] : [[one.id, one] as const])),
    )
  }

  /** For another text of the same message: what one has loaded the other has, too. */
  again(): Inclusions {
    return new Inclusions(this.#attachments, this.#contents)
  }

  /** The parts that an Include has named, in any text of the message. */
  get named(): readonly Attachment[] {
    return [...this.#contents.keys()]
  }

  /** Bytes of these parts. */
  get size(): number {
    return this.named.reduce((sum, { content }) => sum + content.size, 0)
  }

  /** What is to be loaded before it can be made text. */
  get waiting(): readonly LoadedBinary[] {
    return this.all.map(({ content }) => content).filter(({ loaded }) => loaded === undefined)
  }

  /**
   * To be notified of each element once it is read.
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
    const part = this.#partOf(element)
    const content = this.#contents.get(part) ?? new LoadedBinary(part.content)
    this.#contents.set(part, content)
    this.all.push({ element, parent, part, content })
    return content
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
  return `<${id.replace(/[^ -~]/g, '?').slice(0, MAX_ID_LENGTH)}>`
}

function wrong(reason: string): SoapFault {
  return new SoapFault({ code: 'Client', reason })
}

/** As `{namespace}Include`. */
export const INCLUDE = clarkName({ namespace: XOP_NAMESPACE, local: 'Include' })
