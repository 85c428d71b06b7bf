/** Step: makes the reply from what the operation has returned. */
import { ready } from '../../base/steps.js'
import { writtenMessage } from '../../message/written-message.js'
import { writingEnvelope } from '../../soap/write-envelope.js'
import { WrittenText } from '../../xml/written.js'
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
  *steps(taken, exchange, parts: Replying) {
    const { slices } = parts
    const { call } = taken.valid
    const operation = call?.registered.operation
    if (operation?.exchange === 'one-way') return ACCEPTED
    const { version } = taken.document.envelope
    const { entries, bytes } = call
      ? yield* entriesOf(taken.returned.result, call, taken, { parts, exchange })
      : EMPTY
    const action = operation?.replyAction
    const answer = { kind: 'reply', action } as const
    const { blocks, intent } = answerBlocks(taken, answer, exchange.added, parts)
    const writing = writingEnvelope(version, blocks, entries)
    const written = yield* ready(slices.run(writing, exchange))
    const attachments = [...(bytes?.attachments ?? []), ...exchange.attachments]
    const beside = bytes?.mtom ? 'xop' : 'attachments'
    const packaging = beside === 'xop' || attachments.length > 0 ? beside : undefined
    const soap = version.name
    const [body = '', ...more] = written
    if (more.length === 0 && typeof body === 'string') {
      return { kind: 'reply', message: { body, soap, attachments, packaging, ...intent } } as const
    }
    const text = new WrittenText(written)
    const message = writtenMessage({ soap, attachments, packaging, ...intent }, text)
    return { kind: 'reply', message } as const
  },
})

const ACCEPTED = { kind: 'accepted' } as const
const EMPTY: Entries = { entries: [] }
