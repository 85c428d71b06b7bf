/** The header handlers of all plugins, found by the name and the actor of a block. */
import { fileURLToPath } from 'node:url'
import { claimedTwice } from '../errors.js'
import { type HeaderHandler, NEXT, ULTIMATE_RECEIVER } from '../plugin.js'
import type { HeaderBlock } from '../soap/header-block.js'
import type { SoapVersion } from '../soap/version.js'
import type { Schema, SchemaEngine } from '../xml/schema.js'
import type { ClarkName } from '../xml/tree.js'
import type { LoadedPlugin } from './loaded-plugin.js'

export interface RegisteredHandler {
  readonly plugin: string
  readonly handler: HeaderHandler
  readonly schema: Schema | undefined
}

export class HandlerTable {
  readonly #byName = new Map<ClarkName, RegisteredHandler[]>()

  /**
   * @param engine  compiles the handlers' schemas; undefined where validation is off
   * @throws WaybillError WAYBILL_PLUGIN_CONFLICT if two handlers claim one block
   */
  constructor(plugins: readonly LoadedPlugin[], engine: SchemaEngine | undefined) {
    for (const { name: plugin, definition } of plugins) {
      for (const handler of definition.headers ?? []) {
        const named = this.#byName.get(handler.name) ?? []
        const other = named.find((entry) => overlap(entry.handler.actor, handler.actor))
        if (other) throw claimedTwice('header block', handler.name, other.plugin, plugin)
        const schema = handler.schema && engine?.compile(fileURLToPath(handler.schema))
        this.#byName.set(handler.name, [...named, { plugin, handler, schema }])
      }
    }
  }

  get all(): readonly RegisteredHandler[] {
    return [...this.#byName.values()].flat()
  }

  find(block: HeaderBlock, version: SoapVersion): RegisteredHandler | undefined {
    return this.#byName
      .get(block.name)
      ?.find(({ handler }) => handles(handler.actor, block.actor, version))
  }
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

function overlap(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}
