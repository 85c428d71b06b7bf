/** The HTTP bindings: SOAP 1.1 section 6 and SOAP 1.2 Part 2 section 7. */
import test, { type ExecutionContext } from 'ava'
import { createSender } from '../../src/client/sender.js'
import { clarkName, elementText } from '../../src/xml/tree.js'
import { block, mark, marking, T } from '../support/nodes/marking.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { serveNode } from '../support/nodes/node.js'
import { NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'
import { raw } from '../support/wire/raw.js'
import {
  ask,
  ask11,
  ask12,
  Heard,
  namesOf,
  pass,
  SOAP_XML,
  TEXT_XML,
} from '../support/wire/wire.js'

const MU = 's:mustUnderstand="1"'
const REPLY11 = soap11('<m:MarkResponse xmlns:m="urn:example:marking"/>')

const { plugin, marks } = marking()
const node = await serveNode({ t: plugin })
const { url, port } = node
test.after.always(() => node.close())

const type = (heard: Heard) => heard.headers.get('content-type')

async function get(path: string): Promise<Heard> {
  const answer = await fetch(`${url}${path}`)
  return new Heard(answer.status, answer.headers, await answer.text())
}

/** URL of a node that sends on what it does not do itself, where nobody listens. */
async function beforeNobody(t: ExecutionContext): Promise<string> {
  const route = { to: `http://127.0.0.1:${await freePort()}/`, operation: `{${T}}Missing` }
  const settings = ['node.uri=urn:example:between', `routes=${JSON.stringify([route])}`]
  const between = await serveNode({ t: plugin }, { settings })
  t.teardown(() => between.close())
  return between.url
}

test('SOAP 1.1 §6: requests and answers are text/xml', async (t) => {
  for (const operation of ['Mark', 'Missing']) {
    t.is(type(await ask11(url, mark('a', operation))), TEXT_XML, operation)
  }
  const hop = await httpHop({ status: 200, headers: { 'content-type': 'text/xml' }, body: REPLY11 })
  const sender = createSender()
  await sender.call(hop.url, `{${T}}Mark`, {})
  t.is(hop.requests[0]?.headers['content-type'], TEXT_XML)
  await sender.close()
  await hop.close()
})

test('SOAP 1.1 §6: a request is a POST', async (t) => {
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': TEXT_XML },
      body: soap11(mark(`http-${method}`)),
    })
    t.is(answer.status, 405, method)
    t.is(answer.headers.get('allow'), 'GET, HEAD, OPTIONS, POST', method)
    t.false(marks.has(`http-${method}`), method)
  }
})

test('SOAP 1.1 §6.1.1: a client sends SOAPAction with every request, quoted', async (t) => {
  const hop = await httpHop({ status: 200, headers: { 'content-type': 'text/xml' }, body: REPLY11 })
  const sender = createSender()
  await sender.call(hop.url, `{${T}}Mark`, {})
  await sender.call(hop.url, `{${T}}Mark`, {}, { action: 'urn:example:act' })
  t.deepEqual(
    hop.requests.map(({ headers }) => headers.soapaction),
    ['""', '"urn:example:act"'],
  )
  await sender.close()
  await hop.close()
})

test('SOAP 1.1 §6.1.1: SOAPAction with an empty string, without a value, or left out is no contradiction', async (t) => {
  for (const headers of ['SOAPAction: ""\r\n', 'SOAPAction:\r\n', '']) {
    const text = Buffer.from(soap11(mark('a', 'Act')))
    const head = `POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: ${text.length}\r\n${headers}\r\n`
    t.is((await raw(port, [head, text], { first: true })).status, 200, headers)
  }
})

test('SOAP 1.1 §6.1.1: the SOAPAction that the operation has is taken', async (t) => {
  const headers = { soapaction: '"urn:example:act"' }
  t.is((await ask11(url, mark('a', 'Act'), '', { headers })).status, 200)
})

test('SOAP 1.1 §6.1.1: a SOAPAction that the operation does not have is a Client fault', async (t) => {
  const headers = { soapaction: '"urn:example:other"' }
  const heard = await ask11(url, mark('http-other-action', 'Act'), '', { headers })
  t.is(heard.status, 500)
  t.is(heard.fault.code, 'Client')
  t.false(marks.has('http-other-action'))
})

test('SOAP 1.1 §6.1.1: a SOAPAction without quotes is read as with them', async (t) => {
  const headers = { soapaction: 'urn:example:act' }
  t.is((await ask11(url, mark('a', 'Act'), '', { headers })).status, 200)
  const other = { soapaction: 'urn:example:other' }
  t.is((await ask11(url, mark('http-bare', 'Act'), '', { headers: other })).fault.code, 'Client')
  t.false(marks.has('http-bare'))
})

test('SOAP 1.1 §6.1.1: a SOAPAction that can be read in two ways is refused', async (t) => {
  for (const soapaction of ['"urn:example:act', 'urn:example:act"', '"a b"', 'a b', '"a", "b"']) {
    const heard = await ask11(url, mark('http-ambiguous'), '', { headers: { soapaction } })
    t.is(heard.status, 400, soapaction)
    t.is(heard.text, '', soapaction)
  }
  t.false(marks.has('http-ambiguous'))
})

test('SOAP 1.1 §6.1.1: a node on the way hands the SOAPAction on', async (t) => {
  const { messages } = await pass(plugin, soap11(mark('a')), {}, { action: 'urn:example:act' })
  t.deepEqual(
    messages.map(({ action }) => action),
    ['urn:example:act'],
  )
})

test('SOAP 1.1 §6.2: a message that was accepted gets a status of 2xx', async (t) => {
  t.is((await ask11(url, mark('a'))).status, 200)
  t.is((await ask11(url, mark('a', 'Tell'))).status, 202)
})

test('SOAP 1.1 §6.2: every SOAP error is a 500 with a fault in an envelope', async (t) => {
  const answers = [
    ['VersionMismatch', await ask(url, '<Envelope/>')],
    ['MustUnderstand', await ask11(url, mark('a'), block('Unheard', MU))],
    ['Client', await ask11(url, mark('a', 'Missing'))],
    ['Server', await ask11(url, mark('a', 'Crash'))],
  ] as const
  for (const [code, heard] of answers) {
    t.is(heard.status, 500, code)
    t.is(heard.fault.code, code)
  }
})

test('SOAP 1.1 §6.2: the fault of a node that could not send the message on is a 500, too', async (t) => {
  const heard = await ask11(await beforeNobody(t), mark('a', 'Missing'))
  t.is(heard.status, 500)
  t.is(heard.fault.code, 'Server')
})

test('SOAP 1.1 §6.3: the HTTP Extension Framework is optional, and refused', async (t) => {
  const text = soap11(mark('http-m-post'))
  const request = `M-POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: ${text.length}\r\n\r\n`
  const { status, headers } = await raw(port, request + text, { first: true })
  t.is(status, 405)
  t.is(headers.allow, 'GET, HEAD, OPTIONS, POST')
  t.false(marks.has('http-m-post'))
})

test('SOAP 1.2 Part 2 §7: requests and answers are application/soap+xml', async (t) => {
  for (const operation of ['Mark', 'Missing']) {
    t.is(type(await ask12(url, mark('a', operation))), SOAP_XML, operation)
  }
  const body = soap12('<m:MarkResponse xmlns:m="urn:example:marking"/>')
  const hop = await httpHop({ status: 200, headers: { 'content-type': SOAP_XML }, body })
  const sender = createSender({ soap: '1.2' })
  await sender.call(hop.url, `{${T}}Mark`, {})
  await sender.call(hop.url, `{${T}}Mark`, {}, { action: 'urn:example:act' })
  t.deepEqual(
    hop.requests.map(({ headers }) => headers['content-type']),
    [SOAP_XML, `${SOAP_XML}; action="urn:example:act"`],
  )
  await sender.close()
  await hop.close()
})

test('SOAP 1.2 Part 2 §7: the charset parameter is optional, and right about the body when it is there', async (t) => {
  const text = soap12(mark('é'))
  t.is((await ask(url, text, { type: 'application/soap+xml' })).status, 200)
  const latin = Buffer.from(text, 'latin1')
  const heard = await ask(url, latin, { type: 'application/soap+xml; charset=ISO-8859-1' })
  t.regex(heard.text, /<m:result>é</)
  t.is((await ask(url, text, { type: 'application/soap+xml; charset=x-unknown' })).status, 415)
})

test('SOAP 1.2 Part 2 §7: the action parameter is optional, and no SOAPAction is needed', async (t) => {
  t.is((await ask12(url, mark('a', 'Act'))).status, 200)
  const right = `${SOAP_XML}; action="urn:example:act"`
  t.is((await ask12(url, mark('a', 'Act'), '', { type: right })).status, 200)
  for (const other of ['action=', 'action=""', 'action=urn:example:act', 'action=; x=y']) {
    const heard = await ask12(url, mark('a', 'Act'), '', { type: `${SOAP_XML}; ${other}` })
    t.is(heard.status, 200, other)
  }
  const wrong = `${SOAP_XML};action=urn:example:other`
  t.is((await ask12(url, mark('http-bare-12', 'Act'), '', { type: wrong })).status, 400)
  t.false(marks.has('http-bare-12'))
})

test('SOAP 1.2 Part 2 §7: an action that the operation does not have is a Sender fault', async (t) => {
  const wrong = `${SOAP_XML}; action="urn:example:other"`
  const heard = await ask12(url, mark('http-12-action', 'Act'), '', { type: wrong })
  t.is(heard.status, 400)
  t.is(heard.fault.codes[0], `{${NS12}}Sender`)
  t.false(marks.has('http-12-action'))
})

test('SOAP 1.2 Part 2 §7: a POST is answered by 200 with the response', async (t) => {
  const heard = await ask12(url, mark('http-12-post'))
  t.is(heard.status, 200)
  t.is(clarkName(heard.entry), `{${T}}MarkResponse`)
  t.true(marks.has('http-12-post'))
})

test('SOAP 1.2 Part 2 §7: a message without a response is answered by 202 and nothing', async (t) => {
  const heard = await ask12(url, mark('http-12-one-way', 'Tell'))
  t.is(heard.status, 202)
  t.is(heard.text, '')
  t.true(marks.has('http-12-one-way'))
})

test('SOAP 1.2 Part 2 §7: a Sender fault is a 400 with the fault', async (t) => {
  for (const operation of ['Missing', 'Refuse']) {
    const heard = await ask12(url, mark('a', operation))
    t.is(heard.status, 400, operation)
    t.is(heard.fault.codes[0], `{${NS12}}Sender`, operation)
  }
})

test('SOAP 1.2 Part 2 §7: every other fault is a 500 with the fault', async (t) => {
  const encoded = mark('a').replace('<t:Mark', '<t:Mark s:encodingStyle="urn:x"')
  const answers = [
    ['VersionMismatch', await ask(url, '<Envelope/>', { type: SOAP_XML })],
    ['MustUnderstand', await ask12(url, mark('a'), block('Unheard', MU))],
    ['DataEncodingUnknown', await ask12(url, encoded)],
    ['Receiver', await ask12(url, mark('a', 'Crash'))],
  ] as const
  for (const [code, heard] of answers) {
    t.is(heard.status, 500, code)
    t.is(heard.fault.codes[0], `{${NS12}}${code}`)
  }
})

test('SOAP 1.2 Part 2 §7: the fault of a node that could not send the message on is a 500, too', async (t) => {
  const heard = await ask12(await beforeNobody(t), mark('a', 'Missing'))
  t.is(heard.status, 500)
  t.is(heard.fault.codes[0], `{${NS12}}Receiver`)
})

test('SOAP 1.2 Part 2 §7: a method that the binding does not have is a 405', async (t) => {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': SOAP_XML },
    body: 'x',
  })
  t.is(answer.status, 405)
  t.is((await get('')).status, 405)
})

test('SOAP 1.2 Part 2 §7: another media type is a 415', async (t) => {
  for (const other of ['application/json', 'text/plain', 'application/xml', 'application/soap']) {
    const heard = await ask(url, soap12(mark('http-415')), { type: other })
    t.is(heard.status, 415, other)
    t.regex(heard.headers.get('accept') ?? '', /application\/soap\+xml/, other)
  }
  t.false(marks.has('http-415'))
})

test('SOAP 1.2 Part 2 §7: a GET retrieves the response of a safe operation', async (t) => {
  const heard = await get('/t/Mark?text=http%20get')
  t.is(heard.status, 200)
  t.is(type(heard), SOAP_XML)
  t.is(clarkName(heard.entry), `{${T}}MarkResponse`)
  t.deepEqual(namesOf(heard.entry), [`{${T}}result`, `{${T}}more`])
  t.true(marks.has('http get'))
})

test('SOAP 1.2 Part 2 §7: a GET does not run an operation that is not safe', async (t) => {
  t.is((await get('/t/Tell?text=http-unsafe')).status, 404)
  t.false(marks.has('http-unsafe'))
})

test('SOAP 1.2 Part 2 §7: a GET that no envelope can stand for is a 400', async (t) => {
  for (const query of ['text=%00', 'text=%ff', 'a%20b=c', 'text=%ef%bf%bf']) {
    const heard = await get(`/t/Mark?${query}`)
    t.is(heard.status, 400, query)
    t.is(heard.text, '', query)
  }
})

test('SOAP 1.2 Part 2 §7: the answer goes by the version of the envelope, not by its media type', async (t) => {
  const heard = await ask(url, soap12(mark('a')), { type: TEXT_XML })
  t.is(heard.envelope.version.name, '1.2')
  t.is(type(heard), SOAP_XML)
  t.is(elementText(heard.envelope.entries[0] ?? heard.entry), '')
})
