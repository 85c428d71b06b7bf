/** Whether names tell the order of elements: then they are keys, and every valid element is sorted by them as it was. */
import test from 'ava'
import { mappingOf } from '../../../src/schema/values/index.js'
import { typed } from '../../support/typed.js'

/** Content models in short: `a` an element, `*` after it for any number, `?` for none; groups as `(a b)`, `[a b]` for a choice, `{a b}` for all; `.` a wildcard. */
function schemaOf(model: string): string {
  const kinds = { '(': 'sequence', '[': 'choice', '{': 'all' } as const
  const ends = { ')': 'sequence', ']': 'choice', '}': 'all' } as const
  const open: string[] = []
  const parts = model.match(/[([{]|[)\]}][*?]?|[a-z.][*?]?/g) ?? []
  const occurs = (part: string) =>
    part.endsWith('*')
      ? ' minOccurs="0" maxOccurs="unbounded"'
      : part.endsWith('?')
        ? ' minOccurs="0"'
        : ''
  let text = ''
  // The occurrence of a group stands behind it.
  const after = [...parts]
  for (const [index, part] of parts.entries()) {
    const first = part[0] ?? ''
    if (first in kinds) {
      const end = closing(after, index)
      open.push(kinds[first as keyof typeof kinds])
      text += `<xs:${open.at(-1)}${occurs(after[end] ?? '')}>`
    } else if (first in ends) text += `</xs:${open.pop()}>`
    else if (first === '.') text += `<xs:any namespace="##other"${occurs(part)}/>`
    else text += `<xs:element name="${first}" type="xs:int"${occurs(part)}/>`
  }
  return `<xs:complexType name="T">${text}</xs:complexType>`
}

function closing(parts: readonly string[], from: number): number {
  let depth = 0
  for (let at = from; at < parts.length; at += 1) {
    if (/^[([{]/.test(parts[at] ?? '')) depth += 1
    if (/^[)\]}]/.test(parts[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return parts.length
}

/**
 * The keys of a model in their order, `!` behind those that are required, `*` behind arrays and `~` behind those that stand
 * under `$content`; undefined where all do.
 */
const MODELS: readonly (readonly [model: string, keys: string | undefined])[] = [
  ['(a b)', 'a! b!'],
  ['(a? b*)', 'a b*'],
  ['(a b)?', 'a b'],
  ['[a b]', 'a b'],
  ['[a (b c)]', 'a b c'],
  ['{a b?}', 'a! b'],
  ['(a a)', 'a!*'],
  ['(a*)*', 'a*'],
  ['(a b)*', undefined],
  ['[a b]*', undefined],
  ['((a b*) c)', 'a! b* c!'],
  ['((a b)* c)', 'a~ b~ c!'],
  ['(a [b c]* d)', 'a! b~ c~ d!'],
  ['(a [b c]* [d e]* f?)', 'a! b~ c~ d~ e~ f'],
  ['(a [b c]* x [c d]* f)', undefined],
  ['(b a [b c]*)', undefined],
  ['([b c]* [d e]*)', undefined],
  ['[a (b [c d]*)]', 'a b c~ d~'],
  ['(a [b .]* c)', 'a! b~ $any~ c!'],
  ['(a (b (c d*))* e*)', 'a! b~ c~ d~ e*'],
  ['(a b a)', undefined],
  ['(a b? a)', undefined],
  ['[(a b) (c b)]', 'a c b!'],
  ['[(a b) (c b) d]', 'a c d b'],
  ['[(a b) (b a)]', undefined],
  ['[(a b) (b c) (c a)]', undefined],
  ['[(a b c) (d c)]', 'a d b c!'],
  ['(a . b)', 'a! $any!* b!'],
  ['(a .*)', 'a! $any*'],
  ['(.* a .*)', undefined],
  ['(a [b (c d)] e?)', 'a! b c d e'],
]

for (const [model, keys] of MODELS) {
  test(`${model} has ${keys === undefined ? 'no order of names' : `the keys ${keys}`}`, (t) => {
    const type = typed(t, schemaOf(model)).compiled.components.types.get('{urn:u}T')
    const content = type?.kind === 'complex' ? mappingOf(type).content : undefined
    if (content?.kind !== 'elements') throw new Error('it has no elements')
    t.is(content.form, keys === undefined ? 'ordered' : keys.includes('~') ? 'grouped' : 'named')
    if (keys === undefined) return
    const fields = content.fields.map(({ key, required, repeats, group }) =>
      group ? `${key}~` : `${key}${required ? '!' : ''}${repeats ? '*' : ''}`,
    )
    t.is(fields.join(' '), keys)
  })
}

test('a model of a thousand elements is ordered', (t) => {
  const elements = Array.from(
    { length: 1000 },
    (_, index) => `<xs:element name="e${index}" type="xs:int" minOccurs="0"/>`,
  )
  const twice = `<xs:choice><xs:sequence><xs:element name="x"/>${elements.join('')}</xs:sequence>
    <xs:sequence><xs:element name="y"/>${elements.join('')}</xs:sequence></xs:choice>`
  const type = typed(t, `<xs:complexType name="T">${twice}</xs:complexType>`)
  const found = type.compiled.components.types.get('{urn:u}T')
  const content = found?.kind === 'complex' ? mappingOf(found).content : undefined
  if (content?.kind !== 'elements') throw new Error('it has no elements')
  t.is(content.form, 'named')
  t.is(content.fields.length, 1002)
})

test('a substitution group of 3,000 members that is referenced 300 times has an order in proportion to its model', (t) => {
  const members = Array.from(
    { length: 3_000 },
    (_, n) => `<xs:element name="m${n}" type="xs:int" substitutionGroup="h"/>`,
  )
  const references = Array.from(
    { length: 300 },
    (_, n) =>
      `<xs:choice><xs:element ref="h"/><xs:element name="x${n}" type="xs:int"/></xs:choice>`,
  )
  const type = (inside: readonly string[]) =>
    `<xs:complexType name="T"><xs:sequence>${inside.join('')}</xs:sequence></xs:complexType>`
  const head = `<xs:element name="h" type="xs:int"/>${members.join('')}`
  const formOf = (inside: readonly string[]) => {
    const found = typed(t, head + type(inside)).compiled.components.types.get('{urn:u}T')
    const content = found?.kind === 'complex' ? mappingOf(found).content : undefined
    return content?.kind === 'elements' ? `${content.form} ${content.fields.length}` : undefined
  }
  t.is(formOf(references), 'ordered 3301')
  // Each pair of 20,000 names would be 200,000,000 of them.
  const many = Array.from({ length: 20_000 }, (_, n) => `<xs:element name="y${n}" type="xs:int"/>`)
  const twice = '<xs:element name="z" type="xs:int"/>'
  t.is(formOf([...many, twice, twice]), 'named 20001')
})
