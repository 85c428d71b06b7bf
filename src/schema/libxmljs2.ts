/** Schema validation by libxml2 through libxmljs2, which gets only texts that were written from a tree. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Libxml from 'libxmljs2'
import { messageOf } from '../base/errno.js'
import { decodeText } from '../xml/charset.js'
import { element, type XmlElement } from '../xml/tree.js'
import { InvalidSchema, MOST_FINDINGS, type Schema, type SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { findingOf, writeForValidation } from './for-validation.js'
import { libxml2WasmEngine } from './libxml2-wasm.js'

// Required, since an import of what throws is an unhandled rejection too, beside the one that is caught.
const libxml: typeof Libxml = createRequire(import.meta.url)('libxmljs2')

// The text is our own and already within the reader's limits, so libxml2 needs no limits.
const OPTIONS = { nonet: true, huge: true } as const

export const libxmljs2Engine: SchemaEngine = {
  name: 'libxmljs2',
  compile(file) {
    try {
      const schema = new Libxmljs2Schema(parseSchema(file))
      // The library compiles at each validation; compile it now to find a broken schema at start.
      schema.validate(element({ name: 'not-in-any-schema' }))
      return schema
    } catch (error) {
      // After "Invalid XSD" the library's error callback points into a dead frame until the next
      // parse sets it anew.
      libxml.parseXml('<x/>')
      throw explained(file, error)
    }
  },
}

/** The library does not say what is wrong; libxml2 in WebAssembly does, with file and line. */
function explained(file: string, error: unknown): InvalidSchema {
  try {
    libxml2WasmEngine.compile(file)
  } catch (cause) {
    if (cause instanceof InvalidSchema) return cause
  }
  return new InvalidSchema(file, messageOf(error).trim())
}

class Libxmljs2Schema implements Schema {
  readonly #schema: Libxml.Document

  constructor(schema: Libxml.Document) {
    this.#schema = schema
  }

  validate(element: XmlElement): readonly Finding[] {
    const document = libxml.parseXml(writeForValidation(element), OPTIONS)
    if (document.validate(this.#schema)) return []
    return document.validationErrors.slice(0, MOST_FINDINGS).map(findingOf)
  }
}

function parseSchema(file: string): Libxml.Document {
  // The library reads a string as UTF-8, whatever encoding the file has and declares.
  const text = decodeText(readFileSync(file)).replace(/^<\?xml\s[^>]*\?>/, '')
  return libxml.parseXml(text, { nonet: true, baseUrl: file })
}
