/** Loads the schema engines that the configuration names, when they are needed: the native one may be missing. */
import { isContract } from './documents.js'
import type { SchemaEngine } from './engine.js'
import { causeOf, describeMissing, installedNan } from './native-missing.js'
import { waybillEngine } from './waybill.js'

export type EngineName = 'waybill' | 'libxmljs2' | 'libxml2-wasm'

/** Told what an operator should know. */
export type Warn = (fields: object, sentence: string) => void

/** @param warn  told once, if libxmljs2 cannot be loaded and libxml2-wasm takes its place */
export async function openEngine(name: EngineName, warn: Warn): Promise<SchemaEngine> {
  switch (name) {
    case 'waybill':
      return waybillEngine
    case 'libxmljs2':
      return ownContracts((await openNative(warn, REPLACED)) ?? (await openWasm()))
    case 'libxml2-wasm':
      return ownContracts(await openWasm())
  }
}

/**
 * @param warn  told once, if libxmljs2 cannot be loaded
 * @returns undefined then: nothing else judges a second time
 */
export async function openSecondEngine(warn: Warn): Promise<SchemaEngine | undefined> {
  const native = await openNative(warn, ALONE)
  return native && ownContracts(native)
}

/** libxml2 knows no WSDL document: the schemas in one are checked by our own rules, whatever the engine. */
function ownContracts(engine: SchemaEngine): SchemaEngine {
  const compile: SchemaEngine['compile'] = (file) =>
    (isContract(file) ? waybillEngine : engine).compile(file)
  return { ...engine, compile }
}

async function openNative(
  warn: Warn,
  { effect, otherwise }: Missing,
): Promise<SchemaEngine | undefined> {
  try {
    return (await import('./libxmljs2.js')).libxmljs2Engine
  } catch (error) {
    const attempt = { error, version: process.version, nan: installedNan() }
    const [why, remedy] = describeMissing(attempt)
    warn({ cause: causeOf(error) }, `${why}, so ${effect}: ${remedy}, or ${otherwise}`)
    return undefined
  }
}

async function openWasm(): Promise<SchemaEngine> {
  return (await import('./libxml2-wasm.js')).libxml2WasmEngine
}

/** What follows where libxmljs2 is missing, and how to do without it. */
interface Missing {
  readonly effect: string
  readonly otherwise: string
}

const REPLACED: Missing = {
  effect: 'schemas are checked by libxml2-wasm',
  otherwise: 'set soap.schemaEngine to another one',
}
const ALONE: Missing = {
  effect: 'the second check of schemas and messages is not available',
  otherwise: 'set soap.secondOpinion to off',
}
