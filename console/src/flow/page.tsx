/** The first page: what is wrong, what flows through this node, and what happens right now. */
import type { FlowView, NodeView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Chart } from '../parts/chart.js'
import { Empty, Waiting } from '../parts/states.js'
import { backlogNote, last, sumsOf, timesOf, total } from '../pure/flow.js'
import { WINDOWS, windowIn } from '../pure/flow-window.js'
import { rate, share, span, whole } from '../pure/text.js'
import { Latest } from './latest.js'
import { Lines } from './lines.js'
import { Problems } from './problems.js'
import { Tile } from './tile.js'
import { Marks, WindowChoice } from './window.js'

export function FlowPage({
  node,
  change,
}: {
  readonly node: NodeView | undefined
  /** Whether who looks may change something. */
  readonly change: boolean
}) {
  const kept = node?.journal !== false
  const window = windowIn(shownLocation.value.query.window, kept)
  const flow = useResource<FlowView>(`api/flow?window=${window}`, WINDOWS[window].every)
  return (
    <>
      <Problems change={change} />
      <WindowChoice chosen={window} kept={kept} />
      {flow.view ? <Shown flow={flow.view} node={node} /> : <Waiting of={flow} />}
      <Latest kept={kept} />
    </>
  )
}

function Shown({ flow, node }: { readonly flow: FlowView; readonly node: NodeView | undefined }) {
  return (
    <>
      <Figures flow={flow} />
      <Marks all={flow.marks} />
      <section>
        <h2>By transport and operation</h2>
        {flow.lines.length === 0 ? <NoMessage node={node} flow={flow} /> : <Lines flow={flow} />}
      </section>
    </>
  )
}

function Figures({ flow }: { readonly flow: FlowView }) {
  const { step, at, queue, marks } = flow
  const { title, recent, lately } = WINDOWS[flow.window]
  const sums = sumsOf(flow.lines)
  const sumOf = (counts: readonly number[]) => total(last(counts, step, recent))
  const messages = sumOf(sums.count)
  const [failed, client, server] = [sums.failed, sums.clientFaults, sums.serverFaults].map(sumOf)
  const duration = (name: 'p50' | 'p95' | 'p99') => {
    if (flow.durations) return flow.durations[name]
    const measured = last(sums[name], step, recent).flatMap((ms) => ms ?? [])
    return measured.length === 0 ? null : Math.max(...measured)
  }
  const waiting = queue ? queue.waiting + queue.delayed : undefined
  const times = timesOf(sums.count.length || flow.backlog.length, step, at)
  const perSecond = (counts: readonly number[]) => counts.map((count) => count / (step / 1000))
  return (
    <section class="figures" aria-label={title}>
      <Tile
        name="Messages"
        value={`${rate(messages / (recent / 1000))}/s`}
        more={`${whole(messages)} in the ${lately}`}
      >
        <Chart
          title="Messages per second"
          times={times}
          marks={marks}
          say={rate}
          curves={[
            { label: 'all', values: perSecond(sums.count), colour: '--accent', filled: true },
          ]}
        />
      </Tile>
      <Tile
        name="Failed"
        value={share(failed ?? 0, messages)}
        more={`${lately}: ${whole(client)} at the client, ${whole(server)} at the server`}
        tone={toneOfFailures(client, server)}
      >
        <Chart
          title="Failed per second"
          times={times}
          marks={marks}
          say={rate}
          curves={[
            {
              label: 'server',
              values: perSecond(sums.serverFaults),
              colour: '--bad',
              filled: true,
            },
            { label: 'client', values: perSecond(sums.clientFaults), colour: '--warn' },
          ]}
        />
      </Tile>
      <Tile
        name="Duration"
        value={span(duration('p99'))}
        more={`p99, ${lately}; p95 ${span(duration('p95'))}, p50 ${span(duration('p50'))}`}
      >
        <Chart
          title="Duration"
          times={times}
          marks={marks}
          say={span}
          curves={[
            { label: 'p50', values: sums.p50, colour: '--accent' },
            { label: 'p95', values: sums.p95, colour: '--good' },
            { label: 'p99', values: sums.p99, colour: '--warn' },
          ]}
        />
      </Tile>
      <Tile
        name="Backlog"
        value={whole(waiting)}
        more={queue ? backlogNote(queue) : 'unknown'}
        tone={queue?.paused ? 'warn' : undefined}
      >
        <Chart
          title="Messages in the queue"
          times={timesOf(flow.backlog.length, step, at)}
          marks={marks}
          say={whole}
          curves={[{ label: 'waiting', values: flow.backlog, colour: '--accent', filled: true }]}
        />
      </Tile>
    </section>
  )
}

/** A fault of a client is its own; one of a server is for whoever operates the node. */
function toneOfFailures(client = 0, server = 0): 'bad' | 'warn' | undefined {
  if (server > 0) return 'bad'
  return client > 0 ? 'warn' : undefined
}

function NoMessage({
  node,
  flow,
}: {
  readonly node: NodeView | undefined
  readonly flow: FlowView
}) {
  const url = node?.listening.find(({ transport }) => transport === 'http')?.urls[0]
  return (
    <Empty
      title={`No message came in the ${WINDOWS[flow.window].title.toLowerCase()}.`}
      command={`waybill call ${url ?? 'http://127.0.0.1:8080/soap'} '{namespace}Operation' name=value`}
    >
      Send one from the page Operations, or from a terminal:
    </Empty>
  )
}
