// Runs the fault suite: `--long` for the long form, `--seed N` for the moments of a run before, the rest is ava's.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const input = process.argv.slice(2)
const long = input.includes('--long')
const at = input.indexOf('--seed')
const seed = at < 0 ? String(Date.now() % 1_000_000) : input[at + 1]
if (!/^\d+$/.test(seed ?? '')) {
  console.error('--seed expects a whole number')
  process.exit(64)
}
const rest = input.filter(
  (_, index) => input[index] !== '--long' && (at < 0 || (index !== at && index !== at + 1)),
)

console.error(`The fault suite in its ${long ? 'long' : 'short'} form, seed ${seed}.`)
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const tests = spawnSync(process.execPath, [ava, '--config', 'test/faults.config.mjs', ...rest], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, TESTS: long ? 'long' : 'short', FAULTS_SEED: seed },
})
process.exitCode = tests.status ?? 1
