/** Schemas modelled on large vocabularies: each compiles, takes its valid document, and refuses it with each flaw. */
import { join } from 'node:path'
import test from 'ava'
import { waybillEngine } from '../../src/schema/waybill.js'
import { readDocument } from '../../src/xml/read.js'
import { folderOf } from '../support/folder.js'
import { libxml2WasmEngine } from '../support/schemas/libxml2-wasm.js'
import { MODELLED } from '../support/schemas/modelled/all.js'
import { flawed } from '../support/schemas/modelled/modelled.js'

test('there are twenty, the largest of 200 types in five namespaces', (t) => {
  t.is(MODELLED.length, 20)
  const [business] = MODELLED
  const texts = Object.values(business?.files ?? {})
  t.is(texts.length, 5)
  t.true((texts.join('').match(/<xs:complexType/g)?.length ?? 0) >= 200)
})

for (const engine of [waybillEngine, libxml2WasmEngine]) {
  for (const modelled of MODELLED) {
    test(`${engine.name}, ${modelled.name}: the valid document is valid, and no flaw is overlooked`, (t) => {
      const [first = ''] = Object.keys(modelled.files)
      const schema = engine.compile(join(folderOf(t, modelled.files), first))
      t.deepEqual(schema.validate(readDocument(modelled.valid)), [])
      for (const flaw of modelled.flaws) {
        const findings = schema.validate(readDocument(flawed(modelled, flaw)))
        t.true(findings.length > 0, flaw.what)
      }
    })
  }
}
