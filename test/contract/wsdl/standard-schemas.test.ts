/** Schemas that everybody knows stand in a WSDL, before what imports them: whoever reads it fetches none from elsewhere. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeSchema, writeWsdl } from '../../../src/contract/wsdl/write.js'
import { readDocument } from '../../../src/xml/read.js'
import { attributeOf, childElements, XML_NAMESPACE } from '../../../src/xml/tree.js'
import { folderOf } from '../../support/folder.js'
import { contractIn, orders, schema, types } from './documents.js'

const XMIME = 'http://www.w3.org/2005/05/xmlmime'
const SWA = 'http://ws-i.org/profiles/basic/1.1/xsd'
const PORT = {
  name: 'Soap11',
  soap: '1.1',
  transport: 'http://schemas.xmlsoap.org/soap/http',
  address: 'http://example.org/',
} as const
const location = (number: number) => `${number}.xsd`

const importing = (...namespaces: readonly string[]) =>
  namespaces.map((one) => `<xs:import namespace="${one}"/>`).join('')

const ENTRIES = `<xs:element name="Place"><xs:complexType><xs:sequence>
    <xs:element name="photo" type="m:base64Binary" xmlns:m="${XMIME}"/><xs:element name="plan" type="r:swaRef" xmlns:r="${SWA}"/>
  </xs:sequence><xs:attribute ref="xml:lang"/></xs:complexType></xs:element><xs:element name="PlaceResponse" type="xs:string"/>`

function written(t: ExecutionContext, position: string) {
  const contract = { ...contractIn(t, orders({ schemas: position })), ports: [PORT] }
  const text = writeWsdl([contract], { location })
  const [inside] = childElements(readDocument(text)).filter(({ local }) => local === 'types')
  const schemas = inside ? childElements(inside) : []
  return {
    contract,
    text,
    schemas,
    namespaces: schemas.map((one) => attributeOf(one, '', 'targetNamespace')),
  }
}

test('that of xml: stands first, then those of attachments, then what imports them', (t) => {
  const schemas = types(importing(SWA, XMIME, XML_NAMESPACE) + ENTRIES)
  const { contract, text, namespaces } = written(t, schemas)
  t.deepEqual(namespaces, [XML_NAMESPACE, XMIME, SWA, 'urn:t'])
  t.notRegex(text, /schemaLocation="http/)
  const folder = folderOf(t, { 'it.wsdl': text })
  for (let number = 1; ; number += 1) {
    const one = writeSchema([contract], number, location)
    if (one === undefined) break
    writeFileSync(join(folder, location(number)), one)
  }
  t.is(readContracts(join(folder, 'it.wsdl'))[0]?.operations[0]?.name, 'Place')
})

test('an import of xml: leads to a schema of the node that declares nothing again', (t) => {
  const { contract, schemas } = written(t, types(importing(XMIME, SWA, XML_NAMESPACE) + ENTRIES))
  const at = schemas
    .flatMap(childElements)
    .filter(
      (node) => node.local === 'import' && attributeOf(node, '', 'namespace') === XML_NAMESPACE,
    )
    .map((node) => attributeOf(node, '', 'schemaLocation'))
  t.deepEqual(at, ['5.xsd'])
  const empty = writeSchema([contract], 5, location) ?? ''
  t.deepEqual(childElements(readDocument(empty)), [])
  t.is(writeSchema([contract], 6, location), undefined)
})

test('a schema of its own for xml: stands first, too, wherever it stood', (t) => {
  const own = schema(
    '<xs:attribute name="lang" type="xs:language"/>',
    `targetNamespace="${XML_NAMESPACE}"`,
  )
  const ordered = schema(importing(SWA, XMIME, XML_NAMESPACE) + ENTRIES)
  const { namespaces, text } = written(t, `<w:types>${ordered}${own}</w:types>`)
  t.deepEqual(namespaces, [XML_NAMESPACE, XMIME, SWA, 'urn:t'])
  t.is(text.split('name="lang"').length, 2)
})

test('what stands beside a WSDL finds them at locations of the node', (t) => {
  const redefined = types(
    `${importing(SWA, XMIME, XML_NAMESPACE)}<xs:redefine schemaLocation="more.xsd"/>${ENTRIES}`,
  )
  const files = {
    'orders.wsdl': orders({ schemas: redefined }),
    'more.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="More" type="xs:string"/></xs:schema>',
  }
  const contract = { ...contractIn(t, files), ports: [PORT] }
  const texts: string[] = []
  for (let number = 1; ; number += 1) {
    const one = writeSchema([contract], number, location)
    if (one === undefined) break
    texts.push(one)
  }
  const schemas = texts.find((one) => one.includes('name="Place"')) ?? ''
  const imports = [
    ...schemas.matchAll(/<xs:import [^>]*namespace="([^"]*)" schemaLocation="(\d)\.xsd"/g),
  ]
  t.deepEqual(
    imports.map(([, namespace]) => namespace),
    [SWA, XMIME, XML_NAMESPACE],
  )
  for (const [, namespace, number] of imports) {
    t.true(texts[Number(number) - 1]?.includes(`targetNamespace="${namespace}"`))
  }
  t.regex(
    writeWsdl([contract], { location }),
    new RegExp(`<wsdl:types>\\s*<xs:schema>\\s*<xs:import namespace="${XML_NAMESPACE}"`),
  )
})

test('a contract that imports none of them has none', (t) => {
  t.deepEqual(
    written(
      t,
      types(
        importing() +
          ENTRIES.replace(/ type="[mr]:\w+"| ref="xml:lang"/g, (one) =>
            one.includes('ref') ? ' name="lang"' : '',
          ),
      ),
    ).namespaces,
    ['urn:t'],
  )
})
