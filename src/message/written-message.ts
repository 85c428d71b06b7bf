/** Messages whose text is made only if somebody asks for it: whoever sends bytes takes its parts. */
import { type WrittenPart, WrittenText } from '../xml/written.js'
import type { OutboundMessage } from './message.js'

const WRITTEN: unique symbol = Symbol('written')

interface Written {
  readonly [WRITTEN]?: WrittenText
}

/** A message that is not written yet. */
type Unwritten = OutboundMessage & { body: string }

/**
 * Gives a message its body. A copy of it with another body has no parts.
 *
 * @param message  of nobody else yet: most get their text, and are faster than copies
 * @param parts    of its envelope; a short one has one
 */
export function writtenMessage(
  message: Unwritten,
  parts: readonly WrittenPart[],
): OutboundMessage & Written {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'string') {
    message.body = only
    return message
  }
  const written = new WrittenText(parts)
  return Object.defineProperties(message, {
    body: { get: () => written.text, enumerable: true },
    [WRITTEN]: { value: written },
  })
}

/** The parts of the body that a message was written in; undefined if they are not kept. */
export function writtenBody(message: OutboundMessage & Written): WrittenText | undefined {
  return message[WRITTEN]
}

/** Bytes of the body in UTF-8. */
export function bodySize(message: OutboundMessage): number {
  return writtenBody(message)?.size ?? Buffer.byteLength(message.body)
}
