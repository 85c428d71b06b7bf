/** A node without the native schema engine: it says what is missing, and checks by its own rules, unless libxmljs2 is to check. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

/** Node.js as it is where libxmljs2 was installed without being compiled. */
const HIDING = {
  'hide.cjs': `const Module = require('node:module')
    const load = Module._load
    Module._load = (name, ...more) => {
      if (name === 'libxmljs2') throw new Error('Could not locate the bindings file. Tried:\\n here')
      return load(name, ...more)
    }`,
}

async function call(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

async function startWithout(t: ExecutionContext, settings: readonly string[]) {
  const hide = join(folderOf(t, HIDING), 'hide.cjs')
  const environment = ['env', `NODE_OPTIONS=--require ${hide}`]
  const daemon = await startDaemon([...settings], [], 'listening', environment)
  t.teardown(() => daemon.stop())
  return daemon
}

test('without libxmljs2 the node starts, warns once that there is no second opinion, and checks', async (t) => {
  const daemon = await startWithout(t, [])
  t.regex(await call(daemon.url, soap11(ADD)), /AddResponse/)
  const wrong = soap11(ADD).replace(/<(\w+:)?a>/, '$&x')
  t.regex(await call(daemon.url, wrong), /faultcode>soap:Client<.*cvc-datatype-valid/)
  const warnings = daemon.log.filter(({ msg }) => String(msg).includes('libxmljs2'))
  t.is(warnings.length, 1)
  t.is(warnings[0]?.cause, 'Could not locate the bindings file. Tried:')
  t.regex(
    String(warnings[0]?.msg),
    /not compiled when it was installed, so there is no second opinion on schemas and messages: install a C\+\+ compiler/,
  )
})

test('where libxmljs2 is to check and is missing, the node does not start, and names what to install', async (t) => {
  const error = await t.throwsAsync(startWithout(t, ['soap.schemaEngine=libxmljs2']))
  const sentence =
    /exited with 78: WAYBILL_SCHEMA_ENGINE_MISSING: soap\.schemaEngine: libxmljs2 was not compiled when it was installed \(Could not locate the bindings file\. Tried:\): install a C\+\+ compiler, make and Python \(Debian: apt-get install g\+\+ make python3\), then run npm install-scripts approve libxmljs2 \(npm 11\.19 or later\) and npm rebuild libxmljs2\n {2}\S/
  t.regex(error?.message ?? '', sentence)
})
