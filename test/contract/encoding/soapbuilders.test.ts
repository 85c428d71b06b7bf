/** The operations of SOAPBuilders' rounds 1 to 3, called in the manner of the toolkits that took part. */
import test, { type ExecutionContext } from 'ava'
import { Codec } from '../../../src/contract/encoding/codec.js'
import { openContract } from '../../../src/contract/open-contract.js'
import type { Value } from '../../../src/plugin.js'
import type { Outcome } from '../../../src/transport.js'
import literal from '../../fixtures/soapbuilders/literal.js'
import rpc from '../../fixtures/soapbuilders/rpc.js'
import { read } from '../../support/encoding/through.js'
import { makeNode } from '../../support/nodes/node.js'
import { pluginOfContract } from '../../support/of-contract.js'

const NS = 'http://soapinterop.org/'
const node = makeNode({
  rpc: await pluginOfContract(rpc),
  literal: await pluginOfContract(literal),
})
const contract = openContract(new URL('../../fixtures/soapbuilders/rpc.wsdl', import.meta.url))
const codec = new Codec(contract.schema.components)

const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENC11 = 'http://schemas.xmlsoap.org/soap/encoding/'

/** As most toolkits declared prefixes: on Envelope, with the encoding there, too. */
const envelope = (body: string, header = '', xsd = 'http://www.w3.org/2001/XMLSchema') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP11}" xmlns:SOAP-ENC="${ENC11}" xmlns:xsi="${xsi(xsd)}" xmlns:xsd="${xsd}"
  xmlns:m="${NS}" xmlns:s="${NS}xsd" xmlns:h="${NS}echoheader/" SOAP-ENV:encodingStyle="${ENC11}">${header}<SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`

const xsi = (xsd: string) => `${xsd}-instance`

async function answer(t: ExecutionContext, text: string): Promise<string> {
  const outcome: Outcome = await node.inject(text)
  if (outcome.kind !== 'reply') {
    t.log(outcome.kind === 'fault' ? outcome.message.body : outcome.kind)
    throw new Error(outcome.kind)
  }
  return outcome.message.body
}

/** What the service returns, read by its contract. */
async function returned(t: ExecutionContext, text: string): Promise<Value> {
  return structuredClone(read(await answer(t, text), codec)).return
}

const STRUCT = { varString: 'arg', varInt: 34, varFloat: 325.325 }

const STYLES: Readonly<
  Record<string, readonly (readonly [what: string, body: string, value: Value])[]>
> = {
  'types on every accessor': [
    [
      'echoString',
      '<m:echoString><inputString xsi:type="xsd:string">a &lt;b&gt;</inputString></m:echoString>',
      'a <b>',
    ],
    [
      'echoStringArray',
      `<m:echoStringArray><inputStringArray SOAP-ENC:arrayType="xsd:string[2]" xsi:type="SOAP-ENC:Array">
       <item xsi:type="xsd:string">a</item><item xsi:type="xsd:string"/></inputStringArray></m:echoStringArray>`,
      ['a', ''],
    ],
    [
      'echoInteger',
      '<m:echoInteger><inputInteger xsi:type="xsd:int">-42</inputInteger></m:echoInteger>',
      -42,
    ],
    [
      'echoFloat',
      '<m:echoFloat><inputFloat xsi:type="xsd:float">INF</inputFloat></m:echoFloat>',
      Number.POSITIVE_INFINITY,
    ],
    [
      'echoStruct',
      `<m:echoStruct><inputStruct xsi:type="s:SOAPStruct"><varString xsi:type="xsd:string">arg</varString>
       <varInt xsi:type="xsd:int">34</varInt><varFloat xsi:type="xsd:float">325.325</varFloat></inputStruct></m:echoStruct>`,
      STRUCT,
    ],
    [
      'echoBase64',
      '<m:echoBase64><inputBase64 xsi:type="xsd:base64Binary">dGVh</inputBase64></m:echoBase64>',
      Uint8Array.from(Buffer.from('tea')),
    ],
    [
      'echoBoolean',
      '<m:echoBoolean><inputBoolean xsi:type="xsd:boolean">1</inputBoolean></m:echoBoolean>',
      true,
    ],
    [
      'echo2DStringArray',
      `<m:echo2DStringArray><input2DStringArray xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="xsd:string[2,2]">
       <item>row0col0</item><item>row0col1</item><item>row1col0</item><item>row1col1</item></input2DStringArray></m:echo2DStringArray>`,
      [
        ['row0col0', 'row0col1'],
        ['row1col0', 'row1col1'],
      ],
    ],
  ],
  'names of the encoding for types': [
    [
      'echoInteger',
      '<m:echoInteger><inputInteger xsi:type="SOAP-ENC:int">7</inputInteger></m:echoInteger>',
      7,
    ],
    [
      'echoBase64',
      '<m:echoBase64><inputBase64 xsi:type="SOAP-ENC:base64">dGVh</inputBase64></m:echoBase64>',
      Uint8Array.from(Buffer.from('tea')),
    ],
    [
      'echoStringArray',
      '<m:echoStringArray><inputStringArray xsi:type="SOAP-ENC:Array" SOAP-ENC:arrayType="SOAP-ENC:string[1]"><SOAP-ENC:string>a</SOAP-ENC:string></inputStringArray></m:echoStringArray>',
      ['a'],
    ],
  ],
  'values beside the entry': [
    [
      'echoStruct',
      `<m:echoStruct><inputStruct href="#id0"/></m:echoStruct>
       <multiRef id="id0" SOAP-ENC:root="0" SOAP-ENV:encodingStyle="${ENC11}" xsi:type="s:SOAPStruct"><varFloat xsi:type="xsd:float">325.325</varFloat>
         <varInt xsi:type="xsd:int">34</varInt><varString xsi:type="xsd:string">arg</varString></multiRef>`,
      STRUCT,
    ],
    [
      'echoStringArray',
      `<m:echoStringArray><inputStringArray href="#1"/></m:echoStringArray>
       <SOAP-ENC:Array id="1" SOAP-ENC:arrayType="xsd:string[2]"><Item href="#2"/><Item href="#2"/></SOAP-ENC:Array><xsd:string id="2">twice</xsd:string>`,
      ['twice', 'twice'],
    ],
    [
      'echoStructArray',
      `<m:echoStructArray><inputStructArray href="#a"/></m:echoStructArray>
       <SOAP-ENC:Array id="a" SOAP-ENC:arrayType="s:SOAPStruct[2]"><Item href="#b"/><Item xsi:nil="true"/></SOAP-ENC:Array>
       <s:SOAPStruct id="b"><varString>arg</varString><varInt>34</varInt><varFloat>325.325</varFloat></s:SOAPStruct>`,
      [STRUCT, null],
    ],
  ],
  'no types at all': [
    ['echoInteger', '<m:echoInteger><inputInteger>7</inputInteger></m:echoInteger>', 7],
    [
      'echoStruct',
      '<m:echoStruct><inputStruct><varInt>34</varInt><varFloat>325.325</varFloat><varString>arg</varString></inputStruct></m:echoStruct>',
      STRUCT,
    ],
    [
      'echoIntegerArray',
      '<m:echoIntegerArray><inputIntegerArray><i>1</i><i>2</i></inputIntegerArray></m:echoIntegerArray>',
      [1, 2],
    ],
    [
      'echoNestedArray',
      `<m:echoNestedArray><inputStruct><varString>arg</varString><varInt>34</varInt><varFloat>325.325</varFloat>
       <varArray><item>red</item></varArray></inputStruct></m:echoNestedArray>`,
      { ...STRUCT, varArray: ['red'] },
    ],
  ],
  nulls: [
    ['echoString', '<m:echoString><inputString xsi:nil="1"/></m:echoString>', null],
    [
      'echoStringArray',
      '<m:echoStringArray><inputStringArray xsi:nil="true"/></m:echoStringArray>',
      null,
    ],
    ['echoString', '<m:echoString/>', null],
  ],
}

for (const [style, calls] of Object.entries(STYLES)) {
  for (const [index, [what, body, value]] of calls.entries()) {
    test(`${style}: ${what} ${index}`, async (t) => {
      t.deepEqual(await returned(t, envelope(body)), value)
    })
  }
}

for (const year of ['1999', '2000/10']) {
  test(`the names of XML Schema of ${year}`, async (t) => {
    const xsd = `http://www.w3.org/${year}/XMLSchema`
    const date =
      '<m:echoDate><inputDate xsi:type="xsd:timeInstant">2001-02-03T04:05:06Z</inputDate></m:echoDate>'
    t.is(await returned(t, envelope(date, '', xsd)), '2001-02-03T04:05:06Z')
    const nil = '<m:echoString><inputString xsi:null="1"/></m:echoString>'
    t.is(await returned(t, envelope(nil, '', xsd)), null)
  })
}

test('group B: what is a struct comes as simple values, and the other way round', async (t) => {
  const struct =
    '<inputStruct><varInt>34</varInt><varFloat>325.325</varFloat><varString>arg</varString></inputStruct>'
  const text = await answer(
    t,
    envelope(`<m:echoStructAsSimpleTypes>${struct}</m:echoStructAsSimpleTypes>`),
  )
  t.deepEqual(structuredClone(read(text, codec)), {
    outputString: 'arg',
    outputInteger: 34,
    outputFloat: 325.325,
  })
  const simple =
    '<inputFloat>325.325</inputFloat><inputString>arg</inputString><inputInteger>34</inputInteger>'
  t.deepEqual(
    await returned(t, envelope(`<m:echoSimpleTypesAsStruct>${simple}</m:echoSimpleTypesAsStruct>`)),
    STRUCT,
  )
})

test('group C: encoded header blocks come back in the header', async (t) => {
  const header = `<SOAP-ENV:Header>
    <h:echoMeStringRequest xsi:type="xsd:string" SOAP-ENV:mustUnderstand="1" SOAP-ENV:actor="http://schemas.xmlsoap.org/soap/actor/next">hello</h:echoMeStringRequest>
    <h:echoMeStructRequest xsi:type="s:SOAPStruct"><varString xsi:type="xsd:string">arg</varString><varInt xsi:type="xsd:int">34</varInt>
      <varFloat xsi:type="xsd:float">325.325</varFloat></h:echoMeStructRequest></SOAP-ENV:Header>`
  const text = await answer(t, envelope('<m:echoVoid/>', header))
  t.regex(text, /echoMeStringResponse[^>]*>hello</)
  t.regex(text, /echoMeStructResponse[^>]*><varString[^>]*>arg</)
})

test('group E: a linked list, a list that ends nowhere, and one that shares its end', async (t) => {
  const list = (id: string, text: string, next: string) =>
    `<multiRef id="${id}" xsi:type="s:List"><varInt>1</varInt><varString>${text}</varString>${next}</multiRef>`
  const call = '<m:echoLinkedList><param0 href="#1"/></m:echoLinkedList>'
  const ends = list('1', 'a', '<child href="#2"/>') + list('2', 'b', '<child xsi:nil="1"/>')
  t.deepEqual(await returned(t, envelope(call + ends)), {
    varInt: 1,
    varString: 'a',
    child: { varInt: 1, varString: 'b', child: null },
  })
  const endless = list('1', 'a', '<child href="#2"/>') + list('2', 'b', '<child href="#1"/>')
  const cycle = (await returned(t, envelope(call + endless))) as { child: { child: unknown } }
  t.is<unknown, unknown>(cycle.child.child, cycle)
})

test('SOAP 1.2: answers name their result', async (t) => {
  const text = await answer(
    t,
    `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><m:echoInteger xmlns:m="${NS}"
      e:encodingStyle="http://www.w3.org/2003/05/soap-encoding"><inputInteger>5</inputInteger></m:echoInteger></e:Body></e:Envelope>`,
  )
  t.regex(
    text,
    /<return [^>]*>5<\/return><rpc:result xmlns:rpc="http:\/\/www.w3.org\/2003\/05\/soap-rpc">return</,
  )
  t.regex(text, /encodingStyle="http:\/\/www.w3.org\/2003\/05\/soap-encoding"/)
})

test('answers are encoded as the request was', async (t) => {
  const text = await answer(
    t,
    envelope('<m:echoInteger><inputInteger>5</inputInteger></m:echoInteger>'),
  )
  t.regex(
    text,
    /<m:echoIntegerResponse [^>]*encodingStyle="http:\/\/schemas.xmlsoap.org\/soap\/encoding\/"/,
  )
  t.regex(text, /<return xsi:type="xs:int">5<\/return><\/m:echoIntegerResponse>/)
})

test('groups D and E of round 3: document/literal', async (t) => {
  const D = 'http://soapinterop.org/WSDLInteropTestDocLit/xsd'
  const list =
    '<varInt>1</varInt><varString>a</varString><child><varInt>2</varInt><varString>b</varString></child>'
  for (const [name, inside] of [
    ['echoString', 'hello'],
    ['echoStringArray', '<string>a</string><string>b</string>'],
    ['echoStruct', '<varFloat>1.5</varFloat><varInt>3</varInt><varString>x</varString>'],
    ['echoLinkedList', list],
  ] as const) {
    const text = await answer(
      t,
      envelope(`<${name} xmlns="${D}"><param0>${inside}</param0></${name}>`),
    )
    const back = text.replaceAll(/<(\/?)\w+:/g, '<$1')
    t.true(back.includes(`<return>${inside}</return>`), text)
  }
  t.regex(await answer(t, envelope(`<echoVoid xmlns="${D}"/>`)), /echoVoidResponse/)
})
