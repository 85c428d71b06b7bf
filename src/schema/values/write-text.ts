/** Writes the text of elements and attributes, and what a default or fixed value says of it. */
import type { ValueConstraint } from '../components.js'
import { keyOf, normalise } from '../simple/index.js'
import type { Prefixes } from './prefixes.js'
import type { SimpleMapping } from './simple-mapping.js'
import type { Location } from './unwritable.js'
import type { Value } from './value.js'
import { textOfValue, writeSimple } from './write-simple.js'

/** A text that is wanted, by its type. */
export interface Wanted {
  readonly mapping: SimpleMapping
  readonly constraint: ValueConstraint | undefined
  /** The key of an attribute; undefined for an element. */
  readonly key?: string | undefined
}

/** @throws Unwritable for a value that is not of the type, or not the one that is fixed */
export function writeText(
  wanted: Wanted,
  value: Value,
  prefixes: Prefixes,
  location: Location,
): string {
  const { mapping, constraint, key } = wanted
  const below = key === undefined ? [] : [key]
  const text = writeSimple(mapping, value, prefixes)
  if (typeof text !== 'string') {
    const unchecked = location.checked ? undefined : textOfValue(mapping, value, prefixes)
    return unchecked ?? location.refuse(text.sentence, ...below)
  }
  if (!constraint) return text
  // cvc-elt.5.1: an empty element has the value of the constraint.
  if (key === undefined && text === '' && normalise(mapping.type, constraint.text) !== '') {
    location.forbid(`an empty element means ${constraint.text}`)
  }
  // cvc-elt.5.2.2, cvc-au: a fixed value must be the value.
  if (constraint.kind === 'fixed' && !isSame(mapping, text, constraint, prefixes)) {
    location.forbid(`it must be ${constraint.text}`, ...below)
  }
  return text
}

function isSame(
  { type }: SimpleMapping,
  text: string,
  { text: fixed, node }: ValueConstraint,
  { scope }: Prefixes,
): boolean {
  const key = keyOf(type, normalise(type, text), scope)
  return key === keyOf(type, normalise(type, fixed), node.scope)
}
