/** The operations of all plugins, found by the path that a message came on and the name of its body entry. */
import type { ParameterOrder } from '../../contract/arrange.js'
import { TypedSchemas } from '../../contract/typed-schemas.js'
import { claimedTwice, WaybillError } from '../../errors.js'
import { accepts, areDistinguishable } from '../../message/accepted-actions.js'
import { type ClarkName, parseClarkName } from '../../xml/tree.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Validator } from '../validation/validator.js'
import { type AnswerChecks, type RegisteredOperation, register } from './registered-operation.js'

/** The action that a message says, in its addressing blocks and beside its envelope. */
export interface StatedActions {
  readonly inside: string | undefined
  readonly beside: string | undefined
}

/** What the configuration says about operations. */
export interface TableOptions extends AnswerChecks {
  /** What messages may be addressed to beside plugins: the paths in routes. */
  readonly paths?: readonly string[] | undefined
  /** Default `any-order`. */
  readonly parameters?: ParameterOrder | undefined
}

export class OperationTable {
  readonly #all: RegisteredOperation[] = []
  /** Those that are called by one entry differ in their actions, or have no path in common. */
  readonly #byEntry = new Map<ClarkName | undefined, RegisteredOperation[]>()
  readonly #plugins: readonly string[]
  #names: ReadonlySet<string>

  /**
   * @param validator  compiles the operations' schemas; undefined where validation is off
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two operations on one path have one name or are called in one way, WAYBILL_SCHEMA_INVALID
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
    this.#names = new Set([...this.#plugins, ...paths])
    for (const plugin of plugins) {
      for (const operation of plugin.definition.operations ?? []) {
        this.#add(register(plugin, operation, { validator, schemas }, options))
      }
    }
    const names = new Set(this.#all.map(({ operation }) => operation.name))
    const unknown = unvalidatedAnswers.find((name) => name !== '*' && !names.has(name))
    if (unknown !== undefined) {
      throw new WaybillError(
        'WAYBILL_CONFIG_INVALID',
        `soap.unvalidatedAnswers: expected names of operations, as {namespace}Name, or *, got ${JSON.stringify(unknown)}`,
      )
    }
  }

  #add(registered: RegisteredOperation): void {
    const { plugin, operation, entry } = registered
    const near = this.#all.filter((one) => meet(one, registered))
    const same = near.find((one) => one.operation.name === operation.name)
    if (same) throw claimedTwice('operation', operation.name, same.plugin, plugin)
    const other = near.find((one) => one.entry === entry && !differ(one, registered))
    if (other) throw claimedTwice('body entry', entry ?? 'of an empty Body', other.plugin, plugin)
    this.#all.push(registered)
    this.#byEntry.set(entry, [...(this.#byEntry.get(entry) ?? []), registered])
  }

  /** Lets messages be addressed to other paths than before, beside plugins. */
  usePaths(paths: readonly string[]): void {
    this.#names = new Set([...this.#plugins, ...paths])
  }

  get all(): readonly RegisteredOperation[] {
    return this.#all
  }

  /** True if a message may be addressed to `destination`; undefined is the node as a whole. */
  has(destination: string | undefined): boolean {
    return destination === undefined || this.#names.has(destination)
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
    actions: StatedActions,
  ): RegisteredOperation | undefined {
    const meant = this.#meant(entry, destination, actions)
    return meant.length === 1 ? meant[0] : undefined
  }

  /** An action by which a message calls this one, and no other that has its entry; undefined if none has to be said. */
  actionFor(registered: RegisteredOperation, destination: string | undefined): string | undefined {
    const { entry, actions = [] } = registered
    const stated = actions.filter((action) => action !== '')
    return [...stated, undefined].find(
      (beside) => this.choose(entry, destination, { inside: undefined, beside }) === registered,
    )
  }

  /** True if several operations are called as the message is. */
  isUnclear(entry: ClarkName | undefined, at: string | undefined, actions: StatedActions): boolean {
    return this.#meant(entry, at, actions).length > 1
  }

  #meant(entry: ClarkName | undefined, destination: string | undefined, actions: StatedActions) {
    const called = this.#called(entry, destination)
    const [only, ...others] = called
    // What has header blocks alone is no call of an operation that says how it is called.
    const any = others.length === 0 && (entry !== undefined || accepts(only?.actions, ''))
    if (any) return called
    // What the message itself says comes before what is said beside it.
    const { inside, beside } = actions
    const meant = called.filter(({ actions }) => accepts(actions, inside ?? beside))
    const both = meant.filter(({ actions }) => !beside || accepts(actions, beside))
    return both.length === 0 ? meant : both
  }

  #called(entry: ClarkName | undefined, destination: string | undefined) {
    return (this.#byEntry.get(entry) ?? []).filter((one) => isAt(one, destination))
  }

  /** The safe operation that can be retrieved by its local name: of a plugin, or the only one of all. */
  findSafe(local: string, destination: string | undefined): RegisteredOperation | undefined {
    const found = this.all.filter(
      (one) =>
        isAt(one, destination) &&
        one.operation.safe === true &&
        one.entry !== undefined &&
        parseClarkName(one.operation.name).local === local,
    )
    return destination !== undefined || found.length === 1 ? found[0] : undefined
  }
}

/** True if messages to `destination` call it; undefined is the node as a whole. */
function isAt({ plugin, ownPath }: RegisteredOperation, destination: string | undefined): boolean {
  return destination === undefined ? !ownPath : plugin === destination
}

/** True if there is a path at which both are called. */
function meet(one: RegisteredOperation, other: RegisteredOperation): boolean {
  return one.plugin === other.plugin || !(one.ownPath || other.ownPath)
}

/**
 * Two of one plugin may share an entry, and any two an empty Body, if their actions tell them apart. An empty Body without
 * an action is a call of one plugin at most.
 */
function differ(one: RegisteredOperation, other: RegisteredOperation): boolean {
  if (!areDistinguishable(one.actions, other.actions)) return false
  if (one.plugin === other.plugin) return true
  return one.entry === undefined && !(accepts(one.actions, '') && accepts(other.actions, ''))
}
