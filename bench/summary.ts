/** Sums the slices of a run up: medians, and ratios to the baseline of the same round. */
import type { Slice } from './load.js'

/** One row of a table: a target under one workload. */
export interface Row {
  readonly target: string
  /** Medians over the rounds. */
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number | undefined
  /** Median over the rounds of the requests per second as a part of the baseline's. */
  readonly ratio: number
  /** Median over the rounds of the processor time as a multiple of the baseline's. */
  readonly cpuRatio: number | undefined
}

export interface Table {
  readonly workload: string
  /** Bytes of the request's body. */
  readonly bytes: number
  readonly rows: readonly Row[]
}

/** @param rounds  slices of the target and of the baseline, round by round */
export function summarize(
  target: string,
  rounds: readonly { readonly slice: Slice; readonly baseline: Slice }[],
): Row {
  const slices = rounds.map(({ slice }) => slice)
  return {
    target,
    requestsPerSecond: median(slices.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(slices.map(({ p50 }) => p50)),
    p99: median(slices.map(({ p99 }) => p99)),
    cpu: medianOfDefined(slices.map(({ cpu }) => cpu)),
    ratio: median(
      rounds.map(({ slice, baseline }) => slice.requestsPerSecond / baseline.requestsPerSecond),
    ),
    cpuRatio: medianOfDefined(
      rounds.map(({ slice, baseline }) => slice.cpu && baseline.cpu && slice.cpu / baseline.cpu),
    ),
  }
}

function medianOfDefined(numbers: readonly (number | undefined)[]): number | undefined {
  const defined = numbers.filter((number) => number !== undefined)
  return defined.length === 0 ? undefined : median(defined)
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
