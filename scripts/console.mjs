// Builds the web console into dist/console, if what it is made of has changed since it was built last.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rendered } from './site.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'console')
const built = join(root, 'dist', 'console')
const mark = join(root, 'dist', '.console')

/** Bytes, packed: more is a mistake. */
const MAX_PACKED_BYTES = 150 * 1024

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function digest() {
  const hash = createHash('sha256')
  const from = ['package-lock.json', 'scripts/console.mjs', 'src/operate/admin/api.ts']
  for (const file of [...from.map((name) => join(root, name)), ...filesBelow(source)]) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const wanted = digest()
const kept = existsSync(mark) && existsSync(join(built, 'index.html'))
if (!kept || readFileSync(mark, 'utf8') !== wanted) {
  for (const name of ['assets', 'icon.svg', 'index.html']) {
    rmSync(join(built, name), { recursive: true, force: true })
  }
  const { build } = await import('vite')
  await build({
    root: source,
    configFile: false,
    base: './',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: built,
      // Beside it lies what tests import, compiled by tsc.
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  const files = filesBelow(built).filter((file) => !file.startsWith(join(built, 'src')))
  const packed = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  if (packed > MAX_PACKED_BYTES) {
    rmSync(built, { recursive: true })
    throw new Error(
      `The console has ${packed} bytes, packed; at most ${MAX_PACKED_BYTES} are wanted.`,
    )
  }
  writeFileSync(mark, wanted)
}

// What to do about each problem, for links of alerts: beside the console, so that a node without a network has it too.
const runbook = 'docs/incidents.md'
const { html } = rendered(runbook, readFileSync(join(root, runbook), 'utf8'), new Set([runbook]))
copyFileSync(join(root, 'scripts', 'site', 'site.css'), join(built, 'incidents.css'))
writeFileSync(
  join(built, 'incidents.html'),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Incidents – Waybill</title>
<link rel="stylesheet" href="incidents.css">
</head>
<body>
<main id="content">
${html}</main>
</body>
</html>
`,
)
