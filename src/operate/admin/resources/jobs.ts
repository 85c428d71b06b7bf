/** The jobs of the queue: all of one state, a page at a time. */
import { z } from 'zod'
import { LISTED_STATES } from '../../../store/queue/listing.js'
import { positionText } from '../../../store/queue/page.js'
import type { JobsView } from '../api.js'
import { type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { queueOf } from './queue-of.js'
import { job, limit, moment, position, queueStats } from './shapes.js'

const LIMIT = 50
const MAX_COUNT = 500

const listed = z.object({
  jobs: z.array(job.extend({ due: moment().optional(), destination: z.string().optional() })),
  next: z.string().optional().describe('What the next page is `after`; missing on the last one.'),
  queue: queueStats,
})

export function jobsResource(sources: AdminSources): Resource {
  return resource({
    method: 'GET',
    path: '/api/queue/jobs',
    needs: 'look',
    summary: 'The jobs of one state: those that go on first, or that were accepted or ended last.',
    takes: z.strictObject({
      state: z.enum(LISTED_STATES),
      after: position(),
      limit: limit(MAX_COUNT),
    }),
    view: listed,
    handle: async ({ limit: most = LIMIT, ...query }): Promise<JobsView> => {
      const queue = queueOf(sources)
      const [{ jobs, next }, stats] = await Promise.all([
        queue.page({ ...query, limit: most }),
        queue.stats(),
      ])
      return { jobs, next: next && positionText(next), queue: stats }
    },
  })
}
