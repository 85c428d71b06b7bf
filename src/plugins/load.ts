/** Finds the plugins that the configuration names and runs their factories. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { within } from '../base/deadline.js'
import { isPluginName, nameOf, PLUGIN_NAME } from '../config/plugin-name.js'
import type { PluginEntry } from '../config/schema.js'
import { WaybillError } from '../errors.js'
import type { Log, Plugin, PluginFactory, PluginInput } from '../plugin.js'
import { InvalidSchema } from '../schema/engine.js'
import { whatIsWrong } from './check.js'
import type { LoadedPlugin } from './loaded.js'

const SHIPPED = fileURLToPath(new URL('../../plugins', import.meta.url))

/**
 * @param entries  the `plugins` of the configuration
 * @param folder   folder that relative paths and packages are looked up from: the configuration's
 * @throws WaybillError WAYBILL_PLUGIN_NOT_FOUND, WAYBILL_PLUGIN_INVALID, WAYBILL_PLUGIN_CONFLICT,
 *   WAYBILL_SCHEMA_INVALID
 */
export async function loadPlugins(
  entries: readonly PluginEntry[],
  folder: string,
  log: (plugin: string) => Log,
): Promise<readonly LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = []
  try {
    for (const entry of entries) loaded.push(await loadPlugin(entry, folder, loaded, log))
  } catch (error) {
    // What the plugins before it hold would keep the process from ending.
    await closePlugins(loaded, () => undefined)
    throw error
  }
  return loaded
}

/** Milliseconds that one plugin gets to let go of what it holds. */
const CLOSE_TIME = 5_000

/** Lets the plugins go, the last one first; one that fails, or takes too long, keeps no other. */
export async function closePlugins(
  plugins: readonly LoadedPlugin[],
  failed: (error: unknown, plugin: string) => void,
): Promise<void> {
  for (const { definition, name } of plugins.toReversed()) {
    try {
      await within(CLOSE_TIME, () => definition.close?.())
    } catch (error) {
      failed(error, name)
    }
  }
}

async function loadPlugin(
  entry: PluginEntry,
  folder: string,
  loaded: readonly LoadedPlugin[],
  log: (plugin: string) => Log,
): Promise<LoadedPlugin> {
  const { use, options } = typeof entry === 'string' ? { use: entry, options: {} } : entry
  const from = find(use, folder)
  const name = nameOf(entry)
  if (!isPluginName(name)) {
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `the plugin ${use} cannot be named ${name}: a name is ${PLUGIN_NAME}; give it one with as`,
    )
  }
  const other = loaded.find((plugin) => plugin.name === name)
  if (other) {
    throw new WaybillError(
      'WAYBILL_PLUGIN_CONFLICT',
      `the plugins ${other.from} and ${from} are both named ${name}; give one another name with as`,
    )
  }
  const factory = await load(from, use)
  return { name, from, definition: await run(factory, use, options, log(name)) }
}

/** The file of a plugin: a path, then a shipped one, then an installed package. */
function find(use: string, folder: string): string {
  const isPath = use.startsWith('.') || isAbsolute(use)
  const places = isPath
    ? [resolve(folder, use)]
    : [join(SHIPPED, use), ...packageFolders(use, folder)]
  for (const place of places) {
    const file = entryFile(place)
    if (file) return file
  }
  throw new WaybillError(
    'WAYBILL_PLUGIN_NOT_FOUND',
    `there is no plugin ${use}; looked at ${places.join(', ')}`,
  )
}

function packageFolders(use: string, folder: string): readonly string[] {
  const from = createRequire(join(folder, 'configuration.js')).resolve.paths(use) ?? []
  return from.map((modules) => join(modules, use))
}

function entryFile(place: string): string | undefined {
  if (!existsSync(place)) return undefined
  if (statSync(place).isFile()) return place
  const manifest = join(place, 'package.json')
  const main = existsSync(manifest) ? mainOf(manifest) : undefined
  const file = join(place, main ?? 'index.js')
  return existsSync(file) ? file : undefined
}

function mainOf(manifest: string): string | undefined {
  const { exports, main } = parseManifest(manifest)
  let at = exports
  while (typeof at === 'object' && at !== null) {
    const conditions = at as Record<string, unknown>
    at = conditions['.'] ?? conditions.import ?? conditions.default
  }
  return typeof at === 'string' ? at : main
}

function parseManifest(manifest: string): { exports?: unknown; main?: string } {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8'))
  } catch (error) {
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `${manifest} cannot be read: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

async function load(file: string, use: string): Promise<PluginFactory> {
  let module: { default?: unknown }
  try {
    module = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `the plugin ${use} (${file}) cannot be loaded: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  if (typeof module.default !== 'function') {
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `the plugin ${use} (${file}) has no default export that is a function`,
    )
  }
  return module.default as PluginFactory
}

async function run(
  factory: PluginFactory,
  use: string,
  options: PluginInput['options'],
  log: Log,
): Promise<Plugin> {
  let definition: unknown
  try {
    definition = await factory({ options, log })
  } catch (error) {
    if (error instanceof InvalidSchema) {
      throw new WaybillError('WAYBILL_SCHEMA_INVALID', `${error.file}: ${error.message}`, {
        cause: error,
      })
    }
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `the plugin ${use} does not start: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  const wrong = whatIsWrong(definition)
  if (wrong === undefined) return definition as Plugin
  throw new WaybillError('WAYBILL_PLUGIN_INVALID', `the plugin ${use} ${wrong}`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
