/** Makes typed schemas for a test out of the text of a schema. */
import { join } from 'node:path'
import { type TypedOptions, TypedSchema } from '../../src/contract/typed-schema.js'
import type { Value, Values } from '../../src/plugin.js'
import type { ComplexType, SimpleType } from '../../src/schema/components.js'
import { keyOf } from '../../src/schema/simple/index.js'
import type { Assessed, AssessedAttribute } from '../../src/schema/validate/index.js'
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement, XSD_NAMESPACE } from '../../src/xml/tree.js'
import { atOnce, walking } from '../../src/xml/walk.js'
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
    named: atOnce(walking(declared.named(value, element))),
  }
}

/** The root element of a text, with the usual prefixes bound. */
export function elementOf(text: string): XmlElement {
  const scope = `xmlns="${NAMESPACE}" xmlns:u="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o"`
  return readDocument(text.replace(/^<([^\s/>]+)/, `<$1 ${scope}`))
}

/** Plain objects of values, which compare with those of a test. */
export function plain(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}

/** What an element says by its schema: values by their keys, with all types, and the order of everything but attributes. */
export function meaning(schema: TypedSchema, element: XmlElement): unknown {
  return atOnce(schema.compiled.validating(element, meant)).value
}

function meant(assessed: Assessed<unknown>): unknown {
  const { element, type, nil, text, scope, attributes, children } = assessed
  if (!type || (type.local === 'anyType' && type.namespace === XSD_NAMESPACE)) return raw(element)
  const simple = type.kind === 'simple' ? type : simpleContent(type)
  return {
    name: clarkName(element),
    type: clarkName(type),
    nil,
    text: simple && text !== undefined ? keyOf(simple, text, scope) : undefined,
    attributes: attributes.map(meantAttribute).sort(),
    children: children.map((child) => {
      if (typeof child === 'string') return child
      return child.particle ? child.value : raw(child.element)
    }),
  }
}

function simpleContent({ content }: ComplexType): SimpleType | undefined {
  return content.kind === 'simple' ? content.type : undefined
}

function meantAttribute({ attribute, declaration, text, scope }: AssessedAttribute): string {
  return `${clarkName(attribute)}=${declaration ? keyOf(declaration.type, text, scope) : text}`
}

function raw(of: XmlElement): unknown {
  return {
    name: clarkName(of),
    attributes: of.attributes.map((one) => `${clarkName(one)}=${one.value}`).sort(),
    children: of.children.map((child) => (typeof child === 'string' ? child : raw(child))),
  }
}
