/** What a node tells of itself over HTTP: to whom, at which address, and how often it is written. */
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { ordersPlugin } from '../support/described.js'
import { folderOf } from '../support/folder.js'
import { type ServedNode, serveNode } from '../support/nodes/node.js'
import { certificateFiles } from '../support/security/certificates.js'

const { plugin, close } = ordersPlugin()
test.after.always(close)

/** Session is another one in the schema of the other plugin. */
const CONTRADICTS = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:test:orders">
  <xs:element name="OtherUntyped" type="xs:int"/><xs:element name="Session" type="xs:int"/></xs:schema>`

interface Answer {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

function get(
  { port }: ServedNode,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }))
    })
    asking.on('error', reject).end()
  })
}

async function node(
  t: { teardown(work: () => Promise<void>): void },
  ...settings: readonly string[]
): Promise<ServedNode> {
  const served = await serveNode({ orders: plugin }, { settings })
  t.teardown(() => served.close())
  return served
}

const addresses = (text: string) => [
  ...new Set([...text.matchAll(/address location="([^"]*)"/g)].map(([, address]) => address)),
]

test('GET ?wsdl is the WSDL of a plugin, and of all at the base path', async (t) => {
  const served = await node(t)
  for (const query of ['wsdl', 'WSDL', 'wsdl=']) {
    const { status, headers, body } = await get(served, `/soap/orders?${query}`)
    t.is(status, 200)
    t.is(headers['content-type'], 'text/xml; charset=UTF-8')
    t.regex(body, /targetNamespace="urn:test:orders"/)
  }
  const { body } = await get(served, '/soap?wsdl')
  t.regex(body, /targetNamespace="urn:waybill:node"/)
  t.regex(body, /<wsdl:service name="orders">/)
})

test('plugins whose schemas contradict each other are imported by the WSDL of all', async (t) => {
  const other = ordersPlugin()
  t.teardown(other.close)
  const change = (name: string) => name.replace('urn:test:orders}', 'urn:test:orders}Other')
  const [, , untyped] = other.plugin.operations ?? []
  const file = join(folderOf(t, { 'a.xsd': CONTRADICTS }), 'a.xsd')
  t.truthy(untyped)
  if (!untyped) return
  const operation = {
    ...untyped,
    name: change(untyped.name),
    schema: pathToFileURL(file),
  }
  const served = await serveNode({ orders: plugin, others: { operations: [operation] } })
  t.teardown(() => served.close())
  const { body } = await get(served, '/soap?wsdl=1.1')
  const locations = [
    ...body.matchAll(/<wsdl:import namespace="urn:test:orders" location="([^"]*)"/g),
  ]
  t.deepEqual(
    locations.map(([, location]) => location),
    ['orders', 'others'].map((name) => `${served.url}/${name}?wsdl=1.1`),
  )
  // It has no service: it says where they are.
  const [, text = ''] = /<wsdl:documentation>([^<]*)</.exec(body) ?? []
  for (const [, location = ''] of locations) t.true(text.includes(location), location)
})

test('HEAD ?wsdl has the header fields alone', async (t) => {
  const served = await node(t)
  const whole = await get(served, '/soap/orders?wsdl')
  const { status, headers, body } = await get(served, '/soap/orders?wsdl', {}, 'HEAD')
  t.is(status, 200)
  t.is(headers.etag, whole.headers.etag)
  t.is(headers['content-length'], String(Buffer.byteLength(whole.body)))
  t.is(body, '')
})

test('RFC 9110 §13.1.2: 304 for who has the same text already', async (t) => {
  const served = await node(t)
  const { headers } = await get(served, '/soap/orders?wsdl')
  const etag = String(headers.etag)
  for (const tag of [etag, `"other", W/${etag}`, '*']) {
    const again = await get(served, '/soap/orders?wsdl', { 'If-None-Match': tag })
    t.is(again.status, 304)
    t.is(again.headers.etag, etag)
    t.is(again.body, '')
  }
  t.is((await get(served, '/soap/orders?wsdl', { 'If-None-Match': '"other"' })).status, 200)
})

test('?wsdl=1.1 has the ports of SOAP 1.1 only, and ?wsdl=all those of mail', async (t) => {
  const served = await node(t)
  const only = (await get(served, '/soap/orders?wsdl=1.1')).body
  t.regex(only, /<soap:address/)
  t.notRegex(only, /soap12:/)
  const all = (await get(served, '/soap/orders?wsdl=all')).body
  t.true(addresses(all).includes('mailto:orders@localhost'))
  t.regex(all, /transport="http:\/\/schemas.pocketsoap.com\/soap\/smtp"/)
  t.is((await get(served, '/soap/orders?wsdl=2')).status, 405)
})

test('?xsd=n is a schema of it, and 404 beyond the last', async (t) => {
  const served = await node(t)
  const { status, body } = await get(served, '/soap/orders?xsd=1')
  t.is(status, 200)
  t.regex(body, /schemaLocation="http:\/\/127.0.0.1:\d+\/soap\/orders\?xsd=2"/)
  t.is((await get(served, '/soap/orders?xsd=99')).status, 404)
  t.is((await get(served, '/soap/nobody?wsdl')).status, 404)
})

test('a Host that nobody has listed never gets into a document', async (t) => {
  // On a loopback address alone, an unlisted one is not answered at all.
  const names = 'http.names=["soap.example.com"]'
  const near = await node(t, names)
  const foreign = { Host: 'evil.example' }
  t.is((await get(near, '/soap/orders?wsdl', foreign)).status, 421)
  const served = await node(t, names, 'http.host=0.0.0.0')
  const of = async (Host: string) => {
    const { status, body } = await get(served, '/soap/orders?wsdl', { Host })
    t.is(status, 200)
    return addresses(body)
  }
  const own = [`http://127.0.0.1:${served.port}/soap/orders`]
  for (const host of [
    'evil.example',
    `evil.example:${served.port}`,
    'soap.example.com.evil.example',
    '127.0.0.1',
    '127.0.0.1:1',
  ]) {
    t.deepEqual(await of(host), own, host)
  }
  t.deepEqual(await of('SOAP.example.com'), ['http://soap.example.com/soap/orders'])
  t.deepEqual(await of(`localhost:${served.port}`), [`http://localhost:${served.port}/soap/orders`])
})

test('http.publicUrl is told whatever the Host is', async (t) => {
  const served = await node(t, 'http.publicUrl=https://soap.example.com/services')
  const { body } = await get(served, '/soap/orders?wsdl', { Host: `127.0.0.1:${served.port}` })
  t.deepEqual(addresses(body), ['https://soap.example.com/services/orders'])
})

test('who may not call hears nothing, and who may call public operations hears of those', async (t) => {
  const nobody = ['http.senders=[{hosts: ["192.0.2.0/24"]}]']
  const closed = await node(t, ...nobody, 'http.public=false')
  for (const path of ['/soap/orders?wsdl', '/soap?wsdl', '/soap/orders?xsd=1']) {
    t.is((await get(closed, path)).status, 403)
  }
  const open = await node(t, ...nobody)
  for (const path of ['/soap/orders?wsdl', '/soap?wsdl']) {
    const { status, body } = await get(open, path)
    t.is(status, 200)
    t.regex(body, /<wsdl:operation name="Forget">/)
    t.notRegex(body, /operation name="(Place|Move|Untyped)"/)
  }
  const tag = await node(t, 'http.senders=[{hosts: ["127.0.0.1"]}]')
  t.regex((await get(tag, '/soap/orders?wsdl')).body, /<wsdl:operation name="Place">/)
})

test('soap.describe: false tells nothing', async (t) => {
  const served = await node(t, 'soap.describe=false')
  t.is((await get(served, '/soap/orders?wsdl')).status, 404)
})

test('what a certificate signs where TLS has the rest: WS-SecurityPolicy 1.2 §8.3', async (t) => {
  const wsa = 'http://www.w3.org/2005/08/addressing'
  const { certificate } = certificateFiles(t)
  const peers = { bank: { signs: { certificates: [certificate('rsa')] } } }
  const policy = { require: ['tls', 'signature'], signed: ['Timestamp', `{${wsa}}To`] }
  const served = await node(
    t,
    'http.publicUrl=https://soap.example.com/soap',
    `security.peers=${JSON.stringify(peers)}`,
    `security.policies=${JSON.stringify([policy])}`,
  )
  const body = (await get(served, '/soap/orders?wsdl')).body.replace(/>\s+</g, '><')
  t.regex(body, /<sp:TransportBinding>.*<sp:HttpsToken>.*<sp:IncludeTimestamp\/><\/wsp:Policy>/)
  const [, inside = ''] =
    /<sp:EndorsingSupportingTokens><wsp:Policy>(.*)<\/wsp:Policy><\/sp:EndorsingSupportingTokens>/.exec(
      body,
    ) ?? []
  t.regex(inside, /^<sp:X509Token .*AlwaysToRecipient/)
  t.true(
    inside.endsWith(`<sp:SignedParts><sp:Header Name="To" Namespace="${wsa}"/></sp:SignedParts>`),
    inside,
  )
  t.notRegex(body, /AsymmetricBinding|OnlySignEntireHeadersAndBody|sp:Body/)
})

for (const [reference, included] of [
  ['token', 'AlwaysToInitiator'],
  ['thumbprint', 'Never'],
] as const) {
  test(`answers that are signed by sends.reference ${reference}: WS-SecurityPolicy 1.2 §5.1.1`, async (t) => {
    const { certificate, key } = certificateFiles(t)
    const peers = { bank: { signs: { certificates: [certificate('rsa')] } } }
    const sends = { sign: ['Body'], reference }
    const policy = { require: 'signature', signed: ['Body'], suite: 'Basic128Sha256', sends }
    const served = await node(
      t,
      `security.certificate=${certificate('rsa')}`,
      `security.key=${key('rsa')}`,
      `security.peers=${JSON.stringify(peers)}`,
      `security.policies=${JSON.stringify([policy])}`,
    )
    const body = (await get(served, '/soap/orders?wsdl')).body.replace(/>\s+</g, '><')
    const [, text] = /<sp:RecipientToken>.*?IncludeToken="[^"]*\/(\w+)"/.exec(body) ?? []
    t.is(text, included)
    t.regex(body, /<sp:AlgorithmSuite><wsp:Policy><sp:Basic128Sha256\/>/)
    t.regex(body, /<sp:MustSupportRefThumbprint\/><sp:RequireSignatureConfirmation\/>/)
  })
}

test('policies stand where they hold: WS-SecurityPolicy 1.2', async (t) => {
  const served = await node(
    t,
    'http.publicUrl=https://soap.example.com/soap',
    `security.peers={bank: {password: "sha256:${'0'.repeat(64)}"}}`,
    'security.policies=[{operation: "{urn:test:orders}Place", require: [tls, password]}]',
  )
  const { body } = await get(served, '/soap/orders?wsdl')
  t.regex(body, /<sp:TransportBinding>/)
  t.regex(body, /<sp:UsernameToken /)
  t.notRegex(body, /HashPassword/)
  t.regex(body, /<wsam:Addressing wsp:Optional="true">/)
  const [, location = ''] =
    /<wsdl:operation name="Place">\s*(<wsp:PolicyReference [^>]*>)/.exec(body) ?? []
  t.not(location, '')
  const ids = new Set([...body.matchAll(/wsu:Id="([^"]*)"/g)].map(([, id]) => id))
  for (const [, id] of body.matchAll(/URI="#([^"]*)"/g)) t.true(ids.has(id))
})
