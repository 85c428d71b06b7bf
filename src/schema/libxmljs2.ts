/** Schema validation by libxml2 through libxmljs2, which gets only texts that were written from a tree. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Libxml from 'libxmljs2'
import { messageOf } from '../base/errno.js'
import { decodeText } from '../xml/charset.js'
import type { XmlElement } from '../xml/tree.js'
import { InvalidSchema, MAX_FINDINGS, type Schema, type SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { findingOf, writeForValidation } from './for-validation.js'
import { lineNumberOf, reportsOf } from './libxml2-reports.js'

// Required, since an import of what throws is an unhandled rejection too, beside the one that is caught.
const libxml: typeof Libxml = createRequire(import.meta.url)('libxmljs2')

// The text is our own and already within the reader's limits, so libxml2 needs no limits.
const OPTIONS = { nonet: true, huge: true } as const

export const libxmljs2Engine: SchemaEngine = {
  name: 'libxmljs2',
  compile(file) {
    const schema = parseSchema(file)
    if (!isAccepted(schema)) {
      throw InvalidSchema.of(
        file,
        reportsOf(() => isAccepted(schema)),
      )
    }
    return new Libxmljs2Schema(schema)
  },
}

class Libxmljs2Schema implements Schema {
  readonly #schema: Libxml.Document

  constructor(schema: Libxml.Document) {
    this.#schema = schema
  }

  validate(element: XmlElement): readonly Finding[] {
    const document = libxml.parseXml(writeForValidation(element), OPTIONS)
    if (document.validate(this.#schema)) return []
    return document.validationErrors.slice(0, MAX_FINDINGS).map(findingOf)
  }
}

function parseSchema(file: string): Libxml.Document {
  try {
    // The library reads a string as UTF-8, whatever encoding the file has and declares.
    const text = decodeText(readFileSync(file)).replace(/^<\?xml\s[^>]*\?>/, '')
    return libxml.parseXml(text, { nonet: true, baseUrl: file })
  } catch (error) {
    const finding = findingOf({ message: messageOf(error) })
    throw InvalidSchema.of(file, [{ ...finding, file, line: lineNumberOf(error) }])
  }
}

/** The library compiles a schema at each validation: one of an element that is in no schema finds a broken one at start. */
function isAccepted(schema: Libxml.Document): boolean {
  const document = libxml.parseXml('<not-in-any-schema/>')
  try {
    document.validate(schema)
    return true
  } catch (error) {
    if (messageOf(error) !== 'Invalid XSD schema') throw error
    return false
  } finally {
    // After a refusal the library's error callback points into a dead frame until the next parse sets it again.
    libxml.parseXml('<x/>')
  }
}
