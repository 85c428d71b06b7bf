/** Derivation of complex types: what an extension and a restriction may say. */
import test from 'ava'
import type { Derivation, TypeDefinition } from '../../../src/schema/components.js'
import { ANY_TYPE, isDerivedFrom } from '../../../src/schema/resolve/index.js'
import { checkExamples, componentsOf } from '../sets.js'

const type = (name: string, inside: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${inside}</xs:complexType>`
const complex = (how: string, base: string, inside: string) =>
  type(
    'T',
    `<xs:complexContent><xs:${how} base="${base}">${inside}</xs:${how}></xs:complexContent>`,
  )
const simple = (how: string, base: string, inside: string) =>
  type('T', `<xs:simpleContent><xs:${how} base="${base}">${inside}</xs:${how}></xs:simpleContent>`)
const A = '<xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence>'
const attribute = (more: string) => `<xs:attribute name="x" ${more}/>`

test('cos-ct-extends: an extension goes on where its base ends', (t) => {
  const all = '<xs:all><xs:element name="a"/></xs:all>'
  checkExamples(t, [
    [
      'cos-ct-extends.1.1',
      type('B', '') + complex('extension', 'B', ''),
      type('B', '', 'final="extension"') + complex('extension', 'B', ''),
    ],
    [
      'cos-ct-extends.1.4',
      type('B', A) + complex('extension', 'B', A.replace('"a"', '"b"')),
      type('B', A, 'mixed="1"') + complex('extension', 'B', A),
    ],
    [
      'cos-ct-extends.1.4',
      simple('extension', 'xs:int', ''),
      simple('extension', 'xs:int', '').replace('"T"', '"B"') + complex('extension', 'B', A),
    ],
    [
      'cos-all-limited.1',
      type('B', '') + complex('extension', 'B', all),
      type('B', all) + complex('extension', 'B', A),
    ],
    ['src-ct.1', type('B', '') + complex('extension', 'B', ''), complex('extension', 'xs:int', '')],
    ['src-ct.2', simple('extension', 'xs:int', ''), type('B', '') + simple('extension', 'B', '')],
  ])
})

test('derivation-ok-restriction: the attributes of a restriction are those of its base, narrowed', (t) => {
  const restricts = (base: string, own: string) =>
    type('B', base) + complex('restriction', 'B', own)
  const any = (namespace: string, process = 'lax') =>
    `<xs:anyAttribute namespace="${namespace}" processContents="${process}"/>`
  checkExamples(t, [
    [
      'derivation-ok-restriction.1',
      type('B', '') + complex('restriction', 'B', ''),
      type('B', '', 'final="#all"') + complex('restriction', 'B', ''),
    ],
    [
      'derivation-ok-restriction.2.1.1',
      restricts(attribute('use="required"'), attribute('use="required"')),
      restricts(attribute('use="required"'), attribute('')),
    ],
    [
      'derivation-ok-restriction.2.1.2',
      restricts(attribute('type="xs:int"'), attribute('type="xs:byte"')),
      restricts(attribute('type="xs:byte"'), attribute('type="xs:int"')),
    ],
    [
      'derivation-ok-restriction.2.1.3',
      restricts(attribute('type="xs:int" fixed="1"'), attribute('type="xs:int" fixed="01"')),
      restricts(attribute('type="xs:int" fixed="1"'), attribute('type="xs:int"')),
    ],
    [
      'derivation-ok-restriction.2.2',
      restricts(any('##local'), attribute('')),
      restricts('', attribute('')),
    ],
    [
      'derivation-ok-restriction.3',
      restricts(attribute(''), attribute('use="prohibited"')),
      restricts(attribute('use="required"'), attribute('use="prohibited"')),
    ],
    [
      'derivation-ok-restriction.4.1',
      restricts(any('##any'), any('urn:a')),
      restricts('', any('urn:a')),
    ],
    [
      'derivation-ok-restriction.4.2',
      restricts(any('urn:a urn:b'), any('urn:a')),
      restricts(any('urn:a'), any('urn:a urn:b')),
    ],
    [
      'derivation-ok-restriction.4.3',
      restricts(any('##any'), any('##any', 'strict')),
      restricts(any('##any'), any('##any', 'skip')),
    ],
  ])
})

test('derivation-ok-restriction.5: the content of a restriction is in that of its base', (t) => {
  const needs = A.replace(' minOccurs="0"', '')
  const int = simple('extension', 'xs:int', '').replace('"T"', '"B"')
  const text = (of: string) => `<xs:simpleType><xs:restriction base="${of}"/></xs:simpleType>`
  checkExamples(t, [
    [
      'derivation-ok-restriction.5.1',
      int + simple('restriction', 'B', text('xs:byte')),
      int + simple('restriction', 'B', text('xs:string')),
    ],
    [
      'derivation-ok-restriction.5.2',
      type('B', A) + complex('restriction', 'B', ''),
      type('B', needs) + complex('restriction', 'B', ''),
    ],
    [
      'derivation-ok-restriction.5.3',
      type('B', A) + complex('restriction', 'B', A),
      type('B', '') + complex('restriction', 'B', A),
    ],
    [
      'rcase-NameAndTypeOK.2',
      type('B', A) + complex('restriction', 'B', A),
      type('B', needs) + complex('restriction', 'B', A),
    ],
  ])
})

test('cos-ct-derived-ok, cos-st-derived-ok: step by step, none of them excluded', (t) => {
  const { types } = componentsOf(
    t,
    `${type('B', A)}${complex('extension', 'B', '')}${complex('restriction', 'T', A).replace('"T"', '"R"')}`,
  )
  const named = (name: string): TypeDefinition => types.get(name) ?? ANY_TYPE
  const [B, T, R] = ['B', 'T', 'R'].map((name) => named(`{urn:s}${name}`))
  const int = named('{http://www.w3.org/2001/XMLSchema}int')
  if (!B || !T || !R) throw new Error('no types')
  const ok = (one: TypeDefinition, base: TypeDefinition, ...without: Derivation[]) =>
    isDerivedFrom(one, base, new Set(without))
  t.true(ok(R, B))
  t.true(ok(R, ANY_TYPE))
  t.true(ok(R, T, 'extension'))
  t.false(ok(R, B, 'extension'))
  t.false(ok(B, R))
  t.true(ok(B, B, 'extension', 'restriction'))
  t.true(ok(int, ANY_TYPE))
  t.false(ok(int, ANY_TYPE, 'restriction'))
  t.false(ok(int, B))
})
