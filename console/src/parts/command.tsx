/** A command to be copied. */
import { useState } from 'preact/hooks'
import { Scroll } from './scroll.js'

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <Scroll label="Command" kind="bare">
        <pre>{text}</pre>
      </Scroll>
      <Copy text={text} />
    </div>
  )
}

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [status, say] = useState('')
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
        {status === '' ? '' : ` ${status}`}
      </span>
    </button>
  )
}
