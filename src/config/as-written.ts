/** Writes a configuration as a file has it: lengths of time and sizes with their units. */
import type { z } from 'zod'
import { type Measure, quantityText, SIZE, TIME } from '../base/units.js'
import { isSection } from './file.js'
import { alternatives, below, type Schema } from './members.js'

const MEASURES: readonly Measure[] = [TIME, SIZE]

/**
 * The same configuration, as it can stand in a file.
 *
 * @param config  that was checked: nothing in it contains itself
 * @param schema  of the whole configuration
 */
export function asWritten(config: object, schema: z.ZodType): object {
  return writeSection(config, alternatives(schema))
}

function write(value: unknown, schemas: readonly Schema[]): unknown {
  if (typeof value === 'number') {
    const measure = measureOf(schemas)
    // 0 needs no unit.
    return measure === undefined || value === 0 ? value : quantityText(value, measure)
  }
  if (Array.isArray(value)) return value.map((one, index) => write(one, below(schemas, index)))
  return isSection(value) ? writeSection(value, schemas) : value
}

function writeSection(section: object, schemas: readonly Schema[]): object {
  return Object.fromEntries(
    Object.entries(section).map(([key, one]) => [key, write(one, below(schemas, key))]),
  )
}

function measureOf(schemas: readonly Schema[]): Measure | undefined {
  const marks = schemas.map((schema) => schema.meta?.()?.quantity)
  return MEASURES.find((measure) => marks.includes(measure))
}
