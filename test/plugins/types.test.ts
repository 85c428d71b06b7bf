/** The types of the plugins of this repository are those of their schemas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { readDocuments } from '../../src/schema/documents.js'
import { resolveSchema } from '../../src/schema/resolve/index.js'
import { writeTypes } from '../../src/schema/types/index.js'

const PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url))

for (const name of ['calculator', 'ledger', 'trace']) {
  test(`the types of ${name} are current`, (t) => {
    const schema = resolveSchema(readDocuments([join(PLUGINS, name, `${name}.xsd`)]))
    t.is(
      readFileSync(join(PLUGINS, name, `${name}.types.ts`), 'utf8'),
      writeTypes(schema, { module: '#plugin', from: `${name}.xsd` }),
      `npx waybill types plugins/${name}/${name}.xsd --import '#plugin' -o plugins/${name}/${name}.types.ts`,
    )
  })
}
