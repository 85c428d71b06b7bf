/** A configuration as it is shown to operators: as a file has it, with whole paths, and without its secrets. */
import type { z } from 'zod'
import { asWritten } from './as-written.js'
import type { Path } from './file.js'
import { withWholePaths } from './relative-paths.js'
import { NOT_SHOWN, type Shown, withNames } from './secrets.js'

/** As it can stand in a file, with its secrets. */
export function writtenWhole(config: object, schema: z.ZodType): unknown {
  return withWholePaths(asWritten(config, schema), schema)
}

/**
 * @param schema      of the whole configuration
 * @param references  what names secrets in it, and is shown in their place
 * @param found       notified of the path of each secret that is masked
 */
export function shownConfig(
  config: object,
  schema: z.ZodType,
  references: Shown = NOT_SHOWN,
  found: (path: Path) => void = () => undefined,
): unknown {
  return withNames(writtenWhole(config, schema), schema, references, found)
}
