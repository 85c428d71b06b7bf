/** Sources of documentation have lines of at most 120 characters, and table cells of at most 300. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WIDTH = 120
const CELL = 300

const BESIDE = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const FILES = BESIDE.concat(
  ['docs', 'examples', 'deploy', 'plugins'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  ),
)

interface Line {
  readonly at: string
  readonly text: string
}

/** The lines that people write: no listings, and no tables that scripts write. */
function linesOf(file: string): readonly Line[] {
  let fenced = false
  let generated = false
  const lines: Line[] = []
  for (const [index, text] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced
    if (text.startsWith('<!-- keys: written by')) generated = true
    if (text.startsWith('<!-- end of keys')) generated = false
    const listing = fenced || /^ {4}(?! *(?:[-*+]|\d+[.)]) )/.test(text)
    if (!listing && !generated) lines.push({ at: `${file}:${index + 1}`, text })
  }
  return lines
}

const LINES = FILES.flatMap(linesOf)
const isRow = ({ text }: Line) => text.trimStart().startsWith('|')

/** A link, a code span or a word, with its punctuation: nowhere can such a line be broken. */
const ONE = /^\s*(?:[-*+] |\d+[.)] )?(?:\[[^\]]*\]\([^)]*\)|`[^`]*`|\S+)[.,:;)]*$/

test('no line is longer than 120 characters, but for tables, listings and what cannot be broken', (t) => {
  t.true(FILES.length > 40)
  const long = LINES.filter(
    (line) => line.text.length > WIDTH && !isRow(line) && !ONE.test(line.text),
  )
  t.deepEqual(
    long.map(({ at, text }) => `${at}: ${text.length} characters`),
    [],
  )
})

/** Names of files and tests count for nothing: a cell that lists them is no prose. */
const proseOf = (cell: string) => cell.replace(/`[^`]*`/g, '').trim()

test('no cell of a table has more than 300 characters of prose: it would be a section', (t) => {
  const cells = LINES.filter(isRow).flatMap(({ at, text }) =>
    text.split(/(?<!\\)\|/).map((cell) => ({ at, length: proseOf(cell).length })),
  )
  t.true(cells.length > 1000)
  t.deepEqual(
    cells.filter(({ length }) => length > CELL).map(({ at, length }) => `${at}: ${length}`),
    [],
  )
})
