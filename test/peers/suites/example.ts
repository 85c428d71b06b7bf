/** The example of a peer's client in examples/clients: the commands of its README, in an empty folder, beside a node as it comes. */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { startDaemon } from '../../support/nodes/daemon.js'
import type { Trial } from '../trial.js'

const EXAMPLES = fileURLToPath(new URL('../../../../examples/clients/', import.meta.url))
/** As `npm start` has it. */
const DOCUMENTED_URL = 'http://127.0.0.1:8080'
/** What somebody who ran the example in place has left there. */
const MADE = ['target', '.venv', 'node_modules', 'calculator']
/** Maven and pip fetch what no cache has. */
const DEADLINE = 300_000

export function exampleSuite(trial: Trial): void {
  const { test, name } = trial
  test.serial(`examples/clients/${name} prints 3 by the commands of its README`, async (t) => {
    t.timeout(DEADLINE + 30_000)
    const folder = trial.folder(t)
    cpSync(join(EXAMPLES, name), folder, {
      recursive: true,
      filter: (path) => !MADE.includes(basename(path)),
    })
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const [, commands = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? []
    t.true(commands.includes(DOCUMENTED_URL))
    const node = await startDaemon()
    t.teardown(() => node.stop())
    const { stdout, stderr } = await promisify(execFile)(
      'sh',
      ['-e', '-c', commands.replaceAll(DOCUMENTED_URL, new URL(node.url).origin)],
      { cwd: folder, timeout: DEADLINE },
    )
    t.log(stderr)
    t.is(Number(lastLine(stdout)), 3, stdout)
  })
}

/** Tools tell on the same output what they do; some put colours back behind the last line. */
function lastLine(output: string): string | undefined {
  return stripVTControlCharacters(output).trimEnd().split('\n').at(-1)
}
