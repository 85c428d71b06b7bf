/** Pauses the queue and resumes it: asks first, and says who is concerned. */
import { useState } from 'preact/hooks'
import { post, sentenceOf } from '../base/api.js'
import { Dialog } from '../parts/dialog.js'
import { MayLook } from '../parts/may-look.js'

const SAYS = {
  pause: {
    title: 'Pause the queue?',
    word: 'Pause',
    text: 'No node of this queue takes a job until somebody resumes it; what runs is finished. Messages are accepted as before, and wait.',
  },
  resume: {
    title: 'Resume the queue?',
    word: 'Resume',
    text: 'The nodes of this queue take jobs again.',
  },
} as const

export function Turn({
  paused,
  change,
  onTurned,
}: {
  readonly paused: boolean
  /** Whether who looks may change something. */
  readonly change: boolean
  readonly onTurned: () => void
}) {
  const [asking, ask] = useState(false)
  const what = paused ? 'resume' : 'pause'
  return (
    <>
      <div class={paused ? 'state warn' : 'state'}>
        <span class="mark" aria-hidden="true">
          {paused ? '!' : '✓'}
        </span>
        <span aria-live="polite">
          {paused ? 'The queue is paused: no node takes jobs.' : 'The queue runs.'}
        </span>
        <span class="end">
          {change ? (
            <button type="button" class={paused ? 'main' : ''} onClick={() => ask(true)}>
              {SAYS[what].word} …
            </button>
          ) : (
            <MayLook />
          )}
        </span>
      </div>
      {asking && (
        <Question
          what={what}
          onClose={() => {
            ask(false)
            onTurned()
          }}
        />
      )}
    </>
  )
}

function Question({
  what,
  onClose,
}: {
  readonly what: keyof typeof SAYS
  readonly onClose: () => void
}) {
  // What was asked stays the question, though the answer turns it round.
  const [action] = useState(what)
  const { title, word, text } = SAYS[action]
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const act = () => {
    setBusy(true)
    post<unknown>(`api/queue/${action}`, {})
      .then(onClose, (error: unknown) => setWrong(sentenceOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <button type="button" class="main" disabled={busy} onClick={act}>
          {word}
        </button>
      }
    >
      <p>{text}</p>
      {wrong !== '' && (
        <p role="alert" class="tone-bad">
          {wrong}
        </p>
      )}
    </Dialog>
  )
}
