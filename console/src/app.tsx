/** The frame around every page: who this node is, where one can go, and the page itself. */
import { useEffect, useRef } from 'preact/hooks'
import type { NodeView } from '../../src/operate/admin/api.js'
import type { SessionView } from '../../src/operate/admin/session-view.js'
import { answered, loginNeeded, reachable } from './base/api.js'
import { listenToKeys } from './base/keys.js'
import { shownLocation } from './base/location.js'
import { type Resource, useResource } from './base/resource.js'
import { DeadLetterPage } from './dead/detail.js'
import { DeadPage } from './dead/page.js'
import { ExchangePage } from './exchanges/detail.js'
import { ExchangesPage } from './exchanges/page.js'
import { FlowPage } from './flow/page.js'
import { Head } from './head.js'
import { KeysHelp } from './keys-help.js'
import { NodePage } from './node/page.js'
import { OperationsPage } from './operations/page.js'
import { PAGES } from './pages.js'
import { Empty, Waiting } from './parts/states.js'
import { Time } from './parts/time.js'
import { PeersPage } from './peers/page.js'
import { JobsPage } from './queue/jobs.js'
import { QueuePage } from './queue/page.js'
import { LoginPage } from './session/login.js'
import { TopologyPage } from './topology/page.js'

listenToKeys(PAGES.map(({ path }) => path))

export function App() {
  // Asked for first, so that nothing is asked for nothing by who has to log in.
  const session = useResource<SessionView>('api/session')
  const { view, again } = session
  useEffect(() => {
    if (view?.who !== undefined) loginNeeded.value = false
  }, [view])
  if (!view) return session.error === undefined ? null : <NotStarted session={session} />
  const recognised = view.who !== undefined
  if (recognised && !loginNeeded.value) return <Console session={view} />
  return <LoginPage logins={view.logins} onEntered={again} />
}

function NotStarted({ session }: { readonly session: Resource<SessionView> }) {
  return (
    <main class="login">
      <h1>Waybill</h1>
      {reachable.value ? (
        <Waiting of={session} />
      ) : (
        <p class="unreachable" role="alert">
          <b>The node cannot be reached.</b> It is asked again every 3 seconds.
        </p>
      )}
    </main>
  )
}

function Console({ session }: { readonly session: SessionView }) {
  const node = useResource<NodeView>('api/node', 5_000)
  const change = (node.view ?? session).may === 'change'
  const main = useRef<HTMLElement>(null)
  const [name = 'flow', ...rest] = shownLocation.value.path
  const title = PAGES.find(({ path }) => path === name)?.title ?? 'Not here'
  const here = shownLocation.value.path.join('/')
  const shown = useRef(here)
  useEffect(() => {
    document.title = `${title} · ${node.view?.uri ?? 'Waybill'}`
  }, [title, node.view?.uri])
  useEffect(() => {
    if (shown.current === here) return
    shown.current = here
    main.current?.focus()
    scrollTo(0, 0)
  }, [here])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Head node={node.view} session={session} here={name} />
      <main id="main" ref={main} tabIndex={-1} key={name}>
        {!reachable.value && (
          <p class="unreachable" role="alert">
            <b>The node cannot be reached.</b> This page shows its state at{' '}
            <Time at={answered.value} />. It is asked again every 3 seconds.
          </p>
        )}
        <h1 class={rest.length > 0 ? 'small' : ''}>{title}</h1>
        <Page name={name} rest={rest} node={node.view} change={change} />
      </main>
      <KeysHelp />
    </div>
  )
}

function Page({
  name,
  rest: [id, within],
  node,
  change,
}: {
  readonly name: string
  readonly rest: readonly string[]
  readonly node: NodeView | undefined
  /** Whether who looks may change something. */
  readonly change: boolean
}) {
  switch (name) {
    case 'flow':
      return <FlowPage node={node} change={change} />
    case 'exchanges':
      return id === undefined ? <ExchangesPage node={node} /> : <ExchangePage id={id} key={id} />
    case 'dead':
      return id === undefined ? (
        <DeadPage change={change} />
      ) : (
        <DeadLetterPage id={id} key={id} change={change} />
      )
    case 'operations':
      return <OperationsPage name={id} plugin={within} key={`${id} ${within}`} change={change} />
    case 'topology':
      return <TopologyPage />
    case 'peers':
      return <PeersPage />
    case 'queue':
      return id === 'jobs' ? <JobsPage /> : <QueuePage change={change} />
    case 'node':
      return <NodePage node={node} />
    default:
      return <Empty title="There is no such page.">Choose one from the navigation.</Empty>
  }
}
