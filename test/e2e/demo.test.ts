/** The demonstration: three nodes, HTTP, mail and HTTP, and the answer all the way back. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { cleanEnvironment } from '../support/nodes/cli.js'

const DEMO = fileURLToPath(new URL('../../../scripts/demo.mjs', import.meta.url))

test('the demo shows each hop and the answer, and ends by itself', async (t) => {
  t.timeout(120_000)
  const child = spawn(process.execPath, [DEMO], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  t.is(code, 0, output)
  for (const line of [
    /gateway +Has: goes on to mailto:bus@auditor\.example/,
    /auditor +did its part for case demo-1/,
    /auditor +Has: goes on to http:/,
    /ledger +Has: reply/,
    /gateway +<- the answer, by mail/,
    /client +result=true/,
    /client +└─ urn:example:gateway/,
  ]) {
    t.regex(output, line)
  }
})
