/** Simple types of a schema: what they are restricted to, and which notations they may name. */
import test from 'ava'
import { checkExamples } from '../sets.js'

const type = (name: string, base: string, facets: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`
const notations = (of: string, ...names: readonly string[]) =>
  names.map((name) => `<xs:notation name="${name}" public="${of}/${name}"/>`).join('')
const formats = type('Format', 'xs:NOTATION', '<xs:enumeration value="s:jpeg"/>')

test('a simple type is restricted by the rules of each facet, where the facet stands', (t) => {
  const length = (least: number, most: number) =>
    type('T', 'xs:string', `<xs:minLength value="${least}"/><xs:maxLength value="${most}"/>`)
  const pattern = (value: string) => type('T', 'xs:string', `<xs:pattern value="${value}"/>`)
  checkExamples(t, [
    ['minLength-less-than-equal-to-maxLength', length(1, 2), length(2, 1)],
    ['pattern-valid', pattern('(a)'), pattern('(a')],
    [
      'enumeration-valid-restriction',
      type('T', 'xs:int', '<xs:enumeration value="1"/>'),
      type('T', 'xs:int', '<xs:enumeration value="one"/>'),
    ],
  ])
})

test('Part 2 §3.2.19: a notation that is enumerated is declared', (t) => {
  checkExamples(t, [
    ['src-resolve', notations('image', 'jpeg') + formats, notations('image', 'gif') + formats],
  ])
})

test('enumeration-required-notation: NOTATION itself is the type of nothing', (t) => {
  const declared = notations('image', 'jpeg') + formats
  for (const kind of ['element', 'attribute']) {
    checkExamples(t, [
      [
        'enumeration-required-notation',
        `${declared}<xs:${kind} name="f" type="Format"/>`,
        `${declared}<xs:${kind} name="f" type="xs:NOTATION"/>`,
      ],
    ])
  }
})
