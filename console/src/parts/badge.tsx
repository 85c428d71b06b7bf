/** How something ended: a mark, a word and a tone, so that nobody needs to see the colour. */
import type { Tone } from '../pure/outcome.js'

const MARKS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '↻', calm: '·' }

export function Badge({ tone, word }: { readonly tone: Tone; readonly word: string }) {
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true" class="mark">
        {MARKS[tone]}
      </span>
      {word}
    </span>
  )
}
