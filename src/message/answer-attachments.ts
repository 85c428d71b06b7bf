/** What goes with an answer beside its envelope. */
import { randomId } from '../base/time.js'
import { type Binary, HeldBinary } from '../xml/binary.js'
import type { Attachment, NewAttachment } from './message.js'

/** RFC 2392, RFC 2045 §7: printable ASCII without angle brackets. */
const ID = /^[!-;=?-~]{1,250}$/
/** RFC 2045 §5.1: a media type and its parameters are ASCII. */
const TYPE = /^[ -~]{1,1000}$/
/** No line of a name becomes a header field. */
const NAME = /^[^\p{Cc}]{1,1000}$/u

export class Attached {
  readonly #all: Attachment[] = []

  get all(): readonly Attachment[] {
    return this.#all
  }

  /**
   * @returns its id
   * @throws TypeError
   */
  add({ contentType, content, name, id = `${randomId()}@waybill` }: NewAttachment): string {
    if (!ID.test(id)) throw new TypeError(`no attachment can have the id ${JSON.stringify(id)}`)
    if (this.#all.some((one) => one.id === id))
      throw new TypeError(`two attachments have the id ${id}`)
    if (!TYPE.test(contentType)) {
      throw new TypeError(`no attachment can have the type ${JSON.stringify(contentType)}`)
    }
    if (name !== undefined && !NAME.test(name)) {
      throw new TypeError(`no attachment can be called ${JSON.stringify(name)}`)
    }
    const binary = content instanceof Uint8Array ? new HeldBinary(content) : content
    this.#all.push({ contentType, name, id, content: binary })
    return id
  }
}

/** In memory, where no transport keeps it. */
export async function held(source: AsyncIterable<Uint8Array>): Promise<Binary> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return new HeldBinary(Buffer.concat(pieces))
}
