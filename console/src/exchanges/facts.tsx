/** What a conversation is called, and how it ended, in a few lines. */
import type { JournalEntry } from '../../../src/journal/journal.js'
import { Badge } from '../parts/badge.js'
import { Copy } from '../parts/command.js'
import { Name } from '../parts/name.js'
import { Time } from '../parts/time.js'
import { toneOf, wordOf } from '../pure/outcome.js'

export function Facts({ path }: { readonly path: readonly JournalEntry[] }) {
  const events = path.map(({ event }) => event)
  const last = worst(path)
  const all = (pick: (event: JournalEntry['event']) => string | undefined) => [
    ...new Set(events.map(pick).filter((text) => text !== undefined)),
  ]
  const operation = all((event) => ('operation' in event ? event.operation : undefined))[0]
  const messageIds = all((event) => ('messageId' in event ? event.messageId : undefined))
  const traces = all((event) => ('traceId' in event ? event.traceId : undefined))
  const senders = all((event) =>
    event.event === 'exchange' ? (event.sender ?? event.from ?? event.peer) : undefined,
  )
  const cause = last && 'cause' in last.event ? last.event.cause : undefined
  return (
    <section class="about" aria-label="What it is">
      {last && (
        <p class="verdict">
          <Badge tone={toneOf(last.event)} word={wordOf(last.event)} />
          {cause !== undefined && <span class={`cause tone-${toneOf(last.event)}`}>{cause}</span>}
        </p>
      )}
      <dl class="facts">
        <div>
          <dt>Operation</dt>
          <dd>
            <Name of={operation} />
          </dd>
        </div>
        {path[0] && (
          <div>
            <dt>First seen</dt>
            <dd>
              <Time at={path[0].at} />
            </dd>
          </div>
        )}
        <Ids name="Message id" ids={messageIds} />
        <Ids name="Trace" ids={traces} />
        <Ids name="From" ids={senders} />
      </dl>
    </section>
  )
}

function Ids({ name, ids }: { readonly name: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {ids.map((id) => (
          <span key={id} class="copyable">
            <span class="mono">{id}</span> <Copy text={id} />
          </span>
        ))}
      </dd>
    </div>
  )
}

/** What is wrong is told; else how it ended last. */
function worst(path: readonly JournalEntry[]): JournalEntry | undefined {
  const last = path.at(-1)
  const bad = path.findLast(({ event }) => toneOf(event) === 'bad')
  // A failure that a later attempt made good is none.
  return bad && (last === undefined || toneOf(last.event) !== 'good') ? bad : last
}
