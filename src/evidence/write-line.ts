/** Writes a line of the chain: what links it to the one before, then its fields, then its bytes. */
import type { Encoded } from './hash.js'
import { hashOf } from './hash.js'
import type { Link } from './link.js'

/** A line that is to be appended, before its place in the chain is known. */
export interface NewLine {
  readonly kind: 'begin' | 'entry' | 'end'
  /** Milliseconds since 1970. */
  readonly time: number
  readonly fields: object
  /** Of a message. */
  readonly message?: Encoded | undefined
}

export interface WrittenLine {
  /** With the newline. */
  readonly pieces: readonly Buffer[]
  readonly link: Link
}

export async function writeLine(line: NewLine, before: Link): Promise<WrittenLine> {
  const { kind, time, fields, message } = line
  const number = before.number + 1
  const text = JSON.stringify({
    previous: before.hash,
    number,
    time: new Date(time).toISOString(),
    kind,
    ...fields,
    ...(message && { sha256: message.sha256, length: message.length }),
  })
  const pieces = message
    ? [Buffer.from(`${text.slice(0, -1)},"bytes":"`), ...message.base64, Buffer.from('"}')]
    : [Buffer.from(text)]
  const hash = await hashOf(pieces)
  return { pieces: [...pieces, Buffer.from('\n')], link: { number, hash } }
}
