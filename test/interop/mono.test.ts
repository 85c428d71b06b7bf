/** The node called by the client of .NET's ASP.NET web services, as Mono has it. */
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { compiled } from './compile.js'
import { lineClient } from './foreign-client.js'

const test = anyTest as TestFn
const folder = compiled(
  test,
  'mcs -out:call.exe -r:System.Web.Services -r:System.Xml "$CLIENTS/call.cs"',
)

testCalls(test, callsTo(test, lineClient('mono', join(folder, 'call.exe'))))
