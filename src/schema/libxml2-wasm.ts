/** Schema validation by libxml2 in WebAssembly: compiled once, with memory errors confined to a sandbox. */
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
import { messageOf } from '../base/errno.js'
import type { XmlElement } from '../xml/tree.js'
import { InvalidSchema, MOST_FINDINGS, type Schema, type SchemaEngine } from './engine.js'
import type { Finding } from './finding.js'
import { findingOf, writeForValidation } from './for-validation.js'

// The text is our own and already within the reader's limits, so libxml2 needs no limits.
const OPTIONS = { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_HUGE } as const

// The reader has found it well-formed. What libxml2 still complains about, a namespace that
// is no URI or a repeated xml:id, is no error to the other engine and to the reader.
const MESSAGE = { option: OPTIONS.option | ParseOption.XML_PARSE_NOERROR } as const

export const libxml2WasmEngine: SchemaEngine = {
  name: 'libxml2-wasm',
  compile(file) {
    // libxml2 can open files only while it compiles a schema, for its includes.
    xmlRegisterInputProvider(fsInputProviders)
    try {
      return new Libxml2WasmSchema(compileSchema(file))
    } catch (error) {
      const reason = messageOf(error).trim().replaceAll('\n', '; ')
      throw new InvalidSchema(file, reason, placeOf(error))
    } finally {
      xmlCleanupInputProvider()
    }
  },
}

/** Where libxml2 found the first mistake; undefined if it does not say. */
function placeOf(error: unknown): string | undefined {
  const details = error instanceof XmlLibError ? error.details : []
  const found = details.find(({ file, line }) => file && line > 0)
  return found && `${found.file}:${found.line}`
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
      if (error instanceof XmlLibError) return error.details.slice(0, MOST_FINDINGS).map(findingOf)
      // A pattern took too many steps: to the other engine that is a finding like any other.
      if (error instanceof XmlError) return [findingOf(error)]
      throw error
    } finally {
      document.dispose()
    }
  }
}
