/** The page about schemas lists what is known of libxml2, as the tests know it. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { EXPECTED } from '../support/schemas/expected-differences.js'

const PAGE = new URL('../../../docs/schema.md', import.meta.url)

test('docs/schema.md lists every known difference from libxml2, and no other', (t) => {
  const rows = readFileSync(PAGE, 'utf8').match(/^\| (schema|element) \|.*$/gm) ?? []
  t.deepEqual(
    rows,
    EXPECTED.map(({ of, clause, why }) => `| ${of} | ${clause} | ${why} |`),
  )
})
