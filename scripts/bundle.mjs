// Joins what tsc has compiled into few files in dist/bundle, because a start pays for each module that it loads.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const bundle = join(dist, 'bundle')
const { exports, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Packages that are bundled, of many files or with much that is not used. None of them reads what strangers send:
 * such a package stays outside, where an update of it takes effect.
 */
const BUNDLED =
  /^(?:@inversifyjs\/[^/]+|bintrees|commander|inversify|prom-client|reflect-metadata|tdigest|yaml|zod)(?:\/|$)/

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
function vlq(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}

/** File and line of each line, and no columns: a stack needs no more, and Node.js keeps all that there is. */
function linesOf(map, length) {
  const whole = new SourceMap(map)
  const before = { file: 0, line: 0, column: 0 }
  const mappings = Array.from({ length }, (_, line) => {
    const entry = whole.findEntry(line, Number.MAX_SAFE_INTEGER)
    const first = whole.findEntry(line, 0)
    const one = first.generatedLine === line ? first : entry
    if (one.generatedLine !== line || one.originalSource === undefined) return ''
    const at = {
      file: map.sources.indexOf(one.originalSource),
      line: one.originalLine,
      column: one.originalColumn,
    }
    const steps = [0, ...Object.keys(before).map((key) => at[key] - before[key])]
    Object.assign(before, at)
    return steps.map(vlq).join('')
  })
  return { version: 3, sources: map.sources, names: [], mappings: mappings.join(';') }
}

rmSync(bundle, { recursive: true, force: true })
const built = await rolldown({
  cwd: root,
  input: entries(),
  platform: 'node',
  external: (id) => !/^(?:[./#]|[A-Za-z]:\\)/.test(id) && !BUNDLED.test(id),
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
const { output } = await built.write({
  dir: bundle,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  sourcemap: true,
  comments: false,
})
for (const { type, fileName, code, map } of output) {
  if (type !== 'chunk' || !map) continue
  writeFileSync(
    join(bundle, `${fileName}.map`),
    JSON.stringify(linesOf(map, code.split('\n').length)),
  )
}
