/** Where a value belongs that is read later: a field of a struct, or a place in an array. */
import type { Value } from '../../../schema/values/value.js'
import type { Location } from './problem.js'

/** A struct in the making. */
export type Record = { [name: string]: Value }

export interface Slot {
  readonly location: Location
  /** What is declared of a value that is null: it may be, it is left out, or it must not be. */
  readonly nil: 'null' | 'absent' | 'refused'
  put(value: Value): void
}

export function inRecord(values: Record, key: string, location: Location, nil: Slot['nil']): Slot {
  return {
    location,
    nil,
    put: (value) => {
      values[key] = value
    },
  }
}

export function inArray(values: Value[], index: number, location: Location): Slot {
  return {
    location,
    nil: 'null',
    put: (value) => {
      values[index] = value
    },
  }
}
