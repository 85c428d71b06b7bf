/** What a foreign program cannot do is declared, and tried all the same: then it is noticed when a new version can. */
import type { VersionName } from '../../src/transport.js'
import { filled } from './filled.js'

export interface Limit {
  /** Names of features. */
  readonly features: readonly string[]
  /** Default: in every version that it has. */
  readonly soap?: VersionName | undefined
  /** Why: the end of a sentence that begins with its name. */
  readonly why: string
}

/** One version of SOAP in one cell of a table. */
export interface Verdict {
  readonly feature: string
  readonly soap: VersionName
  readonly right: boolean
  /** What came in place of what had to; undefined if nothing did. */
  readonly actual?: string | undefined
  readonly limit?: Limit | undefined
}

export function limitOf<One extends Limit>(
  limits: readonly One[],
  feature: string,
  soap: VersionName,
): One | undefined {
  return limits.find((one) => one.features.includes(feature) && (one.soap ?? soap) === soap)
}

/** What is wrong in a verdict: it failed for no known reason, or a reason is out of date. */
export function wrongIn({ feature, right, actual, limit }: Verdict): string | undefined {
  if (right) return limit && `${feature} works; yet it is told that it ${limit.why}`
  return limit ? undefined : `${feature}: ${actual?.slice(0, 300) ?? 'not tried'}`
}

/** A program with a column of its own. */
export interface Column {
  readonly name: string
  /** Heads its column of the table. */
  readonly title: string
  /** What it does not do, each looked at. */
  readonly limits: readonly Limit[]
}

/** In Markdown: a row for each feature, then what stands behind each gap. */
export function tableOf<One extends Column>(
  features: readonly string[],
  columns: readonly One[],
  verdicts: ReadonlyMap<One, readonly Verdict[]>,
): string {
  const head = ['', ...columns.map(({ title }) => title)]
  const rows = features.map((name) => [
    name,
    ...columns.map((column) => cell(verdicts.get(column) ?? [], name)),
  ])
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const gaps = columns.filter(({ limits }) => limits.length > 0).map(gapsOf)
  const gapsText = gaps.length > 0 ? `\n\nWhat is missing, and why:\n\n${gaps.join('\n')}` : ''
  return `${table.join('\n')}${gapsText}`
}

/** The versions of SOAP in which it works, if it does not in all; empty if nobody has tried. */
function cell(verdicts: readonly Verdict[], name: string): string {
  const here = verdicts.filter(({ feature }) => feature === name)
  const right = here.filter((verdict) => verdict.right)
  if (here.length === 0) return ''
  if (here.some((verdict) => !verdict.right && verdict.limit === undefined)) return 'FAIL'
  if (right.length === here.length) return 'yes'
  return right.length === 0 ? '–' : right.map(({ soap }) => soap).join(', ')
}

function gapsOf({ name, limits }: Column): string {
  const reasons = limits.map(({ features: rows, soap, why }) => {
    const version = soap === undefined ? '' : ` in SOAP ${soap}`
    return `${why} (${rows.join(', ')}${version})`
  })
  return filled(`- **${name}** ${reasons.join('; ')}.`, '  ')
}
