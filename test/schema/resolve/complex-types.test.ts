/** Complex types: what derivation makes of content, attributes and wildcards, and what it may not. */
import test from 'ava'
import type { Particle } from '../../../src/schema/components.js'
import { checkExamples, complexType, componentsOf } from '../sets.js'

const type = (name: string, inside: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${inside}</xs:complexType>`
const complex = (how: string, base: string, inside: string) =>
  `<xs:complexContent><xs:${how} base="${base}">${inside}</xs:${how}></xs:complexContent>`
const simple = (how: string, base: string, inside: string) =>
  `<xs:simpleContent><xs:${how} base="${base}">${inside}</xs:${how}></xs:simpleContent>`
const element = (name: string, more = '') => `<xs:element name="${name}" ${more}/>`
const sequence = (...names: readonly string[]) =>
  `<xs:sequence>${names.map((name) => element(name)).join('')}</xs:sequence>`
const attribute = (name: string, more = '') => `<xs:attribute name="${name}" ${more}/>`

/** A content model as text: `(a,(b|c)?)`. */
function shown({ term, min, max }: Particle): string {
  const often = max > 1 ? (min > 0 ? '+' : '*') : min > 0 ? '' : '?'
  if (term.kind === 'element') return term.local + often
  if (term.kind === 'any') return `any${often}`
  const between = { sequence: ',', choice: '|', all: '&' }[term.kind]
  return `(${term.particles.map(shown).join(between)})${often}`
}

function contentOf(t: Parameters<typeof componentsOf>[0], inside: string): string {
  const { content } = complexType(componentsOf(t, inside), '{urn:s}T')
  switch (content.kind) {
    case 'empty':
      return 'empty'
    case 'simple':
      return content.type.local || `${content.type.base?.local} and more`
    case 'element-only':
      return shown(content.particle)
    case 'mixed':
      return `mixed ${shown(content.particle)}`
  }
}

const attributesOf = (t: Parameters<typeof componentsOf>[0], inside: string) => [
  ...complexType(componentsOf(t, inside), '{urn:s}T').attributes.keys(),
]

test('§3.4.2: the content of a type is what it says, and nothing if that is empty', (t) => {
  t.is(contentOf(t, type('T', '')), 'empty')
  t.is(contentOf(t, type('T', '<xs:sequence/>')), 'empty')
  t.is(contentOf(t, type('T', '<xs:choice minOccurs="0"/>')), 'empty')
  t.is(contentOf(t, type('T', '<xs:choice/>')), '(|)'.replace('|', ''))
  t.is(
    contentOf(
      t,
      type(
        'T',
        sequence('a').replace('<xs:sequence>', '<xs:sequence maxOccurs="0" minOccurs="0">'),
      ),
    ),
    'empty',
  )
  t.is(contentOf(t, type('T', '', 'mixed="true"')), 'mixed ()')
  t.is(contentOf(t, type('T', sequence('a', 'b'))), '(a,b)')
  t.is(
    contentOf(
      t,
      `<xs:group name="g"><xs:choice>${element('a')}</xs:choice></xs:group>${type('T', '<xs:group ref="g" minOccurs="0" maxOccurs="unbounded"/>')}`,
    ),
    '(a)*',
  )
})

test('§3.4.2: an extension has the content of its base, and then its own', (t) => {
  const base = type('B', sequence('a') + attribute('x'))
  t.is(contentOf(t, base + type('T', complex('extension', 'B', sequence('b')))), '((a),(b))')
  t.is(contentOf(t, base + type('T', complex('extension', 'B', ''))), '(a)')
  t.is(contentOf(t, type('B', '') + type('T', complex('extension', 'B', sequence('b')))), '(b)')
  t.is(contentOf(t, type('T', simple('extension', 'xs:int', ''))), 'int')
  t.deepEqual(attributesOf(t, base + type('T', complex('extension', 'B', attribute('y')))), [
    'x',
    'y',
  ])
})

test('§3.4.2: a restriction has its own content, and the attributes of its base but for the prohibited', (t) => {
  const base = type('B', sequence('a') + attribute('x') + attribute('y'))
  const own = sequence('a') + attribute('y', 'use="prohibited"')
  t.is(contentOf(t, base + type('T', complex('restriction', 'B', own))), '(a)')
  t.deepEqual(attributesOf(t, base + type('T', complex('restriction', 'B', own))), ['x'])
  const text = type('B', simple('extension', 'xs:int', ''))
  t.is(
    contentOf(t, text + type('T', simple('restriction', 'B', '<xs:maxInclusive value="9"/>'))),
    'int and more',
  )
})

test('mixed of complexContent goes before that of complexType', (t) => {
  const base = type('B', '', 'mixed="true"')
  const inner = complex('restriction', 'B', '').replace(
    '<xs:complexContent>',
    '<xs:complexContent mixed="false">',
  )
  t.is(contentOf(t, base + type('T', inner, 'mixed="true"')), 'empty')
  t.is(contentOf(t, base + type('T', complex('restriction', 'B', ''), 'mixed="true"')), 'mixed ()')
})

test('mixed content that may be empty becomes simple content by a type within', (t) => {
  const base = type('B', '<xs:sequence><xs:any minOccurs="0"/></xs:sequence>', 'mixed="true"')
  const own = '<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>'
  t.is(contentOf(t, base + type('T', simple('restriction', 'B', own))), 'int and more')
  checkExamples(t, [
    [
      'src-ct.2',
      base + type('T', simple('restriction', 'B', own)),
      base + type('T', simple('restriction', 'B', '')),
    ],
  ])
})

test('attribute wildcards: groups intersect, an extension unites, what is said first decides', (t) => {
  const group = (name: string, namespace: string) =>
    `<xs:attributeGroup name="${name}"><xs:anyAttribute namespace="${namespace}" processContents="lax"/></xs:attributeGroup>`
  const both = `${group('g', 'urn:a urn:b')}${group('h', 'urn:b urn:c')}`
  const refs = '<xs:attributeGroup ref="g"/><xs:attributeGroup ref="h"/>'
  const { anyAttribute } = complexType(componentsOf(t, both + type('T', refs)), '{urn:s}T')
  t.like(anyAttribute, {
    process: 'lax',
    namespaces: { kind: 'in', namespaces: new Set(['urn:b']) },
  })
  const extended =
    type('B', '<xs:anyAttribute namespace="urn:a" processContents="skip"/>') +
    type('T', complex('extension', 'B', '<xs:anyAttribute namespace="##local"/>'))
  t.like(complexType(componentsOf(t, extended), '{urn:s}T').anyAttribute, {
    process: 'strict',
    namespaces: { kind: 'in', namespaces: new Set(['', 'urn:a']) },
  })
})

test('types may refer to themselves in their content', (t) => {
  const inside = type('T', `<xs:sequence>${element('t', 'type="T" minOccurs="0"')}</xs:sequence>`)
  const own = complexType(componentsOf(t, inside), '{urn:s}T')
  const { content } = own
  const term = content.kind === 'element-only' ? content.particle.term : undefined
  const inner = term?.kind === 'sequence' ? term.particles[0]?.term : undefined
  t.is(inner?.kind === 'element' ? inner.type : undefined, own)
})

test('circles that have no beginning are refused', (t) => {
  const group = (name: string, ref: string) =>
    `<xs:group name="${name}"><xs:sequence><xs:group ref="${ref}"/></xs:sequence></xs:group>`
  const set = (name: string, ref: string) =>
    `<xs:attributeGroup name="${name}"><xs:attributeGroup ref="${ref}"/></xs:attributeGroup>`
  const text = (name: string, base: string) =>
    `<xs:simpleType name="${name}"><xs:restriction base="${base}"/></xs:simpleType>`
  checkExamples(t, [
    [
      'ct-props-correct.3',
      type('A', complex('extension', 'B', '')) + type('B', ''),
      type('A', complex('extension', 'B', '')) + type('B', complex('extension', 'A', '')),
    ],
    ['st-props-correct.2', text('A', 'B') + text('B', 'xs:int'), text('A', 'B') + text('B', 'A')],
    [
      'mg-props-correct.2',
      `${group('g', 'h')}<xs:group name="h"><xs:choice/></xs:group>`,
      group('g', 'h') + group('h', 'g'),
    ],
    [
      'src-attribute_group.3',
      `${set('g', 'h')}<xs:attributeGroup name="h"/>`,
      set('g', 'h') + set('h', 'g'),
    ],
  ])
})

test('ct-props-correct, ag-props-correct: attributes have different names, and one is an ID at most', (t) => {
  const ids = attribute('i', 'type="xs:ID"')
  const set = (inside: string) => `<xs:attributeGroup name="g">${inside}</xs:attributeGroup>`
  checkExamples(t, [
    [
      'ct-props-correct.4',
      type('T', attribute('a') + attribute('b')),
      type('T', attribute('a') + attribute('a')),
    ],
    [
      'ct-props-correct.4',
      type('B', attribute('a')) + type('T', complex('extension', 'B', attribute('b'))),
      type('B', attribute('a')) + type('T', complex('extension', 'B', attribute('a'))),
    ],
    ['ct-props-correct.5', type('T', ids), type('T', ids + attribute('j', 'type="xs:ID"'))],
    ['ag-props-correct.2', set(attribute('a')), set(attribute('a') + attribute('a'))],
    ['no-xmlns', type('T', attribute('a')), type('T', attribute('xmlns'))],
  ])
})

test('ag-props-correct.3: a group has one ID at most', (t) => {
  const ids = (...names: readonly string[]) =>
    `<xs:attributeGroup name="g">${names.map((name) => attribute(name, 'type="xs:ID"')).join('')}</xs:attributeGroup>`
  checkExamples(t, [['ag-props-correct.3', ids('a'), ids('a', 'b')]])
})

test('§3.2.2: nothing but the name of a prohibited attribute counts', (t) => {
  const prohibited = attribute('a', 'use="prohibited" type="xs:int" fixed="x"')
  t.deepEqual(attributesOf(t, type('T', prohibited + attribute('a'))), ['a'])
})

test('§3.9.2: what occurs no time is none, and what it refers to need not be there', (t) => {
  const never = '<xs:sequence><xs:element ref="no" minOccurs="0" maxOccurs="0"/></xs:sequence>'
  t.is(contentOf(t, type('T', never)), '()')
})

test('a type that comes from another in too many steps is refused, and nothing overflows', (t) => {
  const steps = Array.from({ length: 2_000 }, (_, step) =>
    type(`T${step}`, complex('extension', `T${step + 1}`, '')),
  )
  const set = (count: number) =>
    `${steps.slice(0, count).join('')}${type(`T${count}`, sequence('a'))}`
  checkExamples(t, [['schema-too-deep', set(100), set(2_000)]])
})
