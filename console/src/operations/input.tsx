/** One value, with what its type is; the node judges what is typed, not the form. */
import { useId } from 'preact/hooks'
import type { FieldView } from '../../../src/operate/admin/api.js'

export function Input({
  field,
  label,
  value,
  disabled = false,
  onChange,
}: {
  readonly field: FieldView
  readonly label: string
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  return (
    <label class="stack" htmlFor={id}>
      <span>
        {label}
        <span class="quiet"> {hintOf(field)}</span>
      </span>
      <Control
        id={id}
        field={field}
        value={value}
        disabled={disabled || field.fixed !== undefined}
        onChange={onChange}
      />
      {field.documentation !== undefined && <span class="quiet note">{field.documentation}</span>}
    </label>
  )
}

function Control({
  id,
  field,
  value,
  disabled,
  onChange,
}: {
  readonly id: string
  readonly field: FieldView
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}) {
  const values = field.values ?? (field.kind === 'boolean' ? ['true', 'false'] : undefined)
  if (values) {
    return (
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">–</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'xml' || field.kind === 'binary') {
    return (
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        disabled={disabled}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <input
      id={id}
      type="text"
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      placeholder={EXAMPLES[field.kind] ?? ''}
      autoComplete="off"
      spellcheck={false}
      disabled={disabled}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const EXAMPLES: Readonly<Partial<Record<FieldView['kind'], string>>> = {
  moment: '2026-11-23T14:00:00Z',
  date: '2026-11-23',
}

function hintOf({ kind, type, min, pattern }: FieldView): string {
  const what = type ?? (kind === 'xml' ? 'any markup' : '')
  const hint = min === 0 ? `${what}, may be left out` : what
  return pattern === undefined ? hint : `${hint}, like ${pattern}`
}
