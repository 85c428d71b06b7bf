/** The parts of a message in multipart/related: the envelope goes to memory, every other one to a spool. */
import { MEDIA_TYPES } from '../../soap/version.js'
import type { Attachment, Packaging, PartField } from '../message.js'
import type { Spool, SpoolWriter } from '../spool/index.js'
import { fileNameOf } from './file-name.js'
import { Headers } from './headers.js'
import { MalformedMime, TooMuch } from './malformed.js'
import { readFields } from './part-fields.js'
import { contentId, type RelatedType, XOP } from './related-type.js'
import type { PartTaker } from './splitter.js'
import { readStructured, type Structured } from './structured.js'
import { type TransferDecoder, transferDecoder } from './transfer-decoder.js'

/** Bounds of what may come beside the envelope. */
export interface RelatedLimits {
  /** Bytes of all headers together, and of what is no part. */
  readonly maxHeader: number
  /** Attachments. */
  readonly maxCount: number
  /** Bytes of all attachments. */
  readonly maxTotal: number
}

/** Where the parts go. */
export interface RelatedSinks {
  readonly spool: Spool
  /** Gets the bytes of the envelope, which change afterwards; may throw for too many. */
  readonly root: (bytes: Uint8Array) => void
}

/** What is known of the message once all of it has come. */
export interface Related {
  /** Media type of the envelope, in lower case. */
  readonly mediaType: string
  readonly charset: string | undefined
  readonly action: string | undefined
  readonly packaging: Packaging
  readonly attachments: readonly Attachment[]
}

const ENVELOPES: readonly string[] = Object.values(MEDIA_TYPES)

/** The part that comes now. */
interface Open {
  readonly decoder: TransferDecoder
  readonly write: (bytes: Uint8Array) => Promise<void> | undefined
  readonly end: () => Promise<void> | undefined
}

export class RelatedParts implements PartTaker {
  readonly #type: RelatedType
  readonly #limits: RelatedLimits
  readonly #sinks: RelatedSinks
  readonly #ids = new Set<string>()
  readonly #attachments: Attachment[] = []
  #root: Structured | undefined
  #part: Open | undefined
  #total = 0

  constructor(type: RelatedType, limits: RelatedLimits, sinks: RelatedSinks) {
    this.#type = type
    this.#limits = limits
    this.#sinks = sinks
  }

  /** @throws MalformedMime if there was no envelope */
  get whole(): Related {
    const root = this.#root
    if (!root) throw new MalformedMime('it has no part that its start parameter names')
    const packaged = this.#packaged(root)
    const { action, startInfo } = this.#type
    const parameters = [root, startInfo, packaged].map((one) => one?.parameters.get('action'))
    return {
      mediaType: packaged.value,
      charset: root.parameters.get('charset'),
      action: action ?? parameters.find((one) => one !== undefined),
      packaging: root.value === XOP ? 'xop' : 'attachments',
      attachments: this.#attachments,
    }
  }

  begin(header: Buffer): void {
    const headers = new Headers(header)
    const fields = readFields(header)
    const text = headers.get('content-id')
    const id = text === undefined ? undefined : contentId(text)
    if (headers.has('content-id') && id === undefined)
      throw new MalformedMime('an empty Content-ID')
    if (id !== undefined) {
      // RFC 2387 §3.2, RFC 2392: an id names one part.
      if (this.#ids.has(id)) throw new MalformedMime('two parts have the same Content-ID')
      this.#ids.add(id)
    }
    const { start } = this.#type
    // RFC 2387 §3.2: "If not present the root is the first body part".
    const isRoot = start === undefined ? !this.#root : start === id
    const decoder = transferDecoder(headers.get('content-transfer-encoding'))
    this.#part = {
      decoder,
      ...(isRoot ? this.#begunRoot(headers) : this.#begun(headers, id, fields)),
    }
  }

  take(bytes: Buffer): Promise<void> | undefined {
    return this.#part?.write(this.#part.decoder.take(bytes))
  }

  async end(): Promise<void> {
    const part = this.#part
    if (!part) return
    await part.write(part.decoder.end())
    await part.end()
  }

  #begunRoot(headers: Headers): Omit<Open, 'decoder'> {
    const root = readStructured(headers.get('content-type') ?? 'text/plain')
    this.#packaged(root)
    this.#root = root
    return {
      write: (bytes) => {
        this.#sinks.root(bytes)
        return undefined
      },
      end: () => undefined,
    }
  }

  #begun(
    headers: Headers,
    id: string | undefined,
    fields: readonly PartField[],
  ): Omit<Open, 'decoder'> {
    const contentType = headers.get('content-type') ?? 'text/plain'
    const name = fileNameOf(headers, readStructured(contentType))
    const writer = this.#sinks.spool.writer()
    return {
      write: (bytes) => this.#attach(writer, bytes),
      end: async () => {
        const content = await writer.end()
        this.#attachments.push({ contentType, name, id, fields, content })
      },
    }
  }

  #attach(writer: SpoolWriter, bytes: Uint8Array): Promise<void> | undefined {
    const { maxTotal } = this.#limits
    this.#total += bytes.length
    if (this.#total > maxTotal)
      throw new TooMuch(`its attachments have more than ${maxTotal} bytes`)
    return bytes.length > 0 ? writer.write(bytes) : undefined
  }

  /**
   * The media type of the envelope.
   *
   * @throws MalformedMime if the root is none, or not the one that the message says it is
   */
  #packaged(root: Structured): Structured {
    const { type, startInfo } = this.#type
    // RFC 2387 §3.1: the type parameter is the media type of the root.
    if (type !== undefined && type !== root.value) {
      throw new MalformedMime('its root is not of the type that it says')
    }
    if (root.value !== XOP) {
      if (!ENVELOPES.includes(root.value)) throw new MalformedMime('its root is no envelope')
      return root
    }
    // XOP §5: `type` is the content type of what is packaged. MTOM §3.2: `start-info` says the same.
    const stated = root.parameters.get('type')
    const packaged = stated ? readStructured(stated) : startInfo
    if (!packaged || !ENVELOPES.includes(packaged.value)) {
      throw new MalformedMime('its root does not say of what type its envelope is')
    }
    if (startInfo && startInfo.value !== packaged.value) {
      throw new MalformedMime('its root and its start-info name two types')
    }
    return packaged
  }
}
