/** The node called by PHP's SoapClient, without a WSDL. */
import anyTest, { type TestFn } from 'ava'
import { ADD, callsTo, testCalls, VERSIONS } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const call = callsTo(test, foreignClient('php', 'call.php'))

testCalls(test, call)

for (const soap of VERSIONS) {
  // Without a WSDL it says `xsi:type` and an encodingStyle unless it is told not to.
  test(`SOAP ${soap}: literal parameters, without types`, async (t) => {
    const { result } = await call(soap, { ...ADD, options: { use: 'literal' } })
    t.is(Number(result), 3.5)
  })

  test(`SOAP ${soap}: a compressed request`, async (t) => {
    const { result } = await call(soap, { ...ADD, options: { gzip: true } })
    t.is(Number(result), 3.5)
  })
}
