/** Bindings of encoded operations: each version of SOAP has the encoding that it defines. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { describe } from '../../../src/contract/describe.js'
import { writeWsdl } from '../../../src/contract/wsdl/write.js'
import { folderOf } from '../../support/folder.js'

const ADD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:add">
  <xs:element name="Add"><xs:complexType><xs:sequence>
    <xs:element name="a" type="xs:int"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="AddResponse"><xs:complexType/></xs:element>
</xs:schema>`

test('WSDL 1.1 §3.5: encodingStyle is that of the version of SOAP that is bound', (t) => {
  const folder = folderOf(t, { 'add.xsd': ADD })
  const schema = pathToFileURL(join(folder, 'add.xsd'))
  const operation = {
    name: '{urn:add}Add',
    schema,
    style: 'rpc',
    use: 'encoded',
    invoke() {},
  } as const
  const contract = describe({ name: 'add', operations: [operation], headers: [] })
  const ports = (['1.1', '1.2'] as const).map((soap) => ({
    name: `Soap${soap}`,
    soap,
    transport: 'http://schemas.xmlsoap.org/soap/http',
    address: 'http://localhost/',
  }))
  const bodies =
    writeWsdl([{ ...contract, ports }], { location: () => '' }).match(/<soap(12)?:body[^>]*>/g) ??
    []
  t.deepEqual(
    bodies.map((body) => /^<(\w+):.*encodingStyle="([^"]+)"/.exec(body)?.slice(1)),
    [
      ['soap', 'http://schemas.xmlsoap.org/soap/encoding/'],
      ['soap', 'http://schemas.xmlsoap.org/soap/encoding/'],
      ['soap12', 'http://www.w3.org/2003/05/soap-encoding'],
      ['soap12', 'http://www.w3.org/2003/05/soap-encoding'],
    ],
  )
})
