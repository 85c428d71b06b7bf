// Compiles the project into dist/ and puts the schemas beside the code that names them.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')

// The console stays: it is built anew only if what it is made of has changed.
const dist = join(root, 'dist')
for (const name of existsSync(dist) ? readdirSync(dist) : []) {
  if (name !== 'console' && name !== '.console') rmSync(join(dist, name), { recursive: true })
}
rmSync(join(dist, 'console', 'src'), { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [tsc, '--project', join(root, 'tsconfig.json')], {
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

// tsc copies no schemas, and a plugin finds its own by `new URL('./x.xsd', import.meta.url)`; nor the JavaScript
// of projects that are tried beside a node.
const notCompiled = (source) => !/\.ts$/.test(source)
for (const folder of ['src', 'plugins', 'test', 'examples'].filter((name) =>
  existsSync(join(root, name)),
)) {
  cpSync(join(root, folder), join(root, 'dist', folder), { recursive: true, filter: notCompiled })
}
chmodSync(join(root, 'dist', 'src', 'main.js'), 0o755)
await import('./bundle.mjs')
await import('./console.mjs')
