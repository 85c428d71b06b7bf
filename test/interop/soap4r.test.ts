/** The node called by Ruby's soap4r, which knows SOAP 1.1 only. */
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const call = callsTo(test, foreignClient('ruby', 'call.rb'))

testCalls(test, call, ['SOAP 1.2'])
