/** Writes complex types as interfaces of TypeScript: of the objects that they are read as. */
import type { AttributeUse, ComplexType, ElementDeclaration, SimpleType } from '../components.js'
import { CONTENT, NIL, TYPE, VALUE } from '../values/keys.js'
import { type ComplexMapping, type ElementField, mappingOf } from '../values/mapping.js'
import { constraintNote, documentationOf, facetNote } from './documentation.js'
import type { SimpleTypes } from './simple-types.js'
import { arrayText, comment, keyText, literal, unionText } from './write-text.js'

/** What an interface refers to. */
export interface References {
  /** The type of an element's value, `null` left out. */
  elementType(declaration: ElementDeclaration): string
  readonly simple: SimpleTypes
}

/** What `xs:anyType` is read as. */
export const OPEN = 'string | XmlElement'
/** What the SOAP encoding gives where no type is declared. */
export const OPEN_ENCODED = 'EncodedValue'

/** The text behind `export interface Name` or `export type Name =`. */
export type Shape =
  | { readonly kind: 'interface'; readonly members: readonly string[] }
  | { readonly kind: 'alias'; readonly text: string }

export function shapeOf(type: ComplexType, references: References): Shape {
  const mapping = mappingOf(type)
  const { content } = mapping
  const attributes = attributesOf(mapping, references.simple)
  switch (content.kind) {
    case 'open':
      return { kind: 'alias', text: OPEN }
    case 'simple': {
      const text = references.simple.refer(content.type)
      if (content.bare) return { kind: 'alias', text }
      const notes = facetNote(content.type)
      return { kind: 'interface', members: [member(VALUE, text, true, notes), ...attributes] }
    }
    case 'empty':
      return { kind: 'interface', members: attributes }
    case 'elements': {
      const isNamed = ({ group }: ElementField) => content.form !== 'ordered' && !group
      const ordered = content.fields.filter((field) => !isNamed(field))
      const members = [
        ...content.fields.filter(isNamed).map((field) => fieldMember(field, references)),
        ...(content.form === 'named' ? [] : [contentMember(ordered, content.mixed, references)]),
      ]
      return { kind: 'interface', members: [...attributes, ...members] }
    }
  }
}

/** What a nil element is read as: `null`, or its attributes. */
export function nilOf(type: ComplexType, simple: SimpleTypes): string {
  const attributes = attributesOf(mappingOf(type), simple)
  if (attributes.length === 0) return 'null'
  const members = [`readonly ${NIL}: true`, ...attributes.map((text) => text.trim())]
  return `null | { ${members.map((text) => text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')).join('; ')} }`
}

/** What an element is read as that names a type derived from its own. */
export function derivedText(name: string, clark: string): string {
  return `(${name} & { readonly ${TYPE}: ${literal(clark)} })`
}

function attributesOf(
  { attributes, anyAttribute }: ComplexMapping,
  simple: SimpleTypes,
): readonly string[] {
  const members = attributes.map(({ key, use }) =>
    member(key, simple.refer(use.declaration.type), use.required, notesOf(use)),
  )
  // Each of any name: what is declared is among them.
  return anyAttribute
    ? [...members, `  readonly [attribute: \`@\${string}\`]: AnyAttribute\n`]
    : members
}

function notesOf({ declaration, constraint }: AttributeUse): readonly string[] {
  return [
    ...documentationOf(declaration.source),
    ...anonymousNote(declaration.type),
    ...constraintNote(constraint),
  ]
}

/** A type with a name has its note there. */
function anonymousNote(type: SimpleType): readonly string[] {
  return type.local === '' ? facetNote(type) : []
}

function fieldMember(field: ElementField, references: References): string {
  const { key, declaration, required, repeats } = field
  if (!declaration) return member(key, 'readonly XmlElement[]', true, [])
  const text = valueText(declaration, references)
  return repeats
    ? member(key, arrayText(text), true, notesOfElement(declaration))
    : member(key, text, required, notesOfElement(declaration))
}

function notesOfElement({ source, type, constraint }: ElementDeclaration): readonly string[] {
  return [
    ...documentationOf(source),
    ...(type.kind === 'simple' ? anonymousNote(type) : []),
    ...constraintNote(constraint),
  ]
}

function contentMember(
  fields: readonly ElementField[],
  mixed: boolean,
  references: References,
): string {
  const entries = fields.map(({ key, declaration }) => {
    const text = declaration ? valueText(declaration, references) : 'XmlElement'
    return `{ readonly ${keyText(key)}: ${text} }`
  })
  const all = unionText(mixed ? ['string', ...entries] : entries)
  const text = all === '' ? 'readonly never[]' : `readonly (${all})[]`
  return member(CONTENT, text, true, ['In the order in which it stands.'])
}

function valueText(declaration: ElementDeclaration, references: References): string {
  const text = references.elementType(declaration)
  if (!declaration.nillable) return text
  const { type } = declaration
  return unionText([text, type.kind === 'complex' ? nilOf(type, references.simple) : 'null'])
}

function member(key: string, text: string, required: boolean, notes: readonly string[]): string {
  const end = required ? `: ${text}` : `?: ${text} | undefined`
  return `${comment(notes, '  ')}  readonly ${keyText(key)}${end}\n`
}
