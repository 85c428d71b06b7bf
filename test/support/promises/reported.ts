/** Every end is reported once, and the journal, the metrics, the numbers of the console and the log agree. */
import type { Breach, NodeReport, Promised, Reports } from './history.js'

type Line = Readonly<Record<string, unknown>>

export const reported: Promised = (history) => [
  ...history.reports.flatMap((one) =>
    [...once(one), ...(one.reports ? agreeing(one.log, one.reports) : [])].map((how) => ({
      how: `${one.node}: ${how}`,
    })),
  ),
  ...history.ran.flatMap(({ of, node, exchange, token }): readonly Breach[] => {
    const has = history.reports
      .filter((one) => one.node === node)
      .some(({ log }) => log.some((line) => line.exchange === exchange && isEnd(line)))
    return has ? [] : [{ of, how: `${node}: nothing tells the end of ${token}` }]
  }),
]

const isEnd = ({ event }: Line) => event === 'exchange' || event === 'job'
const isExchange = ({ event, attempt }: Line) => event === 'exchange' && attempt === undefined

function once({ log }: NodeReport): readonly string[] {
  return [...counted(log.filter(isExchange), ({ exchange }) => String(exchange))].flatMap(
    ([exchange, times]) => (times > 1 ? [`the log has the end of ${exchange} ${times} times`] : []),
  )
}

const agreeing = (log: NodeReport['log'], { journal, metrics, console: shown }: Reports) => [
  ...inJournal(log, journal),
  ...inMetrics(log, metrics),
  ...onConsole(log, shown),
]

function inJournal(log: readonly Line[], journal: Reports['journal']): readonly string[] {
  const name = ({ event, exchange, outcome, job, attempt }: Line) =>
    [event, exchange, outcome, job, attempt].map((field) => String(field ?? '')).join(' ')
  return differences(counted(log, name), counted(journal, name), 'the log', 'the journal')
}

function inMetrics(log: readonly Line[], metrics: Reports['metrics']): readonly string[] {
  const sums = (family: string, labels: readonly string[]) => {
    const found = [...metrics].filter(([name]) => name.startsWith(`${family} `))
    const all = new Map<string, number>()
    for (const [name, value] of found) {
      const of = labels
        .map((label) => new RegExp(`(?:^| )${label}=(\\S*)`).exec(name)?.[1] ?? '')
        .join(' ')
      if (value > 0) all.set(of, (all.get(of) ?? 0) + value)
    }
    return all
  }
  const sum = (lines: readonly Line[], names: readonly string[]) =>
    counted(lines, (line) => names.map((name) => String(line[name] ?? '')).join(' '))
  const exchanges = sum(log.filter(isExchange), ['transport', 'outcome'])
  const jobs = sum(
    log.filter(({ event }) => event === 'job'),
    ['kind', 'outcome'],
  )
  const [counts, tries] = [
    sums('waybill_exchanges_total', ['transport', 'outcome']),
    sums('waybill_jobs_total', ['kind', 'outcome']),
  ]
  return [
    ...differences(exchanges, counts, 'the log', 'waybill_exchanges_total'),
    ...differences(jobs, tries, 'the log', 'waybill_jobs_total'),
  ]
}

/** The console shows the busiest lines: each of them has the numbers of the log. */
function onConsole(log: readonly Line[], shown: Reports['console']): readonly string[] {
  const jobs = log.filter(
    ({ event, outcome }) => event === 'job' && outcome !== 'suspended' && outcome !== 'postponed',
  )
  const exchanges = log.filter(isExchange)
  const of = (lines: readonly Line[], transport: (line: Line) => unknown) =>
    counted(lines, (line) => `${transport(line)} ${line.operation ?? ''}`)
  const existing = new Map([
    ...of(exchanges, ({ transport }) => transport),
    ...of(jobs, () => 'queue'),
  ])
  return [...shown]
    .filter(([name]) => !name.endsWith(' '))
    .flatMap(([name, { count }]) =>
      count === existing.get(name)
        ? []
        : [`the console has ${count} of ${name}, the log ${existing.get(name) ?? 0}`],
    )
}

function counted(
  lines: readonly Line[],
  name: (line: Line) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(name(line), (counts.get(name(line)) ?? 0) + 1)
  return counts
}

function differences(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  first: string,
  second: string,
): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [here = 0, there = 0] = [one.get(name), other.get(name)]
    return here === there ? [] : [`${first} has ${here} of ${name}, ${second} ${there}`]
  })
}
