/** Real schemas, with which other SOAP toolkits test themselves: our own rules and libxml2 take and refuse the same ones. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { InvalidSchema, type SchemaEngine } from '../../src/schema/engine.js'
import { waybillEngine } from '../../src/schema/waybill.js'
import { folderOf } from '../support/folder.js'
import { libxml2WasmEngine } from '../support/schemas/libxml2-wasm.js'
import { conformanceFolder } from '../support/shared.js'

function verdict({ compile }: SchemaEngine, file: string): string {
  try {
    compile(file)
    return 'valid'
  } catch (error) {
    if (error instanceof InvalidSchema) return 'invalid'
    throw error
  }
}

test('real schemas are taken and refused as libxml2 does', (t) => {
  const shared = conformanceFolder()
  const archive = shared && join(shared, 'contracts.tar.xz')
  if (archive === undefined || !existsSync(archive)) {
    t.log('There are no real schemas beside this checkout: they were not compiled.')
    t.pass()
    return
  }
  const folder = folderOf(t, {})
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.xsd'))
  t.true(files.length > 100)
  const verdicts = files.map((name) => {
    const file = join(folder, name)
    return { name, ours: verdict(waybillEngine, file), theirs: verdict(libxml2WasmEngine, file) }
  })
  t.deepEqual(
    verdicts.filter(({ ours, theirs }) => ours !== theirs),
    [],
  )
  t.true(verdicts.filter(({ ours }) => ours === 'valid').length > 50)
})
