/** The problems of the node on top of the first page: what each is, whom it concerns, what to do, and what can be done here. */
import type { ProblemsView } from '../../../src/operate/admin/api.js'
import type { Problem } from '../../../src/operate/problems/problem.js'
import { reachable } from '../base/api.js'
import { now } from '../base/now.js'
import { useResource } from '../base/resource.js'
import { DestinationButtons } from '../parts/destination-buttons.js'
import { Failed } from '../parts/states.js'
import { Time } from '../parts/time.js'
import { nodeName } from '../pure/entry.js'
import { age, counted, span } from '../pure/text.js'

export function Problems({ change }: { readonly change: boolean }) {
  const found = useResource<ProblemsView>('api/problems', 3_000)
  const { view } = found
  if (!view) {
    // That the node cannot be reached is shown on top of every page.
    return found.error !== undefined && reachable.value ? (
      <Failed error={found.error} again={found.again} />
    ) : null
  }
  if (view.problems.length === 0) {
    // The last answer describes the node only while it can be reached.
    if (!reachable.value) return null
    return (
      <p class="all-well">
        <span aria-hidden="true" class="mark">
          ✓
        </span>
        No problem: the node accepts messages, and nothing needs attention.
      </p>
    )
  }
  return (
    <section aria-label="Problems">
      <ul class="problems">
        {view.problems.map((problem) => (
          <Item
            key={`${problem.name} ${problem.subject ?? ''} ${problem.node}`}
            problem={problem}
            change={change}
            again={found.again}
          />
        ))}
      </ul>
    </section>
  )
}

function Item({
  problem,
  change,
  again,
}: {
  readonly problem: Problem
  readonly change: boolean
  readonly again: () => void
}) {
  const { name, subject, severity, stopsAcceptance, summary, remedy, since, page } = problem
  const isOfDestination = name === 'destination-down' || name === 'destination-paused'
  return (
    <li class={severity === 'error' ? 'bad' : 'warn'} data-problem={name}>
      <span aria-hidden="true" class="mark">
        {severity === 'error' ? '✕' : '!'}
      </span>
      <div class="what">
        <p class="summary">
          {stopsAcceptance && <b>No message is accepted. </b>}
          {summary}
        </p>
        <p class="quiet more">
          Since <Time at={since} /> ({age(now.value - since)}){waitingText(problem)}, at{' '}
          <span title={problem.node}>
            {problem.shared ? 'all nodes of the queue' : nodeName(problem.node)}
          </span>
        </p>
        <p class="remedy">{remedy}</p>
      </div>
      <div class="acts">
        {isOfDestination && subject !== undefined && change && (
          <DestinationButtons
            destination={subject}
            paused={name === 'destination-paused'}
            onDone={again}
          />
        )}
        <a class="button" href={page}>
          Look
        </a>
      </div>
    </li>
  )
}

function waitingText({ waiting, oldest }: Problem): string {
  const some = waiting === undefined ? '' : `, ${counted(waiting, 'message', 'messages')} waiting`
  return oldest === undefined ? some : `${some}, the oldest for ${span(oldest)}`
}
