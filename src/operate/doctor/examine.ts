/** Looks at a configuration, at what its files have in them, at this machine, and at what is around it. */
import type { z } from 'zod'
import { filesIn } from '../../config/files.js'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import type { Transports } from '../../path/plugins/transports.js'
import { readOwnKeys, readTrust } from '../../security/trust/read.js'
import { examineAlgorithms } from './algorithms.js'
import { examineDates } from './dates.js'
import { examineFiles } from './files.js'
import { type Examined, error, type Finding, ok, warning } from './finding.js'
import { itemsIn } from './items.js'
import { examineLists } from './lists.js'
import { examineMachine } from './machine.js'
import { examinePairs } from './pairs.js'
import { examinePolicies } from './policies.js'
import { examinePorts } from './ports.js'
import { examineRedis } from './redis.js'
import { examineServerNames } from './server-names.js'
import { examineStore } from './store.js'
import { examineAround } from './transport-findings.js'

interface Given {
  readonly config: Config
  readonly schema: z.ZodType
  readonly transports: Transports
  readonly warnings: readonly string[]
}

/** A finding with the name of what was looked at. */
export interface PlacedFinding extends Finding {
  readonly area: string
}

/** How far around the doctor looks. */
export interface Reach {
  /** In milliseconds since 1970. */
  readonly now: number
  /** True if nobody beyond this machine is asked. Default: they are. */
  readonly offline?: boolean | undefined
  /** DNS servers that are asked in place of those of the system. */
  readonly dns?: readonly string[] | undefined
}

/** All that was looked at, the good and the bad. */
export async function examine(given: Given, reach: Reach): Promise<readonly PlacedFinding[]> {
  const { config, schema, transports, warnings } = given
  const items = filesIn(config, schema).flatMap(itemsIn)
  const examined: Examined = { config, transports, items, now: reach.now }
  const areas: readonly (readonly [string, readonly Finding[]])[] = [
    ['configuration', examineConfiguration(examined, warnings)],
    ['ports', await examinePorts(examined)],
    ['store', examineStore(examined)],
    ['machine', examineMachine(examined)],
    ...(reach.offline
      ? []
      : [
          ['redis', await examineRedis(examined)] as const,
          ...(await examineAround(examined, reach.dns ?? [])),
        ]),
  ]
  return areas.flatMap(([area, found]) => found.map((one) => ({ area, ...one })))
}

function examineConfiguration(examined: Examined, warnings: readonly string[]): readonly Finding[] {
  const found = [
    ...warnings.map((sentence) => warning('configuration', sentence)),
    ...examineFiles(examined),
    ...examineDates(examined),
    ...examinePairs(examined),
    ...examineLists(examined),
    ...examineServerNames(examined),
    ...examinePolicies(examined),
    ...examineAlgorithms(examined),
  ]
  // What is found above is said better there than at start.
  const isWrong = found.some(({ level }) => level === 'error')
  const all = isWrong ? found : [...found, ...atStart(examined.config)]
  const count = examined.items.length
  return all.length > 0
    ? all
    : [
        ok(
          'configuration',
          `it is valid, and so are the ${count} certificates, keys and lists of it`,
        ),
      ]
}

/** What ends the start all the same. */
function atStart({ security }: Config): readonly Finding[] {
  try {
    readTrust(security)
    readOwnKeys(security)
    return []
  } catch (thrown) {
    if (!(thrown instanceof WaybillError)) throw thrown
    return [error('security', thrown.message, thrown.hint)]
  }
}
