/** WS-Addressing blocks of calls by a contract: where it requires them, and where a call or its client asks for them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { createSender, type UseOptions } from '../../src/client/sender.js'
import { element, type XmlElement } from '../../src/plugin.js'
import { ADDRESSING_NAMESPACE } from '../../src/soap/addressing/addressing.js'
import {
  binding,
  definitions,
  ORDER_MESSAGES,
  ORDER_SCHEMAS,
  PORT_TYPE,
  SERVICE,
} from '../contract/wsdl/documents.js'
import { folderOf } from '../support/folder.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { soap11 } from '../support/wire/envelopes.js'

interface Orders {
  readonly Place: {
    readonly request: { readonly item: string }
    readonly response: { readonly number: string }
  }
}

const ORDERED = soap11('<PlaceResponse xmlns="urn:t"><number>1</number></PlaceResponse>')
const POLICY = 'xmlns:wsp="http://www.w3.org/ns/ws-policy"'

/** A document whose binding has a policy or another extension. */
function document(inBinding: string, beside = ''): string {
  const bound = binding().replace('<s:binding', `${inBinding}<s:binding`)
  return definitions(beside + ORDER_SCHEMAS + ORDER_MESSAGES + PORT_TYPE + bound + SERVICE)
}

/** The blocks that a call sent, by their names. */
async function sent(
  t: ExecutionContext,
  wsdl: string,
  using: UseOptions = {},
  options: { readonly addressing?: boolean; readonly blocks?: readonly XmlElement[] } = {},
): Promise<readonly string[]> {
  const { url, requested: requests } = await answering(t, withEnvelope(ORDERED))
  const sender = createSender()
  t.teardown(() => sender.close())
  const file = pathToFileURL(join(folderOf(t, { 'orders.wsdl': wsdl }), 'orders.wsdl'))
  const { Place } = sender.use<Orders>(file, { to: url, ...using })
  t.is((await Place({ item: 'tea' }, options)).number, '1')
  const body = requests[0]?.body ?? ''
  return [...body.matchAll(/<wsa:(\w+)[^>]*>([^<]*)</g)].map(([, name, value]) =>
    name === 'Action' ? `Action ${value}` : String(name),
  )
}

const BLOCKS = ['To', 'Action urn:o#Place', 'MessageID']
const ADDRESSING = '<wsam:Addressing><wsp:Policy/></wsam:Addressing>'

const REQUIRED: Readonly<Record<string, string>> = {
  'wsam:Addressing in a policy of the binding': document(
    `<wsp:Policy ${POLICY}>${ADDRESSING}</wsp:Policy>`,
  ),
  'wsam:Addressing in a policy that is referred to': document(
    `<wsp:PolicyReference ${POLICY} URI="#P"/>`,
    `<wsp:Policy ${POLICY} xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="P"><wsp:ExactlyOne><wsp:All>${ADDRESSING}</wsp:All></wsp:ExactlyOne></wsp:Policy>`,
  ),
  'wsaw:UsingAddressing with wsdl:required': document('<wsaw:UsingAddressing w:required="true"/>'),
  'wsaw:UsingAddressing in a policy, as WCF writes it': document(
    '<wsp:Policy xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"><wsp:ExactlyOne><wsp:All><wsaw:UsingAddressing/></wsp:All></wsp:ExactlyOne></wsp:Policy>',
  ),
}

for (const [name, wsdl] of Object.entries(REQUIRED)) {
  test(`WS-Addressing 1.0 Metadata §3.1: ${name} is sent without being asked for`, async (t) => {
    t.deepEqual(await sent(t, wsdl), BLOCKS)
    t.deepEqual(await sent(t, wsdl, { addressing: false }), [])
  })
}

const OPTIONAL: Readonly<Record<string, string>> = {
  'wsp:Optional': document(
    `<wsp:Policy ${POLICY}><wsam:Addressing wsp:Optional="true"><wsp:Policy/></wsam:Addressing></wsp:Policy>`,
  ),
  'one alternative of two': document(
    `<wsp:Policy ${POLICY}><wsp:ExactlyOne><wsp:All>${ADDRESSING}</wsp:All><wsp:All/></wsp:ExactlyOne></wsp:Policy>`,
  ),
  'an extension that is not required': document('<wsaw:UsingAddressing/>'),
}

for (const [name, wsdl] of Object.entries(OPTIONAL)) {
  test(`addressing that is ${name} is not sent, but where it is asked for`, async (t) => {
    t.deepEqual(await sent(t, wsdl), [])
    t.deepEqual(await sent(t, wsdl, { addressing: true }), BLOCKS)
  })
}

test('blocks that the caller has written are not written a second time', async (t) => {
  const action = element({
    name: `{${ADDRESSING_NAMESPACE}}Action`,
    prefix: 'wsa',
    children: ['urn:mine'],
  })
  const [required = ''] = Object.values(REQUIRED)
  t.deepEqual(await sent(t, required, {}, { blocks: [action] }), ['Action urn:mine'])
})

test('a call says for itself whether it has WS-Addressing blocks', async (t) => {
  const plain = document('')
  t.deepEqual(await sent(t, plain, {}, { addressing: true }), BLOCKS)
  t.deepEqual(await sent(t, plain, { addressing: true }, { addressing: false }), [])
})
