/** What the journal knows: exchanges by what is known of them, and all of one. */
import { z } from 'zod'
import { within } from '../../base/deadline.js'
import type { ExchangesView, ExchangeView } from '../api.js'
import { type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { captured, entry, job, journalStats, limit, since, word } from './shapes.js'

/** Milliseconds that a look into the journal may take. */
const DEADLINE = 20_000
const LIMIT = 100
const MOST = 1_000
/** Jobs that are looked at for one exchange, the newest first. */
const MOST_JOBS = 20_000

const EVENTS = ['exchange', 'job', 'breaker', 'refused', 'connection', 'opinion', 'action'] as const

/** One value, or several with commas between them. */
const several = () =>
  word(200)
    .transform((text) => text?.split(','))
    .describe('One or several, with commas between them.')

const asked = z.strictObject({
  id: word().describe(
    'Id of an exchange, a trace or a job, wsa:MessageID, or Message-ID of a mail.',
  ),
  event: several().pipe(z.array(z.enum(EVENTS)).optional()),
  node: word(),
  transport: word(100),
  operation: word(),
  peer: word(200),
  outcome: several(),
  to: word(),
  cause: word(200),
  since: since(),
  until: since(),
  after: word(200),
  limit: limit(MOST),
})

const page = z.object({
  entries: z.array(entry),
  next: z.string().optional(),
  stats: journalStats,
})

const whole = z.object({
  path: z.array(entry),
  envelopes: z.array(captured),
  jobs: z.array(job),
})

export function exchangeResources({ journal, queueNow }: AdminSources): readonly Resource[] {
  return [
    resource({
      method: 'GET',
      path: '/api/exchanges',
      needs: 'read',
      summary: 'What happened at the nodes that share the journal, newest first.',
      takes: asked,
      view: page,
      handle: ({ after, limit: most = LIMIT, ...query }): Promise<ExchangesView> => {
        return within(DEADLINE, async () => {
          const [found, stats] = await Promise.all([
            journal.search(query, most, after),
            journal.stats(),
          ])
          return { ...found, stats }
        })
      },
    }),
    resource({
      method: 'GET',
      path: '/api/exchanges/{id}',
      needs: 'read',
      summary: 'All that is known of one conversation, by any id of it.',
      takes: z.strictObject({ id: z.string().min(1).max(1_000) }),
      view: whole,
      handle: ({ id }): Promise<ExchangeView> => {
        return within(DEADLINE, async () => {
          const path = await journal.path(id)
          const exchanges = new Set(path.flatMap(({ event }) => exchangeOf(event)))
          const kept = await Promise.all(
            [...exchanges].slice(0, 20).map((one) => journal.envelopes(one)),
          )
          const found = await queueNow()?.admin.find(id, MOST_JOBS)
          return { path, envelopes: kept.flat(), jobs: found?.jobs ?? [] }
        })
      },
    }),
  ]
}

function exchangeOf(event: object): readonly string[] {
  return 'exchange' in event && typeof event.exchange === 'string' ? [event.exchange] : []
}
