/** The software bill of materials has every package that is shipped, with its version and its hash, and no other. */
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
  readonly integrity?: string
}

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly properties?: readonly { readonly name: string }[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies: direct, name, version } = read(join(ROOT, 'package.json'))

test('npm run sbom names what is shipped, with versions and hashes, and no tool of development', (t) => {
  const file = join(folderOf(t, {}), 'waybill.cdx.json')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs', file], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.is(status, 0, stderr)
  const bom = read(file)
  t.is(bom.bomFormat, 'CycloneDX')
  t.like(bom.metadata.component, { name, version, type: 'application' })
  const components: readonly Component[] = bom.components
  t.true(components.length > 100)

  const packages: Readonly<Record<string, Locked>> = read(join(ROOT, 'package-lock.json')).packages
  const locked = new Set(
    Object.entries(packages).map(
      ([path, one]) =>
        `${one.name ?? path.split('node_modules/').at(-1)} ${one.version} ${one.integrity}`,
    ),
  )
  for (const one of components) {
    const hash = one.hashes?.find(({ alg }) => alg === 'SHA-512')?.content ?? ''
    const integrity = `sha512-${Buffer.from(hash, 'hex').toString('base64')}`
    t.true(locked.has(`${one.name} ${one.version} ${integrity}`), one.name)
  }

  for (const [dependency, wanted] of Object.entries(direct)) {
    const found = components.some((one) => one.name === dependency && one.version === wanted)
    t.true(found, dependency)
  }
  const names = components.map((one) => one.name)
  for (const tool of ['ava', 'typescript', 'vite', '@biomejs/biome', '@types/node']) {
    t.false(names.includes(tool), tool)
  }

  // What the console is bundled from is in its files; all else is there because something shipped asks for it.
  const bundled = components.filter((one) =>
    one.properties?.some((property) => property.name === 'cdx:npm:package:bundled'),
  )
  t.deepEqual(bundled.map((one) => one.name).toSorted(), [
    '@preact/signals',
    '@preact/signals-core',
    'diff',
    'preact',
    'uplot',
  ])
  const dependencies: readonly Dependency[] = bom.dependencies
  const requested = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn))
  t.deepEqual(
    components.filter((one) => !requested.has(one['bom-ref'])).map((one) => one.name),
    [],
  )
})
