/** Rows of jobs and of runs, and the bytes of jobs beside them: typed, and checked when they are read. */
import { crc32 } from 'node:zlib'
import { wallTime } from '../../../base/time.js'
import type { JobHead } from '../content.js'
import type { StoredResult } from '../kept-result.js'
import type { ListedState } from '../listing.js'
import { piecesOf } from '../pieces.js'
import { NO_CHECKSUM, sealOf } from './seal.js'
import type { Transaction } from './transaction.js'

export interface JobRow {
  readonly seq: number
  readonly id: string
  readonly state: 'waiting' | 'held' | 'delayed' | 'suspended' | 'running' | 'done' | 'dead'
  readonly turn: number
  readonly due: number | null
  readonly owner: number | null
  readonly accepted: number
  readonly ended: number | null
  readonly attempts: number
  readonly resumed: number
  readonly lane: string | null
  readonly digest: string | null
  readonly awaits: Uint8Array | null
  readonly head: string
  readonly plan: string
  readonly cause: string | null
  readonly result: string | null
  readonly replaces: string | null
  readonly replaced_by: string | null
  readonly bytes: number
  readonly checksum: number
  readonly answer_bytes: number
  readonly answer_checksum: number
  /** 1 if the row has its checksum. */
  readonly whole: number
}

export const COLUMNS = `seq, id, state, turn, due, owner, accepted, ended, attempts, resumed, lane, digest,
  awaits, head, plan, cause, result, replaces, replaced_by, bytes, checksum, answer_bytes, answer_checksum,
  seal IS ${sealOf('job')} AS whole`

/** What is not as it was written: it is neither run nor answered with. */
export class DamagedJob extends Error {
  constructor({ id }: Pick<JobRow, 'id'>, what: 'row' | 'content' | 'history' = 'row') {
    super(`the ${what} of job ${id} is damaged: it does not have its checksum`)
    this.name = 'DamagedJob'
  }
}

/** @throws DamagedJob */
export function rowOf(tx: Transaction, id: string): JobRow | undefined {
  return checked(tx.sql(`SELECT ${COLUMNS} FROM job WHERE id = ?`).get(id))
}

/** The row of a run that is no job. */
export interface RunRow {
  readonly id: string
  readonly digest: string | null
  readonly whole: number
}

const RUN_COLUMNS = `id, digest, seal IS ${sealOf('run')} AS whole`

/** @throws DamagedJob */
export function runOf(tx: Transaction, id: string): RunRow | undefined {
  return checked(tx.sql(`SELECT ${RUN_COLUMNS} FROM run WHERE id = ?`).get(id))
}

/** @throws DamagedJob */
export function runClaiming(tx: Transaction, claim: Uint8Array): RunRow | undefined {
  return checked(tx.sql(`SELECT ${RUN_COLUMNS} FROM run WHERE claim = ?`).get(claim))
}

/** @throws DamagedJob */
export function checked<Row extends JobRow | RunRow>(row: Row | undefined): Row | undefined {
  if (row && row.whole !== 1) throw new DamagedJob(row)
  return row
}

/** True for one that is damaged, or was when it was written to last. */
export function isDamaged({ whole, checksum }: JobRow): boolean {
  return whole !== 1 || checksum === NO_CHECKSUM
}

export const headOf = ({ head }: Pick<JobRow, 'head'>): JobHead => JSON.parse(head)
export const resultOf = ({ result }: JobRow): StoredResult | undefined =>
  result === null ? undefined : JSON.parse(result)

export function listedState({ state }: Pick<JobRow, 'state'>): ListedState {
  return state === 'held' ? 'waiting' : state
}

/** True for one that is kept no longer, though it may still be there. */
export function isExpired({ state, ended }: JobRow, retention: number): boolean {
  return state === 'done' && (ended ?? 0) < wallTime() - retention
}

export function removeRow(tx: Transaction, { seq }: Pick<JobRow, 'seq'>): void {
  tx.sql('DELETE FROM job WHERE seq = ?').run(seq)
}

/** What the bytes belong to. */
export type Part = 'content' | 'answer'

/** Pieces of one job, those of its answer in the upper half. */
const SPAN = 2 ** 20
const HALF = 2 ** 19

function startOf(seq: number, part: Part): number {
  return seq * SPAN + (part === 'answer' ? HALF : 0)
}

export function putBytes(tx: Transaction, seq: number, part: Part, bytes: Uint8Array): void {
  const insert = tx.sql('INSERT INTO content (at, bytes) VALUES (?, ?)')
  for (const [index, piece] of piecesOf(bytes).entries()) {
    insert.run(startOf(seq, part) + index, piece)
  }
}

export function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes)
}

/** @returns undefined if not all bytes are there, or not as they were */
export function getBytes(
  tx: Transaction,
  seq: number,
  part: Part,
  { bytes, checksum }: { readonly bytes: number; readonly checksum: number },
): Uint8Array | undefined {
  const start = startOf(seq, part)
  const pieces = tx
    .sql('SELECT bytes FROM content WHERE at >= ? AND at < ? ORDER BY at')
    .all(start, start + HALF)
    .map((row): Uint8Array => row.bytes)
  const [first = new Uint8Array()] = pieces
  const whole = pieces.length <= 1 ? first : Buffer.concat(pieces)
  return whole.length === bytes && crc32(whole) === checksum ? whole : undefined
}

/** @returns what of the bytes of all jobs is not there as it was, a sentence each */
export function contentFaults(tx: Transaction): readonly string[] {
  const faults: string[] = []
  const rows = tx
    .sql('SELECT seq, id, bytes, checksum, answer_bytes, answer_checksum FROM job')
    .iterate()
  for (const row of rows) {
    const { seq, id, answer_bytes: bytes, answer_checksum: checksum } = row
    if (!getBytes(tx, seq, 'content', row)) faults.push(`the message of job ${id} is incomplete`)
    if (!getBytes(tx, seq, 'answer', { bytes, checksum })) {
      faults.push(`the answer of job ${id} is incomplete`)
    }
    if (faults.length >= MAX_FAULTS) return faults
  }
  return faults
}

const MAX_FAULTS = 20
