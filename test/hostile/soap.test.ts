/** Envelopes that are not what SOAP asks for, and header blocks for others. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { serveNode } from '../support/nodes/node.js'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { onwardTo } from '../support/nodes/onward.js'
import { ADD, envelope, NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { accepted, faulted, refused } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

const TEXT = { type: 'text/xml; charset=utf-8' }
const SOAP = { type: 'application/soap+xml; charset=utf-8' }

const UNKNOWN: Readonly<Record<string, string>> = {
  'an unknown namespace': envelope('urn:unknown', ADD),
  'the namespace of a draft': envelope('http://www.w3.org/2001/12/soap-envelope', ADD),
  'a namespace of another case': envelope(NS12.toUpperCase(), ADD),
  'a namespace with a space behind it': envelope(`${NS12} `, ADD),
  'no namespace': `<Envelope><Body>${ADD}</Body></Envelope>`,
  'another document': '<html><body/></html>',
}

for (const [what, document] of Object.entries(UNKNOWN)) {
  test.serial(`${what} is a VersionMismatch, and the answer says what is served`, async (t) => {
    const old = await faulted(t, daemon(), post(document, TEXT), '1.1', 'VersionMismatch')
    const now = await faulted(t, daemon(), post(document, SOAP), '1.2', 'VersionMismatch')
    for (const [answer, prefix, own] of [
      [old, 'soap', NS11],
      [now, 'env', NS12],
    ] as const) {
      t.true(answer.body.includes(`xmlns:${prefix}="${own}"`))
      t.regex(answer.body, new RegExp(`<${prefix}:Header><${prefix}:Upgrade>`))
      for (const served of [NS11, NS12]) t.regex(answer.body, new RegExp(`xmlns:ns\\d="${served}"`))
      t.is(answer.body.match(/qname="ns\d:Envelope"/g)?.length, 2)
    }
  })
}

test.serial('an envelope under the other media type is served in its own version', async (t) => {
  const old = await accepted(t, daemon(), post(soap11(ADD), SOAP))
  t.is(old.headers['content-type'], 'text/xml; charset=UTF-8')
  t.true(old.body.includes(NS11) && old.body.includes('>3<'))
  const now = await accepted(t, daemon(), post(soap12(ADD), TEXT))
  t.is(now.headers['content-type'], 'application/soap+xml; charset=UTF-8')
  t.true(now.body.includes(NS12) && now.body.includes('>3<'))
  await faulted(t, daemon(), post(soap11('<x/>'), SOAP), '1.1', 'Client')
  await faulted(t, daemon(), post(soap12('<x/>'), TEXT), '1.2', 'Client')
})

const HEADER = '<s:Header><h:H xmlns:h="urn:h"/></s:Header>'
const BODY = `<s:Body>${ADD}</s:Body>`

/** Contents of Envelope that neither version allows. */
const MISPLACED: Readonly<Record<string, string>> = {
  'two Body': BODY + BODY,
  'Body before Header': BODY + HEADER,
  'two Header': HEADER + HEADER + BODY,
  'Header, Body, Header': HEADER + BODY + HEADER,
  'no Body': HEADER,
  nothing: '',
  'another element before Body': `<h:H xmlns:h="urn:h"/>${BODY}`,
  'text beside Body': `text${BODY}`,
  'text in Header': `<s:Header>text</s:Header>${BODY}`,
  'text in Body': `<s:Body>text${ADD}</s:Body>`,
  'a header block without a namespace': `<s:Header><H/></s:Header>${BODY}`,
  'a Body of no namespace': '<Body/>',
  'a Body inside Header': `<s:Header>${BODY}</s:Header>`,
}

function envelopeOf(namespace: string, content: string): string {
  return `<s:Envelope xmlns:s="${namespace}">${content}</s:Envelope>`
}

for (const [what, content] of Object.entries(MISPLACED)) {
  test.serial(`a Client fault: ${what}`, async (t) => {
    await faulted(t, daemon(), post(envelopeOf(NS11, content), TEXT), '1.1', 'Client')
    await faulted(t, daemon(), post(envelopeOf(NS12, content), SOAP), '1.2', 'Client')
  })
}

test.serial('an element after Body: a fault in SOAP 1.2, allowed in SOAP 1.1', async (t) => {
  const content = `${BODY}<h:After xmlns:h="urn:h"/>`
  await faulted(t, daemon(), post(envelopeOf(NS12, content), SOAP), '1.2', 'Client')
  await accepted(t, daemon(), post(envelopeOf(NS11, content), TEXT))
  const unqualified = `${BODY}<After/>`
  await faulted(t, daemon(), post(envelopeOf(NS11, unqualified), TEXT), '1.1', 'Client')
})

test.serial('a Body of the other version is a fault', async (t) => {
  const mixed = `<o:Body xmlns:o="${NS11}">${ADD}</o:Body>`
  await faulted(t, daemon(), post(envelopeOf(NS12, mixed), SOAP), '1.2', 'Client')
})

function mandatory(value: string, more = ''): string {
  return `<h:Unknown xmlns:h="urn:h" s:mustUnderstand="${value}" ${more}/>`
}

test.serial(
  'a mandatory block that nobody here understands is a MustUnderstand fault',
  async (t) => {
    await faulted(t, daemon(), post(soap11(ADD, mandatory('1')), TEXT), '1.1', 'MustUnderstand')
    for (const value of ['1', 'true']) {
      const request = post(soap12(ADD, mandatory(value)), SOAP)
      const answer = await faulted(t, daemon(), request, '1.2', 'MustUnderstand')
      t.regex(answer.body, /<env:NotUnderstood [^>]*qname="(\w+):Unknown"/)
      t.true(answer.body.includes('="urn:h"'))
    }
  },
)

test.serial('a MustUnderstand fault comes before the arguments are looked at', async (t) => {
  const wrong = ADD.replace('>1<', '>one<')
  await faulted(t, daemon(), post(soap11(wrong, mandatory('1')), TEXT), '1.1', 'MustUnderstand')
})

test.serial('a value that mustUnderstand does not have is a Client fault', async (t) => {
  for (const value of ['2', '-1', 'yes', 'TRUE', '', '1 1']) {
    await faulted(t, daemon(), post(soap11(ADD, mandatory(value)), TEXT), '1.1', 'Client')
    await faulted(t, daemon(), post(soap12(ADD, mandatory(value)), SOAP), '1.2', 'Client')
  }
  // Only SOAP 1.2 has the words.
  await faulted(t, daemon(), post(soap11(ADD, mandatory('true')), TEXT), '1.1', 'Client')
  await faulted(t, daemon(), post(soap11(ADD, mandatory('false')), TEXT), '1.1', 'Client')
})

const ELSEWHERE = 'http://elsewhere.example/actor'

test.serial('a mandatory block for another actor does not concern us', async (t) => {
  await accepted(t, daemon(), post(soap11(ADD, mandatory('1', `s:actor="${ELSEWHERE}"`)), TEXT))
  await accepted(t, daemon(), post(soap12(ADD, mandatory('1', `s:role="${ELSEWHERE}"`)), SOAP))
  // What it says is for that actor to judge too.
  await accepted(t, daemon(), post(soap11(ADD, mandatory('2', `s:actor="${ELSEWHERE}"`)), TEXT))
})

// Everything is routed on, whatever it is.
test.serial('a mandatory block for another actor is forwarded untouched', async (t) => {
  const received: string[] = []
  const next = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString('utf8'))
      response.setHeader('Content-Type', request.headers['content-type'] ?? '')
      response.end(soap11('<done/>'))
    })
  })
  await new Promise<void>((resolve) => next.listen(0, '127.0.0.1', resolve))
  t.teardown(() => next.close())
  const { port } = next.address() as AddressInfo
  const findRoute = onwardTo(`http://127.0.0.1:${port}/soap`)
  const node = await serveNode({}, { settings: ['routing.hops=false'], findRoute })
  t.teardown(() => node.close())
  const block = `<h:Unknown\txmlns:h='urn:h'  s:mustUnderstand="1" s:actor="${ELSEWHERE}" ><!-- as it is --> &#65;</h:Unknown  >`
  const sent = soap11(ADD, block)
  const answer = await raw(node.port, post(sent), { first: true })
  t.is(answer.status, 200)
  t.deepEqual(received, [sent])
})

test.serial('64 header blocks are read, 65 are not', async (t) => {
  const block = '<h:H xmlns:h="urn:h"/>'
  await accepted(t, daemon(), post(soap11(ADD, block.repeat(64)), TEXT))
  await faulted(t, daemon(), post(soap11(ADD, block.repeat(65)), TEXT), '1.1', 'Client')
  await faulted(t, daemon(), post(soap12(ADD, block.repeat(65)), SOAP), '1.2', 'Client')
})

// A Header is kept, copied and passed on, so it has a limit of its own.
test.serial('a header block of 1 MiB is refused', async (t) => {
  const block = `<h:H xmlns:h="urn:h">${'x'.repeat(1024 ** 2)}</h:H>`
  await refused(t, daemon(), post(soap11(ADD, block), TEXT), 413)
  await refused(t, daemon(), post(soap12(ADD, block), SOAP), 413)
})
