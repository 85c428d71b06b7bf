/** The jobs of the queue, one state and one page at a time; a line leads to what happened to the message. */
import type { JobsView } from '../../../src/operate/admin/api.js'
import type { ListedState } from '../../../src/store/queue/listing.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Empty, Failed, Waiting } from '../parts/states.js'
import { linkTo, queryText } from '../pure/location.js'
import { whole } from '../pure/text.js'
import { StateTable } from './table.js'

const LIMIT = '50'

interface Tab {
  readonly title: string
  /** Which jobs those are, and which of them stand first. */
  readonly about: string
  readonly none: string
}

const TABS: Readonly<Record<ListedState, Tab>> = {
  waiting: {
    title: 'Waiting',
    about: 'As they will run; those that wait for another job of their lane stand last.',
    none: 'No job waits.',
  },
  delayed: {
    title: 'Delayed',
    about: 'They wait for their next attempt; the one whose turn comes next stands first.',
    none: 'No job waits for its next attempt.',
  },
  suspended: {
    title: 'Suspended',
    about: 'They wait for an answer; the one that waits no longer soonest stands first.',
    none: 'No job waits for an answer.',
  },
  running: {
    title: 'Running',
    about: 'What the nodes of this queue run right now; the last accepted stands first.',
    none: 'No job runs.',
  },
  done: {
    title: 'Done',
    about: 'As far as they are still kept; the last one that ended stands first.',
    none: 'No job that is done is kept.',
  },
  dead: {
    title: 'Dead letters',
    about: 'The last one that died stands first.',
    none: 'There is no dead letter.',
  },
}

/** In the order of the tabs. */
const STATES: readonly ListedState[] = [
  'waiting',
  'delayed',
  'suspended',
  'running',
  'done',
  'dead',
]

export function JobsPage() {
  const { query } = shownLocation.value
  const state = STATES.find((one) => one === query.state) ?? 'waiting'
  const { after } = query
  const found = useResource<JobsView>(
    `api/queue/jobs?${queryText({ state, limit: LIMIT, after })}`,
    5_000,
  )
  const { view } = found
  return (
    <>
      <div class="bar">
        <a data-up href={linkTo(['queue'])}>
          Back to the queue
        </a>
      </div>
      <Tabs state={state} view={view} />
      <p class="quiet about-state">
        {TABS[state].about}
        {state === 'dead' && (
          <>
            {' '}
            <a href={linkTo(['dead'])}>Replay or remove some</a>
          </>
        )}
      </p>
      <Waiting of={found} />
      {view && found.error !== undefined && <Failed error={found.error} again={found.again} />}
      {view && view.jobs.length > 0 && <StateTable state={state} jobs={view.jobs} />}
      {view && view.jobs.length === 0 && (
        <Empty title={after === undefined ? TABS[state].none : 'No job is left on this page.'} />
      )}
      <Turning state={state} after={after} next={view?.next} />
    </>
  )
}

function Tabs({
  state,
  view,
}: {
  readonly state: ListedState
  readonly view: JobsView | undefined
}) {
  return (
    <nav class="tabs" aria-label="Jobs by state">
      {STATES.map((one) => (
        <a
          key={one}
          href={linkTo(['queue', 'jobs'], { state: one })}
          aria-current={one === state ? 'page' : undefined}
        >
          {TABS[one].title} <span class="number">{whole(view?.queue[one])}</span>
        </a>
      ))}
    </nav>
  )
}

/** The way back to the page before is that of the browser. */
function Turning({
  state,
  after,
  next,
}: {
  readonly state: ListedState
  readonly after: string | undefined
  readonly next: string | undefined
}) {
  if (after === undefined && next === undefined) return null
  const link = (to: string | undefined) => linkTo(['queue', 'jobs'], { state, after: to })
  return (
    <nav class="bar after" aria-label="Pages of jobs">
      {after !== undefined && (
        <a class="button" href={link(undefined)}>
          First page
        </a>
      )}
      {next !== undefined && (
        <a class="button end" href={link(next)}>
          Next page
        </a>
      )}
    </nav>
  )
}
