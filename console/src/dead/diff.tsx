/** A difference as lines, each distinguished by a sign and a tone. */
import { Scroll } from '../parts/scroll.js'
import type { ChangedLine } from '../pure/difference.js'

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = {
  same: ' ',
  added: '+',
  removed: '−',
  gap: ' ',
}

export function DiffView({ lines }: { readonly lines: readonly ChangedLine[] | undefined }) {
  if (!lines) return <p class="quiet">The texts differ too much to be compared here.</p>
  if (lines.length === 0) return <p class="quiet">Nothing yet.</p>
  return (
    <Scroll label="What you changed" kind="bare">
      <pre class="diff">
        {lines.map(({ kind, text }, index) => (
          <span class={`d-${kind}`} key={`${index}`}>
            {SIGNS[kind]} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </Scroll>
  )
}
