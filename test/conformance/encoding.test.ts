/** SOAP 1.1 section 5 and SOAP 1.2 Part 2 sections 3 and 4, on the wire: the service of SOAPBuilders in rpc/encoded. */
import test from 'ava'
import rpc from '../fixtures/soapbuilders/rpc.js'
import { envelope } from '../support/encoding/through.js'
import { serveNode } from '../support/nodes/node.js'
import { pluginOfContract } from '../support/of-contract.js'

const NS = 'http://soapinterop.org/'
const node = await serveNode({ rpc: await pluginOfContract(rpc) })
test.after.always(() => node.close())

async function ask(soap: '1.1' | '1.2', operation: string, inside: string, beside = '') {
  const body = `<m:${operation} xmlns:m="${NS}">${inside}</m:${operation}>${beside}`
  const type = soap === '1.1' ? 'text/xml' : 'application/soap+xml'
  const headers = { 'content-type': `${type}; charset=utf-8` }
  const answer = await fetch(node.url, { method: 'POST', headers, body: envelope(soap, body) })
  return { status: answer.status, text: await answer.text() }
}

const STRUCT = '<varString>a</varString><varInt>1</varInt><varFloat>2.5</varFloat>'

test('SOAP 1.1 §5.1: an answer says the type of each value', async (t) => {
  const { text } = await ask('1.1', 'echoStruct', `<inputStruct>${STRUCT}</inputStruct>`)
  t.regex(text, /<return xsi:type="t\d:SOAPStruct"><varString xsi:type="xs:string">a</)
})

test('SOAP 1.1 §5.4.1: a value that several refer to is one, and is written once', async (t) => {
  const items = `<i href="#1"/><i href="#1"/>`
  const array = `<inputStructArray e:arrayType="x:ur-type[2]">${items}</inputStructArray>`
  const { text } = await ask('1.1', 'echoStructArray', array, `<m id="1">${STRUCT}</m>`)
  t.regex(
    text,
    /<item href="#(ref-\d+)"\/><item href="#\1"\/>.*Response><multiRef [^>]*id="\1" enc:root="0"/,
  )
})

test('SOAP 1.1 §5.4.2: an answer says the type and the number of items', async (t) => {
  const array =
    '<inputIntegerArray e:arrayType="x:int[9]" e:offset="[1]"><i>7</i></inputIntegerArray>'
  const { text } = await ask('1.1', 'echoIntegerArray', array)
  t.regex(text, /xsi:type="enc:Array" enc:arrayType="xs:int\[2\]"><item xsi:nil="true"\/><item /)
})

test('SOAP 1.1 §5.6: independent elements may stand before the entry', async (t) => {
  const call = `<m:echoStruct xmlns:m="${NS}"><inputStruct href="#1"/></m:echoStruct>`
  const headers = { 'content-type': 'text/xml; charset=utf-8' }
  const body = envelope('1.1', `<m id="1">${STRUCT}</m>${call}`)
  const answer = await fetch(node.url, { method: 'POST', headers, body })
  t.regex(await answer.text(), /echoStructResponse/)
})

test('SOAP 1.2 Part 2 §3.1.5: what is referred to stands where it first occurs', async (t) => {
  const items = `<i e:id="one">${STRUCT}</i><i e:ref="one"/>`
  const { text } = await ask(
    '1.2',
    'echoStructArray',
    `<inputStructArray>${items}</inputStructArray>`,
  )
  t.regex(text, /<item enc:id="(ref-\d+)"[^>]*>.*<item enc:ref="\1"\/>/)
})

test('SOAP 1.2 Part 2 §3.1.6: an answer says itemType and arraySize', async (t) => {
  const array = '<inputIntegerArray e:arraySize="*"><i>7</i></inputIntegerArray>'
  const { text } = await ask('1.2', 'echoIntegerArray', array)
  t.regex(text, /enc:itemType="xs:int" enc:arraySize="1"><item xsi:type="xs:int">7</)
})

test('SOAP 1.2 Part 2 §3.2: a reference to nothing is a Sender fault with enc:MissingID', async (t) => {
  const { status, text } = await ask('1.2', 'echoString', '<inputString e:ref="nobody"/>')
  t.is(status, 400)
  t.regex(text, /xmlns:(\w+)="http:\/\/www.w3.org\/2003\/05\/soap-encoding">\1:MissingID</)
})

test('SOAP 1.2 Part 2 §3.2: an id that two elements have is a Sender fault with enc:DuplicateID', async (t) => {
  const { status, text } = await ask('1.2', 'echoVoid', '<a e:id="one"/><b e:id="one"/>')
  t.is(status, 400)
  t.regex(text, /:DuplicateID</)
})

test('SOAP 1.2 Part 2 §4.2.1: rpc:result names the accessor that has the return value', async (t) => {
  const { text } = await ask('1.2', 'echoString', '<inputString>a</inputString>')
  t.regex(text, /<rpc:result xmlns:rpc="http:\/\/www.w3.org\/2003\/05\/soap-rpc">return</)
  t.notRegex((await ask('1.2', 'echoVoid', '')).text, /rpc:result/)
})
