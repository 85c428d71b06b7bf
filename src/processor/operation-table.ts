/** The operations of all plugins, found by the name of a body entry. */
import { fileURLToPath } from 'node:url'
import type { ParameterOrder } from '../contract/arrange.js'
import type { TypedElement } from '../contract/typed-schema.js'
import { TypedSchemas } from '../contract/typed-schemas.js'
import { claimedTwice, refuseUndeclared, WaybillError } from '../errors.js'
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
  /** Checks its answers; undefined if they are not checked. */
  readonly answers: Check | undefined
  /** What the schema declares of its request, and of its answer. */
  readonly request: TypedElement | undefined
  readonly answer: TypedElement | undefined
}

/** What the configuration says about operations. */
export interface TableOptions {
  /** Whether answers are checked. */
  readonly validateAnswers?: boolean | undefined
  /** Names of operations whose answers are not checked. */
  readonly unvalidatedAnswers?: readonly ClarkName[] | undefined
  /** What messages may be addressed to beside plugins: the paths in routes. */
  readonly paths?: readonly string[] | undefined
  /** Default `any-order`. */
  readonly parameters?: ParameterOrder | undefined
}

export class OperationTable {
  readonly #byName = new Map<ClarkName, RegisteredOperation>()
  readonly #plugins: readonly string[]
  #known: ReadonlySet<string>

  /**
   * @param validator  compiles the operations' schemas; undefined where validation is off
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two operations have one name, WAYBILL_SCHEMA_INVALID
   *   for an operation that its schema does not declare, WAYBILL_CONFIG_INVALID for a name of the
   *   options that no operation has
   * @throws InvalidSchema
   */
  constructor(
    plugins: readonly LoadedPlugin[],
    validator: Validator | undefined,
    options: TableOptions,
  ) {
    const { paths = [], unvalidatedAnswers = [], parameters } = options
    const schemas = new TypedSchemas(parameters)
    this.#plugins = plugins.map(({ name }) => name)
    this.#known = new Set([...this.#plugins, ...paths])
    for (const { name: plugin, definition } of plugins) {
      for (const operation of definition.operations ?? []) {
        const other = this.#byName.get(operation.name)
        if (other) throw claimedTwice('operation', operation.name, other.plugin, plugin)
        this.#byName.set(operation.name, register(plugin, operation, validator, schemas, options))
      }
    }
    const unknown = unvalidatedAnswers.find((name) => !this.#byName.has(name))
    if (unknown !== undefined) {
      throw new WaybillError(
        'WAYBILL_CONFIG_INVALID',
        `soap.unvalidatedAnswers: expected names of operations, as {namespace}Name, got ${JSON.stringify(unknown)}`,
      )
    }
  }

  /** Lets messages be addressed to other paths than before, beside plugins. */
  usePaths(paths: readonly string[]): void {
    this.#known = new Set([...this.#plugins, ...paths])
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
  schemas: TypedSchemas,
  { validateAnswers = true, unvalidatedAnswers = [] }: TableOptions,
): RegisteredOperation {
  const { name, response = `${name}Response`, validateAnswer = true } = operation
  const file = operation.schema && fileURLToPath(operation.schema)
  const schema = file === undefined ? undefined : validator?.compile(file)
  const typed =
    file === undefined ? undefined : schemas.of(file, schema?.compiled, operation.values)
  if (file !== undefined && typed) refuseUndeclared(name, typed.elements, file, plugin)
  const answer = typed?.element(response)
  const checks = validateAnswers && validateAnswer && !unvalidatedAnswers.includes(name)
  return {
    plugin,
    operation,
    response,
    schema,
    answers: checks && answer ? schema : undefined,
    request: typed?.element(name),
    answer,
  }
}
