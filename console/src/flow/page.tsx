/** The first page: what is wrong, what flows through this node, and what happens right now. */
import type { FlowView, NodeView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Chart } from '../parts/chart.js'
import { Empty, Waiting } from '../parts/states.js'
import { backlogNote, last, sumsOf, timesOf, total } from '../pure/flow.js'
import { rate, share, span, whole } from '../pure/text.js'
import { Latest } from './latest.js'
import { Lines } from './lines.js'
import { Problems } from './problems.js'
import { Tile } from './tile.js'

const MINUTE = 60_000

export function FlowPage({
  node,
  change,
}: {
  readonly node: NodeView | undefined
  /** Whether who looks may change something. */
  readonly change: boolean
}) {
  const flow = useResource<FlowView>('api/flow', 2_000)
  if (!flow.view) return <Waiting of={flow} />
  return (
    <>
      <Problems change={change} />
      <Figures flow={flow.view} />
      <section>
        <h2>By transport and operation</h2>
        {flow.view.lines.length === 0 ? <NoMessage node={node} /> : <Lines flow={flow.view} />}
      </section>
      <Latest kept={node?.journal !== false} />
    </>
  )
}

function Figures({ flow }: { readonly flow: FlowView }) {
  const { step, at, queue } = flow
  const sums = sumsOf(flow.lines)
  const minute = total(last(sums.count, step, MINUTE))
  const lately = (counts: readonly number[]) => total(last(counts, step, MINUTE))
  const [failed, client, server] = [sums.failed, sums.clientFaults, sums.serverFaults].map(lately)
  const slowest = (values: readonly (number | null)[]) => {
    const measured = last(values, step, MINUTE).flatMap((ms) => ms ?? [])
    return measured.length === 0 ? null : Math.max(...measured)
  }
  const waiting = queue ? queue.waiting + queue.delayed : undefined
  const times = timesOf(sums.count.length || flow.backlog.length, step, at)
  const perSecond = (counts: readonly number[]) => counts.map((count) => count / (step / 1000))
  return (
    <section class="figures" aria-label="The last quarter of an hour">
      <Tile
        name="Messages"
        value={`${rate(minute / 60)}/s`}
        more={`${whole(minute)} in the last minute`}
      >
        <Chart
          title="Messages per second"
          times={times}
          say={rate}
          curves={[
            { label: 'all', values: perSecond(sums.count), colour: '--accent', filled: true },
          ]}
        />
      </Tile>
      <Tile
        name="Failed"
        value={share(failed ?? 0, minute)}
        more={`last minute: ${whole(client)} at the client, ${whole(server)} at the server`}
        tone={toneOfFailures(client, server)}
      >
        <Chart
          title="Failed per second"
          times={times}
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
        value={span(slowest(sums.p99))}
        more={`p99, last minute; p95 ${span(slowest(sums.p95))}, p50 ${span(slowest(sums.p50))}`}
      >
        <Chart
          title="Duration"
          times={times}
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

function NoMessage({ node }: { readonly node: NodeView | undefined }) {
  const url = node?.listening.find(({ transport }) => transport === 'http')?.urls[0]
  return (
    <Empty
      title="No message came in the last quarter of an hour."
      command={`waybill call ${url ?? 'http://127.0.0.1:8080/soap'} '{namespace}Operation' name=value`}
    >
      Send one from the page Operations, or from a terminal:
    </Empty>
  )
}
