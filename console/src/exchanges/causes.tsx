/** What failed, by its causes: a line each, with how often, at whom, and a way to the exchanges. */
import type { CausesView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Badge } from '../parts/badge.js'
import { Name } from '../parts/name.js'
import { Empty, Failed, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { linkTo, queryText } from '../pure/location.js'
import { commonPart, whole } from '../pure/text.js'
import { Away } from './away.js'

type Query = Readonly<Record<string, string>>

/** How many operations a line names. */
const SHOWN = 3

/** @param query  the search of the page, without `by` */
export function Causes({ query }: { readonly query: Query }) {
  const found = useResource<CausesView>(`api/exchanges/causes?${queryText(query)}`, 15_000)
  const { view } = found
  if (!view) return <Waiting of={found} />
  return (
    <>
      {found.error !== undefined && <Failed error={found.error} again={found.again} />}
      <Away nodes={view.away} />
      {view.groups.length === 0 ? (
        <Empty title="Nothing that is kept and matches has failed." />
      ) : (
        <Groups view={view} query={query} />
      )}
      {view.others > 0 && (
        <p class="quiet after">
          {whole(view.others)} more have other causes, which are not listed.
        </p>
      )}
      {!view.all && (
        <p class="quiet after">
          Only the newest {whole(view.looked)} failures were read; the older ones are not counted.
        </p>
      )}
    </>
  )
}

function Groups({ view, query }: { readonly view: CausesView; readonly query: Query }) {
  return (
    <Table
      label="Failures by cause"
      kind="cards causes"
      columns={['Cause', ['How many', 'right'], 'At', 'Operation', 'First and last']}
    >
      {view.groups.map(({ group, cause, side, count, operations, first, last }) => (
        <tr key={`${side} ${group}`}>
          <th scope="row" class="c-cause">
            <a
              data-row
              href={linkTo(['exchanges'], {
                outcome: 'fault,refused,dead,retry',
                ...query,
                cause: commonPart(group) || query.cause,
              })}
            >
              {cause ?? 'no cause was kept'}
            </a>
          </th>
          <td class="c-count right number">{whole(count)}</td>
          <td class="c-side">
            <Badge tone={side === 'server' ? 'bad' : 'warn'} word={side} />
          </td>
          <td class="c-operation">
            {operations.length === 0 && <span class="quiet">–</span>}
            {operations.slice(0, SHOWN).map((name) => (
              <div key={name}>
                <Name of={name} />
              </div>
            ))}
            {operations.length > SHOWN && (
              <div class="quiet">and {whole(operations.length - SHOWN)} more</div>
            )}
          </td>
          <td class="c-died">
            <Time at={first} />
            {last !== first && (
              <>
                {' '}
                – <Time at={last} />
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
