/** The bytes in an entry that is written: parts beside the envelope by MTOM, text in it otherwise. */
import { randomId } from '../../base/time.js'
import type { Pack } from '../../schema/values/index.js'
import { type Binary, HeldBinary } from '../../xml/binary.js'
import { attribute, element, type XmlElement } from '../../xml/tree.js'
import { cidOf } from '../cid.js'
import type { Attachment } from '../message.js'
import { INCLUDE } from './inclusions.js'
import { LoadedBinary } from './loaded-binary.js'

/** Bytes of which the text is shorter than a part with its header, or little longer. */
const SMALL = 1024

export class Packing {
  /** True if large ones are parts of their own. */
  readonly mtom: boolean
  /** Undefined until something is loaded: most answers have no bytes at all. */
  #loaded: Map<Binary, Uint8Array> | undefined
  #attachments: Attachment[] = []
  #missing: Binary[] = []

  constructor(mtom: boolean) {
    this.mtom = mtom
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments
  }

  /** Bytes of them. */
  get size(): number {
    return this.#attachments.reduce((sum, { content }) => sum + content.size, 0)
  }

  /** True if some have to be loaded: what was written without them is to be written again. */
  get isMissing(): boolean {
    return this.#missing.length > 0
  }

  /** Bytes that are not in memory and have to be. */
  get missing(): number {
    return [...(this.#loaded?.keys() ?? []), ...this.#missing].reduce(
      (sum, { size }) => sum + size,
      0,
    )
  }

  readonly pack: Pack = (value) => {
    const size = value instanceof Uint8Array ? value.length : value.size
    if (this.mtom && size >= SMALL) return this.#include(value)
    if (value instanceof Uint8Array) return value
    if (value instanceof HeldBinary) return value.held
    const bytes = this.#loaded?.get(value) ?? (value instanceof LoadedBinary && value.loaded)
    if (bytes) return bytes
    this.#missing.push(value)
    return NO_BYTES
  }

  /** What is written, again once all is loaded that has to be. */
  async whole(write: () => XmlElement): Promise<XmlElement> {
    let written = write()
    while (this.isMissing) {
      await this.load()
      written = write()
    }
    return written
  }

  /** Loads what is missing, for a new start. */
  async load(): Promise<void> {
    this.#loaded ??= new Map()
    for (const binary of this.#missing) this.#loaded.set(binary, await binary.bytes())
    this.#missing = []
    this.#attachments = []
  }

  /** XOP §3.2: its href is a cid: URL of the part (RFC 2392). */
  #include(value: Binary | Uint8Array): XmlElement {
    const content = value instanceof Uint8Array ? new HeldBinary(value) : value
    const id = `${randomId()}@waybill`
    this.#attachments.push({ contentType: 'application/octet-stream', id, content })
    const href = attribute('href', cidOf(id))
    const included = new LoadedBinary(content)
    return { ...element({ name: INCLUDE, prefix: 'xop', attributes: [href] }), included }
  }
}

const NO_BYTES = new Uint8Array()
