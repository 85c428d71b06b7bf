/** Where the time went: what each node did, when, on one scale. */
import { Table } from '../parts/table.js'
import { nodeName } from '../pure/entry.js'
import type { Segment } from '../pure/hops.js'
import { span } from '../pure/text.js'

const WIDTH = 600

export function Waterfall({ segments }: { readonly segments: readonly Segment[] }) {
  const from = Math.min(...segments.map(({ start }) => start))
  const all = Math.max(1, Math.max(...segments.map(({ end }) => end)) - from)
  return (
    <Table
      label="Time"
      kind="waterfall"
      columns={[
        'Node',
        'What it did',
        ['After', 'right'],
        ['Took', 'right'],
        [`${span(all)} in all`, 'c-bar'],
      ]}
    >
      {segments.map(({ node, label, start, end, tone, idle }) => (
        <tr key={`${node} ${label} ${start}`} class={idle ? 'quiet' : ''}>
          <th scope="row" title={node}>
            {nodeName(node)}
          </th>
          <td>{label}</td>
          <td class="right number">{span(start - from)}</td>
          <td class="right number">{span(end - start)}</td>
          <td class="c-bar">
            <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                class={idle ? 'idle' : tone}
                x={((start - from) / all) * WIDTH}
                y={idle ? 5 : 1}
                width={Math.max(2, ((end - start) / all) * WIDTH)}
                height={idle ? 2 : 10}
              />
            </svg>
          </td>
        </tr>
      ))}
    </Table>
  )
}
