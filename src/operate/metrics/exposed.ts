/** Metrics of prom-client whose values are read when they are asked for. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Description, METRICS, type MetricName } from './catalogue.js'
import type { Spread } from './histogram.js'

export type Labels = Readonly<Record<string, string>>

/** The value for one set of labels. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** The durations for one set of labels. */
export interface SpreadSample {
  readonly labels: Labels
  readonly spread: Spread
}

/** A value without labels; absent if it is undefined. */
export function only(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ labels: {}, value }]
}

/** @param read  the values as they are now */
export function expose(registry: Registry, name: MetricName, read: () => readonly Sample[]): void {
  const description: Description = METRICS[name]
  const about = aboutOf(name, registry)
  if (description.type === 'counter') new ReadCounter(about, read)
  else new ReadGauge(about, read)
}

/**
 * @param bounds  upper ones, in seconds, without the infinite one
 * @param read    the durations as they are now
 */
export function exposeSpread(
  registry: Registry,
  name: MetricName,
  bounds: readonly number[],
  read: () => readonly SpreadSample[],
): void {
  new ReadHistogram({ ...aboutOf(name, registry), buckets: [...bounds] }, () =>
    read().flatMap((sample) => linesOf(name, bounds, sample)),
  )
}

function aboutOf(name: MetricName, registry: Registry) {
  const { help, labels }: Description = METRICS[name]
  return { name, help, labelNames: labels, registers: [registry] }
}

type About = ReturnType<typeof aboutOf>

interface Line extends Sample {
  readonly labels: Labels
  readonly metricName: string
}

/** As the format has it: each bucket has those below it, the last one all. */
function linesOf(
  name: string,
  bounds: readonly number[],
  { labels, spread }: SpreadSample,
): readonly Line[] {
  let below = 0
  const buckets = bounds.map((bound, index) => {
    below += spread.counts[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: spread.count },
    { metricName: `${name}_sum`, labels, value: spread.seconds },
    { metricName: `${name}_count`, labels, value: spread.count },
  ]
}

class ReadCounter extends Counter {
  readonly #read: () => readonly Sample[]

  constructor(about: About, read: () => readonly Sample[]) {
    super(about)
    this.#read = read
  }

  override async get() {
    return { ...(await super.get()), values: [...this.#read()] }
  }
}

class ReadGauge extends Gauge {
  readonly #read: () => readonly Sample[]

  constructor(about: About, read: () => readonly Sample[]) {
    super(about)
    this.#read = read
  }

  override async get() {
    return { ...(await super.get()), values: [...this.#read()] }
  }
}

class ReadHistogram extends Histogram {
  readonly #about: About
  readonly #read: () => readonly Line[]

  constructor(about: About & { readonly buckets: number[] }, read: () => readonly Line[]) {
    super(about)
    this.#about = about
    this.#read = read
  }

  /** What the registry asks a histogram for. */
  getForPromString() {
    const { name, help } = this.#about
    const values = this.#read().map((line) => ({ ...line, sharedLabels: {} }))
    return { name, help, type: 'histogram', values }
  }
}
