/** Replays or removes dead letters, one by one, and prints what happened to each. */
import { printable } from '../../base/printable.js'
import { EXIT } from '../../errors.js'
import type { Changed, QueueAdmin } from '../../store/queue/admin.js'
import type { JobQuery, JobSummary } from '../../store/queue/listing.js'
import { whatOf } from '../command/list-jobs.js'
import { clip, note, printJson } from '../command/print.js'
import { Progress } from '../command/progress.js'
import { toned } from '../command/style.js'

/** Dead letters that are looked up at a time. */
const PAGE = 1000

export interface Change {
  readonly act: 'replay' | 'remove'
  readonly dryRun: boolean
  readonly json: boolean
}

const WORDS = {
  replay: { done: 'replayed', would: 'would replay' },
  remove: { done: 'removed', would: 'would remove' },
} as const

/** What the JSON of a dead letter has that was changed, or would be. */
export const CHANGED_KEYS = {
  id: 'id of the job',
  result: 'done, would-be-done, not-dead, unknown, or replaced',
  replacedBy: 'id of the new message; only with --with',
  operation: 'name of the operation, as {namespace}name',
  to: 'URL that it goes to',
  sender: 'who sent it, as far as that is proven',
  cause: 'why it failed',
} as const

/** What happened so far. */
class Tally {
  readonly #change: Change
  readonly #counts = { done: 0, 'not-dead': 0, unknown: 0 }
  readonly #progress: Progress

  /** @param total  how many there are, if that is known */
  constructor(change: Change, total: number | undefined) {
    this.#change = change
    this.#progress = new Progress({ what: WORDS[change.act].done, total, quiet: change.json })
  }

  add(id: string, result: Changed, job: JobSummary | undefined): void {
    this.#counts[result] += 1
    const { dryRun, json } = this.#change
    if (json) {
      printJson({
        id,
        result: dryRun && result === 'done' ? 'would-be-done' : result,
        operation: job?.operation,
        to: job?.to,
        sender: job?.sender,
        cause: job?.cause,
      })
      return
    }
    const about = job ? `  ${whatOf(job)}${job.cause === undefined ? '' : `  ${job.cause}`}` : ''
    const word = toned(this.#wordFor(result).padEnd(13), result === 'done' ? undefined : 'warning')
    const line = `${word} ${printable(id)}${clip(printable(about), 100)}`
    this.#progress.clear()
    process.stdout.write(`${line.trimEnd()}\n`)
    this.#progress.step()
  }

  /** @returns the exit code */
  close(): number {
    this.#progress.close()
    const { done, 'not-dead': notDead, unknown } = this.#counts
    const missed = [
      ...(notDead ? [`${notDead} not dead any more`] : []),
      ...(unknown ? [`${unknown} unknown`] : []),
    ]
    note([`${this.#wordFor('done')} ${done}`, ...missed].join(', '))
    return missed.length === 0 ? EXIT.ok : EXIT.dataError
  }

  #wordFor(result: Changed): string {
    switch (result) {
      case 'done':
        return WORDS[this.#change.act][this.#change.dryRun ? 'would' : 'done']
      case 'not-dead':
        return 'not dead'
      case 'unknown':
        return 'unknown'
    }
  }
}

/** @returns the exit code */
export async function changeThese(
  admin: QueueAdmin,
  ids: readonly string[],
  change: Change,
): Promise<number> {
  const wanted = [...new Set(ids)]
  const jobs = await admin.list({ ids: wanted, limit: wanted.length })
  const existing = new Map(jobs.map((job) => [job.id, job]))
  return tallied(change, wanted.length, async (tally) => {
    for (const id of wanted) {
      const job = existing.get(id)
      tally.add(id, await apply(admin, id, change, job), job)
    }
  })
}

/**
 * @param query  means all dead letters if it has no limit
 * @returns the exit code
 */
export async function changeMatching(
  admin: QueueAdmin,
  query: JobQuery,
  change: Change,
): Promise<number> {
  const { limit, ...words } = query
  const all = Object.values(words).every((word) => word === undefined)
  const total = all
    ? Math.min((await admin.stats()).dead, limit ?? Number.POSITIVE_INFINITY)
    : undefined
  return tallied(change, total, async (tally) => {
    for await (const job of deadLetters(admin, query)) {
      tally.add(job.id, await apply(admin, job.id, change, job), job)
    }
  })
}

/** Prints the sum also if the queue fails in the middle. */
async function tallied(
  change: Change,
  total: number | undefined,
  work: (tally: Tally) => Promise<void>,
): Promise<number> {
  const tally = new Tally(change, total)
  let code: number
  try {
    await work(tally)
  } finally {
    code = tally.close()
  }
  return code
}

async function apply(
  admin: QueueAdmin,
  id: string,
  { act, dryRun }: Change,
  job: JobSummary | undefined,
): Promise<Changed> {
  if (!dryRun) return act === 'replay' ? admin.replay(id) : admin.remove(id)
  if (!job) return 'unknown'
  return job.state === 'dead' ? 'done' : 'not-dead'
}

/**
 * Each dead letter that a query finds, once, page by page. A replayed job may fail again meanwhile, and a
 * dry run finds the same jobs again, so pages grow until they have something new.
 */
async function* deadLetters(
  admin: QueueAdmin,
  { limit = Number.POSITIVE_INFINITY, ...query }: JobQuery,
): AsyncGenerator<JobSummary> {
  const seen = new Set<string>()
  let page = Math.min(PAGE, limit)
  while (seen.size < limit) {
    const found = await admin.list({ ...query, state: ['dead'], limit: page })
    const news = found.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size)
    for (const job of news) {
      seen.add(job.id)
      yield job
    }
    if (found.length < page) return
    if (news.length === 0) page *= 2
  }
}
