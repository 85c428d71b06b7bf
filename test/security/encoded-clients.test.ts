/** Messages in rpc/encoded as zeep, node-soap and gSOAP write them, signed without a PrefixList: each is served. */
import test, { type ExecutionContext } from 'ava'
import rpc from '../fixtures/soapbuilders/rpc.js'
import { serveNode } from '../support/nodes/node.js'
import { pluginOfContract } from '../support/of-contract.js'
import { foreignSigned, SECURITY } from '../support/security/foreign-signed.js'
import { people } from '../support/security/forge/letter.js'
import { WSU } from '../support/security/forge/texts.js'
import { securityOf } from '../support/security/guarded.js'
import { NS11 } from '../support/wire/envelopes.js'
import { ask, TEXT_XML } from '../support/wire/wire.js'

const ENC = 'http://schemas.xmlsoap.org/soap/encoding/'
const NS = 'http://soapinterop.org/'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const XSD = 'http://www.w3.org/2001/XMLSchema'
const ID = ` xmlns:wsu="${WSU}" wsu:Id="Body"`

/** Each declares on Envelope what its values have as prefixes. */
const zeep = (content: string) =>
  `<soap-env:Envelope xmlns:soap-env="${NS11}"><soap-env:Header>${SECURITY}</soap-env:Header>` +
  `<soap-env:Body${ID}>${content.replaceAll('i:echo', 'ns0:echo').replace('>', ` xmlns:ns0="${NS}">`)}</soap-env:Body></soap-env:Envelope>`
const nodeSoap = (content: string) =>
  `<soap:Envelope xmlns:soap="${NS11}" xmlns:xsi="${XSI}"  xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" xmlns:tns="${NS}" xmlns:ns10="${NS}echoheader/" xmlns:ns11="${NS}xsd" xmlns:t="${NS}xsd" xmlns:n1="${NS}xsd">` +
  `<soap:Header>${SECURITY}</soap:Header><soap:Body${ID}>${content.replaceAll('i:echo', 'tns:echo')}</soap:Body></soap:Envelope>`
const gsoap = (content: string) =>
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${NS11}" xmlns:SOAP-ENC="${ENC}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" xmlns:s="${NS}xsd" xmlns:ns1="${NS}echoheader/" xmlns:i="${NS}" xmlns:wsa5="http://www.w3.org/2005/08/addressing">` +
  `<SOAP-ENV:Header>${SECURITY}</SOAP-ENV:Header><SOAP-ENV:Body SOAP-ENV:encodingStyle="${ENC}"${ID}>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`

const STRUCT = '<varString>arg</varString><varInt>34</varInt><varFloat>1.5</varFloat>'
/** As `soapcpp2 -t` writes it. */
const TYPED =
  '<varString xsi:type="xsd:string">arg</varString><varInt xsi:type="xsd:int">34</varInt><varFloat xsi:type="xsd:float">1.5</varFloat>'
const UNTYPED = [
  '<i:echoString><inputString>grüß</inputString></i:echoString>',
  '<i:echoInteger><inputInteger>-42</inputInteger></i:echoInteger>',
  `<i:echoStruct><inputStruct>${STRUCT}</inputStruct></i:echoStruct>`,
  `<i:echoNestedStruct><inputStruct>${STRUCT}<varStruct>${STRUCT}</varStruct></inputStruct></i:echoNestedStruct>`,
]

const SENT: readonly (readonly [
  client: string,
  wrap: typeof gsoap,
  contents: readonly string[],
])[] = [
  ['zeep', zeep, UNTYPED],
  ['node-soap', nodeSoap, UNTYPED],
  [
    'gSOAP',
    gsoap,
    [
      ...UNTYPED,
      '<i:echoIntegerArray><inputIntegerArray SOAP-ENC:arrayType="xsd:int[3]"><item>1</item><item>2</item><item>3</item></inputIntegerArray></i:echoIntegerArray>',
      `<i:echoStructArray><inputStructArray SOAP-ENC:arrayType="s:SOAPStruct[2]"><item id="_2">${STRUCT}</item><item href="#_2"/></inputStructArray></i:echoStructArray>`,
    ],
  ],
  [
    'gSOAP with types',
    gsoap,
    [
      '<i:echoString><inputString xsi:type="xsd:string">grüß</inputString></i:echoString>',
      '<i:echoInteger><inputInteger xsi:type="xsd:int">-42</inputInteger></i:echoInteger>',
      `<i:echoStruct><inputStruct xsi:type="s:SOAPStruct">${TYPED}</inputStruct></i:echoStruct>`,
      `<i:echoNestedStruct><inputStruct xsi:type="s:SOAPStructStruct">${TYPED}<varStruct xsi:type="s:SOAPStruct">${TYPED}</varStruct></inputStruct></i:echoNestedStruct>`,
      '<i:echoIntegerArray><inputIntegerArray xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="xsd:int[3]"><item xsi:type="xsd:int">1</item><item xsi:type="xsd:int">2</item><item xsi:type="xsd:int">3</item></inputIntegerArray></i:echoIntegerArray>',
      `<i:echoStructArray><inputStructArray xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="s:SOAPStruct[2]"><item id="_2" xsi:type="s:SOAPStruct">${TYPED}</item><item href="#_2"/></inputStructArray></i:echoStructArray>`,
    ],
  ],
]

async function sending(t: ExecutionContext) {
  const all = await people()
  const policy = { require: 'signature', peers: ['alice'], signed: ['Body'] }
  const node = await serveNode(
    { rpc: await pluginOfContract(rpc) },
    { settings: [securityOf(t, all, [policy])] },
  )
  t.teardown(() => node.close())
  const send = (text: string, path = node.url) => ask(path, text, { type: TEXT_XML })
  return { send, signed: (text: string) => foreignSigned(text, all.alice) }
}

for (const [client, wrap, contents] of SENT) {
  test(`${client}: what it signs is served`, async (t) => {
    const { send, signed } = await sending(t)
    for (const content of contents) {
      const { status, text } = await send(signed(wrap(content)))
      t.is(status, 200, `${content}: ${text}`)
    }
  })
}

test('types of such messages that are changed on the way make no difference, or are refused', async (t) => {
  const { send, signed } = await sending(t)
  for (const [client, wrap, contents] of SENT) {
    for (const content of contents) {
      const text = signed(wrap(content))
      for (const [declared, prefix] of text.matchAll(/ xmlns:(\w+)="[^"]*"/g)) {
        const honest = signed(wrap(content))
        const changed = honest.replace(declared, ` xmlns:${prefix}="urn:example:evil"`)
        const { status, text: answer } = await send(changed)
        if (status < 400) t.false(answer.includes('evil'), `${client}, ${prefix}: ${content}`)
      }
    }
  }
})
