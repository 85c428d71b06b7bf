/** The contracts of a node's plugins: as those see them who may call all, and as everybody else does. */
import type { Contract } from '../../contract/contract.js'
import { type DescribeOptions, describe } from '../../contract/describe.js'
import { Undescribable } from '../../contract/undescribable.js'
import { WaybillError } from '../../errors.js'
import { parseClarkName } from '../../xml/tree.js'
import type { LoadedPlugin } from '../plugins/loaded.js'

/** Contracts by plugin, in the order of the configuration. */
export type ContractsByPlugin = ReadonlyMap<string, Contract>

/**
 * @throws InvalidSchema if the schemas of a plugin contradict each other
 * @throws WaybillError WAYBILL_PLUGIN_INVALID for an operation that cannot be described
 */
export function contractsByPlugin(
  plugins: readonly LoadedPlugin[],
  options: DescribeOptions,
): ContractsByPlugin {
  return new Map(plugins.map((plugin) => [plugin.name, contractOf(plugin, options)]))
}

/** The part of them that a sender may call whom no rule admits: operations that a plugin marks `public`. */
export function publicContracts(
  plugins: readonly LoadedPlugin[],
  all: ContractsByPlugin,
  options: DescribeOptions,
): ContractsByPlugin {
  return new Map(
    plugins.flatMap((plugin) => {
      const { operations = [] } = plugin.definition
      const open = operations.filter((operation) => operation.public === true)
      const whole = all.get(plugin.name)
      if (!whole || open.length === 0) return []
      if (open.length === operations.length) return [[plugin.name, whole]]
      const definition = { ...plugin.definition, operations: open }
      return [[plugin.name, contractOf({ ...plugin, definition }, options)]]
    }),
  )
}

/** One that is given as a contract is told as it was given, as far as it has these operations. */
function contractOf(
  { name, definition, contract }: LoadedPlugin,
  options: DescribeOptions,
): Contract {
  const { operations = [], headers = [] } = definition
  if (contract) {
    const byName = new Map(operations.map((one) => [parseClarkName(one.name).local, one]))
    const served = contract.operations.filter(({ name }) => byName.has(name))
    return {
      ...contract,
      operations: served.map((one) => ({ ...one, safe: byName.get(one.name)?.safe })),
    }
  }
  try {
    return describe({ name, operations, headers }, options)
  } catch (error) {
    if (!(error instanceof Undescribable)) throw error
    const sentence = `the plugin ${name} cannot be described: ${error.message}; change it, or set soap.describe to false`
    throw new WaybillError('WAYBILL_PLUGIN_INVALID', sentence, { cause: error })
  }
}
