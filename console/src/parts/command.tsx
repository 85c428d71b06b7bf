/** A command to be copied. */
import { useState } from 'preact/hooks'

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} />
    </div>
  )
}

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [said, say] = useState('')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
  }
  return (
    <button type="button" class="plain copy" onClick={copy}>
      {label}
      <span aria-live="polite" class="said">
        {said === '' ? '' : ` ${said}`}
      </span>
    </button>
  )
}
