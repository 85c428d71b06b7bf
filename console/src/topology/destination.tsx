/** A destination in the table of the topology: how it is, who has paused it, and buttons to pause, resume and try it. */
import type { DestinationView } from '../../../src/operate/admin/api.js'
import { Badge } from '../parts/badge.js'
import { DestinationButtons } from '../parts/destination-buttons.js'
import { Ago } from '../parts/time.js'
import { linkTo } from '../pure/location.js'
import { whole } from '../pure/text.js'

const SAYS = { closed: 'sends', open: 'circuit open', trying: 'is tried' } as const
const TONES = { closed: 'good', open: 'bad', trying: 'warn' } as const

export function DestinationRow({
  of: { name, url, breaker, failures, waiting, cause, paused, named },
  change,
  onDone,
}: {
  readonly of: DestinationView
  /** Whether who looks may change something. */
  readonly change: boolean
  /** Called after an action that succeeded. */
  readonly onDone: () => void
}) {
  return (
    <tr>
      <th scope="row">
        <a data-row href={linkTo(['exchanges'], { to: url })}>
          {name}
        </a>
      </th>
      <td>
        {paused ? (
          <Badge tone="warn" word="paused" />
        ) : (
          <Badge tone={TONES[breaker]} word={SAYS[breaker]} />
        )}
      </td>
      <td class="c-failures right number">{whole(failures)}</td>
      <td class="c-waiting right number">{whole(waiting)}</td>
      <td class="c-url mono">{url}</td>
      <td class={breaker === 'closed' ? 'c-cause' : 'c-cause tone-bad'}>
        {paused && (
          <>
            by {paused.by}, <Ago at={paused.at} />{' '}
          </>
        )}
        {cause ?? ''}
      </td>
      {change && (
        <td class="c-do">
          {named && (
            <DestinationButtons destination={name} paused={paused !== undefined} onDone={onDone} />
          )}
        </td>
      )}
    </tr>
  )
}
