/** Replays or removes dead letters: tells first what would come of it, asks, then tells what came of it. */
import { useEffect, useState } from 'preact/hooks'
import type { ChangeView } from '../../../src/operate/admin/api.js'
import { post, sentenceOf } from '../base/api.js'
import { Dialog } from '../parts/dialog.js'
import { whole } from '../pure/text.js'
import { Down } from './down.js'

export interface Wanted {
  readonly what: 'replay' | 'remove'
  readonly ids: readonly string[]
}

/** What is reported about each change: before it, and after it. */
export const CHANGE_WORDS = {
  replay: {
    word: 'Replay',
    would: 'would be run again, with all attempts',
    done: 'in the queue again',
    not: 'not replayed',
  },
  remove: {
    word: 'Remove',
    would: 'would be gone for good: never delivered, and nobody can replay it',
    done: 'removed',
    not: 'not removed',
  },
} as const

export function ChangeDialog({
  wanted,
  onClose,
}: {
  readonly wanted: Wanted
  readonly onClose: (changed: boolean) => void
}) {
  const { what, ids } = wanted
  const [plan, setPlan] = useState<ChangeView | undefined>(undefined)
  const [result, setResult] = useState<ChangeView | undefined>(undefined)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    change(wanted, true).then(setPlan, (error: unknown) => setWrong(sentenceOf(error)))
  }, [])
  const act = () => {
    setBusy(true)
    change(wanted, false)
      .then(setResult, (error: unknown) => setWrong(sentenceOf(error)))
      .finally(() => setBusy(false))
  }
  const count = plan?.done.length ?? 0
  const { word, would, done, not } = CHANGE_WORDS[what]
  return (
    <Dialog
      open
      title={result ? 'Result' : `${word} ${lettersOf(ids.length)}?`}
      onClose={() => onClose(result !== undefined)}
      actions={
        !result && (
          <button
            type="button"
            class={what === 'replay' ? 'main' : 'danger'}
            disabled={busy || count === 0}
            onClick={act}
          >
            {busy ? 'Working …' : `${word} ${whole(count)}`}
          </button>
        )
      }
    >
      <div aria-live="polite">
        {wrong !== '' && <p class="tone-bad">{wrong}</p>}
        {!result && !plan && wrong === '' && <p>Asking what would happen …</p>}
        {!result && plan && <ChangeResult view={plan} done={would} failed="would not" />}
        {result && <ChangeResult view={result} done={done} failed={not} />}
        <Down nodes={(result ?? plan)?.down ?? []} />
      </div>
    </Dialog>
  )
}

function ChangeResult({
  view,
  done,
  failed,
}: {
  readonly view: ChangeView
  readonly done: string
  readonly failed: string
}) {
  return (
    <>
      {view.done.length > 0 && (
        <p>
          <b>{lettersOf(view.done.length)}</b>: {done}.
        </p>
      )}
      {view.failed.length > 0 && (
        <>
          <p class="tone-bad">
            <b>{lettersOf(view.failed.length)}</b>: {failed}.
          </p>
          <ul class="reasons">
            {view.failed.map(({ id, why }) => (
              <li key={id}>
                <span class="mono">{id}</span> {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function lettersOf(count: number): string {
  return count === 1 ? '1 dead letter' : `${whole(count)} dead letters`
}

function change({ what, ids }: Wanted, dryRun: boolean): Promise<ChangeView> {
  return post<ChangeView>(`api/dead/${what}`, { ids, dryRun })
}
