/** What is in the queue, how that came about, and for whom it waits. */
import type { QueueLine, QueueView } from '../../../src/operate/admin/api.js'
import type { ListedState } from '../../../src/store/queue/listing.js'
import { useResource } from '../base/resource.js'
import { Tile } from '../flow/tile.js'
import { Chart } from '../parts/chart.js'
import { Name } from '../parts/name.js'
import { Empty, Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { timesOf } from '../pure/flow.js'
import { linkTo } from '../pure/location.js'
import { span, whole } from '../pure/text.js'
import { Turn } from './turn.js'

/** Where the jobs of a state are listed. */
const jobs = (state: ListedState) => linkTo(['queue', 'jobs'], { state })

export function QueuePage({ change }: { readonly change: boolean }) {
  const found = useResource<QueueView>('api/queue', 5_000)
  if (!found.view) return <Waiting of={found} />
  const { view } = found
  const { queue } = view
  if (!queue)
    return <Empty title="This node has no queue it can ask." command="waybill queue stats" />
  const times = timesOf(view.waiting.length, view.step, view.at)
  return (
    <>
      <Turn paused={queue.paused} change={change} onTurned={found.again} />
      <section class="figures short" aria-label="Jobs by state">
        <Tile
          name="Waiting"
          link={jobs('waiting')}
          value={whole(queue.waiting)}
          more={queue.oldest === undefined ? 'nothing waits' : `oldest ${span(queue.oldest)}`}
        />
        <Tile
          name="Delayed"
          link={jobs('delayed')}
          value={whole(queue.delayed)}
          more="for a retry"
        />
        <Tile
          name="Suspended"
          link={jobs('suspended')}
          value={whole(queue.suspended)}
          more="for an answer"
        />
        <Tile name="Running" link={jobs('running')} value={whole(queue.running)} more="right now" />
        <Tile
          name="Dead letters"
          link={jobs('dead')}
          value={whole(queue.dead)}
          more="need somebody"
          tone={queue.dead > 0 ? 'bad' : undefined}
        />
        <Tile name="Done" link={jobs('done')} value={whole(queue.done)} more="still kept" />
      </section>
      <section class="framed">
        <h2>Over time</h2>
        <Chart
          title="Jobs over time"
          height={200}
          times={times}
          say={whole}
          curves={[
            { label: 'waiting', values: view.waiting, colour: '--accent', filled: true },
            { label: 'delayed', values: view.delayed, colour: '--warn' },
            { label: 'suspended', values: view.suspended, colour: '--quiet' },
            { label: 'running', values: view.running, colour: '--good' },
            { label: 'dead', values: view.dead, colour: '--bad' },
          ]}
        />
      </section>
      <section>
        <h2>By operation</h2>
        <Lines lines={view.operations} label="By operation" filter="operation" />
      </section>
      <section>
        <h2>By destination</h2>
        <Lines lines={view.destinations} label="By destination" filter="to" />
      </section>
      <p class="quiet">
        {queue.backend === 'memory:'
          ? 'Kept in memory: what waits ends with the node.'
          : `Kept in ${queue.backend}.`}
      </p>
    </>
  )
}

function Lines({
  lines,
  label,
  filter,
}: {
  readonly lines: readonly QueueLine[]
  readonly label: string
  readonly filter: 'operation' | 'to'
}) {
  if (lines.length === 0) {
    return (
      <p class="quiet">
        {filter === 'operation' ? 'Nothing is in the queue.' : 'Nothing in it is to be sent.'}
      </p>
    )
  }
  return (
    <Table
      label={label}
      columns={[
        filter === 'operation' ? 'Operation' : 'Destination',
        ['Waiting', 'right'],
        ['Delayed', 'right'],
        ['Suspended', 'right'],
        ['Running', 'right'],
        ['Dead', 'right'],
      ]}
    >
      {lines.map(({ name, waiting, delayed, suspended, running, dead }) => (
        <tr key={name}>
          <th scope="row">
            <Name of={name} />
          </th>
          <td class="right number">{whole(waiting)}</td>
          <td class="right number">{whole(delayed)}</td>
          <td class="right number">{whole(suspended)}</td>
          <td class="right number">{whole(running)}</td>
          <td class="right number">
            {dead === 0 ? '0' : <a href={linkTo(['dead'], { [filter]: name })}>{whole(dead)}</a>}
          </td>
        </tr>
      ))}
    </Table>
  )
}
