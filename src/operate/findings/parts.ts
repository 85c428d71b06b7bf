/** What is wrong, or will be, with the parts that a node is made of: plugins, their contracts and operations, routes. */
import type { Config } from '../../config/schema.js'
import { type Finding, warning } from '../../message/finding.js'
import type { Tables } from '../../path/parts/parts.js'
import type { LoadedPlugin } from '../../path/plugins/loaded.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { Routes } from '../../path/routing/routes.js'
import { findUnqueuedRetries } from './unqueued-retries.js'

interface Parts {
  readonly config: Pick<Config, 'queue'>
  readonly transports: Pick<Transports, 'used'>
  readonly plugins: readonly LoadedPlugin[]
  readonly tables: Pick<Tables, 'operations' | 'descriptions'>
  readonly routes: Pick<Routes, 'unreached'>
}

export function findingsOf(parts: Parts): readonly Finding[] {
  const { plugins, routes, tables } = parts
  return [
    ...plugins.flatMap(({ contract }) =>
      (contract?.warnings ?? []).map((sentence) => warning('plugins', sentence)),
    ),
    ...(tables.descriptions?.differences ?? []).map((sentence) =>
      warning('security.policies', sentence),
    ),
    ...findUnqueuedRetries(tables.operations.all, parts),
    ...routes.unreached.map(({ route, before }) =>
      warning(
        'routes',
        `the route ${route} is never reached: ${before} before it takes all of its messages`,
      ),
    ),
  ]
}
