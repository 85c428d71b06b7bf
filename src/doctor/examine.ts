/** Looks at a configuration, at what its files have in them, and at this machine. */
import type { z } from 'zod'
import { filesIn } from '../config/files.js'
import type { Config } from '../config/schema.js'
import { WaybillError } from '../errors.js'
import type { Transports } from '../plugins/transports.js'
import { readOwnKeys, readTrust } from '../security/trust/read.js'
import { examineAlgorithms } from './algorithms.js'
import { examineDates } from './dates.js'
import { examineFiles } from './files.js'
import { type Examined, error, type Finding, warning } from './finding.js'
import { itemsIn } from './items.js'
import { examineLists } from './lists.js'
import { examineMachine } from './machine.js'
import { examinePairs } from './pairs.js'
import { examinePolicies } from './policies.js'
import { examineServerNames } from './server-names.js'

interface Given {
  readonly config: Config
  readonly schema: z.ZodType
  readonly transports: Transports
  readonly warnings: readonly string[]
}

/** @param now  in milliseconds since 1970 */
export async function examine(
  { config, schema, transports, warnings }: Given,
  now: number,
): Promise<readonly Finding[]> {
  const items = filesIn(config, schema).flatMap(itemsIn)
  const examined: Examined = { config, transports, items, now }
  const files = examineFiles(examined)
  const found = [
    ...warnings.map((sentence) => warning('configuration', sentence)),
    ...files,
    ...examineDates(examined),
    ...examinePairs(examined),
    ...examineLists(examined),
    ...examineServerNames(examined),
    ...examinePolicies(examined),
    ...examineAlgorithms(examined),
    ...(await examineMachine(examined)),
  ]
  // What is found above is said better there than at start.
  return found.some(({ severity }) => severity === 'error') ? found : [...found, ...atStart(config)]
}

/** What ends the start all the same. */
function atStart({ security }: Config): readonly Finding[] {
  try {
    readTrust(security)
    readOwnKeys(security)
    return []
  } catch (thrown) {
    if (!(thrown instanceof WaybillError)) throw thrown
    return [error('security', thrown.message)]
  }
}
