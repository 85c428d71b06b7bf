/** One conversation: its way, its time, its header blocks, its jobs, and its envelopes where they were kept. */
import type { ExchangeView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Copy } from '../parts/command.js'
import { JobsTable } from '../parts/jobs.js'
import { Empty, Waiting } from '../parts/states.js'
import { Xml } from '../parts/xml.js'
import { nodeName } from '../pure/entry.js'
import { hopsOf, segmentsOf } from '../pure/hops.js'
import { linkTo } from '../pure/location.js'
import { Away } from './away.js'
import { Blocks } from './blocks.js'
import { Facts } from './facts.js'
import { PathPicture } from './picture.js'
import { Waterfall } from './waterfall.js'

const DIRECTIONS = {
  received: 'as it came to',
  answered: 'the answer of',
  sent: 'as it was sent by',
}

export function ExchangePage({ id }: { readonly id: string }) {
  const found = useResource<ExchangeView>(`api/exchanges/${encodeURIComponent(id)}`)
  return (
    <>
      <div class="bar">
        <a data-up href={linkTo(['exchanges'], shownLocation.value.query)}>
          Back to the list
        </a>
        <span class="mono id">{id}</span>
        <Copy text={location.href} label="Copy the link" />
        <button type="button" class="plain" onClick={found.again}>
          Refresh
        </button>
      </div>
      <Waiting of={found} />
      {found.view && <Conversation view={found.view} id={id} />}
    </>
  )
}

function Conversation({ view, id }: { readonly view: ExchangeView; readonly id: string }) {
  const { path, became, envelopes, hidden, jobs, away } = view
  const hops = hopsOf(path)
  if (path.length === 0 && jobs.length === 0) {
    return (
      <>
        <Away nodes={away} />
        <NotFound id={id} />
      </>
    )
  }
  return (
    <>
      <Away nodes={away} />
      <Facts path={path} became={became} />
      {hops.length > 0 && (
        <section>
          <h2>Path</h2>
          <PathPicture hops={hops} />
        </section>
      )}
      {hops.length > 0 && (
        <section>
          <h2>Time</h2>
          <Waterfall segments={segmentsOf(hops)} />
        </section>
      )}
      {jobs.length > 0 && (
        <section>
          <h2>Jobs</h2>
          <JobsTable jobs={jobs} />
        </section>
      )}
      <section>
        <h2>Header blocks</h2>
        <Blocks hops={hops} />
      </section>
      <section>
        <h2>Envelopes</h2>
        {hidden > 0 && <Hidden count={hidden} />}
        {envelopes.length === 0 && hidden === 0 ? (
          <Empty title="None was kept.">
            The configuration says for which routes and operations envelopes are kept:
            journal.capture.
          </Empty>
        ) : (
          envelopes.map(({ at, node, direction, envelope }) => (
            <Xml
              key={`${at} ${node} ${direction}`}
              label={`${DIRECTIONS[direction]} ${nodeName(node)}`}
              text={envelope}
            />
          ))
        )}
      </section>
    </>
  )
}

function Hidden({ count }: { readonly count: number }) {
  const what = count === 1 ? '1 envelope is' : `${count} envelopes are`
  return (
    <Empty title={`${what} not shown.`}>
      You have no right to read the contents of these messages, or this node has none at the node
      that keeps them.
    </Empty>
  )
}

function NotFound({ id }: { readonly id: string }) {
  return (
    <Empty
      title="Nothing is known of this id."
      command={`waybill find '${id.replaceAll("'", '')}'`}
    >
      The journal may have forgotten it, or the message never came to a node of this journal. Look
      into the queue, too:
    </Empty>
  )
}
