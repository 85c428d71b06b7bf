/** The operations of all plugins, found by the name of a body entry. */
import { fileURLToPath } from 'node:url'
import { readShapes } from '../contract/read-shapes.js'
import type { Shape } from '../contract/shape.js'
import { claimedTwice } from '../errors.js'
import type { Operation } from '../plugin.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Check, Validator } from '../validation/validator.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'

export interface RegisteredOperation {
  readonly plugin: string
  readonly operation: Operation
  /** Name of the answer's body entry. */
  readonly response: ClarkName
  readonly schema: Check | undefined
  readonly requestShape: Shape | undefined
  readonly responseShape: Shape | undefined
}

export class OperationTable {
  readonly #byName = new Map<ClarkName, RegisteredOperation>()
  readonly #known: ReadonlySet<string>

  /**
   * @param validator  compiles the operations' schemas; undefined where validation is off
   * @param paths   what messages may be addressed to beside plugins: the paths in routes
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two operations have one name
   * @throws InvalidSchema
   */
  constructor(
    plugins: readonly LoadedPlugin[],
    validator: Validator | undefined,
    paths: readonly string[] = [],
  ) {
    this.#known = new Set([...plugins.map(({ name }) => name), ...paths])
    for (const { name: plugin, definition } of plugins) {
      for (const operation of definition.operations ?? []) {
        const other = this.#byName.get(operation.name)
        if (other) throw claimedTwice('operation', operation.name, other.plugin, plugin)
        this.#byName.set(operation.name, register(plugin, operation, validator))
      }
    }
  }

  get all(): readonly RegisteredOperation[] {
    return [...this.#byName.values()]
  }

  /** True if a message may be addressed to `destination`; undefined is the node as a whole. */
  has(destination: string | undefined): boolean {
    return destination === undefined || this.#known.has(destination)
  }

  /** The operation a body entry calls, at the node as a whole or at one plugin. */
  find(name: ClarkName, destination: string | undefined): RegisteredOperation | undefined {
    const found = this.#byName.get(name)
    return destination === undefined || found?.plugin === destination ? found : undefined
  }

  /** The safe operation of a plugin that can be retrieved by its local name. */
  findSafe(local: string, destination: string | undefined): RegisteredOperation | undefined {
    return this.all.find(
      ({ plugin, operation }) =>
        plugin === destination &&
        operation.safe === true &&
        parseClarkName(operation.name).local === local,
    )
  }
}

function register(
  plugin: string,
  operation: Operation,
  validator: Validator | undefined,
): RegisteredOperation {
  const file = operation.schema && fileURLToPath(operation.schema)
  // The validator first: shapes are read only from a schema that it accepts.
  const schema = file === undefined ? undefined : validator?.compile(file)
  const shapes = file === undefined ? undefined : readShapes(file)
  const response = operation.response ?? `${operation.name}Response`
  return {
    plugin,
    operation,
    response,
    schema,
    requestShape: shapes?.get(operation.name),
    responseShape: shapes?.get(response),
  }
}
