/** What whoever is on call looks at first; one quiet line if nothing is wrong. */
import { reachable } from '../base/api.js'
import type { Trouble } from '../pure/flow.js'
import { linkTo } from '../pure/location.js'

export function Troubles({ found }: { readonly found: readonly Trouble[] }) {
  // What was well when the node was heard of last, is not known to be well.
  if (found.length === 0 && !reachable.value) return null
  if (found.length === 0) {
    return (
      <p class="all-well">
        <span aria-hidden="true" class="mark">
          ✓
        </span>
        Nothing needs attention: the node is ready, no dead letter, nothing has waited for long.
      </p>
    )
  }
  return (
    <ul class="troubles" aria-label="What needs you">
      {found.map(({ tone, sentence, path, query }) => (
        <li key={sentence} class={tone}>
          <span aria-hidden="true" class="mark">
            {tone === 'bad' ? '✕' : '!'}
          </span>
          <span>{sentence}</span>
          <a href={linkTo(path, query)}>Look</a>
        </li>
      ))}
    </ul>
  )
}
