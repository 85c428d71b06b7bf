/** A field of a search: what is typed is asked for a moment later, or at once by Enter. */
import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE = 350

export function Field({
  label,
  value,
  placeholder,
  onChange,
  search,
  list,
  wide,
}: {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (text: string) => void
  readonly search?: true
  readonly list?: readonly string[]
  readonly wide?: true
}) {
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

export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: string
  /** What is asked for, and what people read. */
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (text: string) => void
}) {
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
