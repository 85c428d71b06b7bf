/** Makes a plugin of one that is given as a contract: from then on it is one like any other. */
import type { Contract } from '../../contract/contract.js'
import { operationsOf } from '../../contract/first/operations.js'
import type { UntypedContractPlugin } from '../../contract/first/untyped.js'
import { openContract } from '../../contract/open-contract.js'
import { WaybillError } from '../../errors.js'
import type { Plugin } from '../../plugin.js'

export interface OfContract {
  readonly definition: Plugin
  readonly contract: Contract
}

/** @returns true for what a factory returned that names a contract */
export function isOfContract(definition: unknown): definition is UntypedContractPlugin {
  return typeof definition === 'object' && definition !== null && 'contract' in definition
}

/**
 * @param called  the plugin in sentences, such as `the plugin ./prices`
 * @throws WaybillError WAYBILL_PLUGIN_INVALID for handlers that are not those of the contract,
 *   WAYBILL_CONTRACT_INVALID
 */
export function ofContract(plugin: UntypedContractPlugin, called: string): OfContract {
  const { handlers, service, catalog, options = {} } = plugin
  if (!isRecord(handlers))
    throw invalid(called, 'has a contract and no handlers for its operations')
  if (!isRecord(options)) throw invalid(called, 'has options that are no object')
  if (service !== undefined && typeof service !== 'string') {
    throw invalid(called, 'has a service that is no name')
  }
  try {
    const contract = openContract(plugin.contract, service, catalog)
    const made = operationsOf(contract, plugin)
    return { contract, definition: { ...made, close: () => plugin.close?.() } }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalid(called, error.message)
  }
}

function invalid(called: string, what: string): WaybillError {
  return new WaybillError('WAYBILL_PLUGIN_INVALID', `${called} ${what}`)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
