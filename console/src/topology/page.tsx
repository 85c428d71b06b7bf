/** This node, what leads to it, where it sends to, and how each of these is. */
import type { TopologyView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Empty, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Ago } from '../parts/time.js'
import { DestinationRow } from './destination.js'
import { TopologyDrawing } from './drawing.js'

/** @param change  whether who looks may change something */
export function TopologyPage({ change }: { readonly change: boolean }) {
  const found = useResource<TopologyView>('api/topology', 5_000)
  if (!found.view) return <Waiting of={found} />
  const { view } = found
  return (
    <>
      <section>
        <TopologyDrawing view={view} />
      </section>
      <section>
        <h2>Destinations</h2>
        <Destinations view={view} change={change} onDone={found.again} />
      </section>
      <section>
        <h2>Other nodes of this journal</h2>
        {view.nodes.length === 0 ? (
          <p class="quiet">None: nodes that share one Redis see each other here.</p>
        ) : (
          <Table label="Other nodes" columns={['Node', 'Last reported']}>
            {view.nodes.map(({ uri, seen }) => (
              <tr key={uri}>
                <th scope="row">{uri}</th>
                <td>
                  <Ago at={seen} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </>
  )
}

function Destinations({
  view,
  change,
  onDone,
}: {
  readonly view: TopologyView
  readonly change: boolean
  readonly onDone: () => void
}) {
  if (view.destinations.length === 0) {
    return (
      <Empty title="This node sends to nobody.">
        Destinations and routes are in the configuration: docs/routing.md.
      </Empty>
    )
  }
  return (
    <Table
      label="Destinations"
      kind="cards destinations"
      columns={[
        'Destination',
        'State',
        ['Failures in a row', 'right'],
        ['Wait for it', 'right'],
        'Address',
        'Cause',
        ...(change ? ['Do'] : []),
      ]}
    >
      {view.destinations.map((one) => (
        <DestinationRow key={one.name} of={one} change={change} onDone={onDone} />
      ))}
    </Table>
  )
}
