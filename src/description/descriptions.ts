/** What this node tells of itself: the contracts of its plugins, written for who asks and kept for the next who does. */
import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.js'
import { describe } from '../contract/describe.js'
import { Undescribable } from '../contract/undescribable.js'
import { writeWsdl } from '../contract/wsdl/write.js'
import { WaybillError } from '../errors.js'
import type { Document } from '../message/outcome.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Transports } from '../plugins/transports.js'
import { type Asked, portsOf } from './ports.js'

/** Namespace of the definitions of a node as a whole. */
const WHOLE = 'urn:waybill:node'

/** Texts that are kept: a peer can ask for one at each address that leads here. */
const MOST_KEPT = 64

export class Descriptions {
  readonly #transports: Transports
  /** By plugin. */
  readonly #contracts: ReadonlyMap<string, Contract>
  /** The last one asked for is the last. */
  readonly #kept = new Map<string, Document>()

  /**
   * @throws InvalidSchema if the schemas of a plugin contradict each other
   * @throws WaybillError WAYBILL_PLUGIN_INVALID for an operation that cannot be described
   */
  constructor(plugins: readonly LoadedPlugin[], transports: Transports) {
    this.#transports = transports
    this.#contracts = new Map(plugins.map((plugin) => [plugin.name, contractOf(plugin)]))
  }

  /** The contract of a plugin, without ports. */
  contract(plugin: string): Contract | undefined {
    return this.#contracts.get(plugin)
  }

  /**
   * @param plugin  undefined for all of them
   * @returns undefined if there is no such plugin
   */
  wsdl(plugin: string | undefined, asked: Asked): Document | undefined {
    const contracts = [...this.#contracts].filter(
      ([name]) => plugin === undefined || name === plugin,
    )
    if (contracts.length === 0) return undefined
    return this.#written(JSON.stringify([plugin, asked]), () =>
      writeWsdl(
        contracts.map(([name, contract]) => {
          const ports = portsOf(this.#transports, name, asked)
          return { ...contract, ports }
        }),
        plugin === undefined ? { namespace: WHOLE } : {},
      ),
    )
  }

  #written(key: string, write: () => string): Document {
    const document = this.#kept.get(key) ?? documentOf(write())
    this.#kept.delete(key)
    this.#kept.set(key, document)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return document
  }
}

/** One that is given as a contract is told as it was given. */
function contractOf({ name, definition, contract }: LoadedPlugin): Contract {
  if (contract) return contract
  const { operations = [], headers = [] } = definition
  try {
    return describe({ name, operations, headers })
  } catch (error) {
    if (!(error instanceof Undescribable)) throw error
    const sentence = `the plugin ${name} cannot be described: ${error.message}`
    throw new WaybillError('WAYBILL_PLUGIN_INVALID', sentence, { cause: error })
  }
}

function documentOf(text: string): Document {
  const tag = createHash('sha256').update(text).digest('base64url')
  return { mediaType: 'text/xml', text, tag }
}
