/** The kinds of values that attributes of schema elements have (Part 1 appendix A). */
import { isNcName } from '../../xml/characters.js'
import { rootScope } from '../../xml/tree.js'
import { builtInType, mismatch } from '../simple/index.js'
import { itemsOf } from './values.js'

export interface Kind {
  /** Says what is expected: `a QName`. */
  readonly expected: string
  /** @param value  without white space around it */
  takes(value: string): boolean
}

const DERIVATIONS = ['extension', 'restriction'] as const

export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['text', { expected: 'any text', takes: () => true }],
  ['token', { expected: 'any text', takes: () => true }],
  ['uri', { expected: 'a URI', takes: isUri }],
  ['namespace', { expected: 'a URI', takes: (value) => value !== '' && isUri(value) }],
  ['language', { expected: 'a language', takes: isLanguage }],
  ['NCName', { expected: 'a name without a colon', takes: isNcName }],
  ['ID', { expected: 'a name without a colon', takes: isNcName }],
  ['QName', { expected: 'a name, with a prefix or without', takes: isQName }],
  ['QNames', { expected: 'names', takes: (value) => itemsOf(value).every(isQName) }],
  ['boolean', oneOf('true', 'false', '1', '0')],
  ['count', { expected: 'a number from 0', takes: isCount }],
  [
    'countOrUnbounded',
    {
      expected: 'a number from 0, or unbounded',
      takes: (value) => value === 'unbounded' || isCount(value),
    },
  ],
  [
    'positive',
    { expected: 'a number from 1', takes: (value) => isCount(value) && /[1-9]/.test(value) },
  ],
  ['zeroOrOne', oneOf('0', '1')],
  ['one', oneOf('1')],
  ['form', oneOf('qualified', 'unqualified')],
  ['use', oneOf('optional', 'prohibited', 'required')],
  ['process', oneOf('skip', 'lax', 'strict')],
  ['whiteSpace', oneOf('preserve', 'replace', 'collapse')],
  ['namespaces', { expected: '##any, ##other or a list of namespaces', takes: areNamespaces }],
  ['block', setOf(...DERIVATIONS, 'substitution')],
  ['derivations', setOf(...DERIVATIONS)],
  ['finals', setOf(...DERIVATIONS, 'list', 'union')],
  ['simpleFinal', setOf('restriction', 'list', 'union')],
])

function oneOf(...values: readonly string[]): Kind {
  return { expected: values.join(', '), takes: (value) => values.includes(value) }
}

/** `#all`, or any of these. */
function setOf(...values: readonly string[]): Kind {
  return {
    expected: `#all, or some of ${values.join(', ')}`,
    takes: (value) => value === '#all' || itemsOf(value).every((item) => values.includes(item)),
  }
}

function isQName(value: string): boolean {
  const parts = value.split(':')
  return parts.length <= 2 && parts.every(isNcName)
}

function isCount(value: string): boolean {
  return /^(?:\+?[0-9]+|-0+)$/.test(value)
}

function areNamespaces(value: string): boolean {
  if (value === '##any' || value === '##other') return true
  return itemsOf(value).every(
    (item) => item === '##targetNamespace' || item === '##local' || isUri(item),
  )
}

const ANY_URI = builtInType('anyURI')
const LANGUAGE = builtInType('language')

function isUri(value: string): boolean {
  return ANY_URI !== undefined && mismatch(ANY_URI, value, rootScope()) === undefined
}

function isLanguage(value: string): boolean {
  return LANGUAGE !== undefined && mismatch(LANGUAGE, value, rootScope()) === undefined
}
