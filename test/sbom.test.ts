/** The software bill of materials has every package that is installed with this one, with its version and its hash. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Locked {
  readonly version: string
  readonly name?: string
  readonly dev?: boolean
  readonly integrity?: string
}

interface Component {
  readonly name: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

test('npm run sbom names every dependency with its version and its hash, and no tool of development', (t) => {
  const file = join(folderOf(t, {}), 'waybill.cdx.json')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs', file], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.is(status, 0, stderr)
  const bom = read(file)
  t.is(bom.bomFormat, 'CycloneDX')
  const { name, version } = read(join(ROOT, 'package.json'))
  t.like(bom.metadata.component, { name, version, type: 'application' })
  const components: readonly Component[] = bom.components
  const packages: Readonly<Record<string, Locked>> = read(join(ROOT, 'package-lock.json')).packages
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  t.true(installed.length > 100)
  const expected = installed.map(([path, locked]) => {
    const [algorithm, hash = ''] = (locked.integrity ?? '').split('-')
    t.is(algorithm, 'sha512', path)
    const called = locked.name ?? path.split('node_modules/').at(-1)
    return `${called} ${locked.version} ${Buffer.from(hash, 'base64').toString('hex')}`
  })
  const found = components.map(
    (one) =>
      `${one.name} ${one.version} ${one.hashes?.find(({ alg }) => alg === 'SHA-512')?.content}`,
  )
  t.deepEqual([...new Set(found)].toSorted(), [...new Set(expected)].toSorted())
  const [manifest] = [read(join(ROOT, 'package.json'))]
  for (const [direct, wanted] of Object.entries(manifest.dependencies)) {
    t.true(
      components.some((one) => one.name === direct && one.version === wanted),
      direct,
    )
  }
  t.false(components.some((one) => one.name === 'ava'))
})
