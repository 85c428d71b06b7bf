/** Tests that names and texts use the words of the field: the tables are in CONTRIBUTING.md, under "Words". */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src', 'transports', 'plugins', 'console']
const CODE = [...SOURCES, 'bench', 'test', 'scripts', 'examples']
const SELF = 'CONTRIBUTING.md'

/** Names that are data: columns of stored pages, and elements and operations of contracts. */
const DATA: readonly (readonly [file: RegExp, name: RegExp])[] = [
  [/^src\/store\/journal\//, /^places$/],
  [/^(test|examples)\//, /^Place(Response)?$/],
  [/^test\/interop\/contract\//, /^place$/],
  [/^test\/client\/contract-mtom/, /^came$/],
]

interface Row {
  readonly not: readonly string[]
  readonly but: string
}

interface Text {
  readonly path: string
  readonly text: string
}

/** Rows of the table below a heading. */
function tableOf(heading: string): readonly Row[] {
  const page = readFileSync(join(ROOT, SELF), 'utf8')
  const [, section = ''] = page.split(`### ${heading}\n`)
  const [own = ''] = section.split(/^#/m)
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [, not = '', but = ''] = line.split('|').map((cell) => cell.trim())
      return { not: not.split(', ').map((one) => one.replaceAll('`', '')), but }
    })
}

function filesIn(folder: string, ending: RegExp): readonly Text[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => join(folder, path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

const TOKEN = new RegExp(
  [
    /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)/,
    /(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}`]*\}|`[^`]*`)*\}|[^`\\])*`)/,
    /(?<pattern>(?<=(?:[=(,:[!&|?{};]|=>|return)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The same with spaces where what is not wanted was, so that offsets stay. */
function blanked({ path, text }: Text, wanted: 'names' | 'prose'): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  if (wanted === 'names') {
    const code = text.replace(TOKEN, blank)
    // Text between the tags of the console is prose.
    return path.endsWith('.tsx') ? code.replace(/(?<=[>}])[^<>{}();=]+(?=[<{])/g, blank) : code
  }
  let prose = ''
  let from = 0
  for (const { index, 0: part, groups } of text.matchAll(TOKEN)) {
    if (groups?.pattern !== undefined) continue
    prose += blank(text.slice(from, index)) + part
    from = index + part.length
  }
  return prose + blank(text.slice(from))
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** `publishFile` → put, in, place; `MOST_TOLD` → most, told. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

test('names of files, types, functions, fields and variables have no word of the table', (t) => {
  const rows = tableOf('In names')
  const looked = new Map<string, Row | undefined>()
  const better = (name: string) => {
    if (!looked.has(name)) {
      const words = wordsOf(name)
      const isIn = (one: string) =>
        /^[a-z]+$/.test(one) ? words.includes(one) : new RegExp(`^#?${one}$`).test(name)
      looked.set(
        name,
        rows.find(({ not }) => not.some(isIn)),
      )
    }
    return looked.get(name)
  }
  const files = CODE.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mjs|js)$/))
  t.true(files.length > 1000 && rows.length >= 10)
  const found = files.flatMap((file) => {
    const names = [...blanked(file, 'names').matchAll(/#?[A-Za-z_$][\w$]*/g)]
    const wrong = names.flatMap(({ 0: name, index }) => {
      const row = better(name)
      const isData = DATA.some(([of, data]) => of.test(file.path) && data.test(name))
      return row === undefined || isData
        ? []
        : [`${file.path}:${lineAt(file.text, index)}: ${name}: ${row.but}`]
    })
    const row = better(file.path.replace(/^.*\//, '').replace(/\.\w+$/, ''))
    return row === undefined ? wrong : [`${file.path}: ${row.but}`, ...wrong]
  })
  t.deepEqual(found, [])
})

test('documentation, messages and comments have no phrase of the table', (t) => {
  const rows = tableOf('In documentation, messages and comments')
  const phrases = rows.flatMap(({ not, but }) =>
    not.map((one) => {
      const words = one.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      // A phrase may go on in the next line, of a comment too.
      const pattern = new RegExp(`(?<![\\w-])${words.join('[\\s*/]+')}(?![\\w-])`, 'gi')
      return { one, but, pattern }
    }),
  )
  t.true(phrases.length > 25)
  const pages = ['README.md', SELF, 'SECURITY.md', 'CHANGELOG.md'].map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, text: path === SELF ? text.replace(/^## Words\n[\s\S]*?(?=^## )/m, '') : text }
  })
  const code = SOURCES.flatMap((folder) => filesIn(folder, /\.tsx?$/))
  const texts = [
    ...[...pages, ...filesIn('docs', /\.md$/)],
    ...code.map((file) => ({ path: file.path, text: blanked(file, 'prose') })),
  ]
  const found = texts.flatMap(({ path, text }) =>
    phrases.flatMap(({ one, but, pattern }) =>
      [...text.matchAll(pattern)].map(
        ({ index }) => `${path}:${lineAt(text, index)}: ${one}: ${but}`,
      ),
    ),
  )
  t.deepEqual(found, [])
})
