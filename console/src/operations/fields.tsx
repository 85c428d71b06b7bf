/** The fields of a form, as deep as the schema goes. */
import type { FieldView } from '../../../src/operate/admin/api.js'
import { blank, type Entry, withField } from '../pure/form.js'
import { localPart } from '../pure/text.js'
import { Input } from './input.js'

interface FieldProps {
  readonly field: FieldView
  readonly entry: Entry
  readonly onChange: (entry: Entry) => void
}

export function FormFields({ field, entry, onChange }: FieldProps) {
  if (field.kind !== 'group') {
    return (
      <OneField field={field} entry={entry} onChange={onChange} label={localPart(field.name)} />
    )
  }
  return (
    <>
      <Attributes field={field} entry={entry} onChange={onChange} />
      {(field.fields ?? []).map((inner, index) => (
        <Occurrences
          key={`${inner.name} ${index}`}
          field={inner}
          entries={entry.fields[index] ?? []}
          onChange={(entries) => onChange(withField(field, entry, index, entries))}
        />
      ))}
    </>
  )
}

function Occurrences({
  field,
  entries,
  onChange,
}: {
  readonly field: FieldView
  readonly entries: readonly Entry[]
  readonly onChange: (entries: readonly Entry[]) => void
}) {
  const { min, max, kind, choice } = field
  const name = kind === 'xml' ? 'other content' : localPart(field.name)
  const more = max === null || entries.length < max
  const least = choice === undefined ? min : 0
  return (
    <div class="occurrences">
      {entries.map((entry, index) => {
        const label = entries.length > 1 ? `${name} ${index + 1}` : name
        const change = (next: Entry) => onChange(entries.with(index, next))
        const drop =
          entries.length > least ? (
            <button
              type="button"
              class="plain drop"
              aria-label={`Leave out ${label}`}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            >
              Leave out
            </button>
          ) : null
        return kind === 'group' ? (
          <fieldset key={`${index}`}>
            <legend>
              {label}
              {drop}
            </legend>
            <FormFields field={field} entry={entry} onChange={change} />
          </fieldset>
        ) : (
          <div class="with-drop" key={`${index}`}>
            <OneField field={field} entry={entry} onChange={change} label={label} />
            {drop}
          </div>
        )
      })}
      {more && (entries.length === 0 || max !== 1) && (
        <button type="button" class="plain" onClick={() => onChange([...entries, blank(field)])}>
          {choice !== undefined && entries.length === 0 ? `Use ${name} instead` : `Add ${name}`}
        </button>
      )}
    </div>
  )
}

function OneField({ field, entry, onChange, label }: FieldProps & { readonly label: string }) {
  return (
    <div class="stack">
      <Input
        field={field}
        label={label}
        value={entry.text}
        disabled={entry.nil}
        onChange={(text) => onChange({ ...entry, text })}
      />
      {field.nillable && (
        <label class="check">
          <input
            type="checkbox"
            checked={entry.nil}
            onChange={() => onChange({ ...entry, nil: !entry.nil })}
          />{' '}
          {label} is nil
        </label>
      )}
      <Attributes field={field} entry={entry} onChange={onChange} />
    </div>
  )
}

function Attributes({ field, entry, onChange }: FieldProps) {
  return (
    <>
      {(field.attributes ?? []).map((attribute) => (
        <Input
          key={attribute.name}
          field={attribute}
          label={`@${localPart(attribute.name)}`}
          value={entry.attributes[attribute.name] ?? ''}
          onChange={(text) =>
            onChange({ ...entry, attributes: { ...entry.attributes, [attribute.name]: text } })
          }
        />
      ))}
    </>
  )
}
