/** The dead letters: which there are and why, and what is done about several of them at once. */
import { useState } from 'preact/hooks'
import type { DeadGroupsView, DeadLettersView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import type { ChoiceLooks } from '../parts/field.js'
import { MayLook } from '../parts/may-look.js'
import { QueryChoice, QueryField, Search } from '../parts/search.js'
import { Empty, Failed, Waiting } from '../parts/states.js'
import { linkTo, queryText } from '../pure/location.js'
import { whole } from '../pure/text.js'
import { ChangeDialog, type Wanted } from './change.js'
import { GroupDialog, type WantedGroup } from './group-dialog.js'
import { Groups } from './groups.js'
import { DeadTable } from './table.js'

const LIMIT = '200'

export function DeadPage({ change }: { readonly change: boolean }) {
  const { query } = shownLocation.value
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [wanted, want] = useState<Wanted | undefined>(undefined)
  const [wantedGroup, wantGroup] = useState<WantedGroup | undefined>(undefined)
  const grouped = useResource<DeadGroupsView>(`api/dead/groups?${queryText(query)}`, 10_000)
  const found = useResource<DeadLettersView>(
    `api/dead?${queryText({ limit: LIMIT, ...query })}`,
    5_000,
  )
  const jobs = found.view?.jobs ?? []
  const here = jobs.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const requested = Object.keys(query).length > 0
  return (
    <>
      <Filter />
      <Waiting of={found} />
      {found.view && found.error !== undefined && (
        <Failed error={found.error} again={found.again} />
      )}
      {grouped.view && isWorthGrouping(grouped.view) && (
        <Groups view={grouped.view} query={query} want={change ? wantGroup : undefined} />
      )}
      {query.group !== undefined && (
        <p>
          <a data-up href={linkTo(['dead'], { ...query, group: undefined })}>
            All causes
          </a>
        </p>
      )}
      {found.view && (
        <div class="bar">
          <span aria-live="polite">
            {whole(jobs.length)} {requested ? 'match' : 'shown'}
            <span class="quiet"> of {whole(found.view.dead)}</span>
          </span>
          {change ? (
            <span class="end bar-buttons">
              <button
                type="button"
                class="main"
                disabled={here.length === 0}
                onClick={() => want({ what: 'replay', ids: here })}
              >
                Replay {here.length > 0 ? whole(here.length) : ''} …
              </button>
              <button
                type="button"
                class="danger"
                disabled={here.length === 0}
                onClick={() => want({ what: 'remove', ids: here })}
              >
                Remove {here.length > 0 ? whole(here.length) : ''} …
              </button>
            </span>
          ) : (
            <MayLook />
          )}
        </div>
      )}
      {found.view && jobs.length === 0 && <None filtered={requested} />}
      {jobs.length > 0 && (
        <DeadTable
          jobs={jobs}
          chosen={chosen}
          choose={change ? choose : undefined}
          linkOf={(id) => linkTo(['dead', id], query)}
        />
      )}
      {wantedGroup && (
        <GroupDialog
          wanted={wantedGroup}
          onClose={() => {
            wantGroup(undefined)
            grouped.again()
            found.again()
          }}
        />
      )}
      {wanted && (
        <ChangeDialog
          wanted={wanted}
          onClose={(changed) => {
            want(undefined)
            if (changed) choose(new Set())
            grouped.again()
            found.again()
          }}
        />
      )}
    </>
  )
}

/** One dead letter is its own group. */
function isWorthGrouping({ groups }: DeadGroupsView): boolean {
  return groups.length > 1 || groups.some(({ count }) => count > 1)
}

const SPANS: ChoiceLooks['options'] = [
  ['', 'at any time'],
  ['1h', 'in the last hour'],
  ['1d', 'in the last day'],
  ['7d', 'in the last week'],
]

function Filter() {
  return (
    <Search>
      <QueryField name="cause" label="Cause" search wide placeholder="part of the cause" />
      <QueryField name="operation" label="Operation" />
      <QueryField name="to" label="To" placeholder="part of the address" />
      <QueryChoice name="since" label="Accepted" options={SPANS} />
    </Search>
  )
}

function None({ filtered: requested }: { readonly filtered: boolean }) {
  return requested ? (
    <Empty title="No dead letter matches.">
      <a href="#/dead">Show all</a>
    </Empty>
  ) : (
    <Empty title="There is no dead letter." command="waybill dead ls">
      A message comes here when all its attempts have failed, or when no further attempt could help.
      On a terminal:
    </Empty>
  )
}
