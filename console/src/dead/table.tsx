/** Dead letters as a table in which some can be chosen. */
import type { JobSummary } from '../../../src/store/queue/listing.js'
import { Name } from '../parts/name.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'

export function DeadTable({
  jobs,
  chosen,
  choose,
  linkOf,
}: {
  readonly jobs: readonly JobSummary[]
  readonly chosen: ReadonlySet<string>
  /** Undefined for who may only look. */
  readonly choose: ((ids: ReadonlySet<string>) => void) | undefined
  readonly linkOf: (id: string) => string
}) {
  const every = jobs.every(({ id }) => chosen.has(id))
  const turn = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose?.(next)
  }
  return (
    <Table
      label="Dead letters"
      kind="cards dead"
      before={
        choose && (
          <td class="c-choose">
            <input
              type="checkbox"
              aria-label="Choose all that are shown"
              checked={every}
              onChange={() => choose(every ? new Set() : new Set(jobs.map(({ id }) => id)))}
            />
          </td>
        )
      }
      columns={['Died', 'Cause', 'Operation', 'To', ['Attempts', 'right']]}
    >
      {jobs.map(({ id, ended, accepted, cause, operation, to, kind, attempts }) => (
        <tr key={id} class={chosen.has(id) ? 'chosen' : ''}>
          {choose && (
            <td class="c-choose">
              <input
                type="checkbox"
                aria-label={`Choose ${id}`}
                checked={chosen.has(id)}
                onChange={() => turn(id)}
              />
            </td>
          )}
          <th scope="row" class="c-died">
            <a data-row href={linkOf(id)}>
              <Time at={ended ?? accepted} />
            </a>
          </th>
          <td class="c-cause tone-bad">{cause ?? 'no cause was kept'}</td>
          <td class="c-operation">
            <Name of={operation} />
          </td>
          <td class="c-to">{to ?? <span class="quiet">{kind} here</span>}</td>
          <td class="c-attempts right number">{attempts}</td>
        </tr>
      ))}
    </Table>
  )
}
