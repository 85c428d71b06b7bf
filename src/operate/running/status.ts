/** What a node that runs says about itself: what it is, its queue, and what is wrong. */
import { z } from 'zod'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import { problem } from '../admin/resources/problems.js'
import { queueStats } from '../admin/resources/shapes.js'
import { adminAddress } from './admin-address.js'
import { askNode } from './ask.js'

const node = z.object({
  uri: z.string(),
  version: z.string(),
  role: z.string(),
  started: z.number(),
  listening: z.array(z.object({ transport: z.string(), urls: z.array(z.string()) })),
  ready: z.boolean(),
})

const queue = z.object({ queue: queueStats.nullish() })

const problems = z.object({ at: z.number(), problems: z.array(problem) })

type NodeStatus = z.output<typeof node>

export interface Status extends NodeStatus {
  /** URL of its admin listener. */
  readonly url: string
  /** Null as long as it has not opened its queue, or the queue does not answer. */
  readonly queue: NonNullable<z.output<typeof queue>['queue']> | null
  /** When it looked for problems last, in milliseconds since 1970. */
  readonly at: number
  readonly problems: z.output<typeof problems>['problems']
}

/**
 * @param url  of its admin listener. Default: by the configuration
 * @throws WaybillError WAYBILL_NODE_NOT_RUNNING, WAYBILL_STATE_NOT_FOUND, WAYBILL_STATE_REFUSED
 */
export async function statusOf(
  config: Pick<Config, 'admin' | 'stateDir'>,
  url = adminAddress(config),
): Promise<Status> {
  if (url === undefined) {
    throw new WaybillError(
      'WAYBILL_NODE_NOT_RUNNING',
      'admin.port is 0, any free one: expected --url, as the log of the node has it',
    )
  }
  const ask = async <View>(path: string, view: z.ZodType<View>): Promise<View> => {
    const { status, body } = await askNode(config, url, { method: 'GET', path })
    if (status !== 200) {
      throw new WaybillError(
        'WAYBILL_NODE_NOT_RUNNING',
        `what listens at ${url} is not the node of ${config.stateDir}: it answers ${path} with ${status}`,
      )
    }
    const read = view.safeParse(body)
    if (read.success) return read.data
    throw new WaybillError(
      'WAYBILL_NODE_NOT_RUNNING',
      `the node at ${url} answers ${path} in a way that this version does not know`,
      { cause: read.error },
    )
  }
  const [about, { queue: stats = null }, found] = await Promise.all([
    ask('/api/node', node),
    ask('/api/queue', queue),
    ask('/api/problems', problems),
  ])
  return { ...about, url, queue: stats, ...found }
}
