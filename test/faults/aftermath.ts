/** What must hold of a node that starts on what a loss of power has left. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { QueueAdmin } from '../../src/store/queue/admin.js'
import type { JobSummary } from '../../src/store/queue/listing.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { Effects } from './effects.js'
import { each, type Load, send } from './load.js'
import { now, type Span } from './moments.js'
import { faultNode } from './node.js'

/** Milliseconds in which everything must have come about. */
const SETTLED = 60_000
const CALLERS = 16

/** What was known before the power went. */
export interface Before {
  readonly load: Load
  readonly effects: Effects
  /** Jobs that nobody touches, and since when they were so. */
  readonly standing: readonly JobSummary[]
  readonly stood: number
  /** When the queue was paused: from the end of the command until it was told to go on. */
  readonly paused: readonly Span[]
  /** When a command about that was running: then either may be. */
  readonly changing: readonly Span[]
  /** Jobs at once of the node that lost its power. */
  readonly running: number
}

export interface Found {
  /** Taken over by the node at the moment of the loss, and not done by then. */
  readonly waiting: number
  /** Acknowledged before the loss, and never done. */
  readonly missing: readonly string[]
  /** Done before the loss, and again after it. */
  readonly second: readonly string[]
  /** Those of them whose answer the sender had. */
  readonly answeredAgain: readonly string[]
  /** Answers that were given, and are given otherwise. */
  readonly changed: readonly string[]
  /** What else is not as it was. */
  readonly wrong: readonly string[]
  readonly sentAgain: number
}

/**
 * @param at        the moment of the loss
 * @param stateDir  what is left
 */
export async function aftermath(
  t: ExecutionContext,
  before: Before,
  at: number,
  stateDir: string,
  settings: readonly string[],
): Promise<Found> {
  const taken = (all: Load['answered']) =>
    [...all].flatMap(([id, one]) => (one.at < at ? [{ id, ...one }] : []))
  const notes = taken(before.load.acknowledged)
  const answered = taken(before.load.answered)
  const done = new Set(
    [...before.effects.read().runs].flatMap(([id, [first]]) =>
      first && first.at < at ? [id] : [],
    ),
  )
  const wrong: string[] = []
  const changed: string[] = []
  const file = join(folderOf(t, {}), 'effects.jsonl')
  const node = faultNode(t, { stateDir, file, settings })
  const { url } = await node.start()
  const queue = await openSqlite({ stateDir, serves: false })
  const { admin } = queue
  try {
    wrong.push(...(await standsAsBefore(admin, before, at)))
    await admin.resume()
    await each([...answered, ...notes], CALLERS, async ({ id, answer }) => {
      const { status, body } = await send(url, answer === undefined ? 'Note' : 'Ask', id, {
        padding: before.load.padding,
      })
      if (status !== (answer === undefined ? 202 : 200)) wrong.push(`${id}: ${status} ${body}`)
      if (answer !== undefined && body !== answer) changed.push(id)
    })
    await until(async () => {
      const { waiting, running } = await admin.stats()
      return waiting + running === 0
    })
    const left = notes.filter(({ id }) => !done.has(id)).map(({ id }) => id)
    const after = new Effects(file)
    const missing = await after.missing(left, existsSync(file) ? SETTLED : 0)
    const second = [...after.runs.keys()].filter((id) => done.has(id))
    const again = new Set(second)
    wrong.push(...(await admin.check()))
    if (after.doubled.length > 0) wrong.push(`twice after the loss: ${after.doubled.join(', ')}`)
    for (const id of after.runs.keys()) {
      if (!before.load.sent.has(id) && stoodBy(before, at)) wrong.push(`${id} has run`)
    }
    return {
      waiting: left.length,
      missing,
      second,
      answeredAgain: answered.filter(({ id }) => again.has(id)).map(({ id }) => id),
      changed,
      wrong,
      sentAgain: notes.length + answered.length,
    }
  } finally {
    await queue.close()
    t.is(await node.daemon.stop(), 0)
  }
}

function stoodBy({ stood }: Before, at: number): boolean {
  return stood < at
}

async function standsAsBefore(
  admin: QueueAdmin,
  before: Before,
  at: number,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const { paused } = await admin.stats()
  const within = (spans: readonly Span[]) => spans.some(({ from, to }) => from < at && at < to)
  if (!within(before.changing) && paused !== within(before.paused)) {
    wrong.push(`it is ${paused ? '' : 'not '}paused`)
  }
  if (!stoodBy(before, at)) return wrong
  const found = await standing(admin)
  for (const job of before.standing) {
    const same = found.find(({ id }) => id === job.id)
    if (!same || JSON.stringify(same) !== JSON.stringify(job)) {
      wrong.push(`${job.operation} was ${JSON.stringify(job)}, and is ${JSON.stringify(same)}`)
    }
  }
  if (found.length !== before.standing.length) wrong.push(`${found.length} dead and delayed jobs`)
  return wrong
}

/** Dead letters, delayed jobs and suspended ones. */
export function standing(admin: QueueAdmin): Promise<readonly JobSummary[]> {
  return admin.list({ state: ['dead', 'delayed', 'suspended'], limit: 1000 })
}

/** Pauses the queue and lets it go on, and notes when. */
export async function pausing(
  admin: QueueAdmin,
  { paused, changing }: { readonly paused: Span[]; readonly changing: Span[] },
  meanwhile: () => Promise<void>,
): Promise<void> {
  const first = now()
  await admin.pause()
  const from = now()
  await meanwhile()
  const to = now()
  await admin.resume()
  changing.push({ from: first, to: from }, { from: to, to: now() })
  paused.push({ from, to })
}
