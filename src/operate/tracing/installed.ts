/** Packages that are used if they are installed: found by their names, and looked at before they are used. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @param beside  a package whose own dependency it is. Default: none
 * @returns the module; undefined if the package is not installed
 */
export type Installed = (name: string, beside?: string) => Promise<unknown>

/** @param folder  looked at first; then come the folders above this package */
export function installedFrom(folder: string): Installed {
  const locations = [join(folder, 'configuration.js'), import.meta.url]
  const find = (name: string) => locations.map((location) => resolved(name, location)).find(isFound)
  return async (name, beside) => {
    const file = beside === undefined ? find(name) : resolved(name, find(beside) ?? '')
    return file === undefined ? undefined : import(pathToFileURL(file).href)
  }
}

function resolved(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}

function isFound(file: string | undefined): file is string {
  return file !== undefined
}

/** Calls a method that a module, or what was made of it, should have. */
export function call(target: unknown, method: string, ...args: readonly unknown[]): unknown {
  const called: unknown = Reflect.get(Object(target), method)
  if (typeof called !== 'function') throw new Error(`the SDK has no ${method}: is it of version 2?`)
  return Reflect.apply(called, target, args)
}

/** Makes an instance of a class that a module should have. */
export function construct(module: unknown, name: string, ...args: readonly unknown[]): unknown {
  const made: unknown = Reflect.get(Object(module), name)
  if (typeof made !== 'function') throw new Error(`the SDK has no ${name}: is it of version 2?`)
  return Reflect.construct(made, args)
}
