/** Step: makes the reply from what the operation has returned. */
import { type Pending, then } from '../../base/steps.js'
import type { Attachment, Packaging } from '../../message/message.js'
import type { Outcome } from '../../message/outcome.js'
import { writtenMessage } from '../../message/written-message.js'
import { writingEnvelope } from '../../soap/write-envelope.js'
import { WrittenText } from '../../xml/written.js'
import type { OpenExchange } from '../exchange.js'
import { type AnsweringParts, answerBlocks } from '../leaving/answer-blocks.js'
import { longStep } from '../state/step.js'
import { type Entries, entriesOf, type Writing } from './entries.js'

/** What it needs of the parts of the node. */
export type Replying = Writing & AnsweringParts

/** @throws FinalFailure for an answer that does not match its schema: the operation would run again */
export const reply = longStep({
  name: 'reply',
  takes: [
    'arrival',
    'message',
    'document',
    'route',
    'understood',
    'verified',
    'valid',
    'handled',
    'returned',
  ],
  gives: 'outcome',
  run(taken, exchange, parts: Replying): Pending<Outcome> {
    const { slices } = parts
    const { call } = taken.valid
    const operation = call?.registered.operation
    if (operation?.exchange === 'one-way') return ACCEPTED
    const { version } = taken.document.envelope
    const made = call ? entriesOf(taken.returned.result, call, taken, { parts, exchange }) : EMPTY
    return then(made, ({ entries, bytes }) => {
      const answer = { kind: 'reply', action: operation?.replyAction } as const
      const { blocks, action } = answerBlocks(taken, answer, exchange.added, parts)
      const written = slices.run(writingEnvelope(version, blocks, entries), exchange)
      return then(written, (text) => {
        const attachments = attachmentsOf(bytes, exchange)
        const beside: Packaging | undefined = attachments.length > 0 ? 'attachments' : undefined
        const packaging = bytes?.mtom ? ('xop' as const) : beside
        const soap = version.name
        const [body, ...more] = text
        const message =
          more.length === 0 && typeof body === 'string'
            ? { body, soap, attachments, packaging, action }
            : writtenMessage({ soap, attachments, packaging, action }, new WrittenText(text))
        return { kind: 'reply', message }
      })
    })
  },
})

/** Parts that stand for text, then what was attached. */
function attachmentsOf(
  bytes: Entries['bytes'],
  { attachments }: OpenExchange,
): readonly Attachment[] {
  return bytes?.attachments.length ? [...bytes.attachments, ...attachments] : attachments
}

const ACCEPTED = { kind: 'accepted' } as const
const EMPTY: Entries = { entries: [] }
