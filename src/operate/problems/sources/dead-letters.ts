/** Finds dead letters, by operation, destination and cause: read again only when some have come or gone. */
import { monotonicTime, wallTime } from '../../../base/time.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import { alike } from '../../../store/queue/alike.js'
import type { PagedJob, Position } from '../../../store/queue/page.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { counted, shown, withoutUser } from '../shown-text.js'
import type { QueueReadings } from './queue-readings.js'

/** Dead letters that are read at most, the last first, and of each page. */
const MAX_JOBS = 5_000
const PAGE = 200
/** Groups that are shown; the others are one. */
const MAX_GROUPS = 20
const MAX_EXAMPLES = 5
/** No more than this share of the time is spent on reading. */
const SHARE = 4

interface Group {
  readonly subject: string
  /** What they are, and where they were to go. */
  readonly what: string
  readonly cause: string
  count: number
  /** Milliseconds since 1970, when the first died, and when the oldest was accepted. */
  died: number
  accepted: number
  readonly examples: string[]
}

interface Read {
  /** How many there were, and which died last. */
  readonly state: string
  readonly groups: readonly Group[]
  /** Those that were not read. */
  readonly older: number
}

export function deadLetters(readings: QueueReadings): ProblemSource {
  let last: Read = { state: '0', groups: [], older: 0 }
  let next = 0
  return {
    name: 'dead letters',
    every: 5_000,
    find: async () => {
      const admin = readings.now.queue()?.admin
      const stats = await readings.stats()
      // A queue that does not answer has lost none of them.
      if (!admin || !stats) return found(last)
      const state = await stateOf(admin, stats.dead)
      const begun = monotonicTime()
      if (state !== last.state && begun >= next) {
        last = { state, ...(await readAll(admin, stats.dead)) }
        const now = monotonicTime()
        next = now + (now - begun) * SHARE
      }
      return found(last)
    },
  }
}

async function stateOf(admin: Pick<QueueAdmin, 'page'>, dead: number): Promise<string> {
  if (dead === 0) return '0'
  const { jobs } = await admin.page({ state: 'dead', limit: 1 })
  return `${dead} ${jobs[0]?.id ?? ''}`
}

async function readAll(
  admin: Pick<QueueAdmin, 'page'>,
  dead: number,
): Promise<Omit<Read, 'state'>> {
  const groups = new Map<string, Group>()
  let [read, after]: [number, Position | undefined] = [0, undefined]
  while (dead > 0 && read < MAX_JOBS) {
    const page = await admin.page({ state: 'dead', after, limit: PAGE })
    for (const job of page.jobs) add(groups, job)
    read += page.jobs.length
    after = page.next
    if (!after) break
  }
  const all = [...groups.values()].toSorted((one, two) => two.count - one.count)
  return { groups: all, older: after ? Math.max(0, dead - read) : 0 }
}

function add(groups: Map<string, Group>, job: PagedJob): void {
  const { operation, destination, to, cause = '', accepted, ended = accepted } = job
  const goal = destination ?? (to === undefined ? undefined : withoutUser(to))
  const what = `${shown(operation ?? 'messages')}${goal === undefined ? '' : ` to ${shown(goal)}`}`
  const subject = `${what}: ${shown(alike(cause))}`
  const group = groups.get(subject) ?? {
    subject,
    what,
    cause: shown(cause),
    count: 0,
    died: ended,
    accepted,
    examples: [],
  }
  groups.set(subject, group)
  group.count += 1
  group.died = Math.min(group.died, ended)
  group.accepted = Math.min(group.accepted, accepted)
  if (group.examples.length < MAX_EXAMPLES) group.examples.push(`${shown(job.id)}: ${shown(cause)}`)
}

const OF_DEAD = {
  name: 'dead-letters',
  severity: 'error',
  stopsAcceptance: false,
  shared: true,
  page: '#/dead',
} as const

function found({ groups, older }: Read): readonly FoundProblem[] {
  const others = groups.slice(MAX_GROUPS)
  const more = others.reduce((sum, { count }) => sum + count, older)
  const now = wallTime()
  return [
    ...groups.slice(0, MAX_GROUPS).map((group) => ({
      ...OF_DEAD,
      subject: group.subject,
      summary: `${counted(group.count, 'dead letter')}: ${group.what}: ${group.cause}`,
      remedy:
        'Remove the cause and replay them (waybill dead replay), or edit or remove them: until then they stay.',
      since: group.died,
      waiting: group.count,
      oldest: Math.max(0, now - group.accepted),
      examples: group.examples,
    })),
    ...(more === 0
      ? []
      : [
          {
            ...OF_DEAD,
            subject: 'others',
            summary: `${counted(more, 'more dead letter')}, of other causes or older.`,
            remedy: 'waybill dead ls',
            waiting: more,
          },
        ]),
  ]
}
