/** The node called by suds with a WSDL; suds knows SOAP 1.1 only. */
import anyTest, { type TestFn } from 'ava'
import { ADD, callsTo, testCalls } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const call = callsTo(test, foreignClient('python3', 'suds-call.py'))

testCalls(test, call, ['SOAP 1.2'])

test('SOAP 1.1: the result has the type that the schema says', async (t) => {
  const { result } = await call('1.1', ADD)
  t.is(result, 3.5)
})
