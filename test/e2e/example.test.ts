/** The example of the examples folder runs as its comments say. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { startDaemon } from '../support/nodes/daemon.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
const call = (...args: readonly string[]) =>
  run(process.execPath, ['dist/src/main.js', 'call', ...args], { cwd: root, timeout: 20_000 })

test('examples/waybill.yaml starts a node that greets, in the language of option or header', async (t) => {
  const daemon = await startDaemon([], ['--config', `${root}examples/waybill.yaml`])
  const to = [`${daemon.url}/greeter`, '{urn:example:greeter}Greet', 'name=Ada']
  t.is((await call(...to)).stdout, 'greeting=Bonjour, Ada.\n')
  t.is(
    (await call(...to, '--header', 'examples/language.xml')).stdout,
    'greeting=Guten Tag, Ada.\n',
  )
  t.is(await daemon.stop(), 0)
})
