/** Edits the envelope of a dead letter: what was changed is shown, and checked before it is sent. */
import { useMemo, useState } from 'preact/hooks'
import type { ChangeView } from '../../../src/operate/admin/api.js'
import { post, sentenceOf } from '../base/api.js'
import { Xml } from '../parts/xml.js'
import { difference } from '../pure/difference.js'
import { linkTo } from '../pure/location.js'
import { indented, printed } from '../pure/xml.js'
import { DiffView } from './diff.js'

export function Editor({
  id,
  envelope,
  may,
  onReplaced,
}: {
  readonly id: string
  readonly envelope: string
  readonly may: boolean
  readonly onReplaced: () => void
}) {
  const [editing, edit] = useState(false)
  const [text, type] = useState(envelope)
  const [view, setView] = useState<{ dry: boolean; change: ChangeView } | undefined>(undefined)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const lines = useMemo(() => changes(envelope, text), [envelope, text])
  const changed = text !== envelope
  const send = (dryRun: boolean) => {
    setBusy(true)
    setWrong('')
    post<ChangeView>(`api/dead/${encodeURIComponent(id)}/replace`, { envelope: text, dryRun })
      .then(
        (change) => {
          setView({ dry: dryRun, change })
          if (!dryRun && change.replacedBy !== undefined) onReplaced()
        },
        (error: unknown) => setWrong(sentenceOf(error)),
      )
      .finally(() => setBusy(false))
  }
  if (!editing) {
    return (
      <>
        <Xml text={envelope} label="As it is kept" />
        {may && (
          <p class="after">
            <button type="button" onClick={() => edit(true)}>
              Edit …
            </button>
          </p>
        )}
      </>
    )
  }
  const accepted =
    view?.dry === true && view.change.findings.length === 0 && view.change.failed.length === 0
  return (
    <div class="editor">
      <label>
        <span class="quiet">
          The edited message takes the place of the dead one. Both remember it.
        </span>
        <textarea
          aria-label="Envelope"
          rows={Math.min(28, Math.max(8, text.split('\n').length + 2))}
          spellcheck={false}
          value={text}
          onInput={(event) => {
            type(event.currentTarget.value)
            setView(undefined)
          }}
        />
      </label>
      <h3>What you changed</h3>
      <DiffView lines={lines} />
      <div class="bar after">
        <button type="button" disabled={busy || !changed} onClick={() => send(true)}>
          Check
        </button>
        <button
          type="button"
          class="main"
          disabled={busy || !changed || !accepted}
          onClick={() => send(false)}
        >
          Replay the edited message
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => {
            type(envelope)
            setView(undefined)
            edit(false)
          }}
        >
          Drop the changes
        </button>
        {changed && !accepted && <span class="quiet">Check it first.</span>}
      </div>
      <div aria-live="polite" class="after">
        {wrong !== '' && <p class="tone-bad">{wrong}</p>}
        {view && <Verdict dry={view.dry} change={view.change} />}
      </div>
    </div>
  )
}

/** An envelope often is one line: it is compared as it reads, unless only white space was changed. */
function changes(before: string, after: string): ReturnType<typeof difference> {
  const read = difference(printed(indented(before)), printed(indented(after)))
  return read?.length === 0 ? difference(before, after) : read
}

function Verdict({ dry, change }: { readonly dry: boolean; readonly change: ChangeView }) {
  const { findings, failed, replacedBy } = change
  if (findings.length > 0 || failed.length > 0) {
    return (
      <>
        <p class="tone-bad">
          <b>{dry ? 'It would be refused.' : 'It was refused.'}</b>
        </p>
        <ul class="reasons">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
          {failed.map(({ id, why }) => (
            <li key={id}>{why}</li>
          ))}
        </ul>
      </>
    )
  }
  if (dry) return <p>It would be accepted. Nothing has been changed yet.</p>
  return (
    <p>
      <b>The edited message is in the queue</b>
      {replacedBy !== undefined && (
        <>
          {' '}
          as <a href={linkTo(['exchanges', replacedBy])}>{replacedBy}</a>
        </>
      )}
      .
    </p>
  )
}
