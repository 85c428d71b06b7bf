/** Random simple types: built-in ones, and restrictions, lists and unions of them. */
import type { Random } from '../random.js'
import type { SimpleModel } from './model.js'

const digits = (random: Random, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.below(10)).join('')
const word = (random: Random, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () =>
    random.pick(['a', 'b', 'c', 'd1', '-e']),
  ).join('')
const two = (value: number) => String(value).padStart(2, '0')
const date = (random: Random) =>
  `${1990 + random.below(40)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
const time = (random: Random) =>
  `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}${random.pick(['', '.5', '.250'])}`
const zone = (random: Random) => random.pick(['', '', 'Z', '+01:00', '-05:30'])

/** Texts of the built-in types that libxml2 knows as well as we do. */
const SAMPLES: Readonly<Record<string, (random: Random) => string>> = {
  string: (random) => random.pick(['', 'a text', ' two  spaces ', '\u00e4\u20ac', 'x']),
  normalizedString: (random) => random.pick(['', 'a text', ' two  spaces ']),
  token: (random) => random.pick(['', 'a text', ' space ', 'x']),
  NMTOKEN: (random) => word(random, 4),
  Name: (random) => `n${word(random, 3)}`,
  NCName: (random) => `n${word(random, 3)}`,
  language: (random) => random.pick(['en', 'de-CH', 'x-klingon', 'en-US']),
  boolean: (random) => random.pick(['true', 'false', '1', '0', ' true ']),
  decimal: (random) =>
    `${random.pick(['', '-', '+'])}${digits(random, 5)}${random.pick(['', '.', '.5', '.2500'])}`,
  integer: (random) => `${random.pick(['', '-', '+', '00'])}${digits(random, 6)}`,
  int: (random) => `${random.pick(['', '-'])}${digits(random, 9)}`,
  long: (random) => `${random.pick(['', '-'])}${digits(random, 17)}`,
  short: (random) => `${random.pick(['', '-'])}${digits(random, 4)}`,
  byte: (random) => `${random.pick(['', '-'])}${digits(random, 2)}`,
  unsignedInt: (random) => digits(random, 9),
  unsignedByte: (random) => digits(random, 2),
  nonNegativeInteger: (random) => digits(random, 6),
  positiveInteger: (random) => `1${digits(random, 6)}`,
  negativeInteger: (random) => `-1${digits(random, 6)}`,
  float: (random) => random.pick(['1', '-1.5', '1e3', 'INF', '-INF', 'NaN', '.5', '2.E2', '0']),
  double: (random) => random.pick(['1', '-1.5', '1E-3', 'INF', '-INF', 'NaN', '.5', '1e300']),
  date: (random) => `${date(random)}${zone(random)}`,
  dateTime: (random) => `${date(random)}T${time(random)}${zone(random)}`,
  time: (random) => `${time(random)}${zone(random)}`,
  gYear: (random) => `${1000 + random.below(9000)}${zone(random)}`,
  gYearMonth: (random) => `${1000 + random.below(9000)}-${two(1 + random.below(12))}`,
  gMonthDay: (random) => `--${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
  gDay: (random) => `---${two(1 + random.below(31))}`,
  gMonth: (random) => `--${two(1 + random.below(12))}`,
  duration: (random) => random.pick(['P1Y', 'PT5M', 'P1DT2H', '-P3M', 'PT0.5S', 'P1Y2M3DT4H5M6S']),
  hexBinary: (random) => random.pick(['', '00', 'ffEE', '0a0B0c']),
  base64Binary: (random) => random.pick(['', 'AA==', 'AAAA', 'YWJj', 'YWI=', 'YW Jj']),
  anyURI: (random) => random.pick(['', 'http://example.org/', 'a/b', '#x', 'urn:a:b']),
  QName: (random) => random.pick(['t:a', 'xs:int', 'a', 'xsi:type']),
}

const NUMBERS = ['decimal', 'integer', 'int', 'long', 'short', 'nonNegativeInteger'] as const
const STRINGS = ['string', 'token', 'normalizedString', 'NMTOKEN'] as const
/** None can be divided in more than a few ways. */
const PATTERNS: readonly (readonly [pattern: string, samples: readonly string[]])[] = [
  ['[a-c]{1,3}', ['a', 'bc', 'cab']],
  ['\\d{3}', ['000', '042', '123']],
  ['[A-Z][a-z]*', ['A', 'Abc']],
  ['a|bc|d?', ['a', 'bc', 'd', '']],
  ['\\i\\c*', ['a', 'x-1', '_']],
  ['(ab)+x', ['abx', 'ababx']],
  ['[^x]*', ['', 'abc', '12']],
  ['\\p{Lu}{2}-\\d+', ['AB-1', 'ZZ-99']],
  ['.{2,4}', ['ab', 'abcd']],
  ['[a-z-[aeiou]]+', ['bcd', 'x']],
]

/** A simple type; one in three is built in. */
export function randomSimple(random: Random, named: readonly SimpleModel[]): SimpleModel {
  const kind = random.next()
  if (kind < 0.3) return builtIn(random.pick(Object.keys(SAMPLES)))
  if (kind < 0.45 && named.length > 0) return random.pick(named)
  return inline(random, kind)
}

export function builtIn(name: string): SimpleModel {
  const sample = SAMPLES[name] ?? (() => '')
  return { kind: 'simple', reference: `xs:${name}`, body: '', sample }
}

/** The type under a name, and the text that declares it. */
export function name(type: SimpleModel, as: string): readonly [SimpleModel, string] {
  const text = type.body.replace('<xs:simpleType', `<xs:simpleType name="${as}"`)
  return [{ ...type, reference: `t:${as}`, body: '' }, text]
}

const made = (inside: string, sample: (random: Random) => string): SimpleModel => ({
  kind: 'simple',
  reference: undefined,
  body: `<xs:simpleType>${inside}</xs:simpleType>`,
  sample,
})

export function inline(random: Random, kind = 0.45 + 0.55 * random.next()): SimpleModel {
  if (kind < 0.55) return numeric(random)
  if (kind < 0.65) return textual(random)
  if (kind < 0.75) return patterned(random)
  if (kind < 0.85) return enumerated(random)
  if (kind < 0.93) return listed(random)
  return united(random)
}

const restriction = (base: string, facets: string) =>
  `<xs:restriction base="xs:${base}">${facets}</xs:restriction>`
const facet = (kind: string, value: string | number) => `<xs:${kind} value="${value}"/>`

function numeric(random: Random): SimpleModel {
  const base = random.pick(NUMBERS)
  const low = random.below(50)
  const high = low + 1 + random.below(50)
  const facets = [
    facet(random.pick(['minInclusive', 'minExclusive']), low),
    facet(random.pick(['maxInclusive', 'maxExclusive']), high),
    random.chance(0.2) ? facet('totalDigits', 2 + random.below(3)) : '',
    base === 'decimal' && random.chance(0.5) ? facet('fractionDigits', random.below(3)) : '',
  ]
  return made(restriction(base, facets.join('')), (from) =>
    String(low + from.below(high - low + 1)),
  )
}

function textual(random: Random): SimpleModel {
  const base = random.pick(STRINGS)
  const least = random.below(3)
  const exact = random.chance(0.4)
  const facets = exact
    ? facet('length', least + 1)
    : `${facet('minLength', least)}${facet('maxLength', least + 2)}`
  const space = base === 'string' && random.chance(0.3)
  return made(
    restriction(
      base,
      `${facets}${space ? facet('whiteSpace', random.pick(['collapse', 'replace', 'preserve'])) : ''}`,
    ),
    (from) => 'abcdef'.slice(0, exact ? least + 1 : least + from.below(3)),
  )
}

function patterned(random: Random): SimpleModel {
  const [pattern, samples] = random.pick(PATTERNS)
  const [other, others] = random.chance(0.2) ? random.pick(PATTERNS) : ['', []]
  const facets = `${facet('pattern', pattern)}${other && facet('pattern', other)}`
  return made(restriction(random.pick(['string', 'token']), facets), (from) =>
    from.pick([...samples, ...others]),
  )
}

function enumerated(random: Random): SimpleModel {
  const base = random.pick(['string', 'token', 'int', 'decimal', 'date', 'boolean', 'NCName'])
  const sample = SAMPLES[base] ?? (() => '')
  if (base === 'boolean')
    return made(restriction('string', facet('enumeration', 'true')), () => 'true')
  const values = Array.from({ length: 1 + random.below(3) }, () => sample(random))
  const facets = values.map((value) => facet('enumeration', value)).join('')
  return made(restriction(base, facets), (from) => from.pick(values))
}

function listed(random: Random): SimpleModel {
  const item = random.pick(['int', 'NMTOKEN', 'date', 'boolean', 'double'])
  const sample = SAMPLES[item] ?? (() => '')
  const many = (least: number) => (from: Random) =>
    Array.from({ length: least + from.below(3) }, () => sample(from).trim()).join(' ')
  const list = `<xs:list itemType="xs:${item}"/>`
  if (random.chance(0.5)) return made(list, many(0))
  const least = 1 + random.below(2)
  const facets = random.chance(0.5)
    ? facet('length', least)
    : `${facet('minLength', least)}${facet('maxLength', least + 1)}`
  const base = `<xs:simpleType>${list}</xs:simpleType>`
  return made(`<xs:restriction>${base}${facets}</xs:restriction>`, many(least))
}

function united(random: Random): SimpleModel {
  const members = Array.from({ length: 2 + random.below(2) }, () =>
    random.pick(['int', 'boolean', 'date', 'NMTOKEN', 'decimal']),
  )
  const inner = random.chance(0.3) ? numeric(random) : undefined
  const union = `<xs:union memberTypes="${members.map((one) => `xs:${one}`).join(' ')}">${inner?.body ?? ''}</xs:union>`
  return made(union, (from) =>
    inner && from.chance(0.3)
      ? inner.sample(from)
      : (SAMPLES[from.pick(members)] ?? (() => ''))(from),
  )
}
