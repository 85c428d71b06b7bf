/** The node called by SOAP::Lite. */
import anyTest, { type TestFn } from 'ava'
import { startDaemon } from '../support/nodes/daemon.js'
import { ADD, callsTo, testCalls, VERSIONS } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const client = foreignClient('perl', 'call.pl')
const call = callsTo(test, client)

// As it is by default: every value says its type.
testCalls(test, call)

for (const soap of VERSIONS) {
  test(`SOAP ${soap}: values without types`, async (t) => {
    const { result } = await call(soap, { ...ADD, options: { autotype: false } })
    t.is(Number(result), 3.5)
  })
}

// SOAP 1.2 Part 1 §5.1.1: encodingStyle "MUST NOT appear" on Envelope. SOAP::Lite puts it there
// unless the caller takes it away.
test('SOAP 1.2: an encodingStyle on Envelope is a fault that the client can read', async (t) => {
  const { fault } = await call('1.2', { ...ADD, options: { encodingStyle: true } })
  t.is(fault?.code, 'env:Sender')
  t.regex(fault?.reason ?? '', /^Envelope must not have an encodingStyle: leave it out/)
})

test('SOAP 1.2: with soap.lenient the client is served as it is', async (t) => {
  const { url, stop } = await startDaemon(['soap.lenient=true'])
  t.teardown(stop)
  const options = { encodingStyle: true }
  const input = { url, soap: '1.2', namespace: 'urn:example:calculator', ...ADD, options } as const
  const { result, fault } = await client(input)
  t.is(fault, undefined)
  t.is(Number(result), 3.5)
})
