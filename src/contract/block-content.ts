/** Reads what a header block holds as a value, by the schema that declares the block. */
import { fileURLToPath } from 'node:url'
import { lineOf } from '../schema/finding.js'
import type { ValueOptions } from '../schema/values/options.js'
import type { Value } from '../schema/values/value.js'
import { blockMismatch } from '../soap/fault.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { atOnce } from '../xml/walk.js'
import { withoutSoap } from './arrange.js'
import { withoutIds } from './message-ids.js'
import { type TypedElement, TypedSchema } from './typed-schema.js'

/**
 * @param schema  `file:` URL of a schema that declares the element `name`
 * @returns a function that gives the value of a simple type, or the named values of a complex one, and
 *   throws a SoapFault for a block that does not match
 * @throws TypeError if the schema is no `file:` URL, or does not declare the element
 * @throws InvalidSchema if the schema cannot be read
 */
export function contentReader(
  name: ClarkName,
  schema: URL,
  values?: ValueOptions | undefined,
): (block: XmlElement) => Value {
  if (!(schema instanceof URL) || schema.protocol !== 'file:') {
    throw new TypeError(`header() reads ${name} by its schema, and that is no file: URL`)
  }
  const typed = TypedSchema.read(fileURLToPath(schema), values).element(name)
  if (!typed) throw new TypeError(`${schema} declares no element ${name}`)
  return (block) => {
    const { findings, value } = atOnce(typed.validating(contentOf(block, typed)))
    if (findings.length > 0) throw blockMismatch(findings.map(lineOf))
    return value
  }
}

const OF_SOAP: ReadonlySet<string> = new Set([
  'actor',
  'encodingStyle',
  'mustUnderstand',
  'relay',
  'role',
])

/** SOAP's own attributes are no part of the content: they are told by their names, as the namespace of an envelope is configured. */
export function contentOf(block: XmlElement, { declaration }: TypedElement): XmlElement {
  const attributes = block.attributes.filter(
    ({ namespace, local }) => namespace === '' || !OF_SOAP.has(local),
  )
  return withoutIds(withoutSoap({ ...block, attributes }, undefined), declaration.type)
}
