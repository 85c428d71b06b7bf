/** Writes jobs that have come to known ends into the file of a queue, for what operators see and do of it. */
import type { FailedAttempt, JobDetail } from '../../src/store/queue/admin.js'
import type { Job } from '../../src/store/queue/job.js'
import { insert } from '../../src/store/queue/sqlite/add.js'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { newJob } from '../../src/store/queue/sqlite/stored-job.js'
import { Transaction } from '../../src/store/queue/sqlite/transaction.js'
import type { Database } from '../../src/store/sqlite/database.js'
import { databasePaths, prepare } from '../../src/store/sqlite/database-folder.js'
import { answerOf, bytesOf, forwardOf, jobOf, planOf } from './jobs.js'
import { soap11 } from './wire/envelopes.js'

const MINUTE = 60_000

/** Half past two at night. */
export const NIGHT = Date.UTC(2026, 10, 21, 2, 30)

export type StoredJob = Omit<
  JobDetail,
  'kind' | 'plugin' | 'arrival' | 'replaces' | 'replacedBy'
> & {
  readonly kind: Job['kind']
  /** Of a suspended job: until when it is. */
  readonly suspendedUntil?: number
}

/** A dead job with all that can be known of one; a body that is given as text is its bytes in UTF-8. */
export function deadJob({
  body,
  ...job
}: Partial<Omit<StoredJob, 'body'>> & {
  readonly id: string
  readonly body?: string | Uint8Array
}): StoredJob {
  const accepted = job.accepted ?? NIGHT
  const cause = job.cause ?? 'http://192.0.2.9/soap cannot be reached (ECONNREFUSED)'
  return {
    kind: 'invoke',
    state: 'dead',
    operation: '{urn:example:ledger}Record',
    to: undefined,
    sender: '192.0.2.7',
    messageId: undefined,
    keys: undefined,
    charset: undefined,
    accepted,
    ended: accepted + MINUTE,
    attempts: 2,
    cause,
    body: bytesOf(body ?? recordOf(job.id)),
    attachments: [],
    history: [
      { attempt: 1, at: accepted, node: 'urn:waybill:node', cause },
      { attempt: 2, at: accepted + MINUTE, node: 'urn:waybill:node', cause },
    ],
    ...job,
  }
}

/** One that has not ended: without attempts, and what comes of them. */
export function liveJob(
  job: Parameters<typeof deadJob>[0] & {
    readonly state: 'waiting' | 'delayed' | 'suspended' | 'running'
  },
): StoredJob {
  return { ...deadJob(job), ended: undefined, attempts: 0, cause: undefined, history: [] }
}

export function recordOf(id: string, text = 'tea'): string {
  return soap11(
    `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>${text}</l:text></l:Record>`,
  )
}

/**
 * Adds jobs to the queue of a state folder, which is made if there is none.
 *
 * @param more  changes what no job says, such as triggers that stand for a node or a disk
 */
export function storeJobs(
  stateDir: string,
  jobs: readonly StoredJob[],
  more: (database: Database) => void = () => undefined,
): void {
  const paths = databasePaths(stateDir)
  prepare(paths)
  withFile(paths.file, (database) => {
    const tx = new Transaction(database)
    tx.begin()
    for (const job of jobs) store(tx, job)
    tx.commit()
    more(database)
  })
}

/** Looks into the file of a state folder, or changes it behind everybody's back. */
export function inFile<Found>(stateDir: string, work: (database: Database) => Found): Found {
  return withFile(databasePaths(stateDir).file, work)
}

/** The states of all jobs by their ids, in the order of their ids. */
export function statesIn(stateDir: string): Readonly<Record<string, string>> {
  const rows = inFile(stateDir, (database) =>
    database.prepare('SELECT id, state FROM job ORDER BY id').all(),
  )
  return Object.fromEntries(rows.map(({ id, state }) => [String(id), String(state)]))
}

function withFile<Found>(file: string, work: (database: Database) => Found): Found {
  const database = openDatabase(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function store(tx: Transaction, stored: StoredJob): void {
  const { id, state, ended, attempts, cause, suspendedUntil, history, accepted } = stored
  insert(tx, newJob(asJob(stored), planOf({ attempts: 2 })))
  tx.sql(
    `UPDATE job SET state = ?, due = ?, ended = ?, attempts = ?, cause = ?, result = ? WHERE id = ?`,
  ).run(
    state,
    state === 'delayed' || state === 'suspended' ? (suspendedUntil ?? accepted + MINUTE) : null,
    ended ?? null,
    // One that runs has begun the last of them.
    state === 'running' ? Math.max(0, attempts - 1) : attempts,
    cause ?? null,
    state === 'done' ? '{"kind":"accepted"}' : null,
    id,
  )
  const seq = Number(tx.sql('SELECT seq FROM job WHERE id = ?').get(id)?.seq)
  for (const [line, tried] of history.entries()) note(tx, seq, line, tried)
}

function note(tx: Transaction, seq: number, line: number, tried: FailedAttempt): void {
  const { at, node, attempt, cause } = tried
  tx.sql('INSERT INTO history (job, line, at, node, attempt, cause) VALUES (?, ?, ?, ?, ?, ?)').run(
    seq,
    line,
    at,
    node,
    attempt,
    cause,
  )
}

function asJob(stored: StoredJob): Job {
  const { kind, id, accepted, body, charset, operation, to, sender, messageId, keys } = stored
  const label = { operation, to, sender, messageId, keys }
  const parts = { id, accepted, body, charset, soap: '1.1', label } as const
  switch (kind) {
    case 'invoke':
      return jobOf({ ...parts, origin: { transport: 'http', peer: { address: '192.0.2.7' } } })
    case 'send':
      return { ...parts, kind, to: to ?? 'http://192.0.2.9/', guarded: true, purpose: 'reply' }
    case 'forward':
      return forwardOf({ ...parts, to: to ?? 'http://192.0.2.9/' })
    case 'answer':
      return answerOf(parts)
  }
}
