/** WSDL documents that somebody wrote to do harm: read in time that grows with their length, or refused. */
import { join } from 'node:path'
import test from 'ava'
import { readContractSet } from '../../../src/contract/wsdl/read/index.js'
import { folderOf } from '../../support/folder.js'
import {
  contractIn,
  definitions,
  ORDER_MESSAGES,
  orders,
  PORT_TYPE,
  refusalOf,
} from './documents.js'

const each = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join('')

/** @param parts  of the one message that all operations have */
function many(operations: number, parts: number): string {
  const part = each(parts, (n) => `<w:part name="p${n}" type="xs:string"/>`)
  const port = each(
    operations,
    (n) => `<w:operation name="Op${n}"><w:input message="o:M"/></w:operation>`,
  )
  const bound = each(operations, (n) => `<w:operation name="Op${n}"/>`)
  return definitions(`<w:message name="M">${part}</w:message>
    <w:portType name="P">${port}</w:portType>
    <w:binding name="B" type="o:P"><s:binding style="rpc"/>${bound}</w:binding>`)
}

test('10,000 operations are read, and 10,000 parts', (t) => {
  const wide = contractIn(t, many(10_000, 1))
  t.is(wide.operations.length, 10_000)
  t.is(wide.operations.at(-1)?.request.entry, '{urn:o}Op9999')
  t.is(contractIn(t, many(1, 10_000)).operations[0]?.request.parts.length, 10_000)
})

test('many operations that all have one message of many parts are refused before they are made', (t) => {
  t.is(
    refusalOf(t, many(5_000, 5_000)),
    'orders.wsdl: its operations have more than 200000 messages and parts',
  )
})

test('many services of one binding of many operations are refused', (t) => {
  const service = each(
    1_000,
    (n) => `<w:service name="S${n}"><w:port name="p" binding="o:B"/></w:service>`,
  )
  t.regex(
    refusalOf(t, many(1_000, 0).replace('</w:definitions>', `${service}$&`)),
    /more than 200000 messages and parts$/,
  )
})

test('a long chain of documents is refused, whatever they are, and a circle is none', (t) => {
  const link = (name: string) => `<w:import namespace="urn:o" location="${name}"/>`
  const wsdls = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`${n}.wsdl`, definitions(link(`${n + 1}.wsdl`))]),
  )
  const deep = /^\S+: documents bring in each other more than 300 deep$/
  t.regex(refusalOf(t, { ...wsdls, 'orders.wsdl': definitions(link('0.wsdl')) }), deep)
  const include = (name: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="${name}"/></xs:schema>`
  const xsds = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`${n}.xsd`, include(`${n + 1}.xsd`)]),
  )
  const first = definitions(`<w:types>${include('0.xsd')}</w:types>`)
  t.regex(refusalOf(t, { ...xsds, 'orders.wsdl': first }), deep)
  const circle = orders().replace('<w:types>', `${link('a.wsdl')}$&`)
  const files = { 'orders.wsdl': circle, 'a.wsdl': definitions(link('orders.wsdl')) }
  t.is(contractIn(t, files).operations.length, 1)
})

test('a device, a pipe and what is no XML are not read', (t) => {
  const up = '../'.repeat(20)
  const imported = (location: string) => {
    const add = `<w:import namespace="urn:o" location="${location}"/>`
    return definitions(add + ORDER_MESSAGES + PORT_TYPE)
  }
  t.is(refusalOf(t, imported(`${up}dev/zero`)), 'orders.wsdl:6: it is no regular file')
  const folder = folderOf(t, { 'orders.wsdl': imported(`${up}etc/passwd`) })
  t.throws(() => readContractSet(join(folder, 'orders.wsdl')), {
    code: 'WAYBILL_CONTRACT_INVALID',
    // Where it is no XML, and nothing of what stands there.
    message: '/etc/passwd:1: text outside the root element',
  })
})

test('entities of a DTD are not expanded: the document is refused', (t) => {
  const dtd = `<!DOCTYPE d [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`
  t.is(refusalOf(t, dtd + orders()), 'orders.wsdl:1: a document type or other declaration')
})

test('attributes without end and elements without bound are refused', (t) => {
  const value = 'x'.repeat(2 * 1024 * 1024)
  t.regex(
    refusalOf(t, definitions(`<w:message name="${value}"/>`)),
    /^orders\.wsdl:\d+: attributeValue: more than the 1048576 that a schema may have$/,
  )
  t.regex(
    refusalOf(t, definitions('<w:x>'.repeat(300) + '</w:x>'.repeat(300))),
    /^orders\.wsdl:\d+: depth: more than the 200 that a schema may have$/,
  )
})
