/** Jobs of one state as a table, which are cards on a phone. */
import type { ListedState } from '../../../src/store/queue/listing.js'
import type { PagedJob } from '../../../src/store/queue/page.js'
import { Name } from '../parts/name.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { linkTo } from '../pure/location.js'

/** Title of the time that a job of a state has beside that of its acceptance. */
const TIMES: Readonly<Partial<Record<ListedState, string>>> = {
  delayed: 'Next attempt',
  suspended: 'Waits until',
  done: 'Ended',
  dead: 'Died',
}

export function StateTable({
  state,
  jobs,
}: {
  readonly state: ListedState
  readonly jobs: readonly PagedJob[]
}) {
  const time = TIMES[state]
  // A phone has room for one of both.
  const accepted = time === undefined ? 'c-accepted' : 'c-accepted wide'
  const causes = state !== 'suspended' && jobs.some(({ cause }) => cause !== undefined)
  return (
    <Table
      label="Jobs"
      kind="cards jobs"
      columns={[
        'Job',
        'To',
        'From',
        ['Accepted', accepted],
        ...(time === undefined ? [] : [time]),
        ['Attempts', 'right'],
        ...(causes ? ['Cause'] : []),
      ]}
    >
      {jobs.map((job) => (
        <tr key={job.id}>
          <th scope="row" class="c-job">
            <a data-row href={linkTo([state === 'dead' ? 'dead' : 'exchanges', job.id])}>
              {job.operation === undefined ? job.kind : <Name of={job.operation} />}
            </a>
            <span class="mono quiet id" title={job.id}>
              {job.id}
            </span>
          </th>
          <td class="c-to">
            {job.destination ?? job.to ?? <span class="quiet">{job.kind} here</span>}
          </td>
          <td class="c-from">{job.sender ?? '–'}</td>
          <td class={accepted}>
            <Time at={job.accepted} />
          </td>
          {time !== undefined && <td class="c-time">{timeOf(job)}</td>}
          <td class="c-attempts right number">{job.attempts}</td>
          {causes && <td class="c-cause">{job.cause ?? ''}</td>}
        </tr>
      ))}
    </Table>
  )
}

function timeOf({ due, ended }: PagedJob) {
  const at = due ?? ended
  return at === undefined ? '–' : <Time at={at} />
}
