/** Every attempt that failed. */
import type { DeadLetterView } from '../../../src/operate/admin/api.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { nodeName } from '../pure/entry.js'

export function History({ history }: Pick<DeadLetterView, 'history'>) {
  if (history.length === 0) return <p class="quiet">None was kept.</p>
  return (
    <Table label="Attempts" columns={[['Attempt', 'right'], 'At', 'Node', 'Cause']}>
      {history.map(({ attempt, at, node, cause }) => (
        <tr key={`${attempt} ${at}`}>
          <th scope="row" class="right number">
            {attempt}
          </th>
          <td>
            <Time at={at} />
          </td>
          <td title={node}>{nodeName(node)}</td>
          <td>{cause}</td>
        </tr>
      ))}
    </Table>
  )
}
