/** Loads the schema engine that the configuration names, when it is needed: the native one may be missing. */
import { messageOf } from '../base/errno.js'
import type { SchemaEngine } from './engine.js'

export type EngineName = 'libxmljs2' | 'libxml2-wasm'

/** @param warn  told once, if libxmljs2 cannot be loaded and libxml2-wasm takes its place */
export async function openEngine(
  name: EngineName,
  warn: (fields: object, sentence: string) => void,
): Promise<SchemaEngine> {
  if (name === 'libxmljs2') {
    try {
      return (await import('./libxmljs2.js')).libxmljs2Engine
    } catch (error) {
      const [cause] = messageOf(error).split('\n')
      warn({ cause }, MISSING)
    }
  }
  return (await import('./libxml2-wasm.js')).libxml2WasmEngine
}

const MISSING =
  'the native part of libxmljs2 is missing, so schemas are checked by libxml2-wasm: install a C++ compiler, make and Python, then run npm rebuild libxmljs2, or set soap.schemaEngine to libxml2-wasm'
