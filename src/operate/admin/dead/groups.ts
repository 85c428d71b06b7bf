/** Dead letters by their causes, so that 3,000 of two causes are two lines. */
import { z } from 'zod'
import { monotonicTime, wallTime } from '../../../base/time.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import {
  type DeadGroupBounds,
  type DeadGroups,
  type DeadQuery,
  deadGroups,
} from '../../../store/queue/dead-groups.js'
import type { DeadGroupsView } from '../dead-view.js'
import { type Resource, resource } from '../resource.js'
import { queueOf } from '../resources/queue-of.js'
import { down as downShape, since } from '../resources/shapes.js'
import type { AdminSources } from '../sources.js'
import type { DownAmong } from './down.js'
import { group, meant } from './look.js'

const names = z.array(z.object({ name: z.string().optional(), count: z.int() }))

const view = z.object({
  groups: z.array(
    z.object({
      group: z.string(),
      cause: z.string().optional(),
      count: z.int(),
      operations: names,
      destinations: names,
      first: z.int(),
      last: z.int(),
    }),
  ),
  looked: z.int().describe('Dead letters that were read.'),
  all: z.boolean().describe('False if there are older ones, which were not read.'),
  others: z.int().describe('How many are in none of the groups, as there are too many groups.'),
  at: z.int(),
  down: z.array(downShape),
})

export function deadGroupsResource(
  sources: AdminSources,
  downOf: DownAmong,
  bounds?: DeadGroupBounds,
): Resource {
  const reading = new GroupReading(bounds)
  return resource({
    method: 'GET',
    path: '/api/dead/groups',
    needs: 'look',
    summary: 'Dead letters by their causes, the largest group first.',
    takes: z.strictObject({ ...meant, group: group(), died: since() }),
    view,
    handle: async (query): Promise<DeadGroupsView> => {
      const queue = queueOf(sources)
      const { found, at } = await reading.read(queue, query)
      const goals = found.groups.flatMap(({ destinations }) => destinations)
      const down = await downOf(
        queue,
        goals.map(({ name }) => name),
      )
      return { ...found, at, down }
    },
  })
}

interface Read {
  readonly found: DeadGroups
  readonly at: number
}

/** Reads each question once at a time, and that for all of them again only if a dead letter came or went. */
class GroupReading {
  readonly #bounds: DeadGroupBounds | undefined
  readonly #running = new Map<string, Promise<Read>>()
  #last: { readonly mark: string; readonly read: Read } | undefined

  constructor(bounds: DeadGroupBounds | undefined) {
    this.#bounds = bounds
  }

  read(admin: QueueAdmin, query: DeadQuery): Promise<Read> {
    const key = JSON.stringify(query)
    const running = this.#running.get(key)
    if (running) return running
    const begun = this.#read(admin, query).finally(() => this.#running.delete(key))
    this.#running.set(key, begun)
    return begun
  }

  async #read(admin: QueueAdmin, query: DeadQuery): Promise<Read> {
    const every = Object.values(query).every((word) => word === undefined)
    const mark = every ? await markOf(admin) : undefined
    if (mark !== undefined && this.#last?.mark === mark) return this.#last.read
    const found = await deadGroups(admin, query, monotonicTime, this.#bounds)
    const read = { found, at: wallTime() }
    if (mark !== undefined && found.all) this.#last = { mark, read }
    return read
  }
}

/** Differs once a dead letter has come or gone: the one that died last stands first. */
async function markOf(admin: QueueAdmin): Promise<string> {
  const [{ dead }, { jobs }] = await Promise.all([
    admin.stats(),
    admin.page({ state: 'dead', limit: 1 }),
  ])
  return `${dead} ${jobs[0]?.id} ${jobs[0]?.ended}`
}
