/** Makes what a node answers with: SOAP versions, operations, handlers and descriptions, from plugins and configuration. */

import { pathsOf } from '../config/routes.js'
import type { Config } from '../config/schema.js'
import { servedVersions } from '../config/served-versions.js'
import { Descriptions } from '../path/description/descriptions.js'
import { ownBlocks } from '../path/own-blocks/table.js'
import { HandlerTable } from '../path/parts/handler-table.js'
import { OperationTable } from '../path/parts/operation-table.js'
import type { Tables } from '../path/parts/parts.js'
import type { LoadedPlugin } from '../path/plugins/loaded.js'
import type { Transports } from '../path/plugins/transports.js'
import { withSchemas } from '../path/validation/open.js'
import type { Validator } from '../path/validation/validator.js'
import type { Warn } from '../schema/open.js'
import { asksForSecurity } from '../security/message-security.js'
import { unqueuedRetries } from './unqueued-retries.js'

interface Given {
  readonly config: Config
  readonly transports: Transports
  readonly plugins: readonly LoadedPlugin[]
  /** Told what an operator should know. */
  readonly warn: Warn
}

/** @throws WaybillError for a schema that cannot be used, and for two plugins with the same operation */
export function makeTables(given: Given, validator: Validator): Tables {
  const { config, plugins } = given
  const { soap, node, addressing, routing } = config
  const checks = soap.validate ? validator : undefined
  const own = ownBlocks({
    hops: routing.hops,
    trace: routing.trace,
    addressing: addressing.enabled,
    security: asksForSecurity(config.security),
  })
  const tables = withSchemas(() => ({
    versions: servedVersions(config),
    operations: new OperationTable(plugins, checks, { ...soap, paths: pathsOf(config) }),
    handlers: new HandlerTable(own, plugins, checks, node.actors),
    descriptions: soap.describe
      ? new Descriptions(given, (sentence) => given.warn({}, sentence))
      : undefined,
  }))
  for (const { name: plugin, contract } of plugins) {
    for (const sentence of contract?.warnings ?? []) given.warn({ plugin }, sentence)
  }
  for (const sentence of unqueuedRetries(tables.operations.all, given)) given.warn({}, sentence)
  return tables
}
