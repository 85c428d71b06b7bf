/** The node called by zeep, with a WSDL that describes the shipped plugins. */
import anyTest, { type TestFn } from 'ava'
import { ADD, callsTo, testCalls } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const call = callsTo(test, foreignClient('python3', 'zeep-call.py'))

testCalls(test, call)

test('SOAP 1.1: the result has the type that the schema says', async (t) => {
  const { result } = await call('1.1', ADD)
  t.is(result, 3.5)
})

test('SOAP 1.2: the subcode of a fault is read', async (t) => {
  const { fault } = await call('1.2', { ...ADD, operation: 'Multiply' })
  t.deepEqual(fault?.subcodes, ['{http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent'])
})
