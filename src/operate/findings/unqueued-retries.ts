/** Finds retries of operations that are not queued. */
import type { Config } from '../../config/schema.js'
import { type Finding, warning } from '../../message/finding.js'
import { isQueued } from '../../path/once/runs-how.js'
import type { RegisteredOperation } from '../../path/parts/registered-operation.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { Operation } from '../../plugin.js'

interface Options {
  readonly config: Pick<Config, 'queue'>
  readonly transports: Pick<Transports, 'used'>
}

/** Of each plugin and key that says how such an operation is tried again. */
export function findUnqueuedRetries(
  operations: readonly RegisteredOperation[],
  { config, transports }: Options,
): readonly Finding[] {
  // What comes as a message of its own goes through the queue anyhow.
  if (!transports.used.some(({ module }) => module.answers === 'connection')) return []
  return operations
    .filter(({ operation }) => !isQueued(operation))
    .flatMap(({ plugin, operation }) => {
      const { name, retry } = operation
      const configured = new Map(Object.entries(config.queue.operations)).get(name)
      return [
        ...(says(retry)
          ? [warning('plugins', `the plugin ${plugin}: retry of ${name} ${counts(operation)}`)]
          : []),
        ...(says(configured)
          ? [warning('queue.operations', `what it says of ${name} ${counts(operation)}`)]
          : []),
      ]
    })
}

function says(plan: object | undefined): boolean {
  return Object.values(plan ?? {}).some((value) => value !== undefined)
}

function counts({ exchange }: Operation): string {
  const atOnce =
    exchange === 'one-way'
      ? 'Any other message runs once, at once'
      : 'A caller that waits on its connection gets the outcome of the first run'
  const queued =
    exchange === 'one-way'
      ? 'those by mail, with Prefer, or with an identification of their own'
      : 'those by mail, with Prefer, or with answers that go elsewhere'
  return `counts only for messages that go through the queue: ${queued}. ${atOnce}, and it is not tried again; dispatch: 'queue' at the operation has all of them tried again`
}
