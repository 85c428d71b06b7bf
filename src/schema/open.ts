/** Loads the schema engines that the configuration names, when they are needed: the native one may be missing. */
import { WaybillError } from '../errors.js'
import { isContract } from './documents.js'
import type { SchemaEngine } from './engine.js'
import { causeOf, describeMissing, installedNan } from './native-missing.js'
import { waybillEngine } from './waybill.js'

export type EngineName = 'waybill' | 'libxmljs2'

/** Told what an operator should know. */
export type Warn = (fields: object, sentence: string) => void

/** @throws WaybillError WAYBILL_SCHEMA_ENGINE_MISSING */
export async function openEngine(name: EngineName): Promise<SchemaEngine> {
  switch (name) {
    case 'waybill':
      return waybillEngine
    case 'libxmljs2':
      return openNative().catch((error) => {
        const [why, remedy] = missing(error)
        const sentence = `soap.schemaEngine: ${why} (${causeOf(error)}): ${remedy}`
        throw new WaybillError('WAYBILL_SCHEMA_ENGINE_MISSING', sentence, { cause: error })
      })
  }
}

/**
 * @param warn  told once, if libxmljs2 cannot be loaded
 * @returns undefined then: nothing else judges a second time
 */
export async function openSecondEngine(warn: Warn): Promise<SchemaEngine | undefined> {
  return openNative().catch((error) => {
    const [why, remedy] = missing(error)
    const effect = 'there is no second opinion on schemas and messages'
    const sentence = `${why}, so ${effect}: ${remedy}, or set soap.secondOpinion to off`
    warn({ cause: causeOf(error) }, sentence)
    return undefined
  })
}

/** libxml2 knows no WSDL document: the schemas in one are checked by our own rules. */
async function openNative(): Promise<SchemaEngine> {
  const { libxmljs2Engine } = await import('./libxmljs2.js')
  const compile: SchemaEngine['compile'] = (file) =>
    (isContract(file) ? waybillEngine : libxmljs2Engine).compile(file)
  return { ...libxmljs2Engine, compile }
}

function missing(error: unknown): readonly [why: string, remedy: string] {
  return describeMissing({ error, version: process.version, nan: installedNan() })
}
