// Writes what the package is made of (CycloneDX): every dependency that is installed with it, by package-lock.json.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = resolve(process.argv[2] ?? join(root, 'waybill.cdx.json'))
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

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
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const installed = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(
      ([path, locked]) => `${locked.name ?? path.split('node_modules/').at(-1)}@${locked.version}`,
    ),
)
// npm would leave out, with --omit=dev, what tools of development need as well, and marks it as theirs.
const isMark = ({ name }) => name === 'cdx:npm:package:development'
const components = bom.components
  .filter((component) => installed.has(`${component.name}@${component.version}`))
  .map(({ properties = [], scope, ...component }) => ({
    ...component,
    scope: properties.some(isMark) ? 'required' : scope,
    properties: properties.filter((one) => !isMark(one)),
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
