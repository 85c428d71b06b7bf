/** What the runner of the tests makes of a file whose process does not end. */
import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from './support/folder.js'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const ENDS_IN_TIME = fileURLToPath(new URL('support/ends-in-time.js', import.meta.url))

test('a file fails whose process is kept by something when its tests are over, and what keeps it is told', async (t) => {
  const folder = folderOf(t, {
    'package.json': JSON.stringify({
      type: 'module',
      ava: { workerThreads: false, require: [ENDS_IN_TIME], timeout: '2m' },
    }),
    'ends.test.js': `import test from 'ava'\ntest('passes', (t) => t.pass())\n`,
    'stays.test.js': `import test from 'ava'\ntest('passes, too', (t) => {\n  setInterval(() => {}, 1000)\n  t.pass()\n})\n`,
  })
  symlinkSync(MODULES, join(folder, 'node_modules'))
  const run = (file: string, within: object) =>
    new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
      const { AVA_PATH: _, ...env } = process.env
      execFile(
        process.execPath,
        [join(MODULES, 'ava', 'entrypoints', 'cli.mjs'), file],
        { cwd: folder, env: { ...env, ...within, CI: 'true' } },
        (error, out, err) => resolve({ code: error?.code ?? 0, output: out + err }),
      )
    })
  t.is((await run('ends.test.js', {})).code, 0)
  const { code, output: text } = await run('stays.test.js', { TESTS_END_WITHIN: '1' })
  t.is(code, 1)
  t.regex(text, /1 test passed/)
  t.regex(text, /the process is kept by .*Timeout/)
})
