/** The nature of each primitive type (Part 2 §3.2): which texts it has, which of them are the same value, how they are ordered. */
import { replaceEach } from '../../xml/characters.js'
import type { Primitive } from '../components.js'
import { isBase64, isHex, octetsIn } from './binary.js'
import { BrokenRule } from './broken.js'
import { DECIMALS, decimalKey, fractionDigits, isDecimal, totalDigits } from './decimal.js'
import { compareDurations, durationKey, durationOf, isDuration } from './duration.js'
import { facetsOf } from './facet-kinds.js'
import { compareFloats, isFloat, readDouble, readFloat } from './float.js'
import { readMoment } from './moment.js'
import { compareInstants, instantKey, instantOf, PARTS } from './moments.js'
import { expandedName, isBound, isQName } from './names.js'
import { lexical, type Nature } from './nature.js'
import { orderingOf } from './order.js'
import { characters } from './strings.js'
import { isUri } from './uri.js'

const CHARACTERS = { unit: 'character', of: characters } as const

/** Of `anySimpleType` too: any text. */
export const TEXT: Nature = {
  check: () => undefined,
  tag: 'string ',
  value: (text) => text,
  facets: facetsOf('string'),
  length: CHARACTERS,
}

const NATURES: Readonly<Record<Primitive, Nature>> = {
  string: TEXT,
  boolean: {
    check: lexical(
      'true, false, 1 or 0',
      (text) => text === 'true' || text === 'false' || text === '1' || text === '0',
    ),
    tag: 'boolean ',
    value: (text) => (text === 'true' || text === '1' ? 'true' : 'false'),
    facets: facetsOf('boolean'),
  },
  decimal: {
    check: lexical('a decimal number, such as -1.5', isDecimal),
    tag: 'decimal ',
    value: decimalKey,
    facets: facetsOf('decimal'),
    ordering: DECIMALS,
    totalDigits,
    fractionDigits,
  },
  float: floating('float', readFloat),
  double: floating('double', readDouble),
  duration: {
    check: lexical('a duration, such as P1DT12H', isDuration),
    tag: 'duration ',
    value: (text) => durationKey(durationOf(text)),
    facets: facetsOf('duration'),
    ordering: orderingOf(durationOf, compareDurations),
  },
  dateTime: timed('dateTime', 'a date and time, such as 2004-02-29T23:59:59Z'),
  time: timed('time', 'a time, such as 23:59:59'),
  date: timed('date', 'a date, such as 2004-02-29'),
  gYearMonth: timed('gYearMonth', 'a year and month, such as 2004-02'),
  gYear: timed('gYear', 'a year, such as 2004'),
  gMonthDay: timed('gMonthDay', 'a month and day, such as --02-29'),
  gDay: timed('gDay', 'a day of a month, such as ---29'),
  gMonth: timed('gMonth', 'a month, such as --02'),
  hexBinary: {
    check: lexical('octets as pairs of hexadecimal digits', isHex),
    tag: 'hexBinary ',
    value: (text) => text.toUpperCase(),
    facets: facetsOf('hexBinary'),
    length: { unit: 'octet', of: (text) => text.length / 2 },
  },
  base64Binary: {
    check: lexical('octets in base64', isBase64),
    tag: 'base64Binary ',
    value: (text) => replaceEach(text, ' ', ''),
    facets: facetsOf('base64Binary'),
    length: { unit: 'octet', of: octetsIn },
  },
  anyURI: {
    check: lexical('a URI reference', isUri),
    tag: 'anyURI ',
    value: (text) => text,
    facets: facetsOf('anyURI'),
    length: CHARACTERS,
  },
  QName: named('QName'),
  NOTATION: named('NOTATION'),
}

export function natureOf(primitive: Primitive): Nature {
  return NATURES[primitive]
}

function floating(primitive: 'float' | 'double', read: (text: string) => number): Nature {
  return {
    check: lexical('a number, such as -1.5E3, INF or NaN', isFloat),
    tag: `${primitive} `,
    value: (text) => String(read(text)),
    facets: facetsOf(primitive),
    ordering: orderingOf(read, compareFloats),
  }
}

function timed(primitive: keyof typeof PARTS, expected: string): Nature {
  const parts = PARTS[primitive]
  return {
    check: lexical(expected, (text) => readMoment(text, parts) !== undefined),
    tag: `${primitive} `,
    value: (text) => instantKey(instantOf(text, parts)),
    facets: facetsOf(primitive),
    ordering: orderingOf((text) => instantOf(text, parts), compareInstants),
  }
}

/** Facets about length say nothing of a namespace and a name: every QName is of every length. */
function named(primitive: 'QName' | 'NOTATION'): Nature {
  return {
    check: (text, scope) => {
      if (!isQName(text)) return new BrokenRule('cvc-datatype-valid.1', 'a qualified name', text)
      if (isBound(text, scope)) return undefined
      return new BrokenRule('cvc-datatype-valid.1', 'a name with a prefix that is declared', text)
    },
    tag: `${primitive} `,
    value: (text, scope) => expandedName(text, scope) ?? text,
    facets: facetsOf(primitive),
  }
}
