/** The type that a value has where none is declared, so that the other side reads the same value. */
import type { SimpleType } from '../../../schema/components.js'
import { builtInType } from '../../../schema/simple/index.js'
import type { Value } from '../../../schema/values/value.js'

/** @returns undefined for a compound, and for what is no value */
export function simpleTypeOf(value: Value): SimpleType | undefined {
  const name = nameOf(value)
  return name === undefined ? undefined : builtInType(name)
}

function nameOf(value: Value): string | undefined {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'bigint':
      return 'integer'
    case 'number':
      return isInt(value) ? 'int' : 'double'
    default:
      if (value instanceof Uint8Array) return 'base64Binary'
      return value instanceof Date ? 'dateTime' : undefined
  }
}

function isInt(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0)
}
