/** Plugins and examples are written without a cast, and the examples in JavaScript have right types. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, ROOT } from '../types/compile.js'

const FILES = ['plugins', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js)$/.test(path))
    .map((path) => join(folder, path)),
)

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Comments and texts, and the lists of imports, where `as` gives another name. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|^(?:im|ex)port [^;'(]*from/gm
const CASTS: readonly RegExp[] = [
  /\bas (?!const\b)/,
  // What may be missing is said not to be.
  /[\w)\]]!(?!=)/,
  /[=(,?:>]\s*<[\w.]+>\s*[\w'"[{]/,
]
/** What does the same in a comment. */
const IN_COMMENTS = /@ts-(ignore|expect-error|nocheck)|@type\b/

function castsIn(source: string): readonly string[] {
  return [
    ...source
      .replace(NO_CODE, ' ')
      .split('\n')
      .filter((line) => CASTS.some((cast) => cast.test(line))),
    ...source.split('\n').filter((line) => IN_COMMENTS.test(line)),
  ]
}

test('a cast is found in whatever way it is written', (t) => {
  for (const line of [
    'const a = b as unknown as Operands',
    'const a = <Operands>b',
    'call(<Operands>b)',
    'const { c } = a!',
    'a.b!.c()',
    'a[0]![1]',
    'call(a!)',
    '// @ts-expect-error',
    'const a = /** @type {Operands} */ (b)',
  ]) {
    t.deepEqual(castsIn(line), [line])
  }
  for (const line of [
    "const a = ['b'] as const",
    "import { a as b } from 'c'",
    "const a = 'as it is!'",
    '// as it is',
    'if (a !== b && !c) return',
    'const a = <Type>(value: Type): Type => value',
    'operation<Operands, Result>({})',
  ]) {
    t.deepEqual(castsIn(line), [], line)
  }
})

test('no plugin and no example has a cast', (t) => {
  t.true(FILES.length >= 8)
  for (const file of FILES) t.deepEqual(castsIn(text(file)), [], file)
})

test('the examples in JavaScript have right types', (t) => {
  // Those of other stacks have packages that are not here; `npm run test:peers` runs them.
  const scripts = FILES.filter((file) => file.endsWith('.js') && !/^examples.clients/.test(file))
  t.true(scripts.length >= 2)
  const files = Object.fromEntries(scripts.map((file) => [file, text(file)]))
  t.deepEqual(compile(t, files, { checkJs: true, noEmit: true }).errors, [])
})
