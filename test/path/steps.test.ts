/** The steps of the path: docs/architecture.md has them as the list has them, and each is in a file of its own. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { ANSWER, EDITED, ENDS, HELD, PATH, READ, ROUTED } from '../../src/path/lines.js'
import type { AnyStep } from '../../src/path/state/step.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DOCUMENT = `${ROOT}docs/architecture.md`
const TABLE = /(<!-- steps -->\n)[\s\S]*?(<!-- \/steps -->)/

const FILES = readdirSync(`${ROOT}src/path`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(`${ROOT}src/path/${name}`, 'utf8') }))

/** The file that declares a step. */
function fileOf({ name }: AnyStep): string {
  const [file, ...others] = FILES.filter(({ text }) =>
    new RegExp(`[sS]tep\\(\\{\\s*name: '${name}'`).test(text),
  )
  if (!file || others.length > 0) throw new Error(`the step ${name} is in no file, or in several`)
  return file.name
}

function row(step: AnyStep): string {
  const code = (name: string) => `\`${name}\``
  const takes = step.takes.map(code).join(', ')
  const gives = step.gives === undefined ? '' : code(step.gives)
  return `| ${step.name} | ${takes} | ${gives} | \`src/path/${fileOf(step)}\` |`
}

test('docs/architecture.md has the steps as the list has them', (t) => {
  const document = readFileSync(DOCUMENT, 'utf8')
  const rows = [...PATH, ...ENDS].map(row).join('\n')
  const table = `| step | takes | gives | file |\n| --- | --- | --- | --- |\n${rows}\n`
  const kept = document.replace(TABLE, (_, open, close) => open + table + close)
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, kept)
  t.regex(document, TABLE)
  t.true(
    document === kept || process.env.UPDATE_DOCS !== undefined,
    'run UPDATE_DOCS=1 npx ava dist/test/path/steps.test.js',
  )
})

test('no two steps have one name', (t) => {
  const names = [...PATH, ...ENDS].map(({ name }) => name)
  t.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})

test('each use takes a slice of the one list, without a gap', (t) => {
  const names = PATH.map(({ name }) => name)
  for (const { steps } of [ANSWER, EDITED, HELD, READ, ROUTED]) {
    const first = names.indexOf(steps[0]?.name as (typeof names)[number])
    t.deepEqual(
      steps.map(({ name }) => name),
      names.slice(first, first + steps.length),
    )
  }
})
