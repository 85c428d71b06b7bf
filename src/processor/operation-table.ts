/** The operations of all plugins, found by the name of a body entry. */

import { fileURLToPath } from 'node:url'
import type { ParameterOrder } from '../contract/arrange.js'
import { schemaIn } from '../contract/contract.js'
import { type EncodedOperation, encodedOperation } from '../contract/encoding/operation.js'
import type { TypedElement, TypedSchema } from '../contract/typed-schema.js'
import { TypedSchemas } from '../contract/typed-schemas.js'
import { claimedTwice, refuseUndeclared, WaybillError } from '../errors.js'
import { type AcceptedActions, accepts, tellApart } from '../message/accepted-actions.js'
import type { Operation } from '../plugin.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Check, Validator } from '../validation/validator.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'

export interface RegisteredOperation {
  readonly plugin: string
  readonly operation: Operation
  /** Name of the body entry that calls it; undefined for an empty Body. */
  readonly entry: ClarkName | undefined
  readonly actions: AcceptedActions
  /** Name of the answer's body entry; undefined for an empty Body. */
  readonly response: ClarkName | undefined
  readonly schema: Check | undefined
  /** Checks its answers; undefined if they are not checked. */
  readonly answers: Check | undefined
  /** What the schema declares of its request, and of its answer. */
  readonly request: TypedElement | undefined
  readonly answer: TypedElement | undefined
  /** Reads and writes its messages if they are encoded; undefined for literal ones. */
  readonly encoded: EncodedOperation | undefined
  /** Its schema with the values that every operation gets, whatever this one has chosen. */
  readonly plain: TypedSchema | undefined
}

/** The action that a message says, in its addressing blocks and beside its envelope. */
export interface SaidActions {
  readonly inside: string | undefined
  readonly beside: string | undefined
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
  /** Those that are called by one entry differ in their actions. */
  readonly #byEntry = new Map<ClarkName | undefined, RegisteredOperation[]>()
  readonly #plugins: readonly string[]
  #known: ReadonlySet<string>

  /**
   * @param validator  compiles the operations' schemas; undefined where validation is off
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two operations have one name or are called in one way, WAYBILL_SCHEMA_INVALID
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
    for (const plugin of plugins) {
      for (const operation of plugin.definition.operations ?? []) {
        this.#add(register(plugin, operation, validator, schemas, options))
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

  #add(registered: RegisteredOperation): void {
    const { plugin, operation, entry } = registered
    const called = this.#byEntry.get(entry) ?? []
    const other = this.#byName.get(operation.name) ?? called.find((one) => !differ(one, registered))
    if (other) throw claimedTwice('operation', operation.name, other.plugin, plugin)
    this.#byName.set(operation.name, registered)
    this.#byEntry.set(entry, [...called, registered])
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

  /** An operation that a body entry calls, at the node as a whole or at one plugin; all that it may call are of one plugin. */
  find(entry: ClarkName, destination: string | undefined): RegisteredOperation | undefined {
    return this.#called(entry, destination)[0]
  }

  /**
   * The operation that a message calls.
   *
   * @param entry   name of its body entry; undefined for an empty Body
   * @param said   tells those apart that have one entry; one that has its entry alone is found by any
   * @returns undefined if there is none, or no single one
   */
  choose(
    entry: ClarkName | undefined,
    destination: string | undefined,
    said: SaidActions,
  ): RegisteredOperation | undefined {
    const meant = this.#meant(entry, destination, said)
    return meant.length === 1 ? meant[0] : undefined
  }

  /** An action by which a message calls this one, and no other that has its entry; undefined if none has to be said. */
  actionFor(registered: RegisteredOperation, destination: string | undefined): string | undefined {
    const { entry, actions = [] } = registered
    const said = actions.filter((action) => action !== '')
    return [...said, undefined].find(
      (beside) => this.choose(entry, destination, { inside: undefined, beside }) === registered,
    )
  }

  /** True if several operations are called as the message is. */
  isUnclear(entry: ClarkName | undefined, at: string | undefined, said: SaidActions): boolean {
    return this.#meant(entry, at, said).length > 1
  }

  #meant(entry: ClarkName | undefined, destination: string | undefined, said: SaidActions) {
    const called = this.#called(entry, destination)
    const [only, ...others] = called
    // What has header blocks alone is no call of an operation that says how it is called.
    const any = others.length === 0 && (entry !== undefined || accepts(only?.actions, ''))
    if (any) return called
    // What the message itself says comes before what is said beside it.
    const { inside, beside } = said
    const meant = called.filter(({ actions }) => accepts(actions, inside ?? beside))
    const both = meant.filter(({ actions }) => !beside || accepts(actions, beside))
    return both.length === 0 ? meant : both
  }

  #called(entry: ClarkName | undefined, destination: string | undefined) {
    const called = this.#byEntry.get(entry) ?? []
    return destination === undefined
      ? called
      : called.filter(({ plugin }) => plugin === destination)
  }

  /** The safe operation that can be retrieved by its local name: of a plugin, or the only one of all. */
  findSafe(local: string, destination: string | undefined): RegisteredOperation | undefined {
    const found = this.all.filter(
      ({ plugin, operation, entry }) =>
        (destination === undefined || plugin === destination) &&
        operation.safe === true &&
        entry !== undefined &&
        parseClarkName(operation.name).local === local,
    )
    return destination !== undefined || found.length === 1 ? found[0] : undefined
  }
}

/**
 * Two of one plugin may share an entry, and any two an empty Body, if their actions tell them apart. An empty Body without
 * an action is a call of one plugin at most.
 */
function differ(one: RegisteredOperation, other: RegisteredOperation): boolean {
  if (!tellApart(one.actions, other.actions)) return false
  if (one.plugin === other.plugin) return true
  return one.entry === undefined && !(accepts(one.actions, '') && accepts(other.actions, ''))
}

/** Those that an operation takes; none are any. */
function actionsOf({ action = [] }: Operation): AcceptedActions {
  const actions = typeof action === 'string' ? [action].filter((one) => one !== '') : action
  return actions.length === 0 ? undefined : actions
}

/** Types direct how encoded messages are read and written: no schema is held against them as a whole. */
const NOT_LITERAL = {
  schema: undefined,
  answers: undefined,
  request: undefined,
  answer: undefined,
  plain: undefined,
} as const

function register(
  { name: plugin, contract }: LoadedPlugin,
  operation: Operation,
  validator: Validator | undefined,
  schemas: TypedSchemas,
  { validateAnswers = true, unvalidatedAnswers = [] }: TableOptions,
): RegisteredOperation {
  const { name, validateAnswer = true } = operation
  const actions = actionsOf(operation)
  const entry = (operation.entry === undefined ? name : operation.entry) ?? undefined
  const { response: named = `${name}Response` } = operation
  const response = named ?? undefined
  const file = operation.schema && fileURLToPath(operation.schema)
  const known = file === undefined ? undefined : schemaIn(contract, file)
  const checks = validateAnswers && validateAnswer && !unvalidatedAnswers.includes(name)
  if (operation.use === 'encoded') {
    const typed = file === undefined ? undefined : schemas.of(file, known, operation.values)
    if (file !== undefined && typed && entry !== undefined) {
      refuseUndeclared(entry, typed.elements, file, plugin)
    }
    const encoded = encodedOperation(entry, response, typed, operation.values, checks)
    return { ...NOT_LITERAL, plugin, operation, entry, actions, response, encoded }
  }
  const schema = file === undefined ? undefined : validator?.compile(file, known)
  const compiled = schema?.compiled ?? known
  const typed = file === undefined ? undefined : schemas.of(file, compiled, operation.values)
  if (file !== undefined && typed && entry !== undefined) {
    refuseUndeclared(entry, typed.elements, file, plugin)
  }
  const answer = response === undefined ? undefined : typed?.element(response)
  return {
    plugin,
    operation,
    entry,
    actions,
    response,
    schema,
    answers: checks && answer ? schema : undefined,
    request: entry === undefined ? undefined : typed?.element(entry),
    answer,
    encoded: undefined,
    plain: file === undefined ? undefined : schemas.of(file, compiled),
  }
}
