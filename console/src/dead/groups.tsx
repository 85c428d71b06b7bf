/** Dead letters by their causes, a line each: how many, of what, where to, and what is done about all of them. */
import type { DeadGroup, DeadGroupsView, NamedCount } from '../../../src/operate/admin/api.js'
import { Name } from '../parts/name.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { linkTo } from '../pure/location.js'
import { whole } from '../pure/text.js'
import type { WantedGroup } from './group-dialog.js'

export function Groups({
  view,
  query,
  want,
}: {
  readonly view: DeadGroupsView
  readonly query: Readonly<Record<string, string>>
  /** Undefined for who may only look. */
  readonly want: ((wanted: WantedGroup) => void) | undefined
}) {
  return (
    <section>
      <h2>By cause</h2>
      <Table
        label="Dead letters by cause"
        kind="cards dead-groups"
        columns={[
          'Cause',
          ['How many', 'right'],
          'Operation',
          'To',
          'Died, first and last',
          ...(want ? ['Do'] : []),
        ]}
      >
        {view.groups.map((group) => (
          <Line key={group.group} group={group} query={query} want={want} />
        ))}
      </Table>
      {view.others > 0 && (
        <p class="quiet after">
          {whole(view.others)} more have other causes, which are not listed.
        </p>
      )}
      {!view.all && (
        <p class="quiet after">
          Only the newest {whole(view.looked)} were read; the older ones are not counted.
        </p>
      )}
    </section>
  )
}

function Line({
  group: { group, cause, count, operations, destinations, first, last },
  query,
  want,
}: {
  readonly group: DeadGroup
  readonly query: Readonly<Record<string, string>>
  readonly want: ((wanted: WantedGroup) => void) | undefined
}) {
  const act = (what: WantedGroup['what']) => want?.({ what, group, cause, query })
  const about = `${whole(count)}: ${group === '' ? 'no cause' : group}`
  return (
    <tr>
      <th scope="row" class="c-cause">
        <a data-row href={linkTo(['dead'], { ...query, group: group === '' ? undefined : group })}>
          {cause ?? 'no cause was kept'}
        </a>
      </th>
      <td class="c-count right number">{whole(count)}</td>
      <td class="c-operation">
        <Names of={operations} none="–" />
      </td>
      <td class="c-to">
        <Names of={destinations} none="operations here" />
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
      {want && (
        <td class="c-do">
          <button type="button" onClick={() => act('replay')} aria-label={`Replay all ${about}`}>
            Replay all …
          </button>{' '}
          <button
            type="button"
            class="danger"
            onClick={() => act('remove')}
            aria-label={`Remove all ${about}`}
          >
            Remove all …
          </button>
        </td>
      )}
    </tr>
  )
}

const SHOWN = 3

function Names({ of: names, none }: { readonly of: readonly NamedCount[]; readonly none: string }) {
  const more = names.length - SHOWN
  return (
    <>
      {names.slice(0, SHOWN).map(({ name, count }) => (
        <div key={name ?? ''}>
          {name === undefined ? <span class="quiet">{none}</span> : <Name of={name} />}
          {names.length > 1 && <span class="quiet number"> {whole(count)}</span>}
        </div>
      ))}
      {more > 0 && <div class="quiet">and {whole(more)} more</div>}
    </>
  )
}
