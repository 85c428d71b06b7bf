/** The first page: what is wrong, what flows through this node, and what happens right now. */
import type { FlowView, NodeView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Chart } from '../parts/chart.js'
import { Empty, Waiting } from '../parts/states.js'
import { backlogNote, last, sumsOf, timesOf, total, troubles } from '../pure/flow.js'
import { rate, share, span, whole } from '../pure/text.js'
import { Latest } from './latest.js'
import { Lines } from './lines.js'
import { Tile } from './tile.js'
import { Troubles } from './troubles.js'

const MINUTE = 60_000

export function FlowPage({ node }: { readonly node: NodeView | undefined }) {
  const flow = useResource<FlowView>('api/flow', 2_000)
  if (!flow.view) return <Waiting of={flow} />
  return (
    <>
      <Troubles found={troubles(flow.view, node)} />
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
  const failed = total(last(sums.failed, step, MINUTE))
  const slowest = Math.max(0, ...last(sums.p99, step, MINUTE).map((ms) => ms ?? 0))
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
        value={share(failed, minute)}
        more={`${whole(failed)} in the last minute`}
        tone={failed > 0 ? 'bad' : undefined}
      >
        <Chart
          title="Failed per second"
          times={times}
          say={rate}
          curves={[
            { label: 'failed', values: perSecond(sums.failed), colour: '--bad', filled: true },
          ]}
        />
      </Tile>
      <Tile name="Duration" value={span(slowest === 0 ? null : slowest)} more="p99, last minute">
        <Chart
          title="Duration"
          times={times}
          say={span}
          curves={[
            { label: 'p50', values: sums.p50, colour: '--accent' },
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
