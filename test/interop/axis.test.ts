/** The node called by Apache Axis, in Java and without a WSDL. */
import anyTest, { type TestFn } from 'ava'
import { ADD, callsTo, testCalls } from './calls.js'
import { compiled } from './compile.js'
import { lineClient } from './foreign-client.js'

const test = anyTest as TestFn
const LIBRARIES = ['axis', 'jaxrpc', 'saaj', 'commons-logging', 'commons-discovery', 'wsdl4j']
const classes = LIBRARIES.map((name) => `/usr/share/java/${name}.jar`).join(':')
const folder = compiled(
  test,
  `ecj -1.8 -proc:none -nowarn -cp ${classes} -d . "$CLIENTS/AxisCall.java"`,
)
const call = callsTo(test, lineClient('java', '-cp', `${folder}:${classes}`, 'AxisCall'))

testCalls(test, call, ['detail of SOAP 1.2', 'characters beyond the basic plane'])

test('SOAP 1.1: values beside the entry are a fault that the client can read', async (t) => {
  const { fault } = await call('1.1', { ...ADD, options: { references: true } })
  t.is(fault?.code, 'Client')
  t.is(fault?.reason, 'Body must hold one entry, the operation.')
})

test('a character beyond the basic plane is written as two references that XML forbids', async (t) => {
  const { result, fault } = await call('1.1', {
    namespace: 'urn:example:echo',
    operation: 'Echo',
    parameters: [['text', '𝄞']],
  })
  t.is(result, undefined)
  t.is(fault?.reason, '(400)Bad Request')
})
