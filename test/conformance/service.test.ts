/** The service specification, parts 1, 2, 4, 7 and 9, on the wire. */
import test from 'ava'
import calculator from '../../plugins/calculator/index.js'
import { createSender, FaultAnswer, UnexpectedAnswer } from '../../src/client/sender.js'
import { createLog } from '../../src/log.js'
import { SoapFault } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, clarkName, elementText } from '../../src/xml/tree.js'
import { block, mark, marking, SECRET, T } from '../support/nodes/marking.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { serveNode } from '../support/nodes/node.js'
import { ADD, NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { post, raw } from '../support/wire/raw.js'
import {
  ask,
  ask11,
  ask12,
  childOf,
  type Heard,
  namesOf,
  SOAP_XML,
  TEXT_XML,
} from '../support/wire/wire.js'

const C = 'urn:example:calculator'
const OWN = 'urn:example:envelope'
const MU = 's:mustUnderstand="1"'

const { plugin, marks } = marking()
const unwritable = {
  name: `{${T}}Unwritable`,
  invoke() {
    throw new SoapFault({ code: 'Client', reason: 'It has a \u0000.' })
  },
}
const node = await serveNode(
  {
    t: { ...plugin, operations: [...(plugin.operations ?? []), unwritable] },
    calculator: await calculator({ options: {}, folder: '.', log: createLog('silent') }),
  },
  { settings: [`soap.namespaces={"${OWN}":"1.1"}`] },
)
const { url, port } = node
test.after.always(() => node.close())

const codeOf = (heard: Heard) => heard.fault.code

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('Service 1.5: parameters have names, and their order is irrelevant', async (t) => {
  for (const order of ['<c:a>7</c:a><c:b>2</c:b>', '<c:b>2</c:b><c:a>7</c:a>']) {
    const { entry } = await ask11(url, `<c:Subtract xmlns:c="${C}">${order}</c:Subtract>`)
    t.is(elementText(childOf(entry, 'result')), '5', order)
  }
})

test('Service 1.5: parameters are taken with a namespace or without', async (t) => {
  for (const parameters of ['<b>2</b><a>7</a>', '<a>7</a><c:b>2</c:b>']) {
    const { entry } = await ask11(url, `<c:Subtract xmlns:c="${C}">${parameters}</c:Subtract>`)
    t.is(elementText(childOf(entry, 'result')), '5', parameters)
  }
})

test('Service 2.1: the root element is Envelope', async (t) => {
  t.is(
    codeOf(await ask(url, soap11(mark('a')).replaceAll('s:Envelope', 's:Letter'))),
    'VersionMismatch',
  )
  t.is(clarkName(readDocument((await ask11(url, mark('a'))).text)), `{${NS11}}Envelope`)
})

test('Service 2.1: the prefix of the envelope namespace does not matter', async (t) => {
  const body = `<Body>${mark('a')}</Body>`
  t.is((await ask(url, `<Envelope xmlns="${NS11}">${body}</Envelope>`)).status, 200)
  t.is((await ask(url, soap11(mark('a')).replaceAll(/(<\/?|xmlns:)s\b/g, '$1soap'))).status, 200)
})

test('Service 2.1: in a wrong namespace the message is an error and is discarded', async (t) => {
  const text = soap11(mark('service-wrong'), block('Known', '', 'service-wrong-block'))
  const heard = await ask(url, text.replace(NS11, 'urn:example:wrong'))
  t.is(codeOf(heard), 'VersionMismatch')
  t.false(marks.has('service-wrong'))
  t.false(marks.has('service-wrong-block'))
})

test('Service 2.1: encodingStyle on Envelope is optional', async (t) => {
  const styled = `<s:Envelope s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"`
  t.is((await ask(url, soap11(mark('a')).replace('<s:Envelope', styled))).status, 200)
  t.is((await ask11(url, mark('a'))).status, 200)
})

test('Service 2.1: Header is optional, Body is not', async (t) => {
  t.is((await ask11(url, mark('a'), block('Known'))).status, 200)
  t.is((await ask11(url, mark('a'))).status, 200)
  t.is(codeOf(await ask(url, `<s:Envelope xmlns:s="${NS11}"><s:Header/></s:Envelope>`)), 'Client')
})

test('Service 2.2: Header is the first child of Envelope', async (t) => {
  const text = soap11(mark('a')).replace('</s:Envelope>', `<s:Header/></s:Envelope>`)
  t.is(codeOf(await ask(url, text)), 'Client')
})

test('Service 2.2: every immediate child of Header has a namespace', async (t) => {
  t.is(codeOf(await ask11(url, mark('a'), '<entry/>')), 'Client')
  t.is((await ask11(url, mark('a'), block('Known', '', '<entry/>'))).status, 200)
})

test('Service 2.2: with mustUnderstand 1 processing fails unless the entry is recognized', async (t) => {
  t.is(codeOf(await ask11(url, mark('service-mu'), block('Unheard', MU))), 'MustUnderstand')
  t.false(marks.has('service-mu'))
  t.is((await ask11(url, mark('a'), block('Known', MU))).status, 200)
})

test('Service 2.2: with mustUnderstand 0 the entry is optional', async (t) => {
  t.is((await ask11(url, mark('a'), block('Unheard', 's:mustUnderstand="0"'))).status, 200)
})

test('Service 2.2: actor addresses an entry to one node on the message path', async (t) => {
  const header = block('Unheard', `${MU} s:actor="urn:example:another"`)
  t.is((await ask11(url, mark('a'), header)).status, 200)
})

test('Service 2.2: encodingStyle may stand on any element, and there is no default', async (t) => {
  const entry = mark('a').replace('<t:text', '<t:text s:encodingStyle="urn:example:style"')
  const heard = await ask11(url, entry, block('Known', 's:encodingStyle="urn:example:style"'))
  t.is(heard.status, 200)
  t.notRegex(heard.text, /encodingStyle/)
})

test('Service 2.3: a request is one element named for the operation', async (t) => {
  t.is((await ask11(url, ADD)).status, 200)
  t.is(codeOf(await ask11(url, ADD + ADD)), 'Client')
})

test('Service 2.3: an element of the envelope namespace in Body calls nothing', async (t) => {
  for (const entry of ['<s:Mark/>', '<s:Header/>', '<s:Fault/>']) {
    t.is(codeOf(await ask11(url, entry)), 'Client', entry)
  }
})

test('Service 2.3: a response is one element named as the operation with Response behind it', async (t) => {
  for (const heard of [await ask11(url, ADD), await ask12(url, ADD)]) {
    t.is(clarkName(heard.entry), `{${C}}AddResponse`)
    t.deepEqual(namesOf(heard.entry), [`{${C}}result`])
    t.is(elementText(childOf(heard.entry, 'result')), '3')
  }
})

test('Service 4.1: a request is a POST to the path of the service', async (t) => {
  const { origin, pathname } = new URL(url)
  t.is((await ask11(url, mark('a'))).status, 200)
  t.is((await ask11(`${url}/t`, mark('a'))).status, 200)
  for (const path of ['/', `${pathname}x`, `${pathname}/none`]) {
    t.is((await ask11(origin + path, mark('service-path'))).status, 404, path)
  }
  t.false(marks.has('service-path'))
})

test('Service 4.1: a request may be a GET', async (t) => {
  const answer = await fetch(`${url}/calculator/Add?a=1&b=2`)
  t.is(answer.status, 200)
  t.regex(await answer.text(), /AddResponse.*>3</)
})

test('Service 4.1: a POST must have a Content-Type that is one of SOAP', async (t) => {
  const without = post(soap11(mark('service-type')))
    .toString('latin1')
    .replace(/Content-Type.*\r\n/, '')
  t.is((await raw(port, without, { first: true })).status, 415)
  t.is((await ask11(url, mark('service-type'), '', { type: 'text/html' })).status, 415)
  t.false(marks.has('service-type'))
  for (const type of ['application/soap+xml', 'text/xml', 'Text/XML;charset="UTF-8"']) {
    t.is((await ask11(url, mark('a'), '', { type })).status, 200, type)
  }
})

test('Service 4.1: a POST must say how long it is', async (t) => {
  const without = post(soap11(mark('service-length')))
    .toString('latin1')
    .replace(/Content-Length.*\r\n/, '')
  t.is((await raw(port, without, { first: true })).status, 411)
  t.false(marks.has('service-length'))
})

test('Service 4.1: Content-Length counts the bytes of the body', async (t) => {
  const answer = await raw(port, post(soap11(mark('é€'))), { first: true })
  t.is(answer.status, 200)
  t.is(Number(answer.headers['content-length']), Buffer.byteLength(answer.body))
  t.regex(answer.body, /é€/)
})

test('Service 4.1: the charset applies to the body', async (t) => {
  const bytes = Buffer.from(soap11(mark('ü')), 'latin1')
  const heard = await ask(url, bytes, { type: 'text/xml; charset=iso-8859-1' })
  t.regex(heard.text, /<m:result>ü</)
  t.is((await ask(url, bytes, { type: 'text/xml; charset=utf-8' })).status, 400)
})

test('Service 4.1: a request has a Host', async (t) => {
  const without = post(soap11(mark('service-host')))
    .toString('latin1')
    .replace(/Host.*\r\n/, '')
  t.is((await raw(port, without, { first: true })).status, 400)
  t.false(marks.has('service-host'))
})

test('Service 4.1: a success is a 200 with Content-Type, Content-Length and an Envelope', async (t) => {
  for (const [type, envelope] of [
    [TEXT_XML, soap11(ADD)],
    [SOAP_XML, soap12(ADD)],
  ] as const) {
    const answer = await raw(port, post(envelope, { type }), { first: true })
    t.is(answer.status, 200)
    t.is(answer.headers['content-type'], type)
    t.is(Number(answer.headers['content-length']), Buffer.byteLength(answer.body))
    t.is(readDocument(answer.body).local, 'Envelope')
  }
})

test('Service 4.1: a request that cannot be decoded is a 400 with Content-Length 0', async (t) => {
  const whole = soap11(mark('service-undecodable'))
  const requests = [
    '',
    'not xml',
    whole.slice(0, -3),
    whole.replace('</t:text>', '</t:other>'),
    whole.replace('service', '&undefined;'),
    `<!DOCTYPE s:Envelope>${whole}`,
    whole + whole,
    Buffer.concat([Buffer.from(whole), Buffer.from([0xff])]),
  ]
  for (const request of requests) {
    const answer = await raw(port, post(request), { first: true })
    t.is(answer.status, 400, String(request))
    t.is(answer.headers['content-length'], '0', String(request))
    t.is(answer.body, '')
  }
  t.false(marks.has('service-undecodable'))
})

test('Service 7.1: a Fault is a child of Body and occurs once', async (t) => {
  for (const entry of [mark('a', 'Missing'), mark('a', 'Refuse'), mark('a', 'Crash')]) {
    for (const heard of [await ask11(url, entry), await ask12(url, entry)]) {
      t.is(heard.text.match(/<[\w:]*Fault[ >]/g)?.length, 1, entry)
      t.is(heard.entry.local, 'Fault', entry)
    }
  }
})

test('Service 7.1: a Fault has a code and an explanation for people', async (t) => {
  for (const entry of [mark('a', 'Missing'), mark('a', 'Refuse'), mark('a', 'Crash')]) {
    const { fault } = await ask11(url, entry)
    t.truthy(fault.code, entry)
    t.regex(fault.reason, /^[A-Z].{10,}\.$/, entry)
  }
})

test('Service 7.1: detail is about the Body only', async (t) => {
  t.truthy((await ask11(url, mark('a', 'Refuse'))).fault.detail?.length)
  for (const header of [block('Unheard', MU), block('Refused'), block('Crash')]) {
    t.is((await ask11(url, mark('a'), header)).fault.detail, undefined, header)
  }
})

test('Service 7.1: each of the four fault codes has its condition', async (t) => {
  t.is(codeOf(await ask(url, soap11('').replace(NS11, 'urn:x'))), 'VersionMismatch')
  t.is(codeOf(await ask11(url, mark('a'), block('Unheard', MU))), 'MustUnderstand')
  t.is(codeOf(await ask11(url, `<c:Add xmlns:c="${C}"><c:a>x</c:a></c:Add>`)), 'Client')
  t.is(codeOf(await ask11(url, mark('a', 'Crash'))), 'Server')
})

test('Service 7.1: arguments that do not fit are the fault of the client', async (t) => {
  const wrong = [
    '',
    '<a>1</a>',
    '<a>1</a><b>x</b>',
    '<a>1</a><b>2</b><c>3</c>',
    '<a>1</a><a>1</a><b>2</b>',
  ]
  for (const parameters of wrong) {
    const { fault } = await ask11(url, `<c:Add xmlns:c="${C}">${parameters}</c:Add>`)
    t.is(fault.code, 'Client', parameters)
    t.truthy(fault.detail?.length, parameters)
  }
})

test('Service 7.2.1: in a namespace that is not expected the error is told and the message discarded', async (t) => {
  const text = soap12(mark('service-unexpected')).replace(NS12, `${NS12}/`)
  t.is(codeOf(await ask(url, text, { type: SOAP_XML })), 'VersionMismatch')
  t.false(marks.has('service-unexpected'))
})

test('Service 7.2.2: a method that does not exist is answered by a fault', async (t) => {
  t.is(codeOf(await ask11(url, `<c:Multiply xmlns:c="${C}"/>`)), 'Client')
  const heard = await ask12(url, `<c:Multiply xmlns:c="${C}"/>`)
  t.deepEqual(heard.codes, [
    `{${NS12}}Sender`,
    '{http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent',
  ])
  t.is(codeOf(await ask11(`${url}/t`, ADD)), 'Client')
})

test('Service 7.2.2: mandatory entries are checked before the method is looked up', async (t) => {
  t.is(codeOf(await ask11(url, mark('a', 'Missing'), block('Unheard', MU))), 'MustUnderstand')
})

test('Service 7.2.3: the sender for programs throws when it gets a fault', async (t) => {
  const sender = createSender()
  const error = await t.throwsAsync(sender.call(url, `{${C}}Multiply`, {}), {
    instanceOf: FaultAnswer,
  })
  t.is(error.code, 'Client')
  await sender.close()
})

test('Service 7.2.3: the sender for programs throws at a field that its schema lacks', async (t) => {
  const body = soap11(
    `<c:AddResponse xmlns:c="${C}"><c:result>3</c:result><c:more/></c:AddResponse>`,
  )
  const hop = await httpHop({ status: 200, headers: { 'content-type': 'text/xml' }, body })
  const sender = createSender()
  const schema = new URL('../../plugins/calculator/calculator.xsd', import.meta.url)
  const call = sender.call(hop.url, `{${C}}Add`, { a: 1, b: 2 }, { schema })
  await t.throwsAsync(call, { instanceOf: UnexpectedAnswer })
  await sender.close()
  await hop.close()
})

test('Service 7.1: an exception in an operation is a Server fault with the exchange id and no more', async (t) => {
  for (const heard of [
    await ask11(url, mark('a', 'Crash')),
    await ask12(url, mark('a', 'Crash')),
  ]) {
    const { code, reason, detail = [] } = heard.fault
    t.is(code, 'Server')
    t.is(reason, 'The message could not be processed.')
    t.deepEqual(detail.map(clarkName), ['{urn:waybill:fault}Exchange'])
    const [id = ''] = detail.map(elementText)
    t.regex(id, uuid)
    t.notRegex(heard.text, /Error|secret|ENOENT|\.[jt]s\b|\bat |node:|stack/)
    const line = node.log.find(({ exchange, err }) => exchange === id && err !== undefined)
    t.regex(JSON.stringify(line), new RegExp(SECRET))
  }
})

test('Service 7.1: a fault that XML cannot hold is a Server fault with the exchange id', async (t) => {
  const heard = await ask11(url, mark('a', 'Unwritable'))
  t.is(codeOf(heard), 'Server')
  t.regex(elementText(heard.fault.detail?.[0] ?? heard.entry), uuid)
})

test('Service 9.1: the envelope namespace tells the version, and the answer comes in it', async (t) => {
  t.is((await ask11(url, mark('a'))).envelope.version.name, '1.1')
  t.is((await ask12(url, mark('a'))).envelope.version.name, '1.2')
})

test('Service 9.1: an envelope namespace of the configuration is served, faults included', async (t) => {
  const good = await ask(url, soap11(mark('service-own')).replace(NS11, OWN))
  t.is(good.status, 200)
  t.true(marks.has('service-own'))
  t.is(readDocument(good.text).namespace, OWN)
  const bad = await ask(url, soap11(mark('a', 'Missing')).replace(NS11, OWN))
  t.is(bad.status, 500)
  const fault = childElements(readDocument(bad.text)).flatMap(childElements)
  t.deepEqual(fault.map(clarkName), [`{${OWN}}Fault`])
  t.regex(bad.text, /<soap:Fault><faultcode>soap:Client<\/faultcode>/)
})

test('Service 9.1: the VersionMismatch fault names every envelope that is served', async (t) => {
  for (const type of [TEXT_XML, SOAP_XML]) {
    const { text } = await ask(url, '<Envelope/>', { type })
    for (const namespace of [NS11, NS12, OWN]) t.true(text.includes(`="${namespace}"`), namespace)
  }
})

test('Service 9.2: no encodingStyle is assumed and none is needed', async (t) => {
  for (const heard of [await ask11(url, ADD), await ask12(url, ADD)]) {
    t.is(heard.status, 200)
    t.notRegex(heard.text, /encodingStyle/)
  }
})
