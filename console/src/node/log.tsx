/** The last lines of the log, the newest first; it can be held to be read. */
import { useState } from 'preact/hooks'
import type { LogView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Badge } from '../parts/badge.js'
import { QueryChoice, Search } from '../parts/search.js'
import { Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import type { Tone } from '../pure/outcome.js'

const LEVELS = [
  ['', 'all'],
  ['warn', 'warnings and errors'],
] as const

export function Log() {
  const level = shownLocation.value.query.level === 'warn' ? 'warn' : 'all'
  const found = useResource<LogView>(`api/node/log?level=${level}`, 5_000)
  const [held, hold] = useState<LogView | undefined>(undefined)
  const view = held ?? found.view
  return (
    <section>
      <h2>Last lines of the log</h2>
      <Search>
        <QueryChoice name="level" label="Level" options={LEVELS} />
        <button
          type="button"
          aria-pressed={held !== undefined}
          onClick={() => hold(held ? undefined : found.view)}
        >
          {held ? 'Go on' : 'Hold'}
        </button>
      </Search>
      {view ? <Lines view={view} /> : <Waiting of={found} />}
    </section>
  )
}

function Lines({ view }: { readonly view: LogView }) {
  if (view.lines.length === 0) {
    return <p class="quiet">Nothing was logged. Lines are written from level {view.level} on.</p>
  }
  return (
    <Table label="Log" kind="log" columns={['Time', 'Level', 'Line']}>
      {view.lines.map(({ at, level, sentence, fields }, index) => (
        <tr key={`${index} ${at}`}>
          <td>
            <Time at={at} />
          </td>
          <td>
            <Badge tone={toneOf(level)} word={level} />
          </td>
          <td class="broken">
            {sentence}
            {fields !== '' && <div class="mono quiet">{fields}</div>}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function toneOf(level: string): Tone {
  if (level === 'error' || level === 'fatal') return 'bad'
  return level === 'warn' ? 'warn' : 'calm'
}
