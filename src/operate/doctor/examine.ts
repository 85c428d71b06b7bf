/** Looks at this machine, and at what is around it, beside what was found of a configuration. */
import { type Finding, ok } from '../../message/finding.js'
import type { Examined } from '../findings/examined.js'
import { examineMachine } from './machine.js'
import { examineNode } from './node.js'
import { examinePorts } from './ports.js'
import { examineRedis } from './redis.js'
import { examineStore } from './store.js'
import { examineAround } from './transport-findings.js'

/** A finding with the name of what was looked at. */
export interface AreaFinding extends Finding {
  readonly area: string
}

/** How far around the doctor looks. */
export interface Reach {
  /** True if nobody beyond this machine is asked. Default: they are. */
  readonly offline?: boolean | undefined
  /** DNS servers that are asked in place of those of the system. */
  readonly dns?: readonly string[] | undefined
  /** Of the admin listener of the node that runs. Default: by the configuration. */
  readonly url?: string | undefined
}

/**
 * All that was looked at, the good and the bad.
 *
 * @param found  of the configuration
 */
export async function examine(
  examined: Examined,
  found: readonly Finding[],
  reach: Reach,
): Promise<readonly AreaFinding[]> {
  const areas: readonly (readonly [string, readonly Finding[]])[] = [
    ['configuration', found.length > 0 ? found : [nothingWrong(examined)]],
    ['ports', await examinePorts(examined)],
    ['store', examineStore(examined)],
    ['machine', examineMachine(examined)],
    ['node', await examineNode(examined, reach.url)],
    ...(reach.offline
      ? []
      : [
          ['redis', await examineRedis(examined)] as const,
          ...(await examineAround(examined, reach.dns ?? [])),
        ]),
  ]
  return areas.flatMap(([area, findings]) => findings.map((one) => ({ area, ...one })))
}

function nothingWrong({ items }: Examined): Finding {
  const sentence = `it is valid, and so are the ${items.length} certificates, keys and lists of it`
  return ok('configuration', sentence)
}
