/** Header blocks that several contracts declare: each plugin is told of them, by its own schema. */
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { HeaderHandler, Plugin } from '../../../src/plugin.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { soap11 } from '../../support/wire/envelopes.js'

/** A service with one operation, whose header block `{urn:common}Session` has a type. */
const wsdl = (name: string, type: string) =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:${name}"
    xmlns:c="urn:common" targetNamespace="urn:${name}"><types>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:common"><xs:element name="Session" type="xs:${type}"/></xs:schema>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${name}"><xs:element name="Ask"><xs:complexType/></xs:element>
      <xs:element name="Said" type="xs:string"/></xs:schema></types>
    <message name="In"><part name="p" element="t:Ask"/></message><message name="Out"><part name="p" element="t:Said"/></message>
    <message name="Head"><part name="h" element="c:Session"/></message>
    <portType name="S"><operation name="Ask"><input message="t:In"/><output message="t:Out"/></operation></portType>
    <binding name="S" type="t:S"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Ask"><s:operation soapAction=""/>
      <input><s:body use="literal"/><s:header message="t:Head" part="h" use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
    <service name="S"><port name="S" binding="t:S"><s:address location="http://127.0.0.1/"/></port></service></definitions>`

function pluginOf(
  t: ExecutionContext,
  name: string,
  type: string,
  headers: readonly HeaderHandler[] = [],
): Promise<Plugin> {
  const contract = pathToFileURL(`${folderOf(t, { 's.wsdl': wsdl(name, type) })}/s.wsdl`)
  return pluginOfContract(() => ({
    contract,
    headers,
    handlers: {
      Ask: (_: unknown, { headers: { Session } }: { headers: { Session: unknown } }) => ({
        value: `${typeof Session} ${Session}`,
      }),
    },
  }))
}

const ask = (name: string, session: string) =>
  soap11(
    `<a:Ask xmlns:a="urn:${name}"/>`,
    `<c:Session xmlns:c="urn:common" s:mustUnderstand="1">${session}</c:Session>`,
  )

test('a block of two contracts is held against that of the operation that is called', async (t) => {
  const node = makeNode({
    one: await pluginOf(t, 'one', 'string'),
    two: await pluginOf(t, 'two', 'int'),
  })
  const answer = async (name: string, session: string) => {
    const outcome = await node.inject(ask(name, session))
    return outcome.kind === 'reply' || outcome.kind === 'fault'
      ? outcome.message.body
      : outcome.kind
  }
  t.regex(await answer('one', 'x'), />string x</)
  t.regex(await answer('two', '7'), />number 7</)
  t.regex(await answer('two', 'x'), /A header block does not match its schema/)
})

test('a handler that does something comes before those that do nothing', async (t) => {
  const seen: string[] = []
  const own = {
    name: '{urn:common}Session',
    process: () => {
      seen.push('own')
    },
  }
  for (const order of [
    ['one', 'two'],
    ['two', 'one'],
  ]) {
    const made = {
      one: await pluginOf(t, 'one', 'string', [own]),
      two: await pluginOf(t, 'two', 'int'),
    }
    const node = makeNode(
      Object.fromEntries(order.map((name) => [name, name === 'one' ? made.one : made.two])),
    )
    const outcome = await node.inject(ask('two', '7'))
    t.is(outcome.kind, 'reply')
    // It is checked all the same, before its operation is told of it.
    t.is((await node.inject(ask('two', 'x'))).kind, 'fault')
  }
  t.deepEqual(seen, ['own', 'own', 'own', 'own'])
})
