// Writes what is shipped (CycloneDX): every package that is installed with this one, and those that the console is bundled from.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = resolve(process.argv[2] ?? join(root, 'waybill.cdx.json'))
const { name, dependencies: direct } = readJson('package.json')
const { packages } = readJson('package-lock.json')

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** The packages that the sources of the console import: they are in its files, and not in node_modules. */
function importedByConsole() {
  const source = join(root, 'console', 'src')
  const files = readdirSync(source, { recursive: true }).filter((one) => /\.tsx?$/.test(one))
  const imports = files.flatMap((one) => [
    ...readFileSync(join(source, one), 'utf8').matchAll(
      /^(?:import|\} from|import .* from) '((?:@[\w.-]+\/)?[\w-][\w.-]*)/gm,
    ),
  ])
  return new Set(imports.map(([, imported]) => imported))
}

/** Where a package is that another one asks for: beside it, or above. */
function folderOf(wanted, asking) {
  const folder = join(asking, 'node_modules', wanted)
  if (packages[folder]) return folder
  return asking === '' ? undefined : folderOf(wanted, aboveOf(asking))
}

/** The package in whose node_modules a package is; the empty path is the root. */
function aboveOf(folder) {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
}

/** What npm installs with a package: an optional peer, such as a compiler, is not. */
function dependenciesOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((peer) => !peerDependenciesMeta?.[peer]?.optional),
  ]
}

/** All that some packages need, themselves among it, by name and version. */
function closureOf(names) {
  const folders = new Set([...names].map((one) => folderOf(one, '')))
  if (folders.has(undefined)) throw new Error(`package-lock.json lacks one of ${[...names]}`)
  // What is added while a set is gone through is gone through, too.
  for (const folder of folders) {
    for (const one of dependenciesOf(packages[folder])) {
      const found = folderOf(one, folder)
      if (found !== undefined) folders.add(found)
    }
  }
  return new Set([...folders].map((folder) => idOf(packages[folder], folder)))
}

function idOf(locked, folder) {
  return `${locked.name ?? folder.split('node_modules/').at(-1)}@${locked.version}`
}

const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
)
if (status !== 0) {
  process.stderr.write(stderr)
  process.exit(status ?? 1)
}

const bom = JSON.parse(stdout)
const installed = closureOf(Object.keys(direct))
const bundled = closureOf(importedByConsole())
// npm marks as of development what its tools need as well, and what is bundled.
const isMark = ({ name }) => name === 'cdx:npm:package:development'
const BUNDLED = { name: 'cdx:npm:package:bundled', value: 'true' }
const components = bom.components
  .map((component) => ({ ...component, id: `${component.name}@${component.version}` }))
  .filter(({ id }) => installed.has(id) || bundled.has(id))
  .map(({ id, properties = [], scope, ...component }) => ({
    ...component,
    scope: properties.some(isMark) ? 'required' : scope,
    properties: [
      ...properties.filter((one) => !isMark(one)),
      ...(installed.has(id) ? [] : [BUNDLED]),
    ],
  }))
const whole = bom.metadata.component
const kept = new Set([whole, ...components].map((component) => component['bom-ref']))
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
// npm takes the name of the folder.
const metadata = { ...bom.metadata, component: { ...whole, name } }
writeFileSync(file, `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`)
process.stderr.write(`${components.length} packages: ${file}\n`)
