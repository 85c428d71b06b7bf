/** Writes values as texts of simple types, and says why a value is none. */
import { HeldBinary } from '../../xml/binary.js'
import type { Primitive } from '../components.js'
import type { Rule } from '../finding.js'
import { memberOf, mismatch, normalise } from '../simple/index.js'
import { isBytes, isQName, kindOf } from './kind.js'
import { writeDecimal, writeNumber } from './plain-number.js'
import type { Prefixes } from './prefixes.js'
import type { SimpleMapping } from './simple-mapping.js'
import type { Value } from './value.js'

/**
 * @param prefixes  of the element; gets those that QNames need
 * @returns the text, or why the value has none
 */
export function writeSimple(
  mapping: SimpleMapping,
  value: Value,
  prefixes: Prefixes,
): string | Rule {
  if (mapping.kind === 'union' && typeof value !== 'string') {
    return writeMember(mapping, value, prefixes)
  }
  const [first, second] = textsOf(mapping, value, prefixes)
  if (first === undefined) return noValue(mapping, value)
  const rule = mismatch(mapping.type, normalise(mapping.type, first), prefixes.scope)
  if (!rule) return first
  if (second === undefined) return rule
  return mismatch(mapping.type, second, prefixes.scope) ? rule : second
}

/** The usual text of a value, whatever the type says of it; undefined if it has none. */
export function textOfValue(
  mapping: SimpleMapping,
  value: Value,
  prefixes: Prefixes,
): string | undefined {
  const [text] = textsOf(mapping, value, prefixes)
  return text
}

/** The lexical forms of a value, the usual one first; a pattern may allow the other one only. */
function textsOf(
  { kind, type, item }: SimpleMapping,
  value: Value,
  prefixes: Prefixes,
): readonly [usual?: string | undefined, other?: string | undefined] {
  switch (typeof value) {
    case 'string':
      return [value]
    case 'bigint':
      return [String(value)]
    case 'boolean':
      return value ? ['true', '1'] : ['false', '0']
    case 'number':
      return [kind === 'decimal' || kind === 'bigint' ? writeDecimal(value) : writeNumber(value)]
    default:
  }
  const held = value instanceof HeldBinary ? value.held : value
  if (held instanceof Uint8Array) return bytesOf(held, kind === 'hex')
  if (value instanceof Date) return [writeDate(value, type.primitive)]
  if (Array.isArray(value)) return item ? [listOf(item, value, prefixes)] : []
  return isQName(value) && (kind === 'qname' || kind === 'string') ? [prefixes.write(value)] : []
}

/**
 * A date as XML Schema has it, in UTC.
 *
 * @returns undefined for an invalid date, and for a type that is no date
 */
function writeDate(date: Date, primitive: Primitive | undefined): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  // `2026-11-22T08:00:00.000Z`; XML Schema has no sign and no leading zeros before a long year.
  const [day = '', time = ''] = date
    .toISOString()
    .replace(/^\+0*/, '')
    .replace(/^-00/, '-')
    .split('T')
  switch (primitive) {
    case 'dateTime':
      return `${day}T${time}`
    case 'date':
      return `${day}Z`
    case 'time':
      return time
    default:
      return undefined
  }
}

function bytesOf(value: Uint8Array, hex: boolean): readonly [usual: string, other?: string] {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (!hex) return [bytes.toString('base64')]
  const text = bytes.toString('hex')
  return [text, text.toUpperCase()]
}

/** @returns undefined if one of the items cannot be written, or is two of them when it is */
function listOf(
  item: SimpleMapping,
  values: readonly Value[],
  prefixes: Prefixes,
): string | undefined {
  const texts: string[] = []
  for (const value of values) {
    const text = writeSimple(item, value, prefixes)
    if (typeof text !== 'string' || text === '' || /[ \t\r\n]/.test(text)) return undefined
    texts.push(text)
  }
  return texts.join(' ')
}

/** Part 2 §2.5.1.3: the first member whose text it is says what a text means, so that member must be of the value's kind. */
function writeMember(union: SimpleMapping, value: Value, prefixes: Prefixes): string | Rule {
  const { type, members } = union
  const apt = members.filter((member) => isOfKind(member, value))
  for (const member of apt.length > 0 ? apt : members) {
    const text = writeSimple(member, value, prefixes)
    if (typeof text !== 'string' || mismatch(type, normalise(type, text), prefixes.scope)) continue
    const meant = memberOf(type, normalise(type, text), prefixes.scope)
    if (apt.length === 0 || apt.some(({ type, kind }) => type === meant || kind === 'union')) {
      return text
    }
  }
  return noValue(union, value)
}

/** True if reading a text of the type gives a value such as this. */
function isOfKind({ kind, members }: SimpleMapping, value: Value): boolean {
  if (kind === 'union') return members.some((member) => isOfKind(member, value))
  if (value instanceof Date) return kind === 'dateTime'
  if (isBytes(value)) return kind === 'hex' || kind === 'base64'
  if (Array.isArray(value)) return kind === 'list'
  if (typeof value === 'number') return kind === 'number' || kind === 'decimal'
  return typeof value === 'object' ? kind === 'qname' : kind === typeof value
}

function noValue({ kind, type }: SimpleMapping, value: Value): Rule {
  const wanted = type.local === '' ? kind : type.local
  return { clause: 'cvc-datatype-valid.1', sentence: `expected ${wanted}, got ${kindOf(value)}` }
}
