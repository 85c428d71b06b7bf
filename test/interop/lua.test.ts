/** The node called by LuaSOAP, without a WSDL. */
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { CLIENTS, lineClient } from './foreign-client.js'

const test = anyTest as TestFn
const client = lineClient('lua5.1', `${CLIENTS}call.lua`)

// It writes an encodingStyle on the Envelope of SOAP 1.2, where §5.1.1 forbids it, and has no way to
// read the blocks of an answer.
testCalls(test, callsTo(test, client, ['soap.lenient=true']), ['blocks of the answer'])
