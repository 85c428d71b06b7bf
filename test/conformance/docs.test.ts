/** Keeps docs/conformance.md true: its files exist, and its titles are the titles of the tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SUITES = join(ROOT, 'test', 'conformance')

/** The suites that the table does not list: this one, and the one whose cases are not of this project. */
const OTHERS = ['docs.test.ts', 'w3c-collection.test.ts']

interface Row {
  readonly clause: string
  readonly files: readonly string[]
  readonly titles: readonly string[]
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

const rows: readonly Row[] = readFileSync(join(ROOT, 'docs', 'conformance.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [clause = '', files = '', titles = ''] = line.slice(2, -2).split(' | ')
    return { clause, files: quoted(files), titles: quoted(titles) }
  })

const suites = readdirSync(SUITES).filter(
  (name) => name.endsWith('.test.ts') && !OTHERS.includes(name),
)

function titlesOf(suite: string): readonly string[] {
  const source = readFileSync(join(SUITES, suite), 'utf8')
  return [...source.matchAll(/\btest\(\s*(['"])((?:\\.|(?!\1).)*)\1/g)].map(([, , title = '']) =>
    title.replace(/\\(.)/g, '$1'),
  )
}

test('docs/conformance.md: every row has a clause, files of the source and tests', (t) => {
  t.true(rows.length > 50)
  for (const { clause, files, titles } of rows) {
    t.true(clause !== '' && files.length > 0 && titles.length > 0, clause)
    for (const title of titles) t.true(title.startsWith(`${clause}: `), title)
  }
})

test('docs/conformance.md: no clause has two rows', (t) => {
  const clauses = rows.map(({ clause }) => clause)
  t.deepEqual(
    clauses.filter((clause, index) => clauses.indexOf(clause) !== index),
    [],
  )
})

test('docs/conformance.md: every file named in it exists and is source', (t) => {
  for (const file of new Set(rows.flatMap(({ files }) => files))) {
    t.regex(file, /^(src|transports)\//)
    t.true(existsSync(join(ROOT, file)), file)
  }
})

test('docs/conformance.md: every test title in it exists', (t) => {
  const existing = new Set(suites.flatMap(titlesOf))
  const missing = rows.flatMap(({ titles }) => titles).filter((title) => !existing.has(title))
  t.deepEqual(missing, [])
})

test('docs/conformance.md: every test of this folder is in it', (t) => {
  const listed = new Set(rows.flatMap(({ titles }) => titles))
  t.true(suites.length >= 5)
  t.deepEqual(
    suites.flatMap(titlesOf).filter((title) => !listed.has(title)),
    [],
  )
})

test('docs/conformance.md: every test of this folder has a title that can be looked up', (t) => {
  for (const suite of suites) {
    const source = readFileSync(join(SUITES, suite), 'utf8')
    t.is(source.match(/\btest(?:\.\w+)*\(/g)?.length, titlesOf(suite).length + hooks(source), suite)
  }
})

/** `test.after.always(` and its like have no title. */
function hooks(source: string): number {
  return source.match(/\btest\.(?:before|after)(?:\.\w+)*\(/g)?.length ?? 0
}
