/** A field of a search: what is typed is asked for a moment later, or at once by Enter. */
import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE = 350

interface Held {
  readonly value: string
  readonly onChange: (text: string) => void
}

export interface FieldLooks {
  readonly label: string
  readonly placeholder?: string
  /** The key / leads to it. */
  readonly search?: true
  /** What is proposed. */
  readonly list?: readonly string[]
  readonly wide?: true
}

export interface ChoiceLooks {
  readonly label: string
  /** What is asked for, and what people read; the first is what nothing was chosen of. */
  readonly options: readonly (readonly [string, string])[]
}

export function Field({
  label,
  value,
  placeholder,
  onChange,
  search,
  list,
  wide,
}: FieldLooks & Held) {
  const [text, type] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => type(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const listId = list ? `list-${label.replaceAll(' ', '-')}` : undefined
  const say = (now: string) => {
    clearTimeout(timer.current)
    if (now.trim() !== value) onChange(now.trim())
  }
  return (
    <label class={wide ? 'field grow' : 'field'}>
      <span>{label}</span>
      <input
        type={search ? 'search' : 'text'}
        value={text}
        placeholder={placeholder ?? ''}
        spellcheck={false}
        autoComplete="off"
        {...(search ? { 'data-search': '' } : {})}
        {...(listId === undefined ? {} : { list: listId })}
        onInput={(event) => {
          const now = event.currentTarget.value
          type(now)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => say(now), PAUSE)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') say(event.currentTarget.value)
        }}
      />
      {list && (
        <datalist id={listId}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  )
}

export function Choice({ label, value, options, onChange }: ChoiceLooks & Held) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
