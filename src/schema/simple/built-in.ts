/** The 44 built-in simple types (Part 2 §3). */
import { XSD_NAMESPACE } from '../../xml/tree.js'
import { type Facets, PRIMITIVES, type SimpleType } from '../components.js'
import { ANY_SIMPLE_TYPE } from './any-simple-type.js'
import { isInteger, isUnsigned } from './decimal.js'
import { listNature } from './list.js'
import { isLanguage, isName, isNcName, isNmtoken } from './names.js'
import { lexical, type Nature } from './nature.js'
import { natureOf } from './primitives.js'
import { made, type Naming, Type } from './type.js'

const TYPES = new Map<string, Type>([['anySimpleType', made(ANY_SIMPLE_TYPE)]])

const COLLAPSED: ReadonlySet<string> = new Set(['whiteSpace'])

for (const primitive of PRIMITIVES) {
  const isString = primitive === 'string'
  add({
    base: ANY_SIMPLE_TYPE,
    variety: 'atomic',
    primitive,
    builtIn: primitive,
    // §4.3.6: "For all atomic datatypes other than string … the value of whiteSpace is collapse and cannot
    // be changed".
    facets: isString
      ? { whiteSpace: 'preserve', fixed: new Set() }
      : { whiteSpace: 'collapse', fixed: COLLAPSED },
    nature: natureOf(primitive),
  })
}

/** Adds a type that is derived from another one by restriction. */
function derive(
  base: string,
  local: string,
  facets: Partial<Facets>,
  nature: Partial<Nature> = {},
): void {
  const parent = builtIn(base)
  add({
    base: parent,
    variety: 'atomic',
    primitive: parent.primitive,
    builtIn: local,
    facets: { ...parent.facets, ...facets },
    nature: { ...parent.nature, ...nature },
  })
}

function add(making: ConstructorParameters<typeof Type>[0] & { readonly builtIn: string }): void {
  const type = new Type(making, naming(making.builtIn))
  TYPES.set(making.builtIn, type)
}

function naming(local: string): Naming {
  return { local, namespace: XSD_NAMESPACE, final: new Set(), source: undefined }
}

function builtIn(local: string): Type {
  const type = TYPES.get(local)
  if (!type) throw new TypeError(`${local} is no built-in type`)
  return type
}

derive('string', 'normalizedString', { whiteSpace: 'replace' })
derive('normalizedString', 'token', { whiteSpace: 'collapse' })
derive('token', 'language', {}, { check: lexical('a language, such as en-GB', isLanguage) })
derive('token', 'NMTOKEN', {}, { check: lexical('a name token', isNmtoken) })
derive('token', 'Name', {}, { check: lexical('a name', isName) })
derive('Name', 'NCName', {}, { check: lexical('a name without a colon', isNcName) })
derive('NCName', 'ID', {})
derive('NCName', 'IDREF', {})
derive('NCName', 'ENTITY', {})

derive(
  'decimal',
  'integer',
  { fractionDigits: 0, fixed: new Set([...COLLAPSED, 'fractionDigits']) },
  { check: lexical('a whole number', isInteger), fractionDigits: undefined },
)
const INTEGERS: readonly (readonly [
  base: string,
  local: string,
  min?: string | undefined,
  max?: string,
])[] = [
  ['integer', 'nonPositiveInteger', undefined, '0'],
  ['nonPositiveInteger', 'negativeInteger', undefined, '-1'],
  ['integer', 'long', '-9223372036854775808', '9223372036854775807'],
  ['long', 'int', '-2147483648', '2147483647'],
  ['int', 'short', '-32768', '32767'],
  ['short', 'byte', '-128', '127'],
  ['integer', 'nonNegativeInteger', '0'],
  ['nonNegativeInteger', 'unsignedLong', '0', '18446744073709551615'],
  ['unsignedLong', 'unsignedInt', '0', '4294967295'],
  ['unsignedInt', 'unsignedShort', '0', '65535'],
  ['unsignedShort', 'unsignedByte', '0', '255'],
  ['nonNegativeInteger', 'positiveInteger', '1'],
]
/** §3.3.21.1: "a finite-length sequence of decimal digits", without a sign; so it is for what comes from it. */
const UNSIGNED = { check: lexical('a whole number without a sign', isUnsigned) }

for (const [base, local, min, max] of INTEGERS) {
  const facets = {
    ...(min === undefined ? {} : { minInclusive: min }),
    ...(max === undefined ? {} : { maxInclusive: max }),
  }
  derive(base, local, facets, local === 'unsignedLong' ? UNSIGNED : {})
}

for (const item of ['NMTOKEN', 'IDREF', 'ENTITY']) {
  const type = builtIn(item)
  add({
    base: ANY_SIMPLE_TYPE,
    variety: 'list',
    builtIn: item === 'ENTITY' ? 'ENTITIES' : `${item}S`,
    item: type,
    facets: { whiteSpace: 'collapse', minLength: 1, fixed: COLLAPSED },
    nature: listNature(type),
  })
}

/** A simple type that is built in, such as `int` or `NMTOKENS`, or `anySimpleType`; undefined if there is none. */
export function builtInType(local: string): SimpleType | undefined {
  return TYPES.get(local)
}

/** All of them, by local name. */
export function builtInTypes(): ReadonlyMap<string, SimpleType> {
  return TYPES
}
