/** XOP in the path: the same bytes whether they came as base64, as XOP or as a part; and what is wrong with an Include. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { operation } from '../../src/contract/operation.js'
import type { Attachment, OutboundMessage } from '../../src/message/message.js'
import { multipart } from '../../src/message/mime/index.js'
import { type Binary, HeldBinary } from '../../src/xml/binary.js'
import { makeNode, serveNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const folder = mkdtempSync(join(tmpdir(), 'xop-'))
test.after.always(() => rmSync(folder, { recursive: true }))

const XSD = join(folder, 'files.xsd')
writeFileSync(
  XSD,
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:f" elementFormDefault="qualified">
  <xs:simpleType name="Few"><xs:restriction base="xs:base64Binary"><xs:minLength value="2"/><xs:maxLength value="5000000"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="One"><xs:restriction base="xs:base64Binary"><xs:enumeration value="YWJj"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Typed"><xs:simpleContent><xs:extension base="xs:base64Binary"><xs:attribute name="kind"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Files"><xs:sequence>
    <xs:element name="data" type="xs:base64Binary" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="few" minOccurs="0" xmlns:f="urn:f" type="f:Few"/>
    <xs:element name="one" minOccurs="0" xmlns:f="urn:f" type="f:One"/>
    <xs:element name="typed" minOccurs="0" xmlns:f="urn:f" type="f:Typed"/>
    <xs:element name="hex" minOccurs="0" type="xs:hexBinary"/>
    <xs:element name="text" minOccurs="0" type="xs:string"/>
    <xs:element name="open" minOccurs="0" type="xs:anyType"/>
  </xs:sequence></xs:complexType>
  <xs:element name="Put" xmlns:f="urn:f" type="f:Files"/>
  <xs:element name="Stream" xmlns:f="urn:f" type="f:Files"/>
  <xs:element name="StreamResponse" xmlns:f="urn:f" type="f:Files"/>
  <xs:element name="PutResponse" xmlns:f="urn:f" type="f:Files"/>
</xs:schema>`,
)

interface Files {
  readonly data?: readonly Uint8Array[]
  readonly few?: Uint8Array
  readonly one?: Uint8Array
  readonly typed?: { readonly $value: Uint8Array; readonly '@kind'?: string }
  readonly open?: string
}
interface Streams {
  readonly data?: readonly Binary[]
}

const SMALL = Buffer.from('abc')
const LARGE = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251))

function files() {
  const seen: Files[] = []
  const streams: Buffer[] = []
  const parts: Buffer[] = []
  const plugin = {
    operations: [
      operation<Files, Files>({
        name: '{urn:f}Put',
        schema: pathToFileURL(XSD),
        invoke: (files, { attachments }) => {
          seen.push(files)
          t0.push(attachments.length)
          return { data: [...(files.data ?? []), ...(files.few ? [files.few] : [])] }
        },
      }),
      operation<Streams, Streams>({
        name: '{urn:f}Stream',
        schema: pathToFileURL(XSD),
        values: { binary: 'stream' },
        async invoke({ data = [] }, { attachments }) {
          for (const one of data) streams.push(await whole(one.stream()))
          for (const { content } of attachments) parts.push(await whole(content.stream()))
          return { data }
        },
      }),
      {
        name: '{urn:f}Open',
        invoke: (values: object) => {
          seen.push(values as Files)
        },
      },
    ],
  }
  const t0: number[] = []
  return { plugin, seen, streams, parts }
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

const include = (href: string, inside = '') =>
  `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="${href}">${inside}</xop:Include>`
const put = (content: string, name = 'Put') =>
  soap11(`<f:${name} xmlns:f="urn:f">${content}</f:${name}>`)
const attached = (id: string, bytes: Uint8Array): Attachment => ({
  contentType: 'application/octet-stream',
  id,
  content: new HeldBinary(bytes),
})

async function post(url: string, message: Omit<OutboundMessage, 'soap'>) {
  const { contentType, stream } = multipart({ soap: '1.1', ...message })
  const body = await whole(stream())
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType, soapaction: '""' },
    body: new Uint8Array(body),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    text: await answer.text(),
  }
}

test('the same bytes come as base64, as XOP and as a part', async (t) => {
  const { plugin, seen, streams, parts } = files()
  const node = await serveNode({ f: plugin })
  for (const bytes of [SMALL, LARGE, Buffer.alloc(0)]) {
    const text = `<f:data>${bytes.toString('base64')}</f:data>`
    const plain = await fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: put(text),
    })
    t.is(plain.status, 200)
    const xop = {
      body: put(`<f:data>${include('cid:a%40b')}</f:data>`),
      packaging: 'xop',
      attachments: [attached('a@b', bytes)],
    } as const
    t.is((await post(node.url, xop)).status, 200)
    const [one, other] = seen.splice(0).map(({ data }) => Buffer.from(data?.[0] ?? []))
    t.true(one?.equals(bytes))
    t.true(other?.equals(bytes))
    const streamed = { ...xop, body: put(`<f:data>${include('cid:a@b')}</f:data>`, 'Stream') }
    t.is((await post(node.url, streamed)).status, 200)
    await fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: put(text, 'Stream'),
    })
    await post(node.url, { body: put('', 'Stream'), attachments: [attached('a@b', bytes)] })
    t.true(streams.splice(0).every((one) => one.equals(bytes)))
    t.true(parts.splice(0).every((one) => one.equals(bytes)))
  }
  await node.close()
})

test('XOP §3.1: bytes stand for the value of simple content, of types derived from base64Binary, and of what has no type', async (t) => {
  const { plugin, seen } = files()
  const node = makeNode({ f: plugin })
  const inject = (content: string, name?: string) =>
    node.inject(put(content, name), {
      packaging: 'xop',
      attachments: [
        attached('a', SMALL),
        attached('b', SMALL),
        attached('c', SMALL),
        attached('d', SMALL),
      ],
    })
  const outcome = await inject(
    `<f:few>${include('cid:a')}</f:few><f:one>${include('cid:b')}</f:one><f:typed kind="k">${include('cid:c')}</f:typed><f:open>${include('cid:d')}</f:open>`,
  )
  t.is(outcome.kind, 'reply')
  t.deepEqual(
    seen,
    [
      {
        data: [],
        few: SMALL,
        one: SMALL,
        typed: { '@kind': 'k', $value: SMALL },
        open: 'YWJj',
      } as never,
    ],
    JSON.stringify(seen),
  )
  await inject(`<f:a>${include('cid:a')}</f:a>`, 'Open')
  t.deepEqual({ ...seen[1] }, { a: 'YWJj' } as never)
})

for (const [what, content, expected] of [
  [
    'a part that is not there',
    `<f:data>${include('cid:x')}</f:data>`,
    /no part with the Content-ID &lt;x&gt;/,
  ],
  [
    'a part that is named twice',
    `<f:data>${include('cid:a')}</f:data><f:data>${include('cid:%61')}</f:data>`,
    /name the same part/,
  ],
  ['more beside it', `<f:data>A${include('cid:a')}</f:data>`, /holds an xop:Include and more/],
  ['more behind it', `<f:data>${include('cid:a')} </f:data>`, /holds an xop:Include and more/],
  [
    'two of them',
    `<f:data>${include('cid:a')}${include('cid:b')}</f:data>`,
    /holds an xop:Include and more/,
  ],
  ['one within another', `<f:data>${include('cid:a', include('cid:b'))}</f:data>`, /holds another/],
  ['text in it', `<f:data>${include('cid:a', 'x')}</f:data>`, /must be empty/],
  [
    'a URL of another kind',
    `<f:data>${include('http://example.org/')}</f:data>`,
    /must be a cid: URL/,
  ],
  ['a URL of a file', `<f:data>${include('file:///etc/passwd')}</f:data>`, /must be a cid: URL/],
  ['no URL', `<f:data>${include('')}</f:data>`, /must be a cid: URL/],
  ['an empty id', `<f:data>${include('cid:')}</f:data>`, /must be a cid: URL/],
  ['an id in another case', `<f:data>${include('cid:A')}</f:data>`, /no part with the Content-ID/],
  [
    'an id in angle brackets',
    `<f:data>${include('cid:&lt;a>')}</f:data>`,
    /no part with the Content-ID/,
  ],
  [
    'an id with broken percent signs',
    `<f:data>${include('cid:a%4')}</f:data>`,
    /no part with the Content-ID/,
  ],
  [
    'in place of the entry',
    '</f:Put>'.concat(include('cid:a'), '<f:Put xmlns:f="urn:f">'),
    /where no text may/,
  ],
  ['bytes for a hexBinary', `<f:hex>${include('cid:a')}</f:hex>`, /do not match the schema/],
  ['bytes for a text', `<f:text>${include('cid:a')}</f:text>`, /do not match the schema/],
  ['too few bytes', `<f:few>${include('cid:s')}</f:few>`, /do not match the schema/],
  [
    'another value than the type has',
    `<f:one>${include('cid:s')}</f:one>`,
    /do not match the schema/,
  ],
] as const) {
  test(`a Client fault: ${what}`, async (t) => {
    const { plugin, seen } = files()
    const node = makeNode({ f: plugin })
    const outcome = await node.inject(put(content), {
      packaging: 'xop',
      attachments: [attached('a', SMALL), attached('b', SMALL), attached('s', Buffer.from('x'))],
    })
    t.like(outcome, { kind: 'fault', code: 'Client' })
    t.regex(outcome.kind === 'fault' ? outcome.message.body : '', expected)
    t.deepEqual(seen, [])
  })
}

test('XOP §4: an Include in a message that is not packaged so is an element like any other', async (t) => {
  const { plugin } = files()
  const node = makeNode({ f: plugin })
  const attachments = [attached('a', SMALL)]
  const outcome = await node.inject(put(`<f:data>${include('cid:a')}</f:data>`), { attachments })
  t.like(outcome, { kind: 'fault', code: 'Client' })
})

test('more bytes than may be loaded are a Client fault, unless the operation streams them', async (t) => {
  const { plugin, streams } = files()
  const node = await serveNode(
    { f: plugin },
    { bounds: { attachments: { maxInMemory: 2_000_000 } } },
  )
  const message = (name: string) => ({
    body: put(`<f:data>${include('cid:a')}</f:data>`, name),
    packaging: 'xop' as const,
    attachments: [attached('a', LARGE)],
  })
  const refused = await post(node.url, message('Put'))
  t.is(refused.status, 500)
  t.regex(refused.text, /more than 2000000 bytes/)
  t.is((await post(node.url, message('Stream'))).status, 200)
  t.true(streams[0]?.equals(LARGE))
  await node.close()
})
