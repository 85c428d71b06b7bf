/** The node called by SOAP::Lite. */
import anyTest, { type TestFn } from 'ava'
import { ADD, callsTo, testCalls, VERSIONS } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const call = callsTo(test, foreignClient('perl', 'call.pl'))

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
  t.is(fault?.reason, 'Envelope must not have an encodingStyle.')
})
