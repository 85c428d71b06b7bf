/** The matrix in Markdown: what is declared, which the tests of the cells hold to be so. */
import { type Column, limitOf, tableOf, type Verdict } from '../../support/limits.js'
import { ROWS } from './features.js'
import { limitsOf, type Way } from './limits.js'
import { columnsOf, EVERYWHERE, type PeerColumn } from './peers.js'

const HEADINGS: Readonly<Record<Way, string>> = {
  in: 'The client of the stack calls our node:',
  out: 'Our client calls a server of the stack:',
  through:
    'The client of the stack calls through our relay a server of the stack; that of node-soap for zeep and gowsdl:',
}

export function matrixText(): string {
  return (['in', 'out', 'through'] as const)
    .map((way) => `${HEADINGS[way]}\n\n${tableOfWay(way)}`)
    .join('\n\n')
}

function tableOfWay(way: Way): string {
  const columns = columnsOf(way).map((peer) => ({ ...asColumn(peer, way), peer }))
  const verdicts = new Map(columns.map((column) => [column, declared(column, column.peer, way)]))
  const tried = new Set([...verdicts.values()].flat().map(({ feature }) => feature))
  const rows = ROWS.filter((feature) => tried.has(feature))
  return tableOf(rows, columns, verdicts)
}

function asColumn({ name, title }: PeerColumn, way: Way): Column {
  return { name: title, title, limits: limitsOf(name, way) }
}

function declared(column: Column, { versions, more }: PeerColumn, way: Way): readonly Verdict[] {
  return [...EVERYWHERE, ...(way === 'in' ? (more?.in ?? []) : [])].flatMap((feature) =>
    versions.map((soap) => {
      const limit = limitOf(column.limits, feature, soap)
      return { feature, soap, right: limit === undefined, limit }
    }),
  )
}
