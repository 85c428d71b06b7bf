/** Writes values as JSON (RFC 8259), so that nothing is lost: what a JSON number may not hold is a text. */
import { isElement } from '../schema/values/index.js'
import type { Value } from '../schema/values/value.js'
import { ELEMENT, Pace, type Walk } from '../xml/walk.js'
import { writeElement } from '../xml/write.js'

/** Gives way after each portion. */
export function* writingJson(value: Value): Walk<string> {
  return yield* writing(value, new Pace())
}

/** As deep as the values are nested, which is as deep as messages may be. */
function* writing(value: Value, pace: Pace): Walk<string> {
  switch (typeof value) {
    case 'string':
      if (pace.done(value.length)) yield
      return JSON.stringify(value)
    case 'number':
      return numberText(value)
    // RFC 8259 §6: many readers take every number for a double.
    case 'bigint':
      return `"${value}"`
    case 'boolean':
      return String(value)
    case 'undefined':
      return 'null'
    case 'object':
      if (pace.done(ELEMENT)) yield
      if (value === null) return 'null'
      if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`
      if (value instanceof Date) return JSON.stringify(value)
      if (Array.isArray(value)) return yield* array(value, pace)
      if (isElement(value)) return JSON.stringify(writeElement(value))
      return yield* object(value as { readonly [name: string]: Value }, pace)
  }
}

function* array(values: readonly Value[], pace: Pace): Walk<string> {
  const parts: string[] = []
  for (const value of values) parts.push(yield* writing(value, pace))
  return `[${parts.join(',')}]`
}

function* object(values: { readonly [name: string]: Value }, pace: Pace): Walk<string> {
  const parts: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parts.push(`${JSON.stringify(name)}:${yield* writing(value, pace)}`)
  }
  return `{${parts.join(',')}}`
}

/** RFC 8259 §6 has no numbers beside the finite ones: the others are as in XML Schema. -0 is a number there. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"INF"' : '"-INF"'
}
