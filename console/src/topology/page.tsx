/** This node, what leads to it, where it sends to, and how each of these is. */
import type { DestinationsView, TopologyView } from '../../../src/operate/admin/api.js'
import { type Resource, useResource } from '../base/resource.js'
import { Badge } from '../parts/badge.js'
import { DestinationButtons } from '../parts/destination-buttons.js'
import { Empty, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Ago } from '../parts/time.js'
import { linkTo } from '../pure/location.js'
import { whole } from '../pure/text.js'
import { TopologyDrawing } from './drawing.js'

export function TopologyPage({
  change,
}: {
  /** Whether who looks may change something. */
  readonly change: boolean
}) {
  const states = useResource<DestinationsView>('api/destinations', 5_000)
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
        <Destinations view={view} states={states} change={change} />
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

const SAYS = { closed: 'sends', open: 'circuit open', trying: 'is tried' } as const
const TONES = { closed: 'good', open: 'bad', trying: 'warn' } as const

function Destinations({
  view,
  states,
  change,
}: {
  readonly view: TopologyView
  readonly states: Resource<DestinationsView>
  readonly change: boolean
}) {
  const paused = new Map(
    states.view?.destinations.map((one) => [one.name, one.paused !== undefined]),
  )
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
      {view.destinations.map(({ name, url, breaker, failures, waiting, cause }) => (
        <tr key={name}>
          <th scope="row">
            <a data-row href={linkTo(['exchanges'], { to: url })}>
              {name}
            </a>
          </th>
          <td>
            {paused.get(name) ? (
              <Badge tone="warn" word="paused" />
            ) : (
              <Badge tone={TONES[breaker]} word={SAYS[breaker]} />
            )}
          </td>
          <td class="c-failures right number">{whole(failures)}</td>
          <td class="c-waiting right number">{whole(waiting)}</td>
          <td class="c-url mono">{url}</td>
          <td class={breaker === 'closed' ? 'c-cause' : 'c-cause tone-bad'}>{cause ?? ''}</td>
          {change && (
            <td class="c-do">
              {paused.has(name) && (
                <DestinationButtons
                  destination={name}
                  paused={paused.get(name) === true}
                  onDone={states.again}
                />
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
