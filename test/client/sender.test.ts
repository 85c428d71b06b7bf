/** The sender of programs: typed results, faults of both versions, answers that cannot be used. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import type { MailOptions } from '../../src/client/mail-options.js'
import {
  createSender,
  FaultAnswer,
  type Sender,
  UnexpectedAnswer,
} from '../../src/client/sender.js'
import { Undeliverable } from '../../src/transport.js'
import { attributeOf, clarkName, element, elementText } from '../../src/xml/tree.js'
import type { MailOptions as TakenOptions } from '../../transports/smtp/client/exchange.js'
import { folderOf } from '../support/folder.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { faultIn } from '../support/wire/faults.js'

const CALCULATOR = new URL('../../plugins/calculator/calculator.xsd', import.meta.url)
const ADD = '{urn:example:calculator}Add'
const sum = (inside: string) =>
  `<c:AddResponse xmlns:c="urn:example:calculator">${inside}</c:AddResponse>`

interface Teardown {
  teardown(clean: () => Promise<void>): void
}

function sender(t: Teardown, options: Parameters<typeof createSender>[0] = {}): Sender {
  const made = createSender(options)
  t.teardown(() => made.close())
  return made
}

test('results are typed by the schema', async (t) => {
  const { url } = await answering(t, withEnvelope(soap11(sum('<c:result>3.5</c:result>'))))
  const { values, replied, entry, text } = await sender(t).call(
    url,
    ADD,
    { a: 1, b: 2.5 },
    { schema: CALCULATOR },
  )
  t.deepEqual({ ...values }, { result: 3.5 })
  t.true(replied)
  t.is(entry && clarkName(entry), '{urn:example:calculator}AddResponse')
  t.is(text, soap11(sum('<c:result>3.5</c:result>')))
})

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: accepted and not finished is no fault, whatever it says, wherever its answer is`, async (t) => {
    const exchange = '0190163d-8694-739b-aea5-966c26f8ad91'
    for (const [options, facts] of [
      [exchange, { exchange }],
      [`https://other.example/x/${exchange}`, { location: `https://other.example/x/${exchange}` }],
      ['https://', {}],
      ['', {}],
    ] as const) {
      const detail = `<w:Accepted xmlns:w="urn:waybill:fault">${options}</w:Accepted>`
      const fault = faultIn(soap, { reason: 'anything', detail })
      const { url } = await answering(t, withEnvelope(fault, 500))
      const { replied, acceptance, text } = await sender(t, { soap }).call(url, ADD, { a: 1 })
      t.false(replied)
      t.like(acceptance, { kind: 'accepted', ...facts })
      t.is(text, fault)
    }
    const other = faultIn(soap, { detail: `<Accepted>${exchange}</Accepted>` })
    const { url } = await answering(t, withEnvelope(other, 500))
    await t.throwsAsync(sender(t, { soap }).call(url, ADD, {}), { instanceOf: FaultAnswer })
  })
}

test('dates and decimals of results are what the call chooses', async (t) => {
  const folder = folderOf(t as never, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">
      <xs:element name="R"><xs:complexType><xs:sequence>
        <xs:element name="at" type="xs:dateTime"/><xs:element name="n" type="xs:decimal"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>`,
  })
  const at = '2026-11-22T08:00:00Z'
  const answer = soap11(`<s:R xmlns:s="urn:s"><at>${at}</at><n>1.5</n></s:R>`)
  const { url } = await answering(t, withEnvelope(answer))
  const { send } = sender(t)
  // The choice of one call is not that of the next one.
  for (const [values, wanted] of [
    [undefined, { at, n: '1.5' }],
    [{ dates: 'Date' }, { at: new Date(at), n: '1.5' }],
    [{ decimals: 'number' }, { at, n: 1.5 }],
    [{}, { at, n: '1.5' }],
  ] as const) {
    const schema = `${folder}/s.xsd`
    const made = await send(url, soap11(''), values ? { schema, values } : { schema })
    t.deepEqual({ ...made.values }, wanted)
  }
})

test('without a schema every result is text, and a repeated one a list', async (t) => {
  const inside = '<c:n>1</c:n><c:n>2</c:n><c:o><c:p>3</c:p></c:o><c:q/>'
  const { url } = await answering(t, withEnvelope(soap11(sum(inside))))
  const { values } = await sender(t).call(url, ADD, {})
  t.deepEqual(JSON.parse(JSON.stringify(values)), { n: ['1', '2'], o: { p: '3' }, q: '' })
})

test('parameters are written in the order and the namespace of the schema', async (t) => {
  const folder = folderOf(t as never, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">
      <xs:element name="Go"><xs:complexType><xs:sequence>
        <xs:element name="first" type="xs:int"/>
        <xs:element name="second" type="xs:boolean" minOccurs="0"/>
        <xs:element name="constructor" type="xs:string" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="GoResponse"><xs:complexType/></xs:element>
    </xs:schema>`,
  })
  const { url, requested: requests } = await answering(
    t,
    withEnvelope(soap11('<s:GoResponse xmlns:s="urn:s"/>')),
  )
  const answer = await sender(t).call(
    url,
    '{urn:s}Go',
    { second: true, first: 1 },
    { schema: `${folder}/s.xsd` },
  )
  t.deepEqual({ ...answer.values }, {})
  t.true(
    requests[0]?.body.includes(
      '<m:Go xmlns:m="urn:s"><first>1</first><second>true</second></m:Go>',
    ),
    requests[0]?.body,
  )
})

test('a parameter that the schema does not know is not sent', async (t) => {
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  const call = sender(t).call(url, ADD, { a: 1, c: 2 }, { schema: CALCULATOR })
  await t.throwsAsync(call, { instanceOf: TypeError, message: /has no element c/ })
  t.is(requests.length, 0)
})

test('SOAP 1.1 travels as text/xml with a SOAPAction, 1.2 with its action in the type', async (t) => {
  const { url, requested: requests } = await answering(t, withEnvelope(soap11('')))
  await sender(t).call(url, ADD, {}, { action: 'urn:go' })
  await sender(t).call(url, ADD, {})
  await sender(t, { soap: '1.2' }).call(url, ADD, {}, { action: 'urn:go' })
  const [one, bare, two] = requests
  t.is(one?.method, 'POST')
  t.is(one?.headers['content-type'], 'text/xml; charset=UTF-8')
  t.is(one?.headers.soapaction, '"urn:go"')
  t.is(bare?.headers.soapaction, '""')
  t.is(two?.headers['content-type'], 'application/soap+xml; charset=UTF-8; action="urn:go"')
  t.is(two?.headers.soapaction, undefined)
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  t.true(two?.body.startsWith(`${declaration}<env:Envelope xmlns:env="${NS12}">`))
})

test('an action that no header can hold is not sent', async (t) => {
  for (const action of ['urn:a b', 'urn:"', 'urn:a\r\nX: y', 'urn:\u00fc']) {
    const call = sender(t).call('http://127.0.0.1:1/', ADD, {}, { action })
    await t.throwsAsync(call, { instanceOf: TypeError, message: /is not a URI$/ })
  }
})

test('header blocks go out, and those of the answer come back', async (t) => {
  const { url, requested: requests } = await answering(
    t,
    withEnvelope(soap11(sum('<c:result>1</c:result>'), '<h:B xmlns:h="urn:h" k="v">x</h:B>')),
  )
  const block = element({ name: '{urn:h}A', prefix: 'h', children: ['y'] })
  const { headers } = await sender(t).call(url, ADD, {}, { headers: [block] })
  t.regex(requests[0]?.body ?? '', /<soap:Header><h:A xmlns:h="urn:h">y<\/h:A><\/soap:Header>/)
  t.deepEqual(headers.map(clarkName), ['{urn:h}B'])
  t.is(headers[0] && attributeOf(headers[0], '', 'k'), 'v')
  t.is(headers[0] && elementText(headers[0]), 'x')
})

test('an accepted message has no values', async (t) => {
  const { url } = await answering(t, (response) => response.writeHead(202).end())
  const { values, replied, text, entry } = await sender(t).call(url, ADD, {})
  t.deepEqual(values, {})
  t.false(replied)
  t.is(text, '')
  t.is(entry, undefined)
})

test('an empty Body has no values, but is a reply', async (t) => {
  const { url } = await answering(t, withEnvelope(soap11('')))
  const { values, replied, entry } = await sender(t).call(url, ADD, {})
  t.deepEqual(values, {})
  t.true(replied)
  t.is(entry, undefined)
})

const FAULT_11 =
  '<s:Fault><faultcode>s:Client.Wrong</faultcode><faultstring> It is wrong. </faultstring>' +
  '<faultactor>urn:node</faultactor><detail><d:D xmlns:d="urn:d">why</d:D></detail></s:Fault>'

const FAULT_12 =
  '<s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value xmlns:x="urn:x">x:Busy</s:Value>' +
  '</s:Subcode></s:Code><s:Reason><s:Text xml:lang="de">Falsch.</s:Text>' +
  '<s:Text xml:lang="en">It is wrong.</s:Text></s:Reason><s:Node>urn:node</s:Node><s:Role>urn:role</s:Role>' +
  '<s:Detail><d:D xmlns:d="urn:d">why</d:D></s:Detail></s:Fault>'

test('a fault of SOAP 1.1 is thrown with all its parts, whatever the status', async (t) => {
  for (const status of [500, 200, 400]) {
    const { url } = await answering(t, withEnvelope(soap11(FAULT_11), status))
    const error = await t.throwsAsync(sender(t).call(url, ADD, {}), { instanceOf: FaultAnswer })
    t.is(error?.code, 'Client')
    t.deepEqual(error?.codes, ['{http://schemas.xmlsoap.org/soap/envelope/}Client.Wrong'])
    t.is(error?.reason, 'It is wrong.')
    t.is(error?.actor, 'urn:node')
    t.deepEqual(error?.detail?.map(clarkName), ['{urn:d}D'])
    t.is(error?.text, soap11(FAULT_11))
    t.is(error?.message, 'Client: It is wrong.')
  }
})

test('a fault of SOAP 1.2 is thrown in the same words', async (t) => {
  const { url } = await answering(
    t,
    withEnvelope(soap12(FAULT_12), 500, 'application/soap+xml; charset=utf-8'),
  )
  const call = sender(t, { soap: '1.2' }).call(url, ADD, {})
  const error = await t.throwsAsync(call, { instanceOf: FaultAnswer })
  t.is(error?.code, 'Server')
  t.deepEqual(error?.codes, [`{${NS12}}Receiver`, '{urn:x}Busy'])
  t.is(error?.reason, 'It is wrong.')
  t.is(error?.actor, 'urn:node')
  t.is(error?.role, 'urn:role')
  t.deepEqual(error?.detail?.map(clarkName), ['{urn:d}D'])
})

test('an answer in the other version is read as what it is', async (t) => {
  const { url } = await answering(t, withEnvelope(soap11(FAULT_11), 500))
  const error = await t.throwsAsync(sender(t, { soap: '1.2' }).call(url, ADD, {}), {
    instanceOf: FaultAnswer,
  })
  t.is(error?.code, 'Client')
})

test('what the schema does not know makes the answer unexpected, never dropped', async (t) => {
  for (const [inside, sentence] of [
    ['<c:result>1</c:result><c:more>2</c:more>', /more may not stand here/],
    ['<c:result>one</c:result>', /^\/AddResponse\/result: /],
    ['', /missing.*cvc-complex-type\.2\.4/],
    ['<c:result>1</c:result><c:result>2</c:result>', /result may not stand here/],
    ['<c:result>1</c:result>loose', /text may stand/],
  ] as const) {
    const { url } = await answering(t, withEnvelope(soap11(sum(inside))))
    const call = sender(t).call(url, ADD, { a: 1, b: 2 }, { schema: CALCULATOR })
    const error = await t.throwsAsync(call, { instanceOf: UnexpectedAnswer, message: sentence })
    t.is(error?.text, soap11(sum(inside)))
  }
})

test('an entry that the schema does not declare makes the answer unexpected', async (t) => {
  const { url } = await answering(t, withEnvelope(soap11('<x:Other xmlns:x="urn:x"/>')))
  await t.throwsAsync(sender(t).call(url, ADD, { a: 1, b: 2 }, { schema: CALCULATOR }), {
    instanceOf: UnexpectedAnswer,
    message: 'the schema does not know {urn:x}Other',
  })
})

test('an answer that is no envelope is unexpected', async (t) => {
  for (const text of [
    '<html/>',
    '<a>',
    'plain words',
    '<!DOCTYPE a><a/>',
    '<s:Envelope xmlns:s="urn:other"><s:Body/></s:Envelope>',
    soap11('').replace('<s:Body></s:Body>', ''),
  ]) {
    const { url } = await answering(t, withEnvelope(text))
    const error = await t.throwsAsync(sender(t).call(url, ADD, {}), {
      instanceOf: UnexpectedAnswer,
      message: /^the answer is no SOAP envelope: /,
    })
    t.is(error?.text, text)
  }
})

test('an answer in an encoding is decoded by its charset', async (t) => {
  const text = soap11(sum('<c:result>\u00e4</c:result>'))
  const { url } = await answering(t, (response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/xml; charset="ISO-8859-1"' })
      .end(Buffer.from(text, 'latin1')),
  )
  const { values } = await sender(t).call(url, ADD, {})
  t.is(values.result, '\u00e4')
})

test('an answer that does not come in time is undeliverable', async (t) => {
  const { url } = await answering(t, () => undefined)
  await t.throwsAsync(sender(t, { timeout: 100 }).call(url, ADD, {}), {
    instanceOf: Undeliverable,
    message: /did not answer in time$/,
  })
})

test('an answer that begins and does not end in time is undeliverable', async (t) => {
  const { url } = await answering(t, (response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml' }).write('<a>')
  })
  await t.throwsAsync(sender(t, { timeout: 100 }).call(url, ADD, {}), {
    instanceOf: Undeliverable,
    message: /did not answer in time$/,
  })
})

test('a call can be aborted', async (t) => {
  const up = new AbortController()
  const { url } = await answering(t, () => up.abort())
  await t.throwsAsync(sender(t).call(url, ADD, {}, { signal: up.signal }), {
    instanceOf: Undeliverable,
    message: /was given up$/,
  })
})

test('an answer is taken up to its limit and not beyond it', async (t) => {
  const text = soap11(sum('<c:result>1</c:result>'))
  const { url } = await answering(t, withEnvelope(text))
  await t.notThrowsAsync(sender(t, { maxBody: text.length }).call(url, ADD, {}))
  await t.throwsAsync(sender(t, { maxBody: text.length - 1 }).call(url, ADD, {}), {
    instanceOf: Undeliverable,
    message: `the answer has more than ${text.length - 1} bytes`,
  })
})

test('a redirect is not followed', async (t) => {
  const other = await answering(t, withEnvelope(soap11('')))
  for (const status of [301, 302, 307, 308]) {
    const { url } = await answering(t, (response) =>
      response.writeHead(status, { Location: other.url }).end(),
    )
    await t.throwsAsync(sender(t).call(url, ADD, {}), {
      instanceOf: Undeliverable,
      message: new RegExp(`HTTP ${status} without an envelope`),
    })
  }
  t.is(other.requested.length, 0)
})

test('an answer of another media type is undeliverable, with its status', async (t) => {
  const { url } = await answering(t, withEnvelope('no', 404, 'text/plain'))
  await t.throwsAsync(sender(t).call(url, ADD, {}), {
    instanceOf: Undeliverable,
    message: /answered HTTP 404 without an envelope$/,
  })
})

test('a message to a port that nobody listens on is undeliverable', async (t) => {
  const gone = await answering({ teardown: (clean) => void closing.push(clean) }, () => undefined)
  for (const clean of closing) await clean()
  await t.throwsAsync(sender(t).call(gone.url, ADD, {}), {
    instanceOf: Undeliverable,
    message: /cannot be reached \(ECONNREFUSED\)$/,
  })
})

const closing: (() => Promise<void>)[] = []

test('a schema may be a path or a file URL', async (t) => {
  const { url } = await answering(t, withEnvelope(soap11(sum('<c:result>1</c:result>'))))
  for (const schema of [CALCULATOR, fileURLToPath(CALCULATOR)]) {
    const { values } = await sender(t).call(url, ADD, { a: 1, b: 2 }, { schema })
    t.is(values.result, 1)
  }
})

test('a mailbox is sent to with the option mail only, and a scheme that nobody knows not at all', async (t) => {
  const made = sender(t)
  await t.throwsAsync(made.call('mailto:a@b.example', ADD, {}), {
    instanceOf: Undeliverable,
    message: 'a sender of mailto: URLs needs the option mail',
  })
  await t.throwsAsync(made.call('ftp://b.example/', ADD, {}), {
    instanceOf: Undeliverable,
    message: 'no transport sends to ftp:',
  })
})

test('what programs say of mail is what its transport takes', (t) => {
  const mailbox = { url: 'imaps://m', login: { user: 'u', password: 'p' } }
  const options: MailOptions = { from: 'a@b', relay: { url: 'smtp://r' }, answers: { mailbox } }
  const taken: TakenOptions = options
  const back: MailOptions = taken
  t.is(back, options)
})
