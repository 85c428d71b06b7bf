/** Finds what occurs more than once in values, or in itself: only that is written with an identifier. */
import { isRecord } from '../../../schema/values/index.js'
import type { Value } from '../../../schema/values/value.js'
import { ELEMENT, type Pace, type Walk } from '../../../xml/walk.js'

/** What can be referred to: objects, and texts and bytes that are long. */
export type Shareable = object | string

/** Characters of a text that is worth a reference, and of all such texts that makes references worth it. */
const LONG = 100
const MUCH = 64 * 1024

export function* sharedIn(root: Value, pace: Pace): Walk<ReadonlySet<Shareable>> {
  const seen = new Set<Shareable>()
  const objects = new Set<Shareable>()
  const texts = new Set<Shareable>()
  let repeated = 0
  const left: Value[] = [root]
  while (left.length > 0) {
    const value = left.pop()
    if (pace.done(ELEMENT)) yield
    const length = lengthOf(value)
    if (isShareable(value, length)) {
      if (!seen.has(value)) {
        seen.add(value)
        if (length === undefined && typeof value === 'object') {
          for (const inside of Object.values(value)) left.push(inside)
        }
      } else if (length === undefined) objects.add(value)
      else {
        texts.add(value)
        repeated += length
      }
    }
  }
  // Few clients expect references to texts: they are for what would be written over and over.
  return repeated > MUCH ? new Set([...objects, ...texts]) : objects
}

/** @returns undefined for what is no text and no bytes */
function lengthOf(value: Value): number | undefined {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : undefined
}

function isShareable(value: Value, length: number | undefined): value is Value & Shareable {
  if (length !== undefined) return length > LONG
  return Array.isArray(value) || isRecord(value)
}
