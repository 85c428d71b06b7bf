/** Finds the plugins that the configuration names and runs their factories. */
import { fileURLToPath } from 'node:url'
import { within } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import { nameOf, PLUGIN_NAME, PLUGIN_NAMES } from '../../config/plugin-name.js'
import type { PluginEntry } from '../../config/schema.js'
import type { UntypedContractPlugin } from '../../contract/first/untyped.js'
import { WaybillError } from '../../errors.js'
import type { Plugin, PluginInput } from '../../plugin.js'
import { InvalidSchema } from '../../schema/engine.js'
import { whatIsWrong } from './check.js'
import { findModule, importModule, type Kind, reasonOf } from './find.js'
import type { LoadedPlugin } from './loaded.js'
import { isOfContract, ofContract } from './of-contract.js'

const PLUGIN: Kind = {
  word: 'plugin',
  folder: fileURLToPath(new URL('../../../plugins', import.meta.url)),
  notFound: 'WAYBILL_PLUGIN_NOT_FOUND',
  invalid: 'WAYBILL_PLUGIN_INVALID',
}

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

/** Milliseconds that one plugin gets to release what it holds. */
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
  const { use, options, as, path } = typeof entry === 'string' ? { use: entry, options: {} } : entry
  const kind = as === undefined ? PLUGIN : { ...PLUGIN, word: `${PLUGIN.word} ${as} of` }
  const called = `the ${kind.word} ${use}`
  const from = findModule(use, folder, kind)
  const name = nameOf(entry)
  if (!PLUGIN_NAMES.test(name)) {
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
  const factory = await importModule(from, use, kind)
  if (typeof factory !== 'function') {
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `${called} (${from}) has no default export that is a function`,
    )
  }
  const made = await run(factory as Factory, called, { options, folder, log: log(name) })
  const located = { name, from, ownPath: path === 'own' }
  if (!isOfContract(made)) return { ...located, definition: made }
  const { definition, contract } = ofContract(made, called)
  refuseWrong(definition, called)
  return { ...located, definition, contract }
}

/** What a module exports, of which nothing else is known. */
type Factory = (input: PluginInput) => unknown

async function run(
  factory: Factory,
  called: string,
  input: PluginInput,
): Promise<Plugin | UntypedContractPlugin> {
  let definition: unknown
  try {
    definition = await factory(input)
  } catch (error) {
    if (error instanceof InvalidSchema) {
      throw new WaybillError(
        'WAYBILL_SCHEMA_INVALID',
        `${error.location}: ${error.message}, for ${called}`,
        {
          cause: error,
        },
      )
    }
    throw new WaybillError(
      'WAYBILL_PLUGIN_INVALID',
      `${called} does not start: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  refuseWrong(definition, called)
  return definition as Plugin
}

function refuseWrong(definition: unknown, called: string): void {
  const wrong = whatIsWrong(definition)
  if (wrong === undefined) return
  throw new WaybillError('WAYBILL_PLUGIN_INVALID', `${called} ${wrong}`)
}
