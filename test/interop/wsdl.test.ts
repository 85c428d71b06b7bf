/** WSDLs of a node are loaded by tools of others without a word of warning, and called by. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import anyTest, { type TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { CLIENTS } from './foreign-client.js'

const test = anyTest as TestFn
const run = promisify(execFile)

let daemon: RunningDaemon
let folder: string

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-interop-'))
  const file = join(folder, 'waybill.yaml')
  const ledger = { use: 'ledger', options: { file: join(folder, 'ledger.jsonl') } }
  await writeFile(file, JSON.stringify({ plugins: ['calculator', 'echo', 'trace', ledger] }))
  daemon = await startDaemon([], ['--config', file])
})
test.after.always(async () => {
  await daemon?.stop()
  await rm(folder, { recursive: true, force: true })
})

const CALLED = ['/calculator?wsdl', '?wsdl', '?wsdl=all', '/calculator?wsdl=1.1']
const OTHERS = ['/echo?wsdl', '/ledger?wsdl']

/** Numbers that were printed; nothing else may have been. */
function sums({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  return { stderr: stderr, sums: stdout.split('\n').filter(Boolean).map(Number) }
}

for (const path of CALLED) {
  for (const library of ['zeep', 'suds']) {
    test(`${library} loads ${path} and adds by each of its ports`, async (t) => {
      const script = join(CLIENTS, 'load-wsdl.py')
      const result = sums(await run('python3', [script, library, daemon.url + path]))
      const ports = path.endsWith('1.1') ? [3.5] : [3.5, 3.5]
      // suds reads the ports of mail too, and has no way to send to them.
      t.deepEqual(result, { stderr: '', sums: ports })
    })
  }

  test(`PHP loads ${path} and adds`, async (t) => {
    const script = join(CLIENTS, 'load-wsdl.php')
    const result = sums(await run('php', [script, daemon.url + path]))
    t.deepEqual(result, { stderr: '', sums: [3.5, 3.5] })
  })
}

// With a name for each binding: without one, it warns of every WSDL that has two.
for (const path of [...CALLED.filter((one) => !one.endsWith('all')), ...OTHERS]) {
  test(`wsdl2h loads ${path} without a warning, and soapcpp2 what it makes`, async (t) => {
    const header = join(await mkdtemp(join(folder, 'gsoap-')), 'service.h')
    const { stderr } = await run('wsdl2h', ['-v', '-Nwb', '-o', header, daemon.url + path])
    t.notRegex(stderr, /warning|error/i)
    const made = await run('soapcpp2', ['-C', '-x', '-w', header], { cwd: join(header, '..') })
    t.notRegex(made.stdout + made.stderr, /warning|error/i)
  })
}

test('Axis makes classes of the ports of SOAP 1.1', async (t) => {
  const jars = 'axis commons-discovery commons-logging jaxrpc saaj wsdl4j'
    .split(' ')
    .map((name) => `/usr/share/java/${name}.jar`)
  const { stdout } = await run('java', [
    '-cp',
    jars.join(':'),
    'org.apache.axis.wsdl.WSDL2Java',
    '-v',
    '-o',
    folder,
    `${daemon.url}?wsdl=1.1`,
  ])
  t.regex(stdout, /Generating .*CalculatorSoap11Stub\.java/)
})
