/** Replays or removes dead letters: tells first what would come of it, asks, then tells what came of it. */
import { useEffect, useState } from 'preact/hooks'
import type { ChangeView } from '../../../src/admin/api.js'
import { NotAnswered, post, sentenceOf } from '../base/api.js'
import { Dialog } from '../parts/dialog.js'
import { whole } from '../pure/text.js'

export interface Wanted {
  readonly what: 'replay' | 'remove'
  readonly ids: readonly string[]
}

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
    if (what === 'remove') return
    replay(ids, true).then(setPlan, (error: unknown) => setWrong(sentenceOf(error)))
  }, [])
  const act = () => {
    setBusy(true)
    const acted = what === 'replay' ? replay(ids, false) : removeAll(ids)
    acted
      .then(setResult, (error: unknown) => setWrong(sentenceOf(error)))
      .finally(() => setBusy(false))
  }
  const count = what === 'replay' ? (plan?.done.length ?? 0) : ids.length
  const word = what === 'replay' ? 'Replay' : 'Remove'
  return (
    <Dialog
      open
      title={result ? 'What came of it' : `${word} ${lettersOf(ids.length)}?`}
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
        {!result && what === 'remove' && (
          <p>
            {ids.length === 1 ? 'It is' : 'They are'} gone for good then: the message will never be
            delivered, and nobody can replay it.
          </p>
        )}
        {!result && what === 'replay' && !plan && wrong === '' && <p>Asking what would happen …</p>}
        {!result && plan && (
          <Told view={plan} done="would be run again, with all attempts anew" failed="would not" />
        )}
        {result && (
          <Told
            view={result}
            done={what === 'replay' ? 'is in the queue again' : 'was removed'}
            failed={what === 'replay' ? 'was not replayed' : 'was not removed'}
          />
        )}
      </div>
    </Dialog>
  )
}

function Told({
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

function replay(ids: readonly string[], dryRun: boolean): Promise<ChangeView> {
  return post<ChangeView>('api/dead/replay', { ids, dryRun })
}

/** One after the other, so that what failed is told of each. */
async function removeAll(ids: readonly string[]): Promise<ChangeView> {
  const done: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const id of ids) {
    try {
      const view = await post<ChangeView>(`api/dead/${encodeURIComponent(id)}/remove`, {})
      if (view.failed.length > 0) failed.push(...view.failed)
      else done.push(id)
    } catch (error) {
      failed.push({ id, why: sentenceOf(error) })
      // Whoever may not, or reaches nobody, need not try the others.
      if (error instanceof NotAnswered && (error.status === undefined || error.status === 403))
        break
    }
  }
  return { done, failed, findings: [], replacedBy: undefined }
}
