/** The header handlers of the node and of all plugins, found by the name and the actor of a block. */
import { fileURLToPath } from 'node:url'
import { type Contract, schemaIn } from '../../contract/contract.js'
import { TypedSchemas } from '../../contract/typed-schemas.js'
import { claimedTwice, refuseUndeclared, WaybillError } from '../../errors.js'
import { type HeaderHandler, NEXT, ULTIMATE_RECEIVER } from '../../plugin.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import { SOAP_11, SOAP_12, type SoapVersion } from '../../soap/version.js'
import type { ClarkName } from '../../xml/tree.js'
import type { OwnBlock } from '../own-blocks/table.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Check, Validator } from '../validation/validator.js'

export type RegisteredHandler =
  | {
      readonly kind: 'plugin'
      readonly plugin: string
      readonly handler: HeaderHandler
      readonly schema: Check | undefined
      /** Passive handlers of the same block in other plugins. */
      readonly others: PluginHandler[]
    }
  /** The node handles it itself. */
  | {
      readonly kind: 'own'
      /** The handler's name, like that of a plugin. */
      readonly plugin: string
      readonly handler: OwnBlock
      readonly schema: Check | undefined
    }

export type PluginHandler = Extract<RegisteredHandler, { readonly kind: 'plugin' }>

export class HandlerTable {
  readonly #byName = new Map<ClarkName, RegisteredHandler[]>()

  /**
   * @param own     the blocks that the node handles itself; no plugin may claim them
   * @param validator  compiles the handlers' schemas; undefined where validation is off
   * @param actors  URIs of the actors that the configuration gives this node
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two handlers claim one block,
   *   WAYBILL_SCHEMA_INVALID for a block that its schema does not declare,
   *   WAYBILL_PLUGIN_INVALID for a handler of an actor that this node never is
   */
  constructor(
    own: readonly OwnBlock[],
    plugins: readonly LoadedPlugin[],
    validator: Validator | undefined,
    actors: readonly string[],
  ) {
    const schemas = new TypedSchemas()
    const compiled = (
      { name, schema }: HeaderHandler | OwnBlock,
      plugin: string,
      contract?: Contract | undefined,
    ) => {
      if (!schema) return undefined
      const file = fileURLToPath(schema)
      const existing = schemaIn(contract, file)
      const check = validator?.compile(file, existing)
      refuseUndeclared(name, schemas.of(file, check?.compiled ?? existing).elements, file, plugin)
      return check
    }
    for (const handler of own) {
      const { owner: plugin } = handler
      this.#add({ kind: 'own', plugin, handler, schema: compiled(handler, plugin) })
    }
    for (const { name: plugin, definition, contract } of plugins) {
      for (const handler of definition.headers ?? []) {
        refuseUnplayed(handler, plugin, actors)
        const schema = compiled(handler, plugin, contract)
        this.#add({ kind: 'plugin', plugin, handler, schema, others: [] })
      }
    }
  }

  #add(entry: RegisteredHandler): void {
    const { name, actor } = entry.handler
    const named = this.#byName.get(name) ?? []
    const other = named.find(({ handler }) => overlap(handler.actor, actor))
    if (!other) this.#byName.set(name, [...named, entry])
    else if (isPassive(entry)) {
      if (isPassive(other)) other.others.push(entry)
    } else if (isPassive(other)) {
      this.#byName.set(name, [...named.filter((one) => one !== other), entry])
    } else throw claimedTwice('header block', name, other.plugin, entry.plugin)
  }

  get all(): readonly RegisteredHandler[] {
    return [...this.#byName.values()].flat()
  }

  /** @param ultimate  true at the ultimate receiver: what its contracts declare is understood there, whomever it names */
  find(block: HeaderBlock, version: SoapVersion, ultimate = false): RegisteredHandler | undefined {
    const named = this.#byName.get(block.name)
    const found = named?.find(({ handler }) => handles(handler.actor, block.actor, version))
    return found ?? (ultimate ? named?.find(isPassive) : undefined)
  }
}

const isPassive = (one: RegisteredHandler): one is PluginHandler =>
  one.kind === 'plugin' && one.handler.passive === true

/** Of passive handlers of a block, that of the plugin whose operation is called. */
export function handlerOf(
  registered: RegisteredHandler,
  called: { readonly plugin: string } | undefined,
): RegisteredHandler {
  if (registered.kind === 'own') return registered
  return registered.others.find(({ plugin }) => plugin === called?.plugin) ?? registered
}

function handles(
  actor: string | undefined,
  addressed: string | undefined,
  version: SoapVersion,
): boolean {
  switch (actor) {
    case undefined:
      return true
    case NEXT:
      return addressed === version.next
    case ULTIMATE_RECEIVER:
      return addressed === undefined
    default:
      return addressed === actor
  }
}

/** True for NEXT and the URIs that it stands for: every node plays it. */
const NEXT_URIS = [NEXT, SOAP_11.next, SOAP_12.next]

/** Such a handler would never run, and nobody would notice. */
function refuseUnplayed({ name, actor }: HeaderHandler, plugin: string, actors: readonly string[]) {
  if (actor === undefined || actor === ULTIMATE_RECEIVER) return
  if (NEXT_URIS.includes(actor) || actors.includes(actor)) return
  throw new WaybillError(
    'WAYBILL_PLUGIN_INVALID',
    `the plugin ${plugin} handles ${name} for the actor ${actor}, which this node does not play: node.actors is ${JSON.stringify(actors)}`,
  )
}

function overlap(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}
