/** Loads the schema engines that the configuration names, when they are needed: the native one may be missing. */
import { messageOf } from '../base/errno.js'
import { isContract } from './documents.js'
import type { SchemaEngine } from './engine.js'
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

async function openNative(warn: Warn, missing: string): Promise<SchemaEngine | undefined> {
  try {
    return (await import('./libxmljs2.js')).libxmljs2Engine
  } catch (error) {
    const [cause] = messageOf(error).split('\n')
    warn({ cause }, missing)
    return undefined
  }
}

async function openWasm(): Promise<SchemaEngine> {
  return (await import('./libxml2-wasm.js')).libxml2WasmEngine
}

const MISSING = 'the native part of libxmljs2 is missing'
const INSTALL = 'install a C++ compiler, make and Python, then run npm rebuild libxmljs2'
const REPLACED = `${MISSING}, so schemas are checked by libxml2-wasm: ${INSTALL}, or set soap.schemaEngine to another one`
const ALONE = `${MISSING}, so there is no second opinion on schemas and messages: ${INSTALL}, or set soap.secondOpinion to off`
