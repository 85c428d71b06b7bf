/** The rules of the house: who may import whom, and how a file begins. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface SourceFile {
  /** Path below the project's root. */
  readonly path: string
  readonly text: string
  /** What it imports: paths below the root with `.ts`, names of packages and `node:` modules. */
  readonly imports: readonly string[]
}

function filesOf(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const file = join(folder, path)
      const text = readFileSync(join(ROOT, file), 'utf8')
      return { path: file, text, imports: importsOf(file, text) }
    })
}

const SPECIFIER =
  /^(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm

function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].map(([, from, bare, late]) => {
    const specifier = from ?? bare ?? late ?? ''
    return specifier.startsWith('.')
      ? sourceOf(normalize(join(dirname(file), specifier)))
      : specifier
  })
}

/** The file that an import means, which names what is compiled of it. */
function sourceOf(compiled: string): string {
  const ending = existsSync(join(ROOT, compiled.replace(/\.js$/, '.tsx'))) ? '.tsx' : '.ts'
  return compiled.replace(/\.js$/, ending)
}

const SOURCES = ['src', 'transports', 'plugins'].flatMap(filesOf)
const CONSOLE = filesOf('console/src')
const ALL = [...SOURCES, ...CONSOLE]

/** Imports that break a rule, as `file imports what`. */
function offences(
  files: readonly SourceFile[],
  allowed: (imported: string, file: SourceFile) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => !allowed(imported, file))
      .map((imported) => `${file.path} imports ${imported}`),
  )
}

const within = (folder: string) => SOURCES.filter(({ path }) => path.startsWith(folder))
const isPackage = (imported: string) => !/^(src|transports|plugins|node:|#)/.test(imported)
const packageOf = (imported: string) => /^(@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? imported

test('the rules look at real files and real imports', (t) => {
  t.true(SOURCES.length > 50)
  t.true(SOURCES.flatMap(({ imports }) => imports).length > 200)
  for (const { path, imports } of SOURCES) {
    for (const imported of imports) {
      if (!/^(src|transports|plugins)\//.test(imported)) continue
      t.true(
        SOURCES.some((source) => source.path === imported),
        `${path} imports ${imported}`,
      )
    }
  }
})

test('container, daemon and main are imported by the command line, the process entry and the node of tests only', (t) => {
  const tops = ['src/container.ts', 'src/daemon.ts', 'src/main.ts', 'src/cli/program.ts']
  t.deepEqual(
    offences(
      SOURCES.filter(({ path }) => !/^src\/(cli|testing)\/|^src\/main\.ts$/.test(path)),
      (imported, { path }) =>
        !tops.includes(imported) || (path === 'src/daemon.ts' && imported === 'src/container.ts'),
    ),
    [],
  )
})

test('nobody imports the process entry', (t) => {
  t.deepEqual(
    offences(SOURCES, (imported) => imported !== 'src/main.ts'),
    [],
  )
})

test('plugins import the contract of plugins only', (t) => {
  t.deepEqual(
    offences(
      within('plugins/'),
      (imported, { path }) =>
        imported === '#plugin' ||
        imported.startsWith('node:') ||
        imported.startsWith(`${path.split('/').slice(0, 2).join('/')}/`),
    ),
    [],
  )
})

/** The library of each transport's protocol. */
const PROTOCOL: Readonly<Record<string, readonly string[]>> = {
  http: ['undici'],
  memory: [],
  smtp: ['smtp-server', 'nodemailer', 'libmime', 'mailauth', 'imapflow'],
}

test('transports import the contract of transports, node and their protocol library only', (t) => {
  t.deepEqual(
    offences(within('transports/'), (imported, { path }) => {
      const [, name = ''] = path.split('/')
      return (
        imported === '#transport' ||
        imported.startsWith('#transport/') ||
        imported.startsWith('node:') ||
        imported.startsWith(`transports/${name}/`) ||
        (PROTOCOL[name] ?? []).includes(packageOf(imported))
      )
    }),
    [],
  )
})

test('src/xml imports no sibling', (t) => {
  t.deepEqual(
    offences(within('src/xml/'), (imported) =>
      imported.startsWith('src/') ? imported.startsWith('src/xml/') : !imported.startsWith('#'),
    ),
    [],
  )
})

test('src/soap imports src/soap and src/xml only: no library, no input or output', (t) => {
  t.deepEqual(
    offences(
      within('src/soap/'),
      (imported, { path }) =>
        /^src\/(soap|xml)\//.test(imported) ||
        // It asks what an address is, and of nobody.
        (imported === 'node:net' && path.startsWith('src/soap/addressing/')),
    ),
    [],
  )
})

test('the steps of the path know no transport, no configuration and no container', (t) => {
  t.deepEqual(
    offences(
      within('src/path/').filter(({ path }) => !/^src\/path\/(plugins|routing)\//.test(path)),
      (imported) =>
        !/^(transports|plugins)\//.test(imported) &&
        !['src/config/schema.ts', 'src/config/read.ts', 'src/path/plugins/load.ts'].includes(
          imported,
        ),
    ),
    [],
  )
})

test('the queue knows no configuration, no route and no step of the path', (t) => {
  t.deepEqual(
    offences(
      within('src/store/queue/'),
      (imported) =>
        !imported.startsWith('src/') ||
        /^src\/(store|base|message|soap|xml)\//.test(imported) ||
        imported === 'src/errors.ts',
    ),
    [],
  )
})

test('what store/ has is known to queue and journal, and knows neither; the journal knows no queue', (t) => {
  t.deepEqual(
    offences(
      within('src/store/').filter(({ path }) => !/^src\/store\/(queue|journal)\//.test(path)),
      (imported) =>
        !imported.startsWith('src/') ||
        (/^src\/(store|base)\/|^src\/errors\.ts$/.test(imported) &&
          !/^src\/store\/(queue|journal)\//.test(imported)),
    ),
    [],
  )
  t.deepEqual(
    offences(within('src/store/journal/'), (imported) => !imported.startsWith('src/store/queue/')),
    [],
  )
})

test('base/time alone asks for the time and for chance; timers, the linter forbids', (t) => {
  const asks =
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b|\bAbortSignal\.timeout\b/
  const asking = SOURCES.filter(({ path, text }) => !path.startsWith('plugins/') && asks.test(text))
  t.deepEqual(
    asking.map(({ path }) => path),
    ['src/base/time.ts'],
  )
})

test('inversify is known to the composition root only', (t) => {
  const sources = SOURCES.filter(({ imports }) =>
    imports.some((name) => /^inversify|^@inversifyjs/.test(name)),
  )
  t.deepEqual(
    sources.map(({ path }) => path),
    ['src/container.ts'],
  )
})

test('nothing in src/ imports a transport: they are loaded by their names', (t) => {
  t.deepEqual(
    offences(within('src/'), (imported) => !imported.startsWith('transports/')),
    [],
  )
})

/** Help of the command line, which has an example of each transport. */
const MAY_SAY_MAILTO = ['src/cli/call/call.ts']

test('nothing in src/ asks for a scheme: what a URL is for, the module of its transport knows', (t) => {
  const asks = /mailto:|'(?:https?|smtps?):'/
  const found = within('src/').filter(({ text }) => asks.test(text))
  t.deepEqual(
    found.map(({ path }) => path),
    MAY_SAY_MAILTO,
  )
})

test('directly in src/ stand the entries and the public contracts only', (t) => {
  const names = ['container', 'daemon', 'errors', 'index', 'log', 'main', 'plugin', 'transport']
  t.deepEqual(
    SOURCES.filter(({ path }) => /^src\/[^/]+$/.test(path)).map(({ path }) => path),
    names.map((name) => `src/${name}.ts`),
  )
})

test('libxmljs2 is known to one file, its schema engine', (t) => {
  const sources = SOURCES.filter(({ imports }) => imports.includes('libxmljs2'))
  t.deepEqual(
    sources.map(({ path }) => path),
    ['src/schema/libxmljs2.ts'],
  )
})

test('what keeps evidence is known to who makes a node and who reads the files; others append to it', (t) => {
  t.deepEqual(
    offences(
      SOURCES.filter(
        ({ path }) =>
          !/^src\/(evidence\/|cli\/evidence\/|container\.ts|compose\/bounds\.ts)/.test(path),
      ),
      (imported) => !imported.startsWith('src/evidence/'),
    ),
    [],
  )
})

test('what may not be compiled is imported by one file, which is loaded when it is needed', (t) => {
  t.deepEqual(
    offences(
      SOURCES,
      (imported, { path, text }) =>
        imported !== 'src/schema/libxmljs2.ts' ||
        (path === 'src/schema/open.ts' && text.includes("await import('./libxmljs2.js')")),
    ),
    [],
  )
})

test('what is imported is a dependency, and every dependency is imported', (t) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const imported = new Set(
    SOURCES.flatMap(({ imports }) => imports)
      .filter(isPackage)
      .map(packageOf),
  )
  t.deepEqual([...imported].sort(), Object.keys(manifest.dependencies).sort())
})

test('built-in modules are imported with their prefix', (t) => {
  t.deepEqual(
    offences(SOURCES, (imported) => !builtinModules.includes(imported)),
    [],
  )
})

/** Where the types are of what the API tells. */
const REPORTED = [
  'operate/admin/api',
  'operate/admin/session-view',
  'operate/problems/problem',
  'store/journal/journal',
  'message/events/events',
  'store/queue/admin',
  'store/queue/listing',
  'store/queue/page',
]

test('the console imports types of what the API tells, and nothing of the node that runs', (t) => {
  t.deepEqual(
    offences(
      CONSOLE,
      (imported) =>
        imported.startsWith('console/') ||
        /^(preact|@preact\/signals|uplot|diff)(\/|$)/.test(imported) ||
        REPORTED.some((name) => imported === `src/${name}.ts`),
    ),
    [],
  )
  const runs = CONSOLE.filter(({ text }) => /^import (?!type )[^']*'(\.\.\/)+src\//m.test(text))
  t.deepEqual(
    runs.map(({ path }) => path),
    [],
  )
})

/** Where an import of this repository's own names leads. */
const NAMED: Readonly<Record<string, string>> = {
  '#plugin': 'src/plugin.ts',
  '#transport': 'src/transport.ts',
  '#transport/mime': 'src/message/mime/index.ts',
  '#transport/time': 'src/base/time.ts',
}

/** What a file is within a folder: its name there, or the folder below that it is in. */
function roomOf(path: string, folder: string): string {
  return path.slice(folder.length).split('/')[0] ?? ''
}

/** Circles among the files and the folders right below a folder, type imports included. */
function circlesIn(folder: string): readonly string[] {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of ALL) {
    if (!path.startsWith(folder)) continue
    const from = roomOf(path, folder)
    const to = imports
      .map((imported) => NAMED[imported] ?? imported)
      .filter((imported) => imported.startsWith(folder))
      .map((imported) => roomOf(imported, folder))
      .filter((room) => room !== from)
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...to]))
  }
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (room: string, trail: readonly string[]): void => {
    const at = trail.indexOf(room)
    if (at !== -1) circles.push(`${folder}: ${[...trail.slice(at), room].join(' > ')}`)
    else if (!done.has(room)) {
      for (const next of arrows.get(room) ?? []) walk(next, [...trail, room])
      done.add(room)
    }
  }
  for (const room of arrows.keys()) walk(room, [])
  return circles
}

test('nothing imports in a circle: no file, no folder, at any level, types included', (t) => {
  const folders = new Set(
    ALL.flatMap(({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, index, all) => `${all.slice(0, index + 1).join('/')}/`),
    ),
  )
  t.true(folders.has('src/path/deferred/') && folders.has('console/src/exchanges/'))
  t.deepEqual(['', ...folders].flatMap(circlesIn), [])
})

test('every file begins with one sentence that says what it is for', (t) => {
  const files = [...ALL, ...filesOf('test')]
  const wrong = files.filter(({ text }) => {
    const [first = '', second = ''] = text.replace(/^#!.*\n/, '').split('\n')
    return !(/^\/\*\* [A-Z`/].*[.?] \*\/$/.test(first) && !second.startsWith('/**'))
  })
  t.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('no file is too long to be read in one go', (t) => {
  const long = ALL.filter(({ text }) => text.trimEnd().split('\n').length > 300)
  t.deepEqual(
    long.map(({ path }) => path),
    [],
  )
})

/** Names of modules, of what they export, and of standards. */
const OTHERS_WORDS = /'node:util'|\bcontext as |\bcontext: AROUND|www\.w3\.org\/TR\/trace-context/

test('styles are kept as code is: each file says what it is for, and is short', (t) => {
  const folder = join(ROOT, 'console/style')
  const styles = readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }))
  t.true(styles.length > 10)
  t.deepEqual(
    styles.filter(
      ({ text }) => !/^\/\* [A-Z].*\. \*\/\n/.test(text) || text.trimEnd().split('\n').length > 250,
    ),
    [],
  )
})

test('no word of the list stands in the source that this project does without', (t) => {
  const banned = /\b(broker|payload|middleware|contexts?|managers?|helpers?|utils?)\b/i
  const found = ALL.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        banned.test(line.replace(OTHERS_WORDS, '')) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  t.deepEqual(found, [])
})
