/** Where the projects of the peers are, and how their programs are started. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, startClient } from './peer.js'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** The contract as its owner hands it out. */
export const CONTRACT = new URL('contracts/warehouse.wsdl', import.meta.url).href
export const CONTRACT_FILE = fileURLToPath(CONTRACT)

export function folderOf(name: string): string {
  return join(HERE, name)
}

/**
 * The command for a class of a Maven project that scripts/peers.mjs has compiled.
 * @param options  of the Java machine
 */
export function javaCommand(
  name: string,
  main: string,
  options: readonly string[] = [],
): readonly string[] {
  const target = join(folderOf(name), 'target')
  const path = `${join(target, 'classes')}:${readFileSync(join(target, 'classpath'), 'utf8').trim()}`
  return ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', ...options, '-cp', path, main]
}

export const java =
  (name: string, options: readonly string[] = []) =>
  (): Client =>
    startClient(javaCommand(name, 'peer.Client', options), folderOf(name))

/** A script of a Python project that has an environment of its own. */
export const python = (name: string) => (): Client => {
  const folder = folderOf(name)
  return startClient([join(folder, '.venv', 'bin', 'python'), 'client.py'], folder)
}

/** The command for a module of a project that has its own `node_modules`. */
export function nodeCommand(name: string, module: string): readonly string[] {
  return [process.execPath, join(folderOf(name), module)]
}

export const nodeProgram = (name: string) => (): Client =>
  startClient(nodeCommand(name, 'client.js'), folderOf(name))

/** The program that a project of Go builds. */
export const go = (name: string) => (): Client =>
  startClient([join(folderOf(name), 'client')], folderOf(name))
