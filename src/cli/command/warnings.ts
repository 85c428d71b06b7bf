/** Finds what a configuration allows and an operator should know: told at start, and by `config check`. */
import { statSync } from 'node:fs'
import type { z } from 'zod'
import { isLoopback } from '../../base/loopback.js'
import { filesIn } from '../../config/files.js'
import type { Unchecked } from '../../config/read.js'
import type { Config } from '../../config/schema.js'
import { secretsIn } from '../../config/secrets.js'
import { dateWarnings } from '../../operate/doctor/dates.js'
import { itemsIn } from '../../operate/doctor/items.js'
import type { Configuration } from '../../path/plugins/transports.js'
import { suiteNamed } from '../../security/suite.js'
import { weaknessesOf } from '../../security/weak.js'
import { passedBy } from './bypassed-policies.js'

/** @returns a sentence each */
export function warningsOf(
  given: Unchecked,
  { config, transports }: Pick<Configuration, 'config' | 'transports'>,
  schema: z.ZodType,
): readonly string[] {
  return [
    ...openFile(given, secretsIn(given.value, schema).map(given.place)),
    ...transports.used.flatMap(({ module, place }) => module.warnings?.(place) ?? []),
    ...passedBy(config, transports),
    ...(isLoopback(config.admin.host) || config.admin.tls
      ? []
      : [
          `admin.host: ${config.admin.host} is open to other hosts without TLS: tokens and passwords can be read on their way`,
        ]),
    ...Object.entries(config.security.peers).flatMap(([name, { allow }]) =>
      weaknessesOf(name, allow, 'and take it out').map(
        (sentence) => `security.peers.${name}.allow: ${sentence}`,
      ),
    ),
    ...config.security.policies.flatMap(({ suite }, index) =>
      weaknessesOf(`${suite}`, suiteNamed(suite)?.weak ?? [], 'and leave the suite out').map(
        (sentence) => `security.policies.${index}.suite: ${sentence}`,
      ),
    ),
  ]
}

/**
 * What is wrong with the dates and keys of certificates: a node starts with them all the same.
 *
 * @param now  in milliseconds since 1970
 */
export function datedWarnings(config: Config, schema: z.ZodType, now: number): readonly string[] {
  const items = filesIn(config, schema).flatMap(itemsIn)
  return dateWarnings({ items, now }).map(({ keys, sentence }) => `${keys}: ${sentence}`)
}

/** @param places  where secrets came from */
function openFile({ file }: Unchecked, places: readonly string[]): readonly string[] {
  const [place] = places.filter((one) => file !== undefined && one.startsWith(`${file}:`))
  if (file === undefined || place === undefined) return []
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) === 0) return []
  return [
    `${place} is a secret in a file that others may read (mode ${mode.toString(8)}): let it belong to the node’s user with mode 600, or give the secret by the environment`,
  ]
}
