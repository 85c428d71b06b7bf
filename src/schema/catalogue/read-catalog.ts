/** Reads the file of an XML catalog. */
import { readFileSync } from 'node:fs'
import { messageOf, systemReason } from '../../base/errno.js'
import { decodeText } from '../../xml/charset.js'
import { NO_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import type { XmlElement } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'
import { InvalidSchema } from '../invalid-schema.js'

/** @throws InvalidSchema if it cannot be read, or is no XML */
export function readCatalog(file: string): { readonly text: string; readonly root: XmlElement } {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new InvalidSchema(file, `the catalog cannot be read (${systemReason(error)})`)
  }
  try {
    const text = decodeText(bytes)
    // It is the operator's own, as the contract is.
    return { text, root: readDocument(text, NO_XML_LIMITS, 'ignored') }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const sentence = messageOf(error).replace(/^\d+:\d+: /, '')
    throw InvalidSchema.of(file, [{ sentence, file, ...error.place }])
  }
}
