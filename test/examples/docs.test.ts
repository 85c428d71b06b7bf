/** The page for authors of transports prints the example whole, piece by piece. */
import { readFileSync } from 'node:fs'
import test from 'ava'

const ROOT = new URL('../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')

test('docs/transports.md has every line of examples/folder, in order', (t) => {
  const pieces = [...read('docs/transports.md').matchAll(/^```js\n([\s\S]*?)^```$/gm)]
  t.is(pieces.map(([, piece]) => piece).join(''), read('examples/folder/index.js'))
})

test('the example is shorter than 160 lines, and imports node and waybill/transport only', (t) => {
  const text = read('examples/folder/index.js')
  t.true(text.trimEnd().split('\n').length < 160)
  const imports = [...text.matchAll(/ from '([^']+)'/g)].map(([, from]) => from)
  t.deepEqual(
    imports.filter((from) => !from?.startsWith('node:')),
    ['waybill/transport'],
  )
})
