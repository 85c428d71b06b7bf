/** Restriction: which facets hold for which types, and how they may restrict those of the base. */
import test from 'ava'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { listOf, mismatch, restrict, unionOf } from '../../../src/schema/simple/index.js'
import { broken, builtIn, facet, NAMELESS, restricted, SCOPE, SOURCE } from './types.js'

/** The clause that a schema breaks; undefined if it is right. */
function clauseOf(make: () => unknown): string | undefined {
  try {
    make()
    return undefined
  } catch (error) {
    if (error instanceof SchemaProblem) return error.clause
    throw error
  }
}

type FacetOf = readonly [kind: string, value: string]

/** A facet of the base, and what a type derived from it may say. */
interface Steps {
  readonly base: string
  readonly first: readonly FacetOf[]
  readonly right: readonly (readonly FacetOf[])[]
  readonly wrong: Readonly<Record<string, readonly (readonly FacetOf[])[]>>
}

const input = (kind: string, ...values: readonly string[]) =>
  values.map((value): readonly FacetOf[] => [[kind, value]])

const STEPS: readonly Steps[] = [
  {
    base: 'string',
    first: [['length', '3']],
    right: [...input('length', '3', ' +03 '), [['pattern', 'a+']]],
    wrong: {
      'length-valid-restriction': input('length', '2', '4'),
      'length-minLength-maxLength': [
        ...input('minLength', '1', '3'),
        ...input('maxLength', '3', '5'),
      ],
    },
  },
  {
    base: 'string',
    first: [
      ['minLength', '2'],
      ['maxLength', '5'],
    ],
    right: [
      ...input('minLength', '2', '5'),
      ...input('maxLength', '5', '2'),
      ...input('length', '2', '5'),
    ],
    wrong: {
      'minLength-valid-restriction': input('minLength', '1', '0'),
      'maxLength-valid-restriction': input('maxLength', '6'),
      'minLength-less-than-equal-to-maxLength': [
        ...input('minLength', '6'),
        ...input('maxLength', '1'),
      ],
      'length-minLength-maxLength': input('length', '1', '6'),
    },
  },
  {
    base: 'string',
    first: [],
    right: [
      ...input('length', '0', '99999999999999999999'),
      ...input('whiteSpace', 'preserve', 'replace', ' collapse '),
    ],
    wrong: {
      'cvc-datatype-valid.1': [
        ...input('length', '-1', '1.0', '', 'a', '1e2'),
        ...input('minLength', '-1'),
        ...input('maxLength', '1.5'),
      ],
      'cvc-enumeration-valid': input('whiteSpace', 'Collapse', '', 'trim'),
      'src-single-facet-value': [
        [
          ['length', '1'],
          ['length', '1'],
        ],
        [
          ['whiteSpace', 'collapse'],
          ['whiteSpace', 'collapse'],
        ],
      ],
      'length-minLength-maxLength': [
        [
          ['length', '3'],
          ['minLength', '3'],
        ],
        [
          ['length', '3'],
          ['maxLength', '3'],
        ],
      ],
      'cos-applicable-facets': [
        ...input('minInclusive', 'a'),
        ...input('totalDigits', '1'),
        ...input('fractionDigits', '1'),
        ...input('encoding', 'x'),
      ],
    },
  },
  {
    base: 'token',
    first: [],
    right: input('whiteSpace', 'collapse'),
    wrong: { 'whiteSpace-valid-restriction': input('whiteSpace', 'preserve', 'replace') },
  },
  {
    base: 'decimal',
    first: [
      ['totalDigits', '5'],
      ['fractionDigits', '2'],
    ],
    right: [...input('totalDigits', '5', '2'), ...input('fractionDigits', '2', '0')],
    wrong: {
      'totalDigits-valid-restriction': input('totalDigits', '6'),
      'fractionDigits-valid-restriction': input('fractionDigits', '3'),
      'fractionDigits-less-than-equal-to-totalDigits': input('totalDigits', '1'),
      'cvc-datatype-valid.1': [
        ...input('totalDigits', '0', '-1'),
        ...input('fractionDigits', '-1'),
      ],
      'st-restrict-facets': input('whiteSpace', 'preserve', 'replace'),
      'cos-applicable-facets': input('length', '1'),
    },
  },
  {
    base: 'integer',
    first: [],
    right: input('fractionDigits', '0'),
    wrong: { 'st-restrict-facets': input('fractionDigits', '1') },
  },
  {
    base: 'decimal',
    first: [
      ['minInclusive', '-1.5'],
      ['maxInclusive', '10'],
    ],
    right: [
      ...input('minInclusive', '-1.50', '0', '10.0'),
      ...input('minExclusive', '-1.5', '9.99'),
      ...input('maxInclusive', '10', '-1.5'),
      ...input('maxExclusive', '10', '-1.4'),
    ],
    wrong: {
      'minInclusive-valid-restriction': input('minInclusive', '-1.51', '10.1', 'x', ''),
      'minExclusive-valid-restriction': input('minExclusive', '-1.51', '11'),
      'maxInclusive-valid-restriction': input('maxInclusive', '10.01', '-2'),
      'maxExclusive-valid-restriction': input('maxExclusive', '10.01', '-1.5'),
      'minExclusive-less-than-maxInclusive': input('minExclusive', '10'),
    },
  },
  {
    base: 'decimal',
    first: [
      ['minExclusive', '0'],
      ['maxExclusive', '10'],
    ],
    right: [
      ...input('minExclusive', '0', '9.9'),
      ...input('minInclusive', '0.1', '9.9'),
      ...input('maxExclusive', '10', '0.1'),
      ...input('maxInclusive', '9.9'),
    ],
    wrong: {
      'minExclusive-valid-restriction': input('minExclusive', '-1', '10'),
      'minInclusive-valid-restriction': input('minInclusive', '0', '10'),
      'maxExclusive-valid-restriction': input('maxExclusive', '10.5', '0'),
      'maxInclusive-valid-restriction': input('maxInclusive', '10', '0'),
    },
  },
  {
    base: 'int',
    first: [],
    right: input('minInclusive', '-2147483648', '2147483647'),
    wrong: {
      'minInclusive-valid-restriction': input('minInclusive', '-2147483649', '1.0', '2147483648'),
      'minInclusive-minExclusive': [
        [
          ['minInclusive', '1'],
          ['minExclusive', '1'],
        ],
      ],
      'maxInclusive-maxExclusive': [
        [
          ['maxInclusive', '1'],
          ['maxExclusive', '1'],
        ],
      ],
      'minInclusive-less-than-equal-to-maxInclusive': [
        [
          ['minInclusive', '2'],
          ['maxInclusive', '1'],
        ],
      ],
      'minInclusive-less-than-maxExclusive': [
        [
          ['minInclusive', '1'],
          ['maxExclusive', '1'],
        ],
      ],
      'minExclusive-less-than-maxInclusive': [
        [
          ['minExclusive', '1'],
          ['maxInclusive', '1'],
        ],
      ],
      'minExclusive-less-than-equal-to-maxExclusive': [
        [
          ['minExclusive', '2'],
          ['maxExclusive', '1'],
        ],
      ],
    },
  },
  {
    base: 'dateTime',
    first: [['minInclusive', '2000-01-01T00:00:00Z']],
    right: input('minInclusive', '2000-01-01T01:00:00+01:00', '2000-01-01T14:00:01'),
    wrong: {
      'minInclusive-valid-restriction': input(
        'minInclusive',
        '2000-01-01T00:00:00+01:00',
        '2000-01-01T14:00:00',
        '2000-01-01',
      ),
    },
  },
  {
    base: 'int',
    first: [['enumeration', '1']],
    right: input('enumeration', '1', '01', ' 1 '),
    wrong: { 'enumeration-valid-restriction': input('enumeration', '2', 'a', '') },
  },
  {
    base: 'QName',
    first: [],
    right: [
      ...input('enumeration', 'p:a', 'a'),
      ...input('length', '3'),
      ...input('maxLength', '1'),
    ],
    wrong: {
      'enumeration-valid-restriction': input('enumeration', 'r:a', 'p:'),
      'cos-applicable-facets': input('minInclusive', 'a'),
    },
  },
  {
    base: 'boolean',
    first: [],
    right: input('whiteSpace', 'collapse'),
    wrong: {
      'cos-applicable-facets': [...input('enumeration', 'true'), ...input('length', '1')],
    },
  },
  {
    base: 'NMTOKENS',
    first: [],
    right: [
      ...input('length', '5'),
      ...input('minLength', '1', '2'),
      ...input('enumeration', 'a b'),
      [
        ['length', '5'],
        ['minLength', '1'],
      ],
    ],
    wrong: {
      'minLength-valid-restriction': input('minLength', '0'),
      'enumeration-valid-restriction': input('enumeration', 'a ,', ''),
      'cos-applicable-facets': input('minInclusive', 'a'),
      'st-restrict-facets': input('whiteSpace', 'preserve'),
    },
  },
]

for (const { base, first, right, wrong } of STEPS) {
  const from = first.map(([kind, value]) => `${kind} ${value}`).join(', ')
  test(`cos-st-restricts: what ${base}${from && ` with ${from}`} may be restricted to`, (t) => {
    const type = restricted(base, ...first)
    const clause = (facets: readonly FacetOf[]) => clauseOf(() => restricted(type, ...facets))
    for (const facets of right) {
      t.is(clause(facets), undefined, facets.join(' '))
    }
    for (const [expected, all] of Object.entries(wrong)) {
      for (const facets of all) t.is(clause(facets), expected, facets.join(' '))
    }
  })
}

test('Part 2 §4.3.7 to §4.3.10: a bound is a value of the base, with all of its facets', (t) => {
  const few = restricted('int', ['enumeration', '1'], ['enumeration', '5'])
  t.is(
    clauseOf(() => restricted(few, ['minInclusive', '5'])),
    undefined,
  )
  t.is(
    clauseOf(() => restricted(few, ['minInclusive', '3'])),
    'minInclusive-valid-restriction',
  )
  const short = restricted('decimal', ['totalDigits', '2'])
  t.is(
    clauseOf(() => restricted(short, ['maxExclusive', '99'])),
    undefined,
  )
  t.is(
    clauseOf(() => restricted(short, ['maxExclusive', '100'])),
    'maxExclusive-valid-restriction',
  )
})

test('length-minLength-maxLength: a minimum of before the length may be said again', (t) => {
  const minimum = restricted('string', ['minLength', '2'])
  const length = restricted(minimum, ['length', '5'])
  t.is(
    clauseOf(() => restricted(length, ['minLength', '2'])),
    undefined,
  )
  t.is(
    clauseOf(() => restricted(length, ['minLength', '3'])),
    'length-minLength-maxLength',
  )
})

test('Part 2 §4.3: a facet that is fixed may be said again, and not changed', (t) => {
  const fixed = (base: string, kind: string, value: string) =>
    restrict(builtIn(base), [facet(kind, value, true)], NAMELESS)
  const cases = [
    ['string', 'maxLength', '5', '05', '4'],
    ['decimal', 'totalDigits', '5', '5', '4'],
    ['decimal', 'minInclusive', '1', '1.0', '2'],
    ['date', 'maxExclusive', '2000-01-01Z', '2000-01-01+00:00', '1999-01-01Z'],
    ['string', 'whiteSpace', 'replace', 'replace', 'collapse'],
  ] as const
  for (const [base, kind, value, same, other] of cases) {
    const type = fixed(base, kind, value)
    t.is(
      clauseOf(() => restricted(type, [kind, same])),
      undefined,
      kind,
    )
    t.is(
      clauseOf(() => restricted(type, [kind, other])),
      'st-restrict-facets',
      kind,
    )
    t.is(
      clauseOf(() => restricted(restricted(type), [kind, other])),
      'st-restrict-facets',
      kind,
    )
  }
})

test('cvc-length-valid: length is counted in characters, octets or items', (t) => {
  const three = (base: string) => restricted(base, ['length', '3'])
  t.is(broken(three('string'), 'a\u{1F600}b'), undefined)
  t.is(broken(three('string'), '\u{1F600}b'), 'cvc-length-valid')
  t.is(broken(three('token'), '  a b '), undefined)
  t.is(broken(three('anyURI'), 'a:b'), undefined)
  t.is(broken(three('hexBinary'), '0fb7aa'), undefined)
  t.is(broken(three('hexBinary'), '0fb'), 'cvc-datatype-valid.1')
  t.is(broken(three('hexBinary'), '0fb7'), 'cvc-length-valid')
  t.is(broken(three('base64Binary'), 'Q U J D'), undefined)
  t.is(broken(three('base64Binary'), 'QUI='), 'cvc-length-valid')
  t.is(broken(three('NMTOKENS'), ' a b  c '), undefined)
  t.is(broken(three('NMTOKENS'), 'abc'), 'cvc-length-valid')
  // What is a name in a namespace has every length.
  t.is(broken(three('QName'), 'p:abcdef'), undefined)
})

test('cvc-minLength-valid, cvc-maxLength-valid: both ends are allowed', (t) => {
  const type = restricted('string', ['minLength', '1'], ['maxLength', '2'])
  t.is(broken(type, ''), 'cvc-minLength-valid')
  t.is(broken(type, 'a'), undefined)
  t.is(broken(type, 'ab'), undefined)
  t.is(broken(type, 'abc'), 'cvc-maxLength-valid')
})

test('cvc-totalDigits-valid: digits count that the value needs', (t) => {
  const type = restricted('decimal', ['totalDigits', '3'])
  for (const text of ['123', '-0123.00', '1.23', '.123', '0.001', '+99.9', '0', '000000']) {
    t.is(broken(type, text), undefined, text)
  }
  for (const text of ['1234', '1.234', '.0001', '1000', '100.1']) {
    t.is(broken(type, text), 'cvc-totalDigits-valid', text)
  }
})

test('cvc-fractionDigits-valid: zeros at the end do not count', (t) => {
  const type = restricted('decimal', ['fractionDigits', '2'])
  for (const text of ['1', '1.', '1.25', '1.2500', '-.01'])
    t.is(broken(type, text), undefined, text)
  for (const text of ['1.255', '.001']) t.is(broken(type, text), 'cvc-fractionDigits-valid', text)
})

test('cvc-enumeration-valid: values are compared, not texts', (t) => {
  const price = restricted('decimal', ['enumeration', '1.5'], ['enumeration', '2'])
  t.is(broken(price, ' 01.50 '), undefined)
  t.is(broken(price, '2.0'), undefined)
  t.is(broken(price, '1'), 'cvc-enumeration-valid')
  const name = restricted('QName', ['enumeration', 'p:a'])
  t.is(broken(name, 'q:a'), undefined)
  t.is(broken(name, 'a'), 'cvc-enumeration-valid')
  const text = restricted('string', ['enumeration', 'a'])
  t.is(broken(text, 'a '), 'cvc-enumeration-valid')
  t.is(broken(restricted('string', ['enumeration', '']), ''), undefined)
  t.is(broken(restricted('double', ['enumeration', 'NaN'], ['enumeration', '0']), 'NaN'), undefined)
  t.is(broken(restricted('double', ['enumeration', '0']), '-0.0'), undefined)
  t.is(broken(restricted('NMTOKENS', ['enumeration', 'a b']), ' a  b'), undefined)
  t.is(broken(restricted('NMTOKENS', ['enumeration', 'a b']), 'b a'), 'cvc-enumeration-valid')
})

test('a problem names the type that it is about, and stands at a facet of the step', (t) => {
  const problem = (make: () => unknown) => t.throws(make, { instanceOf: SchemaProblem })
  const nameless = restricted('token', ['maxLength', '2'])
  t.is(
    problem(() => restricted(nameless, ['totalDigits', '1'])).message,
    'The facet totalDigits is not allowed for an anonymous type of token.',
  )
  const list = listOf(builtIn('int'), NAMELESS)
  t.is(
    problem(() => restricted(list, ['totalDigits', '1'])).message,
    'The facet totalDigits is not allowed for an anonymous type of list.',
  )
  t.is(
    problem(() => restricted('token', ['totalDigits', '1'])).message,
    'The facet totalDigits is not allowed for token.',
  )
  t.is(problem(() => restricted(nameless, ['minLength', '3'])).source, SOURCE)
})

test('a rule that is broken names what is enumerated, at most ten', (t) => {
  const rule = (most: number) => {
    const all = Array.from({ length: most }, (_, index) => facet('enumeration', `v${index}`))
    return mismatch(restrict(builtIn('token'), all, NAMELESS), 'x', SCOPE)?.sentence
  }
  t.is(rule(1), 'Expected "v0", found "x".')
  t.is(rule(2), 'Expected one of "v0", "v1", found "x".')
  t.true(rule(10)?.endsWith(', "v9", found "x".'))
  t.true(rule(12)?.endsWith('"v8", "v9" or 2 others, found "x".'))
})

test('cvc-pattern-valid: one pattern of each step must match, and the text is whole', (t) => {
  const either = restricted('token', ['pattern', 'a+'], ['pattern', 'b{2}'])
  for (const text of ['a', 'aaa', 'bb', ' bb ']) t.is(broken(either, text), undefined, text)
  for (const text of ['', 'ab', 'b', 'xa']) t.is(broken(either, text), 'cvc-pattern-valid', text)
  const both = restricted(either, ['pattern', '.{3}'])
  t.is(broken(both, 'aaa'), undefined)
  for (const text of ['aa', 'bb', 'abc']) t.is(broken(both, text), 'cvc-pattern-valid', text)
  t.is(both.facets.patterns?.length, 2)
})

test('cvc-pattern-valid: of a list the whole text, of a union as the member normalises it', (t) => {
  const list = restricted(listOf(builtIn('int'), NAMELESS), ['pattern', '\\d \\d'])
  t.is(broken(list, ' 1   2 '), undefined)
  t.is(broken(list, '1'), 'cvc-pattern-valid')
  const either = unionOf([builtIn('int'), builtIn('string')], NAMELESS)
  const digit = restricted(either, ['pattern', '\\d'])
  t.is(broken(digit, ' 7 '), undefined)
  t.is(broken(digit, ' 77 '), 'cvc-pattern-valid')
  t.is(broken(digit, ' x '), 'cvc-pattern-valid')
})

test('pattern-valid: a pattern that is none is told where it stands', (t) => {
  const facets = [facet('pattern', 'a'), { ...facet('pattern', 'a('), source: { ...SOURCE } }]
  const error = t.throws(() => restrict(builtIn('string'), facets, NAMELESS), {
    instanceOf: SchemaProblem,
  })
  t.is(error.clause, 'pattern-valid')
  t.is(error.source, facets[1]?.source)
})

test('src-multiple-enumerations: those of a step take the place of the base’s', (t) => {
  const three = restricted(
    'token',
    ['enumeration', 'a'],
    ['enumeration', 'b'],
    ['enumeration', 'c'],
  )
  const two = restricted(three, ['enumeration', 'c'], ['enumeration', 'a'])
  t.deepEqual(two.facets.enumeration?.texts, ['c', 'a'])
  t.is(broken(two, 'b'), 'cvc-enumeration-valid')
  t.is(broken(two, 'c'), undefined)
})

test('cos-st-restricts.2: items of a list are atomic, or of a union of atomic types', (t) => {
  const list = listOf(builtIn('int'), NAMELESS)
  const either = unionOf([builtIn('int'), builtIn('boolean')], NAMELESS)
  const withList = unionOf([builtIn('int'), list], NAMELESS)
  t.is(broken(list, ' 1  2 '), undefined)
  t.is(broken(list, ''), undefined)
  t.is(broken(list, '1 a'), 'cvc-datatype-valid.1')
  t.is(broken(list, '1 2147483648'), 'cvc-maxInclusive-valid')
  t.is(broken(listOf(either, NAMELESS), '1 true 7'), undefined)
  for (const item of [list, withList, builtIn('NMTOKENS'), builtIn('anySimpleType')]) {
    t.is(
      clauseOf(() => listOf(item, NAMELESS)),
      'cos-st-restricts.2.1',
    )
  }
})

test('cos-st-restricts.3: a union has pattern and enumeration only', (t) => {
  const either = unionOf([builtIn('int'), builtIn('date')], NAMELESS)
  t.is(broken(either, ' 7'), undefined)
  t.is(broken(either, '2004-02-29'), undefined)
  t.is(broken(either, 'x'), 'cvc-datatype-valid.1')
  const seven = restricted(either, ['enumeration', '7'])
  t.is(broken(seven, '07'), undefined)
  t.is(broken(seven, '8'), 'cvc-enumeration-valid')
  for (const kind of ['length', 'whiteSpace', 'minInclusive', 'totalDigits']) {
    t.is(
      clauseOf(() => restricted(either, [kind, '1'])),
      'cos-applicable-facets',
    )
  }
  t.is(
    clauseOf(() => restricted(either, ['enumeration', 'x'])),
    'enumeration-valid-restriction',
  )
  t.is(
    clauseOf(() => unionOf([builtIn('anySimpleType')], NAMELESS)),
    'cos-st-restricts.3.1',
  )
})

test('a union in a union keeps its facets', (t) => {
  const inner = restricted(unionOf([builtIn('int'), builtIn('boolean')], NAMELESS), [
    'enumeration',
    '7',
  ])
  const outer = unionOf([inner, builtIn('date')], NAMELESS)
  t.is(broken(outer, '7'), undefined)
  t.is(broken(outer, '2004-02-29'), undefined)
  t.is(broken(outer, '8'), 'cvc-datatype-valid.1')
})

test('many unions of the same two are as fast as one', (t) => {
  let type = unionOf([builtIn('int'), builtIn('boolean')], NAMELESS)
  for (let depth = 0; depth < 60; depth += 1) type = unionOf([type, type], NAMELESS)
  t.is(broken(type, 'x'), 'cvc-datatype-valid.1')
  t.is(broken(type, 'true'), undefined)
})

test('st-props-correct.3, cos-st-restricts: what is final is not derived from', (t) => {
  const final = (derivation: 'restriction' | 'list' | 'union') =>
    restrict(builtIn('int'), [], { ...NAMELESS, final: new Set([derivation]) })
  t.is(
    clauseOf(() => restricted(final('restriction'))),
    'st-props-correct.3',
  )
  t.is(
    clauseOf(() => listOf(final('list'), NAMELESS)),
    'cos-st-restricts.2.3.1.1',
  )
  t.is(
    clauseOf(() => unionOf([final('union')], NAMELESS)),
    'cos-st-restricts.3.3.1.1',
  )
  t.is(
    clauseOf(() => listOf(final('union'), NAMELESS)),
    undefined,
  )
  t.is(
    clauseOf(() => unionOf([final('restriction')], NAMELESS)),
    undefined,
  )
})

test('cos-st-restricts.1.1: anySimpleType is not restricted', (t) => {
  t.is(
    clauseOf(() => restricted('anySimpleType')),
    'cos-st-restricts.1.1',
  )
})
