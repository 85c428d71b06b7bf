/** The header fields of a mail or of one of its parts, by name. */
import type { PartField } from '../message.js'
import { MalformedMime } from './malformed.js'

/** How many Waybill nodes a mail has passed: each node adds one. */
export const HOPS = 'X-Waybill-Hops'

/** RFC 5322 §3.6 and RFC 2045: fields that must not be repeated, since readers would choose differently. */
const ONCE = new Set([
  'auto-submitted',
  'content-disposition',
  'content-id',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'in-reply-to',
  'message-id',
  'precedence',
  'references',
  'reply-to',
  'sender',
  'soapaction',
  'subject',
  HOPS.toLowerCase(),
])

/** RFC 5322 §2.2: name, colon, value; a line that begins with a blank continues the one before. */
const FIELD = /([!-9;-~]+)[ \t]*:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)(?:\r?\n|$)/y

export class Headers {
  readonly #fields = new Map<string, string[]>()
  readonly #bytes: Buffer
  /** How many there are. */
  readonly count: number

  /**
   * @param bytes  the lines before the empty one
   * @throws MalformedMime for a line that is no field, and for a repeated field that must not be repeated
   */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const text = bytes.toString('utf8')
    let count = 0
    FIELD.lastIndex = 0
    for (let at = 0; at < text.length; at = FIELD.lastIndex) {
      const match = FIELD.exec(text)
      if (!match) throw new MalformedMime('a line of the header is no field')
      const [, name = '', folded = ''] = match
      const value = folded.includes('\n') ? folded.replace(/\r?\n/g, '') : folded
      this.#add(name.toLowerCase(), value.trimStart())
      count += 1
    }
    this.count = count
  }

  /** The first value of a field; undefined if there is none, or nothing in it. */
  get(name: string): string | undefined {
    return this.#fields.get(name)?.[0]?.trim() || undefined
  }

  all(name: string): readonly string[] {
    return this.#fields.get(name) ?? []
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  /** All of them as they came, but for the transfer encoding: a character for each byte, unfolded. */
  get original(): readonly PartField[] {
    const text = this.#bytes.toString('latin1')
    return [...text.matchAll(new RegExp(FIELD, 'g'))]
      .map(
        ([, name = '', folded = '']): PartField => [
          name,
          folded.replace(/\r?\n/g, '').replace(/^[ \t]+/, ''),
        ],
      )
      .filter(([name]) => name.toLowerCase() !== 'content-transfer-encoding')
  }

  /** The value of `HOPS`: 0 if it is absent, NaN if it is no number. */
  get hops(): number {
    const field = this.get(HOPS.toLowerCase()) ?? '0'
    return /^\d{1,4}$/.test(field) ? Number(field) : Number.NaN
  }

  /** Message ids in a field, in their order: `<a@b>`, printable ASCII. */
  ids(name: string): readonly string[] {
    return this.get(name)?.match(/<[!-;=?-~]{1,900}>/g) ?? []
  }

  #add(name: string, value: string): void {
    const values = this.#fields.get(name)
    if (!values) this.#fields.set(name, [value])
    else if (ONCE.has(name)) throw new MalformedMime('a header field stands twice')
    else values.push(value)
  }
}
