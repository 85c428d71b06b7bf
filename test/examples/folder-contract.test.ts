/** The contract of transports, kept by the example of a folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { createLog } from '../../src/log.js'
import { loadTransports } from '../../src/path/plugins/load-transports.js'
import type { Transport } from '../../src/transport.js'
import { transportSuite } from '../suites/transport.js'

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))

const [folder] = await loadTransports(['./folder'], EXAMPLES)
const location = mkdtempSync(join(tmpdir(), 'waybill-folder-'))
test.after.always(() => rmSync(location, { recursive: true }))
let count = 0

async function make(): Promise<Transport> {
  if (!folder) throw new Error('the example is gone')
  count += 1
  const section = folder.config.parse({ path: join(location, String(count)), interval: '5ms' })
  const around = { plugins: [], paths: [], stateDir: location, log: createLog('silent') }
  return folder.create({ ...around, section, bounds: folder.bounds })
}

transportSuite({
  name: 'folder',
  scheme: 'folder',
  answers: 'connection',
  carries: [],
  make,
  nobody: new URL('folder:/nowhere/at/all'),
  keeps: true,
  unguarded: 'it connects to no address',
})
