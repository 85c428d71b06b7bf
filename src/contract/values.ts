/** Reads named values from elements and writes them, typed by a schema if there is one. */
import { isRecord, type Pack, readingOpen, writingOpen } from '../schema/values/index.js'
import type { Values } from '../schema/values/value.js'
import { element, type XmlElement } from '../xml/tree.js'
import { atOnce, Pace, type Walk, walking } from '../xml/walk.js'
import type { TypedElement } from './typed-schema.js'

/**
 * Reads the named values of an operation's entry or of its answer, whatever is wrong with it.
 *
 * @param typed  what its schema declares; without it, every value is text, and a repeated name an array
 */
export function* readingValues(entry: XmlElement, typed: TypedElement | undefined): Walk<Values> {
  if (!typed) return yield* readingOpen(entry, new Pace())
  const { value } = yield* typed.validating(entry)
  return yield* walking(typed.named(value, entry))
}

/** How values are written. */
export interface ValueWriting {
  /** False to write what the schema forbids, too. Default: true */
  readonly checked?: boolean
  /** Says what is written for bytes. Default: their text */
  readonly pack?: Pack | undefined
}

/** Writes named values as an element, at once: see `writingValues`. */
export function writeValues(
  name: string,
  values: Values,
  typed: TypedElement | undefined,
  how: ValueWriting = {},
): XmlElement {
  return atOnce(writingValues(name, values, typed, how))
}

/**
 * Writes named values as an element.
 *
 * @param name   name of the element, in Clark notation
 * @param typed  order, types and namespaces of the children; without it they come in the order of
 *   the object, in the namespace of the element
 * @throws TypeError for what is no value, has no place in the schema, or cannot be written in XML
 */
export function writingValues(
  name: string,
  values: Values,
  typed: TypedElement | undefined,
  { checked = true, pack }: ValueWriting = {},
): Walk<XmlElement> {
  return typed ? typed.writing(values, checked, pack) : writingUntyped(name, values)
}

function* writingUntyped(name: string, values: Values): Walk<XmlElement> {
  const made = element({ name, prefix: 'm' })
  if (!isRecord(values)) throw new TypeError(`${name} is no object of named values`)
  return { ...made, children: yield* writingOpen(values, made, new Pace()) }
}
