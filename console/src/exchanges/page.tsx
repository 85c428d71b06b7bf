/** Finds exchanges: what is asked for stands in the URL, so that a link shows the same to another. */
import type { NodeView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { JournalOff } from '../parts/journal-off.js'
import { Empty, Failed } from '../parts/states.js'
import { Ago } from '../parts/time.js'
import { linkTo } from '../pure/location.js'
import { whole } from '../pure/text.js'
import { Away } from './away.js'
import { Causes } from './causes.js'
import { Conversations } from './conversations.js'
import { useFound } from './found.js'
import { SearchForm } from './search.js'

export function ExchangesPage({ node }: { readonly node: NodeView | undefined }) {
  const { by, ...query } = shownLocation.value.query
  const isByCause = by === 'cause'
  return (
    <>
      <SearchForm query={shownLocation.value.query} />
      <nav class="tabs" aria-label="How they are listed">
        <a href={linkTo(['exchanges'], query)} aria-current={isByCause ? undefined : 'page'}>
          Exchanges
        </a>
        <a
          href={linkTo(['exchanges'], { ...query, by: 'cause' })}
          aria-current={isByCause ? 'page' : undefined}
        >
          Failures by cause
        </a>
      </nav>
      {isByCause ? <Causes query={query} /> : <List node={node} query={query} />}
    </>
  )
}

function List({
  node,
  query,
}: {
  readonly node: NodeView | undefined
  readonly query: Readonly<Record<string, string>>
}) {
  const found = useFound(query)
  const { entries, stats, all, busy, byKey, keyed } = found
  const asks = Object.keys(query).length > 0
  return (
    <>
      <div class="bar">
        <p aria-live="polite" {...(busy && entries.length === 0 ? { 'aria-busy': true } : {})}>
          {busy && entries.length === 0 && 'Searching …'}
          {stats &&
            `${whole(entries.length)}${all ? '' : ' newest'} found${byKey ? ' by business key' : ''}`}
          {stats && (
            <span class="quiet">
              {' '}
              of {whole(stats.entries)} kept
              {stats.oldest !== undefined && (
                <>
                  , the oldest <Ago at={stats.oldest} />
                </>
              )}
              {stats.lost > 0 && <b class="tone-bad">, {whole(stats.lost)} were lost</b>}
            </span>
          )}
        </p>
        <button type="button" class="end" onClick={found.again}>
          Refresh
        </button>
      </div>
      <Away nodes={found.away} />
      {found.error !== undefined && <Failed error={found.error} again={found.again} />}
      {entries.length === 0 && !busy && found.error === undefined && (
        <None asks={asks} kept={node?.journal !== false} />
      )}
      {entries.length > 0 && (
        <Conversations entries={entries} keyed={keyed} onNearEnd={found.more} />
      )}
    </>
  )
}

function None({ asks, kept }: { readonly asks: boolean; readonly kept: boolean }) {
  if (!kept) return <JournalOff />
  return asks ? (
    <Empty title="Nothing kept matches.">
      Ask for less, or for a longer time. An id is found whether it is that of an exchange, a trace,
      a message or a mail; a business key, as <code>mrn:VALUE</code> or its whole value.{' '}
      <a href="#/exchanges">Show all</a>
    </Empty>
  ) : (
    <Empty title="No exchange was kept yet." command="waybill call --help">
      Every message is kept here for a while. Send one from the page Operations, or from a terminal:
    </Empty>
  )
}
