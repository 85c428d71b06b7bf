/** Reads what a header block holds as a value, by the schema that declares the block. */
import { fileURLToPath } from 'node:url'
import { blockMismatch } from '../soap/fault.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { readShapes } from './read-shapes.js'
import type { Value } from '../schema/values/value.js'
import { MisshapenValue, readValues } from './values.js'

/**
 * @param schema  `file:` URL of a schema that declares the element `name`
 * @returns a function that gives the value of a simple type, or the named values of a complex one, and
 *   throws a SoapFault for a block that does not match
 * @throws TypeError if the schema is no `file:` URL, does not declare the element, or gives its content no types
 * @throws InvalidSchema if the schema cannot be read
 */
export function contentReader(name: ClarkName, schema: URL): (block: XmlElement) => Value {
  if (!(schema instanceof URL) || schema.protocol !== 'file:') {
    throw new TypeError(`header() reads ${name} by its schema, and that is no file: URL`)
  }
  const shape = readShapes(fileURLToPath(schema)).get(name)
  if (!shape) throw new TypeError(`${schema} declares no element ${name}`)
  if (shape.kind === 'open') {
    throw new TypeError(
      `${schema} gives the content of ${name} no types, as it is neither of a simple type nor a plain list of elements: handle the block without header()`,
    )
  }
  return (block) => {
    try {
      const values = readValues(block, shape)
      return shape.kind === 'simple' ? values.value : values
    } catch (error) {
      if (!(error instanceof MisshapenValue)) throw error
      throw blockMismatch([error.message])
    }
  }
}
