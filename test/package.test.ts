/** The package as it is published: it has what its documents link to, and is no larger than it needs to be. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Packed {
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

function packed(): Packed {
  const { stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  const [one]: readonly Packed[] = JSON.parse(stdout || `throw ${stderr}`)
  if (!one) throw new Error(stderr)
  return one
}

const { size, files } = packed()
const paths = new Set(files.map(({ path }) => path))

const DOCUMENTS = ['README.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
  readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
)

interface Link {
  readonly from: string
  readonly to: string
  readonly anchor: string | undefined
}

/** Links to other files, and to headings; examples in code are none. */
function linksOf(document: string): readonly Link[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```.*?^```$/gms, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? document : normalize(join(dirname(document), path))
      return { from: document, to: to.replace(/\/$/, ''), anchor }
    })
}

const LINKS = DOCUMENTS.flatMap(linksOf)

/** The anchors of a document's headings, as they are made where it is shown. */
function anchorsOf(document: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```.*?^```$/gms, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every document is in the package, and so is what it links to', (t) => {
  t.true(LINKS.length > 40)
  t.deepEqual(
    DOCUMENTS.filter((document) => !paths.has(document)),
    [],
  )
  const isPacked = (to: string) =>
    paths.has(to) || files.some(({ path }) => path.startsWith(`${to}/`))
  t.deepEqual(
    LINKS.filter(({ to }) => !isPacked(to)).map(({ from, to }) => `${from}: ${to}`),
    [],
  )
})

test('every link to a heading leads to one', (t) => {
  const wrong = LINKS.filter(
    ({ to, anchor }) =>
      anchor !== undefined && existsSync(join(ROOT, to)) && !anchorsOf(to).includes(anchor),
  )
  t.deepEqual(
    wrong.map(({ from, to, anchor }) => `${from}: ${to}#${anchor}`),
    [],
  )
})

test('the package has no tests, no sources of its own beside dist, and less than 3.8 megabytes', (t) => {
  const allowed =
    /^(dist\/(bundle|src|transports|plugins|console)|docs|examples|deploy|man)\/|^[A-Z]+(\.md)?$|^(package|waybill\.schema)\.json$/
  t.deepEqual(
    [...paths].filter((path) => !allowed.test(path)),
    [],
  )
  t.true(size < 3_800_000, `${size} bytes`)
})

test('publint finds nothing to say about the package', async (t) => {
  const { messages, pkg } = await publint({ pkgDir: ROOT, pack: 'npm', strict: true })
  t.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  )
})

test('the console is in the package, whole', (t) => {
  const page = readFileSync(join(ROOT, 'dist/console/index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.?\/([^"]+)"/g)].map(([, path]) => path)
  t.true(named.length >= 2)
  for (const path of named) t.true(paths.has(`dist/console/${path}`), path)
})
