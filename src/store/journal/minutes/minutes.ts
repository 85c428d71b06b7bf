/** The contract of the counts of a node, a record for each minute, which are kept with its journal in bounds of their own. */

/** What a node counted in one minute, or marks in it. */
export interface MinuteRecord {
  /** Minutes since 1970, in UTC. */
  readonly minute: number
  /** Jobs that waited in the queue at its end; null if the queue did not answer. */
  readonly waiting: number | null
  readonly lines: readonly MinuteLine[]
  readonly marks: readonly FlowMark[]
}

/** How messages and jobs can end. */
export interface Outcomes<Counted> {
  /** Answered, accepted, or handed on. */
  readonly done: Counted
  readonly clientFault: Counted
  readonly serverFault: Counted
  /** Turned away before it was processed. */
  readonly refused: Counted
}

export const OUTCOMES = [
  'done',
  'clientFault',
  'serverFault',
  'refused',
] as const satisfies readonly (keyof Outcomes<number>)[]

/** Of one transport and operation. */
export interface MinuteLine extends Outcomes<number> {
  readonly transport: string
  /** Empty for messages without one, and for those that have no line of their own. */
  readonly operation: string
  readonly times: Times
}

/** Durations: number of a class of latency, and how many are in it. Classes without any are left out. */
export type Times = readonly (readonly [latency: number, count: number])[]

/** A moment at which what the node does may change. */
export interface FlowMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: 'start' | 'reload' | 'stop'
  /** Version of the node for a start, keys of the configuration for a reload. */
  readonly text: string
}

/** A span of time, in steps of the same length. */
export interface MinuteWindow {
  /** Milliseconds since 1970, when the first step begins. */
  readonly from: number
  /** Milliseconds. */
  readonly step: number
  readonly steps: number
}

/** The minutes of a window, added up by its steps. */
export interface FlowSteps {
  /** The busiest first. */
  readonly lines: readonly StepLine[]
  /** The most that waited in each step; null where that was not recorded. */
  readonly waiting: readonly (number | null)[]
  /** Oldest first. */
  readonly marks: readonly FlowMark[]
}

/** Of one transport and operation; each list has a number for each step, oldest first. */
export interface StepLine extends Outcomes<readonly number[]> {
  readonly transport: string
  readonly operation: string
  readonly times: readonly Times[]
}

/** The counts of one node. */
export interface MinuteStore {
  /** Never waits, never throws. */
  keep(record: MinuteRecord): void
  /**
   * @param most  lines that are wanted
   * @throws Error if the journal cannot be read
   */
  read(window: MinuteWindow, most: number): Promise<FlowSteps>
}

/** What is kept; the oldest records go first. */
export interface MinuteBounds {
  /** Of one node. */
  readonly records: number
  readonly bytes: number
}

export const MINUTE_BOUNDS: MinuteBounds = Object.freeze({
  /** Eight days of them. */
  records: 8 * 24 * 60,
  bytes: 20 * 1024 ** 2,
})

/** The part of a journal that its minutes may fill. */
const PART = 1 / 8

/** @param maxBytes  of the journal */
export function minuteBounds(maxBytes: number, bounds = MINUTE_BOUNDS): MinuteBounds {
  return { ...bounds, bytes: Math.min(bounds.bytes, Math.floor(maxBytes * PART)) }
}
