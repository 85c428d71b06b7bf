/** Tries a destination now, pauses it or resumes it; the outcome stands beside the buttons. */
import { useState } from 'preact/hooks'
import { post, sentenceOf } from '../base/api.js'

type Action = 'try' | 'pause' | 'resume'

/** What the API answers to each of them. */
interface Answer {
  readonly paused?: boolean
  readonly outcome?: string
  readonly cause?: string
}

const WORDS: Readonly<Record<Action, string>> = {
  try: 'Try now',
  pause: 'Pause',
  resume: 'Resume',
}

export function DestinationButtons({
  destination,
  paused,
  onDone,
}: {
  readonly destination: string
  readonly paused: boolean
  /** Called after an action that succeeded. */
  readonly onDone: () => void
}) {
  const [busy, setBusy] = useState<Action | undefined>(undefined)
  const [outcome, setOutcome] = useState<{ bad: boolean; text: string } | undefined>(undefined)
  const act = (action: Action) => {
    setBusy(action)
    setOutcome(undefined)
    post<Answer>(`api/destinations/${encodeURIComponent(destination)}/${action}`, {})
      .then(
        (answer) => {
          setOutcome(outcomeOf(action, answer))
          onDone()
        },
        (error: unknown) => setOutcome({ bad: true, text: sentenceOf(error) }),
      )
      .finally(() => setBusy(undefined))
  }
  const actions: readonly Action[] = paused ? ['resume', 'try'] : ['try', 'pause']
  return (
    <>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          disabled={busy !== undefined}
          onClick={() => act(action)}
          aria-label={`${WORDS[action]}: ${destination}`}
        >
          {busy === action ? 'Working …' : WORDS[action]}
        </button>
      ))}
      <span role="status" class={outcome?.bad ? 'outcome tone-bad' : 'outcome'}>
        {outcome?.text ?? ''}
      </span>
    </>
  )
}

function outcomeOf(action: Action, { outcome, cause }: Answer): { bad: boolean; text: string } {
  switch (action) {
    case 'pause':
      return { bad: false, text: 'Paused.' }
    case 'resume':
      return { bad: false, text: 'Resumed.' }
    case 'try':
      return triedOf(outcome, cause)
  }
}

function triedOf(outcome: string | undefined, cause: string | undefined) {
  const why = cause === undefined ? '' : `: ${cause}`
  switch (outcome) {
    case 'delivered':
      return { bad: false, text: 'Tried: a message was delivered.' }
    case 'failed':
      return { bad: true, text: `Tried: it failed${why}` }
    case 'not-sent':
      return { bad: true, text: `It was not sent${why}` }
    case 'under-way':
      return { bad: false, text: 'It is being sent: it has not ended yet.' }
    case 'nothing-waits':
      return { bad: false, text: 'Nothing waits for it, so nothing was sent.' }
    default:
      return { bad: false, text: `Tried: ${outcome ?? 'no outcome'}${why}` }
  }
}
