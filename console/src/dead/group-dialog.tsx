/** Replays or removes a whole group of dead letters: a preview first, then slice by slice until all are done. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type {
  ChangeView,
  DeadGroup,
  DeadGroupsView,
  NamedCount,
} from '../../../src/operate/admin/api.js'
import { get, post, sentenceOf } from '../base/api.js'
import { Dialog } from '../parts/dialog.js'
import { Name } from '../parts/name.js'
import { Time } from '../parts/time.js'
import { queryText } from '../pure/location.js'
import { momentIn } from '../pure/moment.js'
import { counted, whole } from '../pure/text.js'
import { CHANGE_WORDS } from './change.js'
import { Down } from './down.js'

export interface WantedGroup {
  readonly what: 'replay' | 'remove'
  readonly group: string
  readonly cause: string | undefined
  /** The search of the page, which holds for the group as well. */
  readonly query: Readonly<Record<string, string>>
}

/** What has been done so far. */
interface Progress {
  readonly done: number
  /** Reasons, and for how many each is. */
  readonly failed: ReadonlyMap<string, number>
  readonly state: 'running' | 'ended' | 'stopped'
}

const letters = (count: number) => counted(count, 'dead letter', 'dead letters')

export function GroupDialog({
  wanted,
  onClose,
}: {
  readonly wanted: WantedGroup
  readonly onClose: (changed: boolean) => void
}) {
  const { what } = wanted
  const [plan, setPlan] = useState<DeadGroupsView | undefined>(undefined)
  const [progress, setProgress] = useState<Progress | undefined>(undefined)
  const [wrong, setWrong] = useState('')
  const stopped = useRef(false)
  const [filter] = useState(() => filterOf(wanted, Date.now()))
  useEffect(() => {
    const words = Object.entries(filter).map(([name, value]) => [name, value && String(value)])
    get<DeadGroupsView>(`api/dead/groups?${queryText(Object.fromEntries(words))}`).then(
      setPlan,
      (error: unknown) => setWrong(sentenceOf(error)),
    )
    return () => {
      stopped.current = true
    }
  }, [])
  const group = plan?.groups.find((one) => one.group === wanted.group)
  const act = async (died: number) => {
    let done = 0
    const failed = new Map<string, number>()
    let after: string | undefined
    const show = (state: Progress['state']) => setProgress({ done, failed: new Map(failed), state })
    show('running')
    do {
      const body = { filter: { ...filter, died }, after }
      const view: ChangeView = await post<ChangeView>(`api/dead/${what}`, body)
      done += view.done.length
      for (const { why } of view.failed) failed.set(why, (failed.get(why) ?? 0) + 1)
      after = view.next
      show('running')
    } while (after !== undefined && !stopped.current)
    show(after === undefined ? 'ended' : 'stopped')
  }
  const start = (died: number) => {
    act(died).catch((error: unknown) => {
      setWrong(sentenceOf(error))
      setProgress((now) => now && { ...now, state: 'stopped' })
    })
  }
  const { word } = CHANGE_WORDS[what]
  return (
    <Dialog
      open
      title={progress ? `${word} a group` : `${word} the whole group?`}
      onClose={() => onClose(progress !== undefined)}
      actions={
        progress?.state === 'running' ? (
          <button
            type="button"
            onClick={() => {
              stopped.current = true
            }}
          >
            Stop
          </button>
        ) : (
          !progress && (
            <button
              type="button"
              class={what === 'replay' ? 'main' : 'danger'}
              disabled={!group}
              onClick={() => group && start(group.last)}
            >
              {group ? `${word} ${whole(group.count)}` : word}
            </button>
          )
        )
      }
    >
      {wrong !== '' && (
        <p role="alert" class="tone-bad">
          {wrong}
        </p>
      )}
      {!plan && wrong === '' && <p aria-live="polite">Counting what would be changed …</p>}
      {plan && !group && <p>None is left: they have been changed meanwhile.</p>}
      {plan && group && !progress && <Preview plan={plan} group={group} what={what} />}
      {group && progress && <Outcome progress={progress} all={group.count} what={what} />}
      {plan && what === 'replay' && <Down nodes={plan.down} />}
    </Dialog>
  )
}

/** What the API takes as a filter; spans end now. */
function filterOf({ group, query: { since, until, ...words } }: WantedGroup, now: number) {
  const { operation, to, sender, cause } = words
  return {
    ...{ operation, to, sender, cause, group },
    since: momentIn(since, now),
    until: momentIn(until, now),
  }
}

function Preview({
  plan,
  group,
  what,
}: {
  readonly plan: DeadGroupsView
  readonly group: DeadGroup
  readonly what: WantedGroup['what']
}) {
  const { cause, count, operations, destinations, first, last } = group
  return (
    <>
      <p aria-live="polite">
        <b>{letters(count)}</b>: {CHANGE_WORDS[what].would}. Nothing has been changed yet.
      </p>
      <dl class="facts preview">
        <div>
          <dt>Cause</dt>
          <dd>{cause ?? 'none was kept'}</dd>
        </div>
        <Counts title="Operations" of={operations} none="unknown" />
        <Counts title="To" of={destinations} none="operations of this node" />
        <div>
          <dt>Died</dt>
          <dd>
            <Time at={first} /> – <Time at={last} />
          </dd>
        </div>
      </dl>
      {!plan.all && (
        <p class="tone-warn">
          Only the newest {whole(plan.looked)} dead letters were counted; older ones of this cause
          are changed as well.
        </p>
      )}
    </>
  )
}

function Counts({
  title,
  of: names,
  none,
}: {
  readonly title: string
  readonly of: readonly NamedCount[]
  readonly none: string
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {names.map(({ name, count }) => (
          <div key={name ?? ''}>
            {name === undefined ? none : <Name of={name} />}{' '}
            <span class="quiet number">{whole(count)}</span>
          </div>
        ))}
      </dd>
    </div>
  )
}

function Outcome({
  progress: { done, failed, state },
  all,
  what,
}: {
  readonly progress: Progress
  readonly all: number
  readonly what: WantedGroup['what']
}) {
  const { done: doneText, not } = CHANGE_WORDS[what]
  const undone = [...failed.values()].reduce((sum, count) => sum + count, 0)
  return (
    <div aria-live="polite">
      <p>
        <b>{letters(done)}</b>: {doneText}
        {state === 'running' ? ` so far, of ${whole(all)}` : ''}.
      </p>
      {state === 'running' && <progress value={done + undone} max={all} aria-label="Progress" />}
      {state === 'stopped' && (
        <p class="tone-warn">Stopped: the others of the group are as they were.</p>
      )}
      {undone > 0 && (
        <>
          <p class="tone-bad">
            <b>{letters(undone)}</b>: {not}.
          </p>
          <ul class="reasons">
            {[...failed].map(([why, count]) => (
              <li key={why}>
                {why} ({whole(count)})
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
