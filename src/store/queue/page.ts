/** Jobs of one state, page by page: in which order they stand, and from where the next page goes on. */
import type { JobSummary, ListedState } from './listing.js'

/**
 * One page. Those that wait stand as they will run, and behind them, by their ids, those that are held for their lane;
 * delayed and suspended ones by when they go on; running ones with the last accepted first, those that have ended with
 * the last ended first.
 */
export interface PageQuery {
  readonly state: ListedState
  /** Where the page before ended. Default: this is the first one. */
  readonly after?: Position | undefined
  /** So many jobs at most. */
  readonly limit: number
}

export interface JobPage {
  readonly jobs: readonly PagedJob[]
  /** Where this page ends; undefined if no other follows. */
  readonly next: Position | undefined
}

export interface PagedJob extends JobSummary {
  /** When it goes on by itself, in milliseconds since 1970; undefined unless it is delayed or suspended. */
  readonly due: number | undefined
  /** Name of the destination in the configuration that it goes to; undefined if it goes to none. */
  readonly destination: string | undefined
}

/** Where a job stands among those of its state, or stood: it holds though the job has moved on. */
export interface Position {
  /** Number of the line that it stands in: a queue may keep jobs of one state in several. */
  readonly line: number
  /** What the line is ordered by. */
  readonly order: number
  /** What orders those that are equal in that. */
  readonly tie: string
}

const POSITION = /^(\d)\.(\d{1,24})\.(.+)$/s

/** A position as one text, which only `readPosition` need understand. */
export function positionText({ line, order, tie }: Position): string {
  return `${line}.${order}.${tie}`
}

/** @throws RangeError that says what was expected */
export function readPosition(text: string): Position {
  const [, line, order, tie] = POSITION.exec(text) ?? []
  if (line === undefined || order === undefined || tie === undefined) {
    throw new RangeError('expected what a page before says as `next`')
  }
  return { line: Number(line), order: Number(order), tie }
}
