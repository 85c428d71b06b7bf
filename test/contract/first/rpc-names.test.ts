/** An rpc operation whose namespace has an element of its name: the entry is made of the parts all the same (WSDL 1.1 §3.5). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeWsdl } from '../../../src/contract/wsdl/write.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { envelope, NS11, NS12 } from '../../support/wire/envelopes.js'

/** `Swap` and `SwapResponse` are elements of other types, to one of which a part refers. */
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:s" targetNamespace="urn:s"><types>
  <xs:schema targetNamespace="urn:s" elementFormDefault="qualified"><xs:element name="Swap" type="xs:int"/>
    <xs:element name="SwapResponse"><xs:complexType><xs:attribute name="no" type="xs:int"/></xs:complexType></xs:element>
    <xs:complexType name="Pair"><xs:sequence><xs:element ref="t:Swap"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:schema></types>
  <message name="In"><part name="p" type="t:Pair"/></message><message name="Out"><part name="sum" type="xs:int"/></message>
  <portType name="S"><operation name="Swap"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="S" type="t:S"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Swap"><s:operation soapAction=""/>
  <input><s:body use="literal" namespace="urn:s"/></input><output><s:body use="literal" namespace="urn:s"/></output></operation></binding>
  <service name="S"><port name="S" binding="t:S"><s:address location="http://127.0.0.1/"/></port></service></definitions>`

const call = (pair: string) => `<t:Swap xmlns:t="urn:s"><p>${pair}</p></t:Swap>`
const PAIR = '<t:Swap>4</t:Swap><t:b>5</t:b>'

test('it is read and called, and what refers to the element means the element', async (t) => {
  const contract = pathToFileURL(join(folderOf(t, { 's.wsdl': WSDL }), 's.wsdl'))
  const seen: unknown[] = []
  const plugin = await pluginOfContract(() => ({
    contract,
    handlers: {
      Swap: (parameters: unknown) => {
        seen.push(parameters)
        return { sum: 9 }
      },
    },
  }))
  const node = makeNode({ s: plugin })
  for (const namespace of [NS11, NS12]) {
    const mediaType = namespace === NS12 ? 'application/soap+xml' : 'text/xml'
    const outcome = await node.inject(envelope(namespace, call(PAIR)), { mediaType })
    t.regex(
      outcome.kind === 'reply' ? outcome.message.body : outcome.kind,
      /<(\w+:)SwapResponse xmlns:\w+="urn:s"[^>]*><sum>9<\/sum><\/\1SwapResponse>/,
    )
    const wrong = await node.inject(envelope(namespace, call('<t:Swap>x</t:Swap><t:b>5</t:b>')), {
      mediaType,
    })
    t.is(wrong.kind, 'fault')
  }
  t.deepEqual(seen, Array(2).fill({ p: { Swap: 4, b: 5 } }))
})

test('its WSDL declares the element as the contract does, and is read again as the same', (t) => {
  const folder = folderOf(t, { 's.wsdl': WSDL })
  const [contract] = readContracts(join(folder, 's.wsdl'))
  t.truthy(contract)
  if (!contract) return
  const text = writeWsdl([contract], { location: (number) => `${number}.xsd` })
  t.regex(text, /<xs:element name="Swap" type="xs:int"\/>/)
  t.notRegex(text, /-rpc/)
  writeFileSync(join(folder, 'again.wsdl'), text)
  const [again] = readContracts(join(folder, 'again.wsdl'))
  t.deepEqual(again?.operations[0]?.request.parts, contract.operations[0]?.request.parts)
  t.is(again?.operations[0]?.request.entry, '{urn:s}Swap')
})
