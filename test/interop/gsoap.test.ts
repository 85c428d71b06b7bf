/** The node called by gSOAP: stubs in C++ that it makes from a WSDL, once for each version of SOAP. */
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { callsTo, testCalls } from './calls.js'
import { compiled } from './compile.js'
import { lineClient } from './foreign-client.js'

const test = anyTest as TestFn
const folder = compiled(
  test,
  `
  wsdl2h -o examples.h "$CLIENTS/examples.wsdl"
  cat examples.h "$CLIENTS/gsoap-blocks.h" >calls.h
  for version in 1 2; do
    mkdir $version
    soapcpp2 -$version -C -x -w -L -d $version calls.h
    g++ -I$version -o call-1.$version "$CLIENTS/gsoap.cpp" \\
      $version/soapC.cpp $version/soapClient.cpp -lgsoap++
  done
  `,
)

testCalls(
  test,
  callsTo(test, (call) => lineClient(join(folder, `call-${call.soap}`))(call)),
  ['blocks that are not mandatory'],
)
