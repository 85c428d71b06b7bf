/** WS-I Basic Profile 1.1 and 1.2: the requirements that a receiver and its answers must fulfil. */
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { createSender, FaultAnswer } from '../../src/client/sender.js'
import { readFault } from '../../src/soap/read-fault.js'
import { Undeliverable } from '../../src/transport.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, clarkName, elementText, namespaceOf } from '../../src/xml/tree.js'
import { block, mark, marking, T } from '../support/nodes/marking.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { makeNode, serveNode } from '../support/nodes/node.js'
import { NS11, NS12, soap11 } from '../support/wire/envelopes.js'
import { raw } from '../support/wire/raw.js'
import {
  ask,
  ask11,
  ask12,
  childOf,
  envelopeOf,
  type Heard,
  namesOf,
  pass,
} from '../support/wire/wire.js'

const MU = 's:mustUnderstand="1"'

const { plugin, marks } = marking()
const node = await serveNode({ t: plugin })
const { url, port } = node
test.after.always(() => node.close())

/** One answer of every kind: a reply, and a fault of each code. */
const everyAnswer = async (): Promise<readonly Heard[]> => [
  await ask11(url, mark('a')),
  ...(await everyFault()),
]

const everyFault = async (): Promise<readonly Heard[]> => [
  await ask(url, '<Envelope/>'),
  await ask11(url, mark('a'), block('Unheard', MU)),
  await ask11(url, mark('a', 'Missing')),
  await ask11(url, mark('a', 'Refuse')),
  await ask11(url, mark('a', 'Crash')),
]

test('BP R1000: a Fault has no children but faultcode, faultstring, faultactor and detail', async (t) => {
  const text = soap11(
    mark('a'),
    block('Unheard', `${MU} s:actor="http://schemas.xmlsoap.org/soap/actor/next"`),
  )
  const faults = [...(await everyFault()), (await pass(plugin, text)).heard]
  for (const { entry } of faults) {
    for (const name of namesOf(entry)) {
      t.true(['faultcode', 'faultstring', 'faultactor', 'detail'].includes(name), name)
    }
  }
})

test('BP R1001: the children of a Fault have no namespace', async (t) => {
  for (const { entry, text } of await everyFault()) {
    t.deepEqual(
      childElements(entry).filter(({ namespace }) => namespace !== ''),
      [],
    )
    t.regex(text, /<soap:Fault><faultcode>/)
  }
})

test('BP R1004: faultcode is a code of SOAP 1.1, as a QName', async (t) => {
  for (const { entry } of await everyFault()) {
    const faultcode = childOf(entry, 'faultcode')
    const [prefix = '', local = ''] = elementText(faultcode).split(':')
    t.is(namespaceOf(faultcode.scope, prefix), NS11)
    t.true(['VersionMismatch', 'MustUnderstand', 'Client', 'Server'].includes(local), local)
  }
})

test('BP R1031: faultcode is not refined by a dot', async (t) => {
  for (const { entry } of await everyFault()) {
    t.notRegex(elementText(childOf(entry, 'faultcode')), /\./)
  }
})

test('BP R1008: a document type declaration is refused', async (t) => {
  const heard = await ask(url, `<!DOCTYPE a [<!ENTITY b "c">]>${soap11(mark('bp-doctype'))}`)
  t.is(heard.status, 400)
  t.false(marks.has('bp-doctype'))
})

test('BP R1009: a processing instruction is refused', async (t) => {
  const heard = await ask(url, `<?xml-stylesheet href="a"?>${soap11(mark('bp-instruction'))}`)
  t.is(heard.status, 400)
  t.false(marks.has('bp-instruction'))
})

test('BP R1010: what the node writes begins with an XML declaration', async (t) => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?><'
  for (const ask of [ask11, ask12]) {
    for (const operation of ['Mark', 'Missing', 'Crash']) {
      const { text } = await ask(url, mark('a', operation))
      t.true(text.startsWith(declaration), operation)
    }
  }
  t.true((await (await fetch(`${url}/t/Mark?text=a`)).text()).startsWith(declaration))
})

test('BP R1010: an XML declaration is accepted', async (t) => {
  for (const declaration of ['<?xml version="1.0"?>', "<?xml version='1.0' encoding='utf-8'?>\n"]) {
    t.is((await ask(url, declaration + soap11(mark('a')))).status, 200, declaration)
  }
})

test('BP R4001: a byte order mark is accepted', async (t) => {
  const text = `\ufeff${soap11(mark('bp-mark'))}`
  t.is((await ask(url, Buffer.from(text, 'utf8'))).status, 200)
  const wide = Buffer.from(text, 'utf16le')
  t.is((await ask(url, wide, { type: 'text/xml; charset=utf-16' })).status, 200)
  t.is((await ask(url, wide.swap16(), { type: 'text/xml; charset=utf-16' })).status, 200)
})

test('BP R1011: nothing follows Body in an answer', async (t) => {
  for (const { text } of await everyAnswer()) {
    t.is(namesOf(readDocument(text)).at(-1), `{${NS11}}Body`)
  }
})

test('BP R1013: mustUnderstand says nothing but 1 and 0', async (t) => {
  for (const value of ['true', 'false']) {
    const heard = await ask11(url, mark('a'), block('Known', `s:mustUnderstand="${value}"`))
    t.is(heard.fault.code, 'Client', value)
  }
})

test('BP R1014: the children of Body in an answer have a namespace', async (t) => {
  for (const { entry } of await everyAnswer()) t.not(entry.namespace, '')
})

test('BP R1015: a document element other than Envelope is answered by a fault', async (t) => {
  for (const text of ['<a/>', `<s:Message xmlns:s="${NS11}"/>`, '<html><body/></html>']) {
    const heard = await ask(url, text)
    t.is(heard.status, 500, text)
    t.truthy(heard.fault.code, text)
  }
})

test('BP R1025: every mandatory block is checked before anything is processed', async (t) => {
  const header =
    block('Known', '', 'bp-first') + block('Known', MU, 'bp-second') + block('Last', MU)
  const heard = await ask11(url, mark('bp-body'), header)
  t.is(heard.fault.code, 'MustUnderstand')
  for (const text of ['bp-first', 'bp-second', 'bp-body']) t.false(marks.has(text), text)
})

test('BP R1027: a mandatory block for this node that is not understood is a MustUnderstand fault', async (t) => {
  for (const actor of ['', 's:actor="http://schemas.xmlsoap.org/soap/actor/next"']) {
    const heard = await ask11(url, mark('a'), block('Unheard', `${MU} ${actor}`.trim()))
    t.deepEqual(heard.codes, [`{${NS11}}MustUnderstand`], actor)
  }
})

test('BP R1028: after a fault there is no further processing', async (t) => {
  const header = block('Known', '', 'bp-before') + block('Refused') + block('Known', '', 'bp-after')
  t.is((await ask11(url, mark('bp-after-fault'), header)).fault.code, 'Client')
  t.true(marks.has('bp-before'))
  t.false(marks.has('bp-after'))
  t.false(marks.has('bp-after-fault'))
})

test('BP R1028: nothing more is processed once a late exchange has its fault', async (t) => {
  const ran: string[] = []
  const name = (local: string) => `{urn:example:late}${local}`
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { inject } = makeNode(
    {
      late: {
        operations: [{ name: name('Do'), invoke: () => void ran.push('operation') }],
        headers: [
          { name: name('Wait'), process: () => released },
          { name: name('Next'), process: () => void ran.push('handler') },
        ],
      },
    },
    { settings: ['limits.operationTime=20ms'] },
  )
  const late = (local: string) => `<l:${local} xmlns:l="urn:example:late"/>`
  for (const header of [late('Wait') + late('Next'), late('Wait')]) {
    const outcome = await inject(soap11(late('Do'), header))
    t.is(outcome.kind === 'fault' && outcome.code, 'Server')
  }
  release()
  // Whatever the handlers' end sets going has run by then.
  await setImmediate()
  t.deepEqual(ran, [])
})

test('BP R1029: where there is a fault there is no normal response', async (t) => {
  for (const heard of await everyFault()) {
    t.deepEqual(namesOf(heard.envelope.body), [`{${NS11}}Fault`])
    t.notRegex(heard.text, /Response/)
  }
})

test('BP R1032: Envelope, Header and Body of an answer have no attributes of the envelope namespace', async (t) => {
  const answers = [...(await everyAnswer()), await ask11(url, mark('a'), block('Known'))]
  for (const { envelope } of answers) {
    const { root, header, body } = envelope
    t.deepEqual(
      [root, header, body].flatMap((part) => part?.attributes ?? []),
      [],
    )
  }
})

test('BP R1107: an envelope with a Fault is a fault, whatever the status', async (t) => {
  const body = soap11(
    '<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>',
  )
  for (const status of [200, 400, 500]) {
    const hop = await httpHop({ status, headers: { 'content-type': 'text/xml' }, body })
    const sender = createSender()
    const error = await t.throwsAsync(sender.call(hop.url, `{${T}}Mark`, {}), {
      instanceOf: FaultAnswer,
    })
    t.is(error.code, 'Client', String(status))
    await sender.close()
    await hop.close()
  }
  const answer = { kind: 'reply', message: { body, soap: '1.1' } } as const
  t.is((await pass(plugin, soap11(mark('a')), { answer })).outcome.kind, 'fault')
})

test('BP R1107: an envelope without a Fault is none, whatever the status', async (t) => {
  const body = soap11('<m:MarkResponse xmlns:m="urn:example:marking"/>')
  t.is(readFault(envelopeOf(body)), undefined)
  const hop = await httpHop({ status: 500, headers: { 'content-type': 'text/xml' }, body })
  const sender = createSender()
  t.true((await sender.call(hop.url, `{${T}}Mark`, {})).replied)
  await sender.close()
  await hop.close()
})

test('BP R1109: the value of SOAPAction in a request is quoted', async (t) => {
  const body = soap11('<m:MarkResponse xmlns:m="urn:example:marking"/>')
  const hop = await httpHop({ status: 200, headers: { 'content-type': 'text/xml' }, body })
  const sender = createSender()
  await sender.call(hop.url, `{${T}}Mark`, {}, { action: 'urn:example:act' })
  t.is(hop.requests[0]?.headers.soapaction, '"urn:example:act"')
  await sender.close()
  await hop.close()
})

test('BP R1111: an envelope that is no fault comes with 200', async (t) => {
  const heard = await ask11(url, mark('a'))
  t.is(heard.status, 200)
  t.is(clarkName(heard.entry), `{${T}}MarkResponse`)
})

test('BP R1112: a success without an envelope is a 200 or 202', async (t) => {
  const heard = await ask11(url, mark('a', 'Tell'))
  t.is(heard.status, 202)
  t.is(heard.text, '')
})

test('BP R1112: a sender takes either for success where there is no answer, and 200 for a failure where one is expected', async (t) => {
  const sender = createSender()
  for (const status of [200, 202]) {
    const hop = await httpHop({ status })
    const sent = sender.call(hop.url, `{${T}}Tell`, {}, { wait: false })
    t.false((await sent).replied, String(status))
    const ask = sender.call(hop.url, `{${T}}Mark`, {})
    if (status === 202) t.false((await ask).replied)
    else await t.throwsAsync(ask, { instanceOf: Undeliverable, message: /an answer is expected/ })
    await hop.close()
  }
  const broken = await httpHop({ status: 500 })
  await t.throwsAsync(sender.call(broken.url, `{${T}}Tell`, {}), { instanceOf: Undeliverable })
  await broken.close()
  await sender.close()
})

test('BP R1113: a request that is not HTTP as it should be is a 400', async (t) => {
  for (const request of [
    'POST /soap\r\n\r\n',
    'POST /soap HTTP/1.1\r\nNo colon\r\n\r\n',
    'x\r\n\r\n',
  ]) {
    t.is((await raw(port, request)).status, 400, request)
  }
})

test('BP R1114: a method other than POST is a 405', async (t) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    t.is((await fetch(url, { method })).status, 405, method)
  }
})

test('BP R1115: a media type that is not served is a 415', async (t) => {
  for (const type of ['text/plain', 'application/octet-stream', 'text/xml-external']) {
    t.is((await ask11(url, mark('bp-type'), '', { type })).status, 415, type)
  }
  t.false(marks.has('bp-type'))
})

test('BP R1125: a request whose format is wrong is a 4xx', async (t) => {
  for (const text of ['', 'no xml', '<s:Envelope', `${soap11('')}<more/>`, soap11('&unknown;')]) {
    t.is((await ask(url, text)).status, 400, text)
  }
})

test('BP R1126: a fault comes with 500', async (t) => {
  for (const { status } of await everyFault()) t.is(status, 500)
})

test('BP R1127: the operation is told by the Body, not by SOAPAction', async (t) => {
  const headers = { soapaction: `"${T}/Crash"` }
  t.is((await ask11(url, mark('bp-action'), '', { headers })).status, 200)
  t.true(marks.has('bp-action'))
  const missing = await ask11(url, mark('a', 'Missing'), '', {
    headers: { soapaction: `"${T}/Mark"` },
  })
  t.is(missing.fault.code, 'Client')
})

test('BP R2714: the answer to a one-way operation has no envelope', async (t) => {
  const heard = await ask11(url, mark('bp-one-way', 'Tell'), block('Known'))
  t.is(heard.text, '')
  t.is(heard.headers.get('content-length'), '0')
  t.true(marks.has('bp-one-way'))
})

test('BP R2724: a message that does not fit the description is a Client fault', async (t) => {
  for (const entry of [
    mark('a', 'Missing'),
    mark('a').replaceAll(T, 'urn:x'),
    mark('a') + mark('b'),
  ]) {
    t.is((await ask11(url, entry)).fault.code, 'Client', entry)
  }
})

test('BP R2725: VersionMismatch is checked first, then MustUnderstand, then Client', async (t) => {
  const text = soap11(mark('a', 'Missing'), block('Unheard', MU))
  t.is((await ask(url, text.replace(NS11, `${NS12}/other`))).fault.code, 'VersionMismatch')
  t.is((await ask(url, text)).fault.code, 'MustUnderstand')
  t.is((await ask11(url, mark('a', 'Missing'))).fault.code, 'Client')
})

test('BP R2744: a SOAPAction other than the one of the operation is a fault', async (t) => {
  const right = await ask11(url, mark('a', 'Act'), '', {
    headers: { soapaction: '"urn:example:act"' },
  })
  t.is(right.status, 200)
  const wrong = await ask11(url, mark('bp-wrong', 'Act'), '', {
    headers: { soapaction: '"urn:x"' },
  })
  t.is(wrong.fault.code, 'Client')
  t.false(marks.has('bp-wrong'))
})

test('BP R2745: an operation without SOAPAction is called with an empty one', async (t) => {
  t.is((await ask11(url, mark('a'), '', { headers: { soapaction: '""' } })).status, 200)
})
