/** What operators did at this node, as its journal has it, the newest first. */
import type { ExchangesView, NodeView } from '../../../src/operate/admin/api.js'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { useResource } from '../base/resource.js'
import { Badge } from '../parts/badge.js'
import { JournalOff } from '../parts/journal-off.js'
import { Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { queryText } from '../pure/location.js'
import { toneOf, wordOf } from '../pure/outcome.js'

const LIMIT = '50'

export function Actions({ node }: { readonly node: NodeView | undefined }) {
  const kept = node?.journal !== false
  const query = queryText({ event: 'action', node: node?.uri, own: 'true', limit: LIMIT })
  const found = useResource<ExchangesView>(
    node && kept ? `api/exchanges?${query}` : undefined,
    10_000,
  )
  return (
    <section>
      <h2>What operators did</h2>
      {!kept && <JournalOff />}
      {kept && (found.view ? <Found entries={found.view.entries} /> : <Waiting of={found} />)}
    </section>
  )
}

function Found({ entries }: { readonly entries: readonly JournalEntry[] }) {
  if (entries.length === 0) return <p class="quiet">No operator has changed anything here.</p>
  return (
    <Table label="Actions" columns={['Time', 'Action', 'Operator', 'From', 'About']}>
      {entries.map((entry) => (
        <Action key={entry.key} entry={entry} />
      ))}
    </Table>
  )
}

function Action({ entry: { at, event } }: { readonly entry: JournalEntry }) {
  if (event.event !== 'action') return null
  const { who, by, peer, destination, ids = [], count = 0, cause } = event
  const jobs = count > ids.length ? [...ids, `${count} in all`] : ids
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      <td>
        <Badge tone={toneOf(event)} word={wordOf(event)} />
      </td>
      <td>
        {who} <span class="quiet">by {by}</span>
      </td>
      <td>{peer ?? ''}</td>
      <td class="broken">
        {[destination, cause, ...jobs].filter((one) => one !== undefined).join(', ')}
      </td>
    </tr>
  )
}
