/** The node called by LuaSOAP, without a WSDL. */
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { CLIENTS, lineClient } from './foreign-client.js'

const test = anyTest as TestFn
const client = lineClient('lua5.1', `${CLIENTS}call.lua`)

// It has no way to read the blocks of an answer.
testCalls(test, callsTo(test, client), ['SOAP 1.2', 'blocks of the answer'])
