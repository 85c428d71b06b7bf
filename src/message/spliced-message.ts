/** Makes of an envelope as it came the message that goes on: what stays of a long one is sent from the bytes that came. */
import type { Envelope } from '../soap/envelope.js'
import { sayUtf8 } from '../xml/declaration.js'
import { type Cut, inOrder, splice, spliceBytes } from '../xml/splice.js'
import { WrittenText } from '../xml/written.js'
import type { OutboundMessage } from './message.js'
import { writtenMessage } from './written-message.js'

/**
 * @param about  what goes along with it; becomes the message where that is short
 * @param cuts   in no order; an encoding that its declaration names is changed beside them
 */
export function splicedMessage(
  about: Omit<OutboundMessage, 'body'>,
  envelope: Envelope,
  cuts: readonly Cut[],
): OutboundMessage {
  const { ascii } = envelope
  if (!ascii) {
    const { source } = envelope
    // It is made for this message: a copy of it would take longer than the cuts.
    return Object.assign(about, { body: splice(source, inOrder([...sayUtf8(source), ...cuts])) })
  }
  const prolog = ascii.toString('latin1', 0, envelope.root.start)
  const parts = spliceBytes(ascii, inOrder([...sayUtf8(prolog), ...cuts]))
  return writtenMessage(about, new WrittenText(parts))
}
