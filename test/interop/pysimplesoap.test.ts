/** The node called by PySimpleSOAP, without a WSDL. */
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn

testCalls(test, callsTo(test, foreignClient('python3', 'pysimplesoap-call.py')))
