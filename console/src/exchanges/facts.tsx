/** What a conversation is called, and how it ended, in a few lines. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { Badge } from '../parts/badge.js'
import { Copy } from '../parts/command.js'
import { Name } from '../parts/name.js'
import { Time } from '../parts/time.js'
import { allKeys, type ShownKey } from '../pure/keys.js'
import { linkTo } from '../pure/location.js'
import { toneOf, wordOf } from '../pure/outcome.js'
import { verdictOf } from '../pure/verdict.js'

interface FactsProps {
  readonly path: readonly JournalEntry[]
  /** In sentences. */
  readonly became: readonly string[]
}

export function Facts({ path, became }: FactsProps) {
  const events = path.map(({ event }) => event)
  const last = verdictOf(path)
  const all = (pick: (event: JournalEntry['event']) => string | undefined) => [
    ...new Set(events.map(pick).filter((text) => text !== undefined)),
  ]
  const operation = all((event) => ('operation' in event ? event.operation : undefined))[0]
  const messageIds = all((event) => ('messageId' in event ? event.messageId : undefined))
  const traces = all((event) => ('traceId' in event ? event.traceId : undefined))
  const senders = all((event) =>
    event.event === 'exchange' ? (event.sender ?? event.from ?? event.peer) : undefined,
  )
  return (
    <section class="about" aria-label="What it is">
      {last && (
        <p class="verdict">
          <Badge tone={toneOf(last.event)} word={wordOf(last.event)} />
        </p>
      )}
      {became.map((sentence, index) => (
        <p key={`${index}`} class="became">
          {sentence}
        </p>
      ))}
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
        <Keys keys={allKeys(events)} />
        <Ids name="Message id" ids={messageIds} />
        <Ids name="Trace" ids={traces} />
        <Ids name="From" ids={senders} />
      </dl>
    </section>
  )
}

/** Each leads to all messages that have it. */
function Keys({ keys }: { readonly keys: readonly ShownKey[] }) {
  if (keys.length === 0) return null
  return (
    <div>
      <dt>Business keys</dt>
      <dd>
        {keys.map(({ name, text, search }) => (
          <span key={`${name} ${text}`} class="copyable">
            {name}:{' '}
            {search === undefined ? (
              <span class="quiet">{text}</span>
            ) : (
              <>
                <a class="mono" href={linkTo(['exchanges'], { id: search })}>
                  {text}
                </a>{' '}
                <Copy text={text} />
              </>
            )}
          </span>
        ))}
      </dd>
    </div>
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
