/** An oracle beside our own rules: a current libxml2, in WebAssembly. */
import { readFileSync } from 'node:fs'
import {
  ParseOption,
  XmlDocument,
  XmlError,
  XmlLibError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'
import { fsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { messageOf } from '../../../src/base/errno.js'
import {
  InvalidSchema,
  MAX_FINDINGS,
  type Schema,
  type SchemaEngine,
} from '../../../src/schema/engine.js'
import type { Finding } from '../../../src/schema/finding.js'
import { findingOf, writeForValidation } from '../../../src/schema/for-validation.js'
import type { XmlElement } from '../../../src/xml/tree.js'

// The text is our own and already within the reader's limits, so libxml2 needs no limits.
const OPTIONS = { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_HUGE } as const

// The reader has found it well-formed. What libxml2 still complains about, a namespace that
// is no URI or a repeated xml:id, is no error to the engines and to the reader.
const MESSAGE = { option: OPTIONS.option | ParseOption.XML_PARSE_NOERROR } as const

export const libxml2WasmEngine: SchemaEngine = {
  name: 'libxml2-wasm',
  compile(file) {
    // libxml2 can open files only while it compiles a schema, for its includes.
    xmlRegisterInputProvider(fsInputProviders)
    try {
      return new Libxml2WasmSchema(compileSchema(file))
    } catch (error) {
      throw new InvalidSchema(file, messageOf(error).trim().replaceAll('\n', '; '))
    } finally {
      xmlCleanupInputProvider()
    }
  },
}

function compileSchema(file: string): XsdValidator {
  const document = XmlDocument.fromBuffer(readFileSync(file), { url: file, ...OPTIONS })
  try {
    return XsdValidator.fromDoc(document)
  } finally {
    document.dispose()
  }
}

/** Lives as long as the process: schemas are compiled at start, and never disposed of. */
class Libxml2WasmSchema implements Schema {
  readonly #validator: XsdValidator

  constructor(validator: XsdValidator) {
    this.#validator = validator
  }

  validate(element: XmlElement): readonly Finding[] {
    const document = XmlDocument.fromString(writeForValidation(element), MESSAGE)
    try {
      this.#validator.validate(document)
      return []
    } catch (error) {
      if (error instanceof XmlLibError) return error.details.slice(0, MAX_FINDINGS).map(findingOf)
      // A pattern took too many steps: to libxmljs2 that is a finding like any other.
      if (error instanceof XmlError) return [findingOf(error)]
      throw error
    } finally {
      document.dispose()
    }
  }
}
