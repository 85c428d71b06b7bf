/** What the pages print about contracts compiles, with the types of the example. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, ROOT } from '../types/compile.js'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The blocks of a page that use the example's contract. */
const blocksOf = (page: string) =>
  [...read(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes('orders.wsdl'))

test('the plugin and the client of the pages compile', (t) => {
  const blocks = ['docs/contracts.md', 'docs/client.md'].flatMap(blocksOf)
  t.is(blocks.length, 2)
  const modules = blocks.map((code, index) => [`${index}.ts`, code])
  const types = { 'orders.types.ts': read('examples/orders/orders.types.ts') }
  const { errors } = compile(t, { ...Object.fromEntries(modules), ...types }, { noEmit: true })
  t.deepEqual(errors, [])
})
