/** Reads values of simple types from text and writes them, each kind in its own form. */
import { trimXml } from '../xml/tree.js'
import type { SimpleKind } from './shape.js'
import type { SimpleValue, WrittenValue } from '../schema/values/value.js'

/** @returns undefined for a text that is no value of the kind */
export function readSimple(text: string, kind: SimpleKind): SimpleValue | undefined {
  switch (kind) {
    case 'string':
    case 'dateTime':
    case 'date':
    case 'time':
      return text
    case 'boolean':
      return readBoolean(trimXml(text))
    case 'number':
      return readNumber(trimXml(text))
    case 'bigint': {
      const trimmed = trimXml(text)
      // Reading a bigint takes time by the square of its digits.
      return /^[+-]?\d{1,1000}$/.test(trimmed) ? BigInt(trimmed.replace('+', '')) : undefined
    }
    case 'base64':
      return /^[A-Za-z0-9+/ \t\r\n]*(=[ \t\r\n]*){0,2}$/.test(text)
        ? Buffer.from(text, 'base64')
        : undefined
    case 'hex': {
      const trimmed = trimXml(text)
      // A pattern with a repeated group overflows the stack in a long text.
      const isHex = trimmed.length % 2 === 0 && !/[^0-9A-Fa-f]/.test(trimmed)
      return isHex ? Buffer.from(trimmed, 'hex') : undefined
    }
  }
}

function readBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

function readNumber(text: string): number | undefined {
  if (text === 'INF') return Number.POSITIVE_INFINITY
  if (text === '-INF') return Number.NEGATIVE_INFINITY
  if (text === 'NaN') return Number.NaN
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined
}

const SIMPLE: readonly string[] = ['string', 'number', 'bigint', 'boolean']

/** @throws TypeError for what is no value, or a date that cannot be written as the kind */
export function writeSimple(value: WrittenValue, kind: SimpleKind): string {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString(kind === 'hex' ? 'hex' : 'base64')
  }
  if (value instanceof Date) return writeDate(value, kind)
  if (value === Number.POSITIVE_INFINITY) return 'INF'
  if (value === Number.NEGATIVE_INFINITY) return '-INF'
  if (value === undefined || value === null) return ''
  refuseUnless(SIMPLE.includes(typeof value), value, 'the content')
  return String(value)
}

/** A date is a point in time: what is written of it is in UTC. */
function writeDate(date: Date, kind: SimpleKind): string {
  if (Number.isNaN(date.getTime())) throw new TypeError('the date is invalid')
  // `2026-11-22T08:00:00.000Z`; XML Schema has no sign and no leading zeros before a long year.
  const [day = '', time = ''] = date.toISOString().replace(/^\+0*/, '').split('T')
  switch (kind) {
    case 'dateTime':
      return `${day}T${time}`
    case 'date':
      return `${day}Z`
    case 'time':
      return time
    default:
      throw new TypeError('a date is written as xs:dateTime, xs:date or xs:time only')
  }
}

export function refuseUnless(right: boolean, value: unknown, name: string): asserts right {
  if (!right) throw new TypeError(`${name} is no value but a ${kindOf(value)}`)
}

/** True for an object that holds values by name; false for a Map, a promise and the like. */
export function isRecord(value: unknown): boolean {
  return kindOf(value) === 'Object'
}

/** The name of a value's class, if it is a class of the language. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
