/** The type tests are compiled with everything else, and each error that they expect is one. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, ROOT } from './compile.js'

const FILES = ['client', 'contract', 'plugin', 'transport']
const EXPECTED = '// @ts-expect-error'

for (const name of FILES) {
  const file = `${name}.test-d.ts`

  test(`the build compiles the type tests: ${name}`, (t) => {
    t.true(existsSync(join(ROOT, `dist/test/types/${name}.test-d.js`)))
  })

  test(`each line that is expected to be wrong is an error, and no other is: ${name}`, (t) => {
    const text = readFileSync(join(ROOT, 'test/types', file), 'utf8')
    const wanted = text
      .split('\n')
      .flatMap((line, index) => (line.includes(EXPECTED) ? [`${file}(${index + 2}`] : []))
    t.true(wanted.length > 5)
    const { errors } = compile(t, { [file]: text.replaceAll(EXPECTED, '//') }, { noEmit: true })
    const found = errors.map((error) => error.split(',')[0] ?? '')
    t.deepEqual([...new Set(found)].sort(), wanted.sort(), errors.join('\n'))
  })
}
