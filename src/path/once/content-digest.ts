/** What a message says, as one digest: its Body, and the bytes that go with it whatever their parts are called. */
import { createHash, type Hash, hash } from 'node:crypto'
import { cidOf } from '../../message/cid.js'
import type { Attachment } from '../../message/message.js'
import { endOfPiece } from '../../xml/characters.js'
import { Pace, type Walk } from '../../xml/walk.js'
import type { OpenExchange } from '../exchange.js'
import type { ProcessorParts } from '../parts/parts.js'

/**
 * A sender that sends a message again may give its parts other ids: these count by their places.
 *
 * @param text  source text of what is in Body
 */
export async function digestOf(
  text: string,
  attachments: readonly Attachment[],
  exchange: OpenExchange,
  { slices }: Pick<ProcessorParts, 'slices'>,
): Promise<string> {
  // Most messages are short, and have no attachments.
  if (attachments.length === 0 && endOfPiece(text, 0, text.length, false) === text.length) {
    return hash('sha256', text, 'base64url')
  }
  const digest = createHash('sha256')
  await slices.run(textInto(digest, text, indexesById(attachments)), exchange)
  for (const { content } of attachments) {
    digest.update(`\n${content.size}\n`)
    for await (const bytes of content.stream()) {
      exchange.signal.throwIfAborted()
      digest.update(bytes)
    }
  }
  return digest.digest('base64url')
}

/** RFC 2392: ids as they stand in `cid:` URLs, percent-encoded or not. */
function indexesById(attachments: readonly Attachment[]): ReadonlyMap<string, number> {
  return new Map(
    attachments.flatMap(({ id }, index) =>
      id === undefined
        ? []
        : [
            id,
            encodeURIComponent(id),
            encodeURIComponent(id).replaceAll('%40', '@'),
            cidOf(id).slice(SCHEME),
          ].map((url) => [url, index] as const),
    ),
  )
}

function* textInto(digest: Hash, text: string, indexes: ReadonlyMap<string, number>): Walk<void> {
  const pace = new Pace()
  let from = 0
  if (indexes.size > 0) {
    for (const { index, 0: url } of text.matchAll(CID)) {
      if (pace.done(url.length)) yield
      const position = indexes.get(url.slice(SCHEME))
      if (position === undefined) continue
      yield* piecesInto(digest, text, from, index)
      digest.update(`cid:${position}`)
      from = index + url.length
    }
  }
  yield* piecesInto(digest, text, from, text.length)
}

const CID = /\bcid:[^\s"'<>]{1,998}/g
const SCHEME = 'cid:'.length

function* piecesInto(digest: Hash, text: string, from: number, to: number): Walk<void> {
  for (let start = from, end = from; start < to; start = end) {
    end = endOfPiece(text, start, to, false)
    digest.update(text.slice(start, end))
    if (end < to) yield
  }
}
