/** Messages whose text is made only if somebody asks for it: whoever sends bytes takes its parts. */
import type { WrittenText } from '../xml/written.js'
import type { OutboundMessage } from './message.js'

const WRITTEN: unique symbol = Symbol('written')

interface Written {
  readonly [WRITTEN]?: WrittenText
}

/** A copy of it with another body has no parts. */
export function writtenMessage(
  about: Omit<OutboundMessage, 'body'>,
  written: WrittenText,
): OutboundMessage {
  const message = {
    ...about,
    get body(): string {
      return written.text
    },
  }
  return Object.defineProperty(message, WRITTEN, { value: written })
}

/** The parts of the body that a message was written in; undefined if they are not kept. */
export function writtenBody(message: OutboundMessage & Written): WrittenText | undefined {
  return message[WRITTEN]
}

/** Bytes of the body in UTF-8. */
export function bodySize(message: OutboundMessage): number {
  return writtenBody(message)?.size ?? Buffer.byteLength(message.body)
}
