/** Ids that signatures refer to, on header blocks and body entries that are checked by a schema. */
import test from 'ava'
import calculator from '../../plugins/calculator/index.js'
import trace from '../../plugins/trace/index.js'
import { createSender } from '../../src/client/sender.js'
import { withoutIds } from '../../src/contract/message-ids.js'
import { TypedSchema } from '../../src/contract/typed-schema.js'
import { createLog } from '../../src/log.js'
import { attribute, element } from '../../src/plugin.js'
import { SOAP_SEC, WSU } from '../../src/security/names.js'
import { SOAP_11 } from '../../src/soap/version.js'
import { XML_NAMESPACE } from '../../src/xml/tree.js'
import { folderOf } from '../support/folder.js'
import { makeNode, serveNode } from '../support/nodes/node.js'
import { people } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { soap11 } from '../support/wire/envelopes.js'

const input = { options: {}, folder: '.', log: createLog('silent') }
const plugins = { trace: await trace(input), calculator: await calculator(input) }
const TRACE = '{urn:example:trace}Trace'
const ADD = '{urn:example:calculator}Add'

const IDS = {
  'wsu:Id': `xmlns:u="${WSU}" u:Id="one"`,
  'SOAP-SEC:id': `xmlns:u="${SOAP_SEC}" u:id="one"`,
  'xml:id': 'xml:id="one"',
}

const traced = (attributes: string) =>
  `<t:Trace xmlns:t="urn:example:trace" s:actor="${SOAP_11.next}" ${attributes}>run 1</t:Trace>`
const add = (attributes: string, inside = '') =>
  `<c:Add xmlns:c="urn:example:calculator" ${attributes}><c:a ${inside}>1</c:a><c:b>2</c:b></c:Add>`

for (const schemaEngine of ['waybill', 'libxmljs2']) {
  for (const [name, attributes] of Object.entries(IDS)) {
    test(`WSS 1.1.1 §4.2: ${name} of a block and of an entry is no matter of their schemas: ${schemaEngine}`, async (t) => {
      const node = makeNode(plugins, { settings: [`soap.schemaEngine=${schemaEngine}`] })
      const other = attributes.replace('one', 'two')
      const outcome = await node.inject(soap11(add(other), traced(attributes)))
      t.regex(outcome.kind === 'reply' ? outcome.message.body : '', /<result>3<|:result>3</)
      t.is(node.log.find(({ msg }) => msg === 'traced')?.trace, 'run 1')
      const inside = await node.inject(soap11(add('', attributes)))
      t.is(inside.kind === 'fault' && inside.code, 'Client', 'further inside it is data')
    })
  }
}

test('a policy that names a header block is met by a sender that signs it', async (t) => {
  const all = await people()
  const policy = { require: 'signature', peers: ['alice'], signed: ['Body', TRACE] }
  const node = await serveNode(plugins, { settings: [securityOf(t, all, [policy])] })
  t.teardown(() => node.close())
  const { pem: certificate, keyPem: key } = all.alice
  const sign = ['Body', 'Timestamp', TRACE] as const
  const sender = createSender({ security: { key: { key, certificate }, sign } })
  t.teardown(() => sender.close())
  const next = attribute(`{${SOAP_11.namespace}}actor`, SOAP_11.next, 's')
  const block = element({ name: TRACE, prefix: 't', attributes: [next], children: ['run 1'] })
  const { values } = await sender.call(node.url, ADD, { a: 1, b: 2 }, { headers: [block] })
  t.is(values.result, '3')
})

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:m">
  <xs:import namespace="${XML_NAMESPACE}"/>
  <xs:complexType name="Declared"><xs:attribute ref="xml:id"/></xs:complexType>
  <xs:complexType name="Lax"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
  <xs:complexType name="Strict"><xs:anyAttribute namespace="##other"/></xs:complexType>
  <xs:complexType name="None"/>
  <xs:element name="Declared" type="m:Declared" xmlns:m="urn:m"/>
  <xs:element name="Lax" type="m:Lax" xmlns:m="urn:m"/>
  <xs:element name="Strict" type="m:Strict" xmlns:m="urn:m"/>
  <xs:element name="None" type="m:None" xmlns:m="urn:m"/>
  <xs:element name="Text" type="xs:string"/>
</xs:schema>`

test('an id that the schema has stays', (t) => {
  const schema = TypedSchema.read(`${folderOf(t, { 'm.xsd': SCHEMA })}/m.xsd`)
  const left = (local: string) => {
    const name = `{urn:m}${local}` as const
    const attributes = [
      attribute(`{${XML_NAMESPACE}}id`, 'a', 'xml'),
      attribute(`{${WSU}}Id`, 'b', 'wsu'),
    ]
    const typed = schema.element(name) ?? t.fail()
    const without = withoutIds(element({ name, prefix: 'm', attributes }), typed.declaration.type)
    return without.attributes.map(({ local }) => local)
  }
  t.deepEqual(left('Declared'), ['id'])
  t.deepEqual(left('Lax'), ['id', 'Id'])
  for (const local of ['Strict', 'None', 'Text']) t.deepEqual(left(local), [], local)
})
