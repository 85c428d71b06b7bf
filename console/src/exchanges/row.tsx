/** One journal entry, or one conversation, as a row; its time leads to the whole conversation. */
import type { ComponentChildren } from 'preact'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { shownLocation } from '../base/location.js'
import { Badge } from '../parts/badge.js'
import { Name } from '../parts/name.js'
import { Time } from '../parts/time.js'
import { type EntryLine, lineOf, nodeName } from '../pure/entry.js'
import { keysText } from '../pure/keys.js'
import { linkTo } from '../pure/location.js'
import { toneOf, wordOf } from '../pure/outcome.js'
import { span } from '../pure/text.js'

export function EntryRow({
  entry,
  keyed,
  index,
  turn,
  line = lineOf(entry),
  keys = keysText(entry.event),
  within = false,
}: {
  readonly entry: JournalEntry
  /** True if the table has a column of business keys. */
  readonly keyed: boolean
  readonly index?: number
  /** Opens and closes the conversation that the row stands for. */
  readonly turn?: ComponentChildren
  /** What it says. Default: what the entry says. */
  readonly line?: EntryLine
  /** Its business keys. Default: those of the entry. */
  readonly keys?: string
  /** True for an entry below the row of its conversation. */
  readonly within?: boolean
}) {
  const { id, way, operation, party, ms, cause } = line
  // The search goes along, so that the way back leads to it.
  const query =
    shownLocation.value.path.length === 1 && shownLocation.value.path[0] === 'exchanges'
      ? shownLocation.value.query
      : {}
  return (
    <tr
      class={`entry tone-row-${toneOf(entry.event)}${within ? ' within' : ''}`}
      {...(index === undefined ? {} : { 'aria-rowindex': index + 2 })}
    >
      <th scope="row" class="c-time">
        {turn}
        {id === undefined ? (
          <Time at={entry.at} />
        ) : (
          <a data-row href={linkTo(['exchanges', id], query)}>
            <Time at={entry.at} />
          </a>
        )}
      </th>
      <td class="c-outcome">
        <Badge tone={toneOf(entry.event)} word={wordOf(entry.event)} />
      </td>
      <td class="c-operation">
        <Name of={operation} />
      </td>
      <td class="c-peer">
        <span class="way">{way}</span> <span class="party">{party ?? ''}</span>
      </td>
      <td class="c-ms right number">{ms === undefined ? '' : span(ms)}</td>
      <td class="c-node" title={entry.node}>
        {nodeName(entry.node)}
      </td>
      {keyed && (
        <td class="c-keys" title={keys}>
          {keys}
        </td>
      )}
      <td class="c-cause" title={cause ?? ''}>
        {cause ?? ''}
      </td>
    </tr>
  )
}
