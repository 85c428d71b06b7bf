/** What the journal knows: exchanges by what is known of them, and all of one. */
import { z } from 'zod'
import { within } from '../../../base/deadline.js'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../../message/events/events.js'
import { conversationOf } from '../../../store/journal/conversation/hops.js'
import { whatBecame } from '../../../store/journal/conversation/outcome-sentence.js'
import type { Captured, JournalEntry, JournalReader } from '../../../store/journal/journal.js'
import { keyQueryFrom } from '../../../store/journal/keys/query.js'
import type { OtherNode } from '../../../store/journal/nodes/remote.js'
import { WithNodes } from '../../../store/journal/nodes/with-nodes.js'
import type { AwayView, ExchangesView, ExchangeView } from '../api.js'
import { type Caller, type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import type { ContentsRead } from './contents-read.js'
import { away, captured, entry, job, journalStats, limit, own, since, word } from './shapes.js'

/** Milliseconds that a look into the journal may take. */
const DEADLINE = 20_000
/** Milliseconds that another node has; a browser waits for 15 seconds. */
const NODE_DEADLINE = 5_000
const LIMIT = 100
const MAX_ENTRIES = 1_000
/** Jobs that are looked at for one exchange, the newest first. */
const MAX_JOBS = 20_000

const EVENTS = ['exchange', 'job', 'breaker', 'refused', 'connection', 'opinion', 'action'] as const

/** Exchanges of which envelopes are told, and characters of these: a large answer would hold others up. */
const MAX_EXCHANGES = 20
const MAX_CHARACTERS = 4 * 1024 ** 2
const TOO_MUCH = '[too much for one answer: waybill exchanges show --envelopes prints it]'

/** One value, or several with commas between them. */
const several = () =>
  word(200)
    .transform((text) => text?.split(','))
    .describe('One or several, with commas between them.')

export const requested = z.strictObject({
  id: word().describe(
    'Id of an exchange, a trace or a job, wsa:MessageID, or Message-ID of a mail.',
  ),
  key: z
    .string()
    .min(1)
    .max(4_000)
    .transform(keyQueryFrom)
    .optional()
    .describe('A business key (journal.keys): mrn:VALUE, or VALUE for the key of any name.'),
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
  limit: limit(MAX_ENTRIES),
  own,
})

const page = z.object({
  entries: z.array(entry),
  next: z.string().optional(),
  stats: journalStats,
  away: z.array(away),
})

const whole = z.object({
  path: z.array(entry),
  became: z.array(z.string()),
  envelopes: z.array(captured).describe('For those who may read them.'),
  hidden: z.int().describe('How many the caller has no right to read.'),
  jobs: z.array(job),
  away: z.array(away),
})

export function exchangeResources(
  sources: AdminSources,
  contents: ContentsRead,
): readonly Resource[] {
  const { journal, otherNodes, queueNow } = sources
  return [
    resource({
      method: 'GET',
      path: '/api/exchanges',
      needs: 'look',
      summary: 'What happened at the nodes that share the journal or are asked, newest first.',
      takes: requested,
      view: page,
      handle: ({ after, limit: most = LIMIT, own: only, ...query }): Promise<ExchangesView> => {
        return within(DEADLINE, async () => {
          const asking = new Asking(journal, only ? [] : otherNodes)
          const found = await asking.journal.search(query, most, after)
          return { ...found, stats: await asking.journal.stats(), away: asking.away }
        })
      },
    }),
    resource({
      method: 'GET',
      path: '/api/exchanges/{id}',
      needs: 'look',
      summary: 'All that is known of one conversation, by any id of it.',
      takes: z.strictObject({ id: z.string().min(1).max(1_000), own }),
      view: whole,
      handle: ({ id, own: only }, { caller }): Promise<ExchangeView> => {
        return within(DEADLINE, async () => {
          const asking = new Asking(journal, only ? [] : otherNodes)
          const path = await asking.journal.path(id)
          const { envelopes, hidden: hiddenHere } = await envelopesOf(asking.journal, path, caller)
          const hidden = hiddenHere + asking.hidden
          contents.record(
            caller,
            envelopes.map(({ exchange }) => exchange),
          )
          const found = await queueNow()?.admin.find(id, MAX_JOBS)
          const became = whatBecame(conversationOf(path))
          const jobs = found?.jobs ?? []
          return { path, became, envelopes, hidden, jobs, away: asking.away }
        })
      },
    }),
  ]
}

/** One question to the journals of this node and of others. */
export class Asking {
  readonly journal: JournalReader
  readonly #others: WithNodes | undefined
  readonly away: AwayView[] = []

  constructor(own: JournalReader, nodes: readonly OtherNode[]) {
    const silent = ({ name }: OtherNode, why: string) => this.away.push({ name, why })
    this.#others =
      nodes.length === 0
        ? undefined
        : new WithNodes(own, { nodes, deadline: NODE_DEADLINE, silent })
    this.journal = this.#others ?? own
  }

  /** Envelopes that other nodes keep and do not show to this one. */
  get hidden(): number {
    return this.#others?.hidden ?? 0
  }
}

async function envelopesOf(
  journal: JournalReader,
  path: readonly JournalEntry[],
  { rights }: Pick<Caller, 'rights'>,
): Promise<Pick<ExchangeView, 'envelopes' | 'hidden'>> {
  const exchanges = [...new Set(path.flatMap(({ event }) => exchangeOf(event)))]
  const kept: Captured[] = []
  let hidden = 0
  let characters = 0
  for (const exchange of exchanges.slice(0, MAX_EXCHANGES)) {
    const about = path.flatMap(({ event }) => (isOf(event, exchange) ? [event] : []))
    const allowed = about.some((event) => rights.allows('read', event))
    for (const one of await journal.envelopes(exchange)) {
      if (!allowed) {
        hidden += 1
        continue
      }
      characters += one.envelope.length
      const tooMuch = characters > MAX_CHARACTERS
      kept.push(tooMuch ? { ...one, envelope: TOO_MUCH } : one)
    }
  }
  return { envelopes: kept, hidden }
}

function exchangeOf(event: NodeEvent): readonly string[] {
  return isAboutMessage(event) ? [event.exchange] : []
}

function isOf(event: NodeEvent, exchange: string): event is ExchangeEnded | JobSettled {
  return isAboutMessage(event) && event.exchange === exchange
}

function isAboutMessage(event: NodeEvent): event is ExchangeEnded | JobSettled {
  return event.event === 'exchange' || event.event === 'job'
}
