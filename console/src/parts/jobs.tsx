/** Jobs of the queue as a table; a dead one leads to what can be done about it. */
import type { JobSummary } from '../../../src/store/queue/listing.js'
import { linkTo } from '../pure/location.js'
import { toneOfWord } from '../pure/outcome.js'
import { Badge } from './badge.js'
import { Table } from './table.js'
import { Time } from './time.js'

export function JobsTable({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  return (
    <Table
      label="Jobs"
      columns={['Job', 'State', 'Accepted', ['Attempts', 'right'], 'To', 'Cause']}
    >
      {jobs.map(({ id, kind, state, accepted, attempts, to, cause }) => (
        <tr key={id}>
          <th scope="row">
            {kind}{' '}
            {state === 'dead' ? (
              <a href={linkTo(['dead', id])} class="mono">
                {id}
              </a>
            ) : (
              <span class="mono quiet">{id}</span>
            )}
          </th>
          <td>
            <Badge tone={toneOfWord(state)} word={state === 'dead' ? 'dead letter' : state} />
          </td>
          <td>
            <Time at={accepted} />
          </td>
          <td class="right number">{attempts}</td>
          <td>{to ?? ''}</td>
          <td>{cause ?? ''}</td>
        </tr>
      ))}
    </Table>
  )
}
