/** Which span of time the flow is shown for, and when in it the node started, stopped or took over a configuration. */
import type { MarkView } from '../../../src/operate/admin/api.js'
import { refine, shownLocation } from '../base/location.js'
import { Time } from '../parts/time.js'
import { type FlowWindow, markText, WINDOW_NAMES, WINDOWS } from '../pure/flow-window.js'

const SHOWN = 12

/** @param kept  whether this node keeps a journal, without which there is no more than a quarter of an hour */
export function WindowChoice({
  chosen,
  kept,
}: {
  readonly chosen: FlowWindow
  readonly kept: boolean
}) {
  const choose = (name: FlowWindow) => {
    const window = name === '15m' ? undefined : name
    refine({ ...shownLocation.value.query, window })
  }
  return (
    <div class="bar windows">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" aria-label="Span of time" class="choices">
        {WINDOW_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            disabled={!kept && name !== '15m'}
            onClick={() => choose(name)}
          >
            {WINDOWS[name].choice}
          </button>
        ))}
      </div>
      {!kept && (
        <span class="quiet">
          This node keeps no journal (journal.enabled): there is the last quarter of an hour only.
        </span>
      )}
    </div>
  )
}

/** The newest first; nothing if there is none. */
export function Marks({ all }: { readonly all: readonly MarkView[] }) {
  if (all.length === 0) return null
  const newest = all.toReversed().slice(0, SHOWN)
  const left = all.length - newest.length
  return (
    <ul class="marks" aria-label="Starts, stops and reloads">
      {newest.map((mark) => (
        <li key={`${mark.at} ${mark.kind}`}>
          <span class={`mark-line ${mark.kind}`} aria-hidden="true" />
          <Time at={mark.at} /> {markText(mark)}
        </li>
      ))}
      {left > 0 && <li class="quiet">and {left} before</li>}
    </ul>
  )
}
