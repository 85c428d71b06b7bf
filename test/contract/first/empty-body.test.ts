/** An empty Body that calls an operation is held against what is asked of its plugin, wherever it arrives. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'
import { people } from '../../support/security/forge/letter.js'
import { soap11 } from '../../support/wire/envelopes.js'

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:s" targetNamespace="urn:s">
  <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s"><xs:element name="Said" type="xs:string"/></xs:schema></types>
  <message name="In"/><message name="Out"><part name="p" element="t:Said"/></message>
  <portType name="S"><operation name="Ping"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="S" type="t:S"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Ping"><s:operation soapAction="urn:ping"/>
  <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
  <service name="S"><port name="S" binding="t:S"><s:address location="http://127.0.0.1/"/></port></service></definitions>`

async function nodeOf(t: ExecutionContext, policy: object) {
  const all = await people()
  const folder = folderOf(t, {
    's.wsdl': WSDL,
    'alice.pem': all.alice.pem,
    'node.pem': all.neighbour.pem,
    'node-key.pem': all.neighbour.keyPem,
  })
  const file = (name: string) => join(folder, name)
  const contract = pathToFileURL(file('s.wsdl'))
  const plugin = await pluginOfContract(() => ({
    contract,
    handlers: { Ping: () => ({ value: 'pong' }) },
  }))
  const settings = [
    `security.peers=${JSON.stringify({ alice: { signs: { certificates: [file('alice.pem')] } } })}`,
    `security.policies=${JSON.stringify([{ require: 'signature', ...policy }])}`,
    `security.certificate=${file('node.pem')}`,
    `security.key=${file('node-key.pem')}`,
  ]
  return makeNode({ echo: plugin }, { settings })
}

for (const [what, policy] of [
  ['its path', { path: 'echo' }],
  ['its name', { operation: '{urn:s}Ping' }],
] as const) {
  test(`a policy of ${what} holds for it, at the node as a whole too`, async (t) => {
    const node = await nodeOf(t, policy)
    for (const destination of [undefined, 'echo']) {
      const message = { action: 'urn:ping', ...(destination && { destination }) }
      t.is((await node.inject(soap11(''), message)).kind, 'fault')
    }
  })
}

test('without such a policy it is done, and by another action it is no call', async (t) => {
  const node = await nodeOf(t, { path: 'trace' })
  const bodies = await Promise.all(
    ['urn:ping', 'urn:else', undefined].map(async (action) => {
      const outcome = await node.inject(soap11(''), action === undefined ? {} : { action })
      return outcome.kind === 'reply' ? outcome.message.body.includes('pong') : outcome.kind
    }),
  )
  t.deepEqual(bodies, [true, false, false])
})
