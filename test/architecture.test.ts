/** The map of the source, docs/architecture.md: it has each room, and each stands above all that it imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

function foldersIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
}

/** The rooms of a table, each of which has a sentence. */
function roomsIn(mark: string): readonly string[] {
  const table = new RegExp(`<!-- ${mark} -->([\\s\\S]*?)<!-- /${mark} -->`).exec(PAGE)?.[1] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` \| [^|]{10,} \|$/gm)].map(([, room = '']) => room)
}

for (const [mark, folder] of [
  ['rooms', 'src'],
  ['path', 'src/path'],
] as const) {
  test(`each folder of ${folder} has a sentence, and nothing else has one`, (t) => {
    t.deepEqual([...roomsIn(mark)].sort(), [...foldersIn(folder)].sort())
  })
}

/** The lines of the drawing, from the top. */
const FLOORS = (/^```text\n([\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? '')
  .trimEnd()
  .split('\n')
  .map((line) => line.trim().split(/ {2,}/))

const NAMED: Readonly<Record<string, string>> = {
  '#plugin': 'src/plugin.ts',
  '#transport': 'src/transport.ts',
  '#transport/mime': 'src/message/mime/index.ts',
  '#transport/time': 'src/base/time.ts',
}

/** The room that a file is in, as the drawing calls it; undefined for what is in none. */
function roomOf(path: string): string | undefined {
  const [top = '', second = ''] = path.split('/')
  if (top === 'src') return second
  if (top === 'plugins') return top
  return top === 'transports' ? `${top}/${second}` : undefined
}

test('the drawing has each room once, above all that it imports', (t) => {
  const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room))
  const rooms = new Set<string>()
  const wrong = new Set<string>()
  for (const top of ['src', 'transports', 'plugins']) {
    for (const name of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })) {
      const path = join(top, name)
      const room = roomOf(path)
      if (room === undefined || !path.endsWith('.ts')) continue
      rooms.add(room)
      const text = readFileSync(join(ROOT, path), 'utf8')
      for (const [, from = ''] of text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)) {
        const file = NAMED[from] ?? (from.startsWith('.') ? join(dirname(path), from) : '')
        const other = file && roomOf(normalize(file).replace(/\.js$/, '.ts'))
        if (!other || other === room) continue
        if (floorOf(other) <= floorOf(room)) wrong.add(`${room} imports ${other}`)
      }
    }
  }
  t.deepEqual(FLOORS.flat().sort(), [...rooms].sort())
  t.deepEqual([...wrong], [])
})
