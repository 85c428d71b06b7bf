/** Dashboard, alert rules and documentation speak of metrics that exist, and the documentation of all. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { parse } from 'yaml'
import { type Description, METRICS } from '../../src/operate/metrics/catalogue.js'
import { PROBLEM_NAMES } from '../../src/operate/problems/problem.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly gridPos: {
    readonly h: number
    readonly w: number
    readonly x: number
    readonly y: number
  }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook', string>>
}

const DASHBOARD: { readonly panels: readonly Panel[] } = JSON.parse(
  text('deploy/grafana/waybill.json'),
)
const RULES: readonly Rule[] = parse(text('deploy/prometheus/alerts.yml')).groups[0].rules

/** An address that a browser opens, whatever page it is followed from. */
const RUNBOOK = /^http:\/\/\{\{ \$labels\.instance \}\}\/incidents\.html#(.+)$/

/** Labels of Prometheus itself. */
const ITS_OWN = ['instance', 'job', 'le']

const CATALOGUE: ReadonlyMap<string, Description> = new Map(Object.entries(METRICS))

/** Names of metrics in a query, each with the labels that are asked for beside it. */
function metricsIn(query: string) {
  return [...query.matchAll(/\b((?:waybill|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name: CATALOGUE.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
      labels: [...selector.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label = '']) => label),
    }),
  )
}

function wrongIn(query: string): readonly string[] {
  const found = metricsIn(query)
  const metrics = found.flatMap(({ name }) => CATALOGUE.get(name)?.labels ?? [])
  const by = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(/,\s*/),
  )
  return [
    ...found.filter(({ name }) => !CATALOGUE.has(name)).map(({ name }) => `no metric ${name}`),
    ...found.flatMap(({ name, labels }) =>
      labels
        .filter((label) => ![...(CATALOGUE.get(name)?.labels ?? []), ...ITS_OWN].includes(label))
        .map((label) => `no label ${label} of ${name}`),
    ),
    ...by
      .filter((label) => ![...metrics, ...ITS_OWN].includes(label))
      .map((label) => `no label ${label} to sum by`),
  ]
}

test('what is wrong in a query is found', (t) => {
  t.deepEqual(wrongIn('sum by (outcome) (rate(waybill_exchanges_total{operation="x"}[5m]))'), [])
  t.deepEqual(wrongIn('waybill_exchange_total'), ['no metric waybill_exchange_total'])
  t.deepEqual(wrongIn('waybill_queue_up{state="x"}'), ['no label state of waybill_queue_up'])
  t.deepEqual(wrongIn('sum by (peer) (waybill_jobs_total)'), ['no label peer to sum by'])
})

test('the dashboard asks for metrics that exist, by labels that they have', (t) => {
  const queries = DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
  )
  t.true(queries.length > 30)
  for (const { title, expr, legendFormat } of queries) {
    t.deepEqual(wrongIn(expr), [], `${title}: ${expr}`)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
      const labels = metricsIn(expr).flatMap(({ name }) => CATALOGUE.get(name)?.labels ?? [])
      t.true([...labels, ...ITS_OWN].includes(label), `${title}: ${legendFormat}`)
    }
  }
})

test('the dashboard has a row for each part, and no panel on another', (t) => {
  const rows = DASHBOARD.panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  t.deepEqual(rows, ['Traffic', 'Faults', 'Latency', 'Queue', 'Mail', 'Destinations', 'Process'])
  t.is(new Set(DASHBOARD.panels.map(({ id }) => id)).size, DASHBOARD.panels.length)
  const cells = DASHBOARD.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  t.is(new Set(cells).size, cells.length)
})

test('every metric is shown on the dashboard or raises an alert', (t) => {
  const queries = [
    ...DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...RULES.map(({ expr }) => expr),
  ]
  const used = new Set(queries.flatMap(metricsIn).map(({ name }) => name))
  const unused = [...CATALOGUE.keys()].filter((name) => !used.has(name))
  t.deepEqual(unused, [])
})

for (const rule of RULES) {
  test(`the alert ${rule.alert} asks for what there is, and says what to do`, (t) => {
    t.deepEqual(wrongIn(rule.expr), [])
    t.regex(rule.for ?? '', /^\d+[mh]$/)
    t.true(['warning', 'critical'].includes(rule.labels.severity))
    t.true(rule.annotations.summary.length > 10 && rule.annotations.description.length > 10)
    // What a node serves beside its console, of this page.
    const [, heading = ''] = RUNBOOK.exec(rule.annotations.runbook) ?? []
    const headings = [...text('docs/incidents.md').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    )
    const wanted = heading === '{{ $labels.name }}' ? PROBLEM_NAMES : [heading]
    for (const one of wanted) t.true(headings.includes(one), `there is no heading ${one}`)
  })
}

test('an alert about dead letters lasts as long as they lie there', (t) => {
  const rule = RULES.find(({ alert }) => alert === 'WaybillDeadLetters')
  t.is(rule?.expr, 'waybill_queue_jobs{state="dead"} > 0')
})

const TABLE = /(<!-- metrics -->\n)[\s\S]*?(<!-- \/metrics -->)/

test('docs/metrics.md lists every metric as it is', (t) => {
  const file = 'docs/metrics.md'
  const rows = [...CATALOGUE].map(([name, { type, labels, help, look }]) => {
    const named = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${named} | ${help} | ${look} |\n`
  })
  const table = `| metric | type | labels | says | look at |\n| --- | --- | --- | --- | --- |\n${rows.join('')}`
  const document = text(file)
  t.regex(document, TABLE)
  const kept = document.replace(TABLE, (_, open, close) => open + table + close)
  if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, file), kept)
  else t.is(document, kept, 'run UPDATE_DOCS=1 npx ava dist/test/metrics/deploy.test.js')
  for (const rule of RULES) t.true(document.includes(`\`${rule.alert}\``), rule.alert)
})
