/** The table of toolkits and features, and the reasons of its gaps. */

import type { Verdict } from './cells.js'
import { features } from './features.js'
import type { Toolkit } from './toolkits/toolkit.js'

/** In Markdown: a row for each feature, then what stands behind each gap. */
export function tableOf(
  toolkits: readonly Toolkit[],
  verdicts: ReadonlyMap<Toolkit, readonly Verdict[]>,
): string {
  const head = ['', ...toolkits.map(({ title }) => title)]
  const rows = features.map(({ name }) => [
    name,
    ...toolkits.map((toolkit) => cell(verdicts.get(toolkit) ?? [], name)),
  ])
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const gaps = toolkits.filter(({ limits }) => limits.length > 0).map(gapsOf)
  return `${table.join('\n')}\n\nWhat is missing, and why:\n\n${gaps.join('\n')}`
}

/** The versions of SOAP in which it works, if it does not in all. */
function cell(verdicts: readonly Verdict[], name: string): string {
  const here = verdicts.filter(({ feature }) => feature === name)
  const right = here.filter((verdict) => verdict.right)
  if (here.some((verdict) => !verdict.right && verdict.limit === undefined)) return 'FAIL'
  if (right.length === here.length) return 'yes'
  return right.length === 0 ? '–' : right.map(({ soap }) => soap).join(', ')
}

function gapsOf({ name, limits }: Toolkit): string {
  const reasons = limits.map(({ features: rows, soap, why }) => {
    const version = soap === undefined ? '' : ` in SOAP ${soap}`
    return `${why} (${rows.join(', ')}${version})`
  })
  return `- **${name}** ${reasons.join('; ')}.`
}
