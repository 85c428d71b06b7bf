/** A new project: it compiles strictly, its test runs, and nothing that is there is written over. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { packageVersion } from '../../src/base/version.js'
import { projectFiles } from '../../src/cli/init/project.js'
import { folderOf } from '../support/folder.js'
import { emptyProject, linked, ROOT, run } from '../support/new-project.js'
import { cli } from '../support/nodes/cli.js'

const WAYBILL = 'node node_modules/.bin/waybill'

test('what is written compiles, and its test runs', async (t) => {
  const folder = emptyProject(t, linked)
  const { code, out } = await run(folder, `${WAYBILL} init`)
  t.is(code, 0)
  t.regex(out, /npm install\n {2}npm test\n {2}npm start\n/)
  const compiled = await run(folder, 'node node_modules/.bin/tsc')
  t.is(compiled.code, 0, compiled.out)
  const tested = await run(folder, 'node --test test/*.test.js')
  t.is(tested.code, 0, tested.out)
  t.regex(tested.out, /^(#|ℹ) pass 3$/m)
})

test('it is pinned to this version, and to the compiler that this version is tested with', (t) => {
  const files = projectFiles('mine', packageVersion())
  const manifest = JSON.parse(files.find(({ path }) => path === 'package.json')?.content ?? '')
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  t.is(manifest.name, 'mine')
  t.deepEqual(manifest.dependencies, { waybill: own.version })
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    t.is(version, own.devDependencies[name], name)
  }
})

test('a file that is there stays, and then nothing is written', async (t) => {
  const folder = folderOf(t, { 'README.md': 'mine' })
  const { code, err } = await cli(['init', folder])
  t.is(code, 64)
  t.regex(err, /^error: README\.md would be written over in .*: give another folder\n$/)
  t.is(readFileSync(join(folder, 'README.md'), 'utf8'), 'mine')
  t.false(existsSync(join(folder, 'package.json')))
})

test('a second time is refused', async (t) => {
  const folder = folderOf(t, {})
  t.is((await cli(['init', join(folder, 'new')])).code, 0)
  const { code, err } = await cli(['init', join(folder, 'new')])
  t.is(code, 64)
  t.regex(err, /would be written over/)
})

test('a package.json that npm has made gets what it lacks, and keeps what it has', async (t) => {
  const there = {
    version: '3.0.0',
    scripts: { test: 'echo "Error: no test specified" && exit 1', lint: 'x' },
    dependencies: { waybill: 'file:../waybill.tgz', other: '1.0.0' },
  }
  const folder = folderOf(t, { 'package.json': JSON.stringify(there) })
  t.is((await cli(['init', folder])).code, 0)
  const merged = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  t.is(merged.version, '3.0.0')
  t.is(merged.type, 'module')
  t.deepEqual(merged.dependencies, there.dependencies)
  t.is(merged.scripts.lint, 'x')
  t.regex(merged.scripts.test, /^node --test/)
})

test('a package.json as npm init -y writes it becomes that of the project', async (t) => {
  const made = '{"name":"shop","type":"commonjs","main":"index.js","scripts":{}}'
  const folder = folderOf(t, { 'package.json': made })
  const { code, err } = await cli(['init', folder])
  t.is(code, 0, err)
  const { name, type } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  t.deepEqual([name, type], ['shop', 'module'])
})

for (const [what, content] of Object.entries({
  'of another kind of module': '{"type":"commonjs","main":"package.json"}',
  'with a script of the same name': '{"scripts":{"start":"node ."}}',
  'that is not JSON': '{',
})) {
  test(`a package.json ${what} is refused, and stays`, async (t) => {
    const folder = folderOf(t, {})
    writeFileSync(join(folder, 'package.json'), content)
    const { code, err } = await cli(['init', folder])
    t.is(code, 64)
    t.regex(err, /^error: .*package\.json (belongs to another project|cannot be read)/)
    t.is(readFileSync(join(folder, 'package.json'), 'utf8'), content)
    t.false(existsSync(join(folder, 'waybill.yaml')))
  })
}
