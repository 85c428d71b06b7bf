/** The type tests are compiled with everything else, and each error that they expect is one. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, ROOT } from './compile.js'

const FILE = 'plugin.test-d.ts'
const EXPECTED = '// @ts-expect-error'

test('the build compiles the type tests', (t) => {
  t.true(existsSync(join(ROOT, 'dist/test/types/plugin.test-d.js')))
})

test('each line that is expected to be wrong is an error, and no other line is', (t) => {
  const text = readFileSync(join(ROOT, 'test/types', FILE), 'utf8')
  const wanted = text
    .split('\n')
    .flatMap((line, index) => (line.includes(EXPECTED) ? [`${FILE}(${index + 2}`] : []))
  t.true(wanted.length > 20)
  const { errors } = compile(t, { [FILE]: text.replaceAll(EXPECTED, '//') }, { noEmit: true })
  const found = errors.map((error) => error.split(',')[0] ?? '')
  t.deepEqual([...new Set(found)].sort(), wanted.sort(), errors.join('\n'))
})
