/** Makes typed schemas for a test out of the text of a schema. */
import { join } from 'node:path'
import { type TypedOptions, TypedSchema } from '../../src/contract/typed-schema.js'
import type { Value, Values } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../src/xml/tree.js'
import { atOnce } from '../../src/xml/walk.js'
import { folderOf } from './folder.js'

/** The namespace of the schemas that `typed` makes, with the prefix `u` in them. */
export const NAMESPACE = 'urn:u'

interface Teardown {
  teardown(clean: () => void): void
}

/** @param inside  what the schema declares, in its namespace, elements qualified */
export function typed(t: Teardown, inside: string, options: TypedOptions = {}): TypedSchema {
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${NAMESPACE}"
    xmlns="${NAMESPACE}" xmlns:u="${NAMESPACE}" elementFormDefault="qualified">${inside}</xs:schema>`
  return typedBy(t, { 's.xsd': text }, options)
}

/** @param files  content by path: the schema is `s.xsd` */
export function typedBy(
  t: Teardown,
  files: Readonly<Record<string, string>>,
  options: TypedOptions = {},
): TypedSchema {
  return TypedSchema.read(join(folderOf(t, files), 's.xsd'), options)
}

/** What a text says, of one of the elements of a schema. */
export interface ReadText {
  readonly findings: readonly string[]
  readonly value: Value
  readonly named: Values
}

/** Reads an element of a schema, the prefix `xsi` bound and the default namespace that of `typed`. */
export function readText(schema: TypedSchema, text: string): ReadText {
  const element = elementOf(text)
  const declared = schema.element(clarkName(element))
  if (!declared) throw new Error(`the schema has no ${clarkName(element)}`)
  const { findings, value } = atOnce(declared.validating(element))
  return {
    findings: findings.map(({ sentence }) => sentence),
    value,
    named: atOnce(declared.named(value, element)),
  }
}

/** The root element of a text, with the usual prefixes bound. */
export function elementOf(text: string): XmlElement {
  const scope = `xmlns="${NAMESPACE}" xmlns:u="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"`
  return readDocument(text.replace(/^<([^\s/>]+)/, `<$1 ${scope}`))
}

/** Plain objects of values, which compare with those of a test. */
export function plain(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}
