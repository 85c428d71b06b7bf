// Dumps an empty embedded queue into dist/, so that a first start need not make one from nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const versionOf = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** It depends on what makes it only, so it is kept from one build to the next. */
export async function writeTemplate() {
  const made = `${versionOf('@electric-sql/pglite')}-${versionOf('bullmq')}`
  const kept = join(root, 'node_modules', '.cache', 'waybill', `template-${made}.tar.gz`)
  if (!existsSync(kept)) {
    const { dumpTemplate } = await import('../dist/src/queue/embedded-data.js')
    const { runMigrations } = require('bullmq')
    const bytes = await dumpTemplate((session) => runMigrations(session, 'bullmq'))
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, bytes)
  }
  writeFileSync(join(root, 'dist', 'src', 'queue', 'template.tar.gz'), readFileSync(kept))
}
