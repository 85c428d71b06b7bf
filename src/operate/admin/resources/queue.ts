/** The queue: its backlog over time and by what waits in it, and whether it is paused. */
import { z } from 'zod'
import type { QueueLine, QueueView } from '../api.js'
import type { Backlog } from '../flow/backlog.js'
import { STEP } from '../flow/flow.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { acted } from './acted.js'
import { queueOf } from './queue-of.js'
import { numbers, queueStats } from './shapes.js'

/** Jobs that are looked at for the sums, the newest first. */
const MAX_JOBS = 2_000

const line = z.object({
  name: z.string(),
  waiting: z.int(),
  delayed: z.int(),
  suspended: z.int(),
  running: z.int(),
  dead: z.int(),
})

const view = z.object({
  queue: queueStats.optional(),
  step: z.int(),
  at: z.int(),
  waiting: numbers(),
  delayed: numbers(),
  suspended: numbers(),
  running: numbers(),
  dead: numbers(),
  operations: z.array(line),
  destinations: z.array(line),
})

const paused = z.object({ paused: z.boolean() })

export function queueResources(sources: AdminSources, backlog: Backlog): readonly Resource[] {
  const turn = (paths: 'pause' | 'resume', summary: string) =>
    resource({
      method: 'POST',
      path: `/api/queue/${paths}`,
      needs: 'change',
      summary,
      takes: NO_INPUT,
      view: paused,
      handle: async (_, { caller }) => {
        await queueOf(sources)[paths]()
        sources.observe(acted(caller, paths, 'done'))
        await backlog.look()
        return { paused: paths === 'pause' }
      },
    })
  return [
    resource({
      method: 'GET',
      path: '/api/queue',
      needs: 'look',
      summary: 'The backlog of the last quarter of an hour, and what is in it now.',
      takes: NO_INPUT,
      view,
      handle: async (): Promise<QueueView> => {
        const queue = queueOf(sources)
        const jobs = await queue.list({
          state: ['waiting', 'delayed', 'suspended', 'running', 'dead'],
          limit: MAX_JOBS,
        })
        return {
          queue: await queue.stats(),
          step: STEP,
          at: backlog.at,
          waiting: backlog.of('waiting'),
          delayed: backlog.of('delayed'),
          suspended: backlog.of('suspended'),
          running: backlog.of('running'),
          dead: backlog.of('dead'),
          operations: sums(jobs, ({ operation }) => operation),
          destinations: sums(jobs, ({ to }) => to),
        }
      },
    }),
    turn('pause', 'No node takes jobs until they are resumed; messages are accepted as before.'),
    turn('resume', 'Nodes take jobs again.'),
  ]
}

type Summary = Awaited<ReturnType<ReturnType<typeof queueOf>['list']>>[number]

const NONE = { waiting: 0, delayed: 0, suspended: 0, running: 0, dead: 0 }

/** The largest first; what has no name is left out. */
function sums(
  jobs: readonly Summary[],
  nameOf: (job: Summary) => string | undefined,
): readonly QueueLine[] {
  const lines = new Map<string, QueueLine>()
  for (const job of jobs) {
    const name = nameOf(job)
    if (name === undefined || job.state === 'done') continue
    const line = lines.get(name) ?? { name, ...NONE }
    lines.set(name, { ...line, [job.state]: line[job.state] + 1 })
  }
  const size = ({ waiting, delayed, suspended, running, dead }: QueueLine) =>
    waiting + delayed + suspended + running + dead
  return [...lines.values()].toSorted((one, two) => size(two) - size(one)).slice(0, 100)
}
