/** The node called by KDSoap, a client for Qt, without a WSDL. */
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { compiled } from './compile.js'
import { foreignClient } from './foreign-client.js'

const test = anyTest as TestFn
const folder = compiled(
  test,
  'g++ -fPIC -o call "$CLIENTS/kdsoap.cpp" $(pkg-config --cflags --libs Qt5Network) -lkdsoap',
)

testCalls(test, callsTo(test, foreignClient(join(folder, 'call'))))
