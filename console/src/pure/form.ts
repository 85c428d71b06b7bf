/** What somebody fills in for an element of a schema, and the XML that follows from it. */
import type { FieldView } from '../../../src/operate/admin/api.js'
import { localPart, namespacePart } from './text.js'

/** One occurrence of a field. */
export interface Entry {
  /** Its text, or its markup if any is taken. */
  readonly text: string
  readonly nil: boolean
  /** By name of the attribute; those that are empty are left out. */
  readonly attributes: Readonly<Record<string, string>>
  /** Occurrences of each field of a group, in the order of the fields. */
  readonly fields: readonly (readonly Entry[])[]
}

/** Deeper groups begin empty: a type may have itself in it. */
const MAX_DEPTH = 12

/** A form that has what must be there. */
export function blank(field: FieldView, depth = 0): Entry {
  const attributes = (field.attributes ?? []).flatMap(({ name, fixed, default: input }) => {
    const text = fixed ?? input
    return text === undefined ? [] : [[name, text] as const]
  })
  return {
    text: field.fixed ?? field.default ?? '',
    nil: false,
    attributes: Object.fromEntries(attributes),
    fields: (field.fields ?? []).map((inner, index, all) => {
      // Of those that exclude each other, the first is there.
      const other =
        inner.choice !== undefined && all.findIndex(({ choice }) => choice === inner.choice) < index
      const count = other || depth >= MAX_DEPTH ? 0 : Math.min(inner.min, 20)
      return Array.from({ length: count }, () => blank(inner, depth + 1))
    }),
  }
}

/** With other occurrences of one field; what it excludes goes. */
export function withField(
  field: FieldView,
  entry: Entry,
  index: number,
  entries: readonly Entry[],
): Entry {
  const choice = field.fields?.[index]?.choice
  return {
    ...entry,
    fields: entry.fields.map((old, at) => {
      if (at === index) return entries
      const excluded =
        entries.length > 0 && choice !== undefined && field.fields?.[at]?.choice === choice
      return excluded ? [] : old
    }),
  }
}

/** The element as XML, indented. */
export function entryXml(field: FieldView, entry: Entry): string {
  const prefixes = prefixesOf(field)
  const declared = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${escaped(uri)}"`)
  const nil = usesNil(field, entry) ? ` xmlns:xsi="${XSI}"` : ''
  return element(field, entry, { prefixes, declarations: declared.join('') + nil, indent: '' })
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

type Prefixes = ReadonlyMap<string, string>

/** Where an element stands: its indent, the prefixes there, and the declarations that it has itself. */
interface Standing {
  readonly prefixes: Prefixes
  readonly declarations: string
  readonly indent: string
}

function element(field: FieldView, entry: Entry, standing: Standing): string {
  const { prefixes, declarations, indent } = standing
  if (field.kind === 'xml') return entry.text.trim() === '' ? '' : `${indent}${entry.text.trim()}\n`
  const name = qualified(field.name, prefixes)
  const attributes = Object.entries(entry.attributes)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => ` ${qualified(key, prefixes)}="${escaped(text)}"`)
    .join('')
  const open = `${indent}<${name}${declarations}${attributes}`
  if (entry.nil) return `${open} xsi:nil="true"/>\n`
  if (field.kind !== 'group') {
    return entry.text === '' ? `${open}/>\n` : `${open}>${escaped(entry.text)}</${name}>\n`
  }
  const below = { prefixes, declarations: '', indent: `${indent}  ` }
  const inside = (field.fields ?? [])
    .flatMap((inner, index) => (entry.fields[index] ?? []).map((one) => element(inner, one, below)))
    .join('')
  return inside === '' ? `${open}/>\n` : `${open}>\n${inside}${indent}</${name}>\n`
}

function prefixesOf(field: FieldView): Prefixes {
  const prefixes = new Map<string, string>()
  const walk = (one: FieldView) => {
    for (const { name, prefix } of [one, ...(one.attributes ?? [])]) {
      const uri = namespacePart(name)
      if (uri === '' || prefixes.has(uri) || one.kind === 'xml') continue
      const free = prefix !== undefined && ![...prefixes.values()].includes(prefix)
      prefixes.set(uri, free ? prefix : `ns${prefixes.size + 1}`)
    }
    for (const inner of one.fields ?? []) walk(inner)
  }
  walk(field)
  return prefixes
}

function qualified(name: string, prefixes: Prefixes): string {
  const prefix = prefixes.get(namespacePart(name))
  return prefix === undefined ? localPart(name) : `${prefix}:${localPart(name)}`
}

function usesNil(field: FieldView, entry: Entry): boolean {
  return (
    entry.nil ||
    (field.fields ?? []).some((inner, index) =>
      (entry.fields[index] ?? []).some((one) => usesNil(inner, one)),
    )
  )
}

/** Text that stands in content or between double quotes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
