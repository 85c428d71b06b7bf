/** A strict reader of Prometheus's text format, version 0.0.4: what breaks one of its rules is an error with its line. */

export interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}

const METRIC = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const HEAD = new RegExp(`^# (HELP|TYPE) (${METRIC}) (.*)$`)
const NAME = new RegExp(`^${METRIC}`)
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"(,|\})/
const VALUE = /^ ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped']

/** @throws Error */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line feed')
  const families = new Map<string, { help?: string; type?: string; samples: Sample[] }>()
  let current: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fail = (why: string): never => {
      throw new Error(`line ${index + 1}: ${why}: ${line}`)
    }
    if (line === '') continue
    if (line.startsWith('#')) {
      const [, kind, name = '', text = ''] = HEAD.exec(line) ?? fail('not HELP and not TYPE')
      if (name !== current && families.has(name)) fail('the lines of a metric must be one group')
      current = name
      const family = families.get(name) ?? { samples: [] }
      families.set(name, family)
      if (family.samples.length > 0) fail('HELP and TYPE come before the samples')
      if (kind === 'HELP') {
        if (family.help !== undefined) fail('a second HELP')
        if (/\\[^\\n]/.test(text.replaceAll('\\\\', ''))) fail('an escape that is none')
        family.help = text
      } else {
        if (family.type !== undefined) fail('a second TYPE')
        if (!TYPES.includes(text)) fail('a type that is none')
        family.type = text
      }
      continue
    }
    const sample = readSample(line, fail)
    const family = families.get(current ?? '')
    if (!family || !belongs(sample.name, current ?? '', family.type))
      fail('a sample without its TYPE')
    else family.samples.push(sample)
  }
  return new Map(
    [...families].map(([name, { help, type, samples }]) => {
      if (help === undefined || type === undefined) throw new Error(`${name} lacks HELP or TYPE`)
      const family = { name, help, type, samples }
      check(family)
      return [name, family]
    }),
  )
}

function belongs(sample: string, name: string, type: string | undefined): boolean {
  if (type !== 'histogram') return sample === name
  return ['_bucket', '_sum', '_count'].some((suffix) => sample === `${name}${suffix}`)
}

function readSample(line: string, fail: (why: string) => never): Sample {
  const name = NAME.exec(line)?.[0] ?? fail('no name')
  const labels = new Map<string, string>()
  let rest = line.slice(name.length)
  if (rest.startsWith('{')) {
    rest = rest.slice(1)
    for (let open = true; open; ) {
      const [all = '', label = '', value = '', end] = LABEL.exec(rest) ?? fail('a broken label')
      if (labels.has(label)) fail(`a second label ${label}`)
      labels.set(
        label,
        value.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one)),
      )
      rest = rest.slice(all.length)
      open = end === ','
    }
  }
  const [, value = ''] = VALUE.exec(rest) ?? fail('no value')
  return { name, labels, value: Number(value.replace(/inf/i, 'Infinity')) }
}

function check({ name, type, samples }: Family): void {
  const seen = new Set<string>()
  for (const sample of samples) {
    const key = `${sample.name} ${keyOf(sample)}`
    if (seen.has(key)) throw new Error(`${key} stands twice`)
    seen.add(key)
    if (type === 'counter' && !(sample.value >= 0)) throw new Error(`${key} is below zero`)
  }
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is no _total`)
  if (type === 'histogram') checkBuckets(name, samples)
}

function checkBuckets(name: string, samples: readonly Sample[]): void {
  for (const [key, group] of groupsOf(samples)) {
    const buckets = group.filter((one) => one.name === `${name}_bucket`)
    let [bound, below] = [Number.NEGATIVE_INFINITY, 0]
    for (const { labels, value } of buckets) {
      const le = labels.get('le') ?? ''
      const upper = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
      if (!(upper > bound)) throw new Error(`${name} ${key}: the bucket ${le} is out of order`)
      if (value < below)
        throw new Error(`${name} ${key}: the bucket ${le} has fewer than the one before`)
      bound = upper
      below = value
    }
    if (bound !== Number.POSITIVE_INFINITY) throw new Error(`${name} ${key}: no bucket +Inf`)
    const count = group.find((one) => one.name === `${name}_count`)
    if (count?.value !== below) throw new Error(`${name} ${key}: +Inf is not the count`)
    if (!group.some((one) => one.name === `${name}_sum`)) throw new Error(`${name} ${key}: no sum`)
  }
}

function groupsOf(samples: readonly Sample[]): ReadonlyMap<string, readonly Sample[]> {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = keyOf(sample, 'le')
    groups.set(key, [...(groups.get(key) ?? []), sample])
  }
  return groups
}

function keyOf({ labels }: Sample, but?: string): string {
  const sorted = [...labels]
    .filter(([name]) => name !== but)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted)
}
