/** What happens right now at the nodes that share the journal, newest first; it can be held to be read. */
import { useEffect, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { follow, latest, streaming } from '../base/live.js'
import { Entries } from '../exchanges/entries.js'
import { JournalOff } from '../parts/journal-off.js'

const SHOWN = 30

/** @param kept  whether this node keeps a journal */
export function Latest({ kept }: { readonly kept: boolean }) {
  const [held, hold] = useState<readonly JournalEntry[] | undefined>(undefined)
  useEffect(follow, [])
  const shown = held ?? latest.value
  const newest = held?.[0]?.key
  const later = held ? latest.value.findIndex(({ key }) => key === newest) : 0
  return (
    <section>
      <div class="bar">
        <h2>Right now</h2>
        <span class={`stream ${streaming.value ? 'on' : 'off'}`}>
          {streaming.value ? 'live' : 'connecting …'}
        </span>
        <button
          type="button"
          aria-pressed={held !== undefined}
          onClick={() => hold(held ? undefined : latest.value)}
        >
          {held ? `Go on${later > 0 ? ` (${later} more)` : ''}` : 'Hold'}
        </button>
      </div>
      {shown.length === 0 ? <Nothing kept={kept} /> : <Entries entries={shown.slice(0, SHOWN)} />}
    </section>
  )
}

function Nothing({ kept }: { readonly kept: boolean }) {
  if (!kept) return <JournalOff />
  return <p class="quiet">Nothing has happened since this page was opened.</p>
}
