// Joins what tsc has compiled into few files in dist/bundle, because a start pays for each module that it loads.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const bundle = join(dist, 'bundle')
const { exports, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Packages that are not bundled: what has native code or is loaded by few nodes only, and what reads messages of
 * strangers, where an update of it takes effect without another bundle.
 */
const OUTSIDE =
  /^(?:node:|(?:@photostructure\/sqlite|bullmq|imapflow|ioredis|jose|libmime|libxmljs2|mailauth|nodemailer|smtp-server|undici)(?:\/|$))/

/** A file beside a module, in whose place it is looked for; a program of a thread or a process is in the bundle. */
const PROGRAM = /new URL\('(\.\/[\w-]+\.js)', import\.meta\.url\)/g
/** Where what comes along is: a folder that the bundle has, too. */
const SHIPPED = /new URL\('\.\.\/\.\.\/\.\.\/(?:plugins|transports)', import\.meta\.url\)/g

const slashes = (path) => path.split(sep).join('/')
const modules = readdirSync(dist, { recursive: true })
  .map(slashes)
  .filter((path) => /^(?:src|transports|plugins)\/.*\.js$/.test(path))

/** @returns the modules that others start as programs of their own */
function programs() {
  return modules.flatMap((path) =>
    [...readFileSync(join(dist, path), 'utf8').matchAll(PROGRAM)].map(([, name]) =>
      join(dirname(path), name),
    ),
  )
}

/** What is imported by its name, and what is started; each has in the bundle the path that it has in dist. */
function entries() {
  const named = [...Object.values(exports), imports['#program']].map(({ modules }) => modules)
  const shipped = modules.filter((path) => /^(?:transports|plugins)\/[^/]+\/index\.js$/.test(path))
  const inner = ['src/message/mime/index.js', 'src/base/time.js']
  const paths = [
    ...named.map((path) => slashes(relative('dist', path))),
    ...shipped,
    ...inner,
    ...programs(),
  ]
  return Object.fromEntries(paths.map((path) => [path.replace(/\.js$/, ''), join(dist, path)]))
}

/** Stands for the way from a chunk to dist until the chunk has its name. */
const DIST = '@dist@/'

/** A module finds what stands beside it from its own path, wherever its code is. */
const ownPaths = {
  name: 'own-paths',
  transform(code, id) {
    if (!id.startsWith(dist + sep) || !code.includes('import.meta.url')) return null
    const path = slashes(relative(dist, id))
    const at = (folder) => `new URL('${DIST}${folder}${path}', import.meta.url).href`
    const inBundle = (text) =>
      text.replace('import.meta.url', at('bundle/').replace('.meta', '.META'))
    return {
      code: code
        .replace(PROGRAM, inBundle)
        .replace(SHIPPED, inBundle)
        .replaceAll('import.meta.url', at(''))
        .replaceAll('import.META', 'import.meta'),
      map: null,
    }
  },
  renderChunk(code, { fileName }) {
    const up = slashes(relative(dirname(join(bundle, fileName)), dist))
    return { code: code.replaceAll(DIST, `${up}/`), map: null }
  },
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A number as source maps write it. */
function written(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}

/** The numbers of a segment. */
function read(segment) {
  const numbers = []
  let number = 0
  let shift = 0
  for (const character of segment) {
    const digit = DIGITS.indexOf(character)
    number |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(number & 1 ? -(number >>> 1) : number >>> 1)
    number = 0
    shift = 0
  }
  return numbers
}

/**
 * A map without what is not in a stack: of each line where the code of a line of a file begins. Node.js reads maps
 * with the code, and keeps all that they have once a stack was asked for.
 */
function linesOf({ sources, mappings }) {
  let [source, line, column] = [0, 0, 0]
  let last = [0, 0, 0]
  const lines = mappings.split(';').map((segments) => {
    let [generated, at] = [0, 0]
    let kept = ''
    const shorter = []
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [step, ...steps] = read(segment)
      generated += step
      if (steps.length < 3) continue
      source += steps[0]
      line += steps[1]
      column += steps[2]
      if (kept === `${source}:${line}`) continue
      kept = `${source}:${line}`
      const next = [source, line, column]
      shorter.push([generated - at, ...next.map((one, index) => one - last[index])])
      at = generated
      last = next
    }
    return shorter.map((numbers) => numbers.map(written).join('')).join(',')
  })
  return { version: 3, sources, names: [], mappings: lines.join(';') }
}

rmSync(bundle, { recursive: true, force: true })
const built = await rolldown({
  cwd: root,
  input: entries(),
  platform: 'node',
  external: (id) => OUTSIDE.test(id),
  resolve: {
    alias: Object.fromEntries(
      ['#plugin', '#transport/mime', '#transport/time', '#transport'].map((name) => [
        name,
        join(root, imports[name]),
      ]),
    ),
  },
  plugins: [ownPaths],
})
/** A program of its own sees to its own stacks, before it loads anything. */
const started = new Set(programs())
const banner = ({ fileName }) =>
  started.has(fileName)
    ? `import '${slashes(relative(dirname(join(bundle, fileName)), join(dist, 'src/base/stacks.js')))}';`
    : ''
const { output } = await built.write({
  dir: bundle,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  sourcemap: true,
  comments: false,
  banner,
})
for (const { type, fileName, map } of output) {
  if (type !== 'chunk' || !map) continue
  writeFileSync(join(bundle, `${fileName}.map`), JSON.stringify(linesOf(map)))
}

/** The licenses of what is bundled, which copies of it must have with them. */
const packages = new Set(
  output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(slashes(id)) ?? []),
)
const licenses = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}: ${license}\n\n${text}\n`
})
writeFileSync(join(bundle, 'LICENSES.txt'), licenses.join(`\n${'-'.repeat(72)}\n\n`))
