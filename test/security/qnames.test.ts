/** Prefixes in signed values: who changes on the way what they stand for is not taken for the signer. */
import test, { type ExecutionContext } from 'ava'
import { elementText, namespaceOf, type Plugin } from '../../src/plugin.js'
import { childElements, type XmlElement } from '../../src/xml/tree.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { serveNode } from '../support/nodes/node.js'
import { foreignSigned, type Lists, SECURITY } from '../support/security/foreign-signed.js'
import { people } from '../support/security/forge/letter.js'
import { type Soap, WSU } from '../support/security/forge/texts.js'
import { securityOf } from '../support/security/guarded.js'
import { answering, withEnvelope } from '../support/wire/answering.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'
import { ask, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const Q = 'urn:example:names'
const GOOD = 'urn:example:good'
const EVIL = 'urn:example:evil'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:q="${Q}" xmlns:g="${GOOD}"
  targetNamespace="${Q}" elementFormDefault="qualified">
  <xs:import namespace="${GOOD}" schemaLocation="good.xsd"/>
  <xs:import namespace="${EVIL}" schemaLocation="evil.xsd"/>
  <xs:simpleType name="Names"><xs:list itemType="xs:QName"/></xs:simpleType>
  <xs:complexType name="Base"><xs:sequence><xs:element name="n" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Typed"><xs:complexType><xs:sequence>
    <xs:element name="item" type="q:Base" minOccurs="0"/>
    <xs:element name="count" type="xs:int" minOccurs="0"/>
    <xs:element name="any" type="xs:anyType" minOccurs="0"/>
    <xs:element name="name" type="xs:QName" minOccurs="0"/>
    <xs:element name="names" type="q:Names" minOccurs="0"/>
  </xs:sequence><xs:attribute name="kind" type="xs:QName"/></xs:complexType></xs:element>
  <xs:element name="Block" type="xs:QName"/>
</xs:schema>`

const derivedIn = (
  namespace: string,
) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:q="${Q}" targetNamespace="${namespace}">
  <xs:import namespace="${Q}"/>
  <xs:complexType name="Derived"><xs:complexContent><xs:extension base="q:Base"/></xs:complexContent></xs:complexType>
</xs:schema>`

interface Served {
  /** What handlers and operations were given. */
  readonly got: string[]
  readonly log: readonly Record<string, unknown>[]
  send(text: string): Promise<{ readonly status: number; readonly text: string }>
}

interface Serving {
  /** Changes the policy of all that comes. */
  readonly policy?: object
  readonly more?: readonly object[]
  readonly settings?: readonly string[]
}

async function served(
  t: ExecutionContext,
  { policy = {}, more = [], settings = [] }: Serving = {},
): Promise<Served> {
  const folder = folderOf(t, {
    'names.xsd': SCHEMA,
    'good.xsd': derivedIn(GOOD),
    'evil.xsd': derivedIn(EVIL),
  })
  const schema = new URL(`file://${folder}/names.xsd`)
  const got: string[] = []
  const note = (value: unknown) => void got.push(JSON.stringify(value))
  const resolved = (element: XmlElement) => {
    const text = elementText(element).trim()
    const colon = text.indexOf(':')
    const namespace = namespaceOf(element.scope, colon === -1 ? '' : text.slice(0, colon))
    return `{${namespace}}${text.slice(colon + 1)}`
  }
  const plugin: Plugin = {
    operations: [
      { name: `{${Q}}Typed`, schema, safe: true, invoke: (values) => note(values) },
      {
        name: `{${Q}}Raw`,
        safe: true,
        invoke: (_, { entry }) => note(entry && childElements(entry).map(resolved)),
      },
      { name: `{${Q}}Blind`, safe: true, invoke: ({ name }) => note(name) },
    ],
    headers: [{ name: `{${Q}}Block`, process: (block) => note(resolved(block)) }],
  }
  const all = await people()
  const required = { require: 'signature', peers: ['alice'], signed: ['Body'], ...policy }
  const node = await serveNode(
    { names: plugin },
    { settings: [securityOf(t, all, [required, ...more]), ...settings] },
  )
  t.teardown(() => node.close())
  return {
    got,
    log: node.log,
    async send(text) {
      const type = text.includes(NS12) ? SOAP_XML : TEXT_XML
      const { status, text: answer } = await ask(node.url, text, { type })
      return { status, text: answer }
    },
  }
}

interface Parts {
  readonly soap?: Soap
  /** Declarations on Envelope, on Header, on Body. */
  readonly envelope?: string
  readonly header?: string
  readonly body?: string
  readonly blocks?: string
  readonly content: string
}

const message = ({
  soap = '1.1',
  envelope = '',
  header = '',
  body = '',
  blocks = '',
  content,
}: Parts) =>
  `<s:Envelope xmlns:s="${soap === '1.1' ? NS11 : NS12}"${envelope}><s:Header${header}>${SECURITY}${blocks}</s:Header>` +
  `<s:Body xmlns:wsu="${WSU}" wsu:Id="Body"${body}>${content}</s:Body></s:Envelope>`

const P = (namespace: string) => ` xmlns:p="${namespace}"`
const raw = (name: string) => `<q:Raw xmlns:q="${Q}"><q:name>${name}</q:name></q:Raw>`
const typed = (content: string, attributes = '') =>
  `<q:Typed xmlns:q="${Q}"${attributes}>${content}</q:Typed>`
const XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const item = (type: string) => `<q:item${XSI} xsi:type="${type}"><q:n>1</q:n></q:item>`
const block = (name: string) =>
  `<q:Block xmlns:q="${Q}" xmlns:wsu="${WSU}" wsu:Id="Block">${name}</q:Block>`

async function signedBy(parts: Parts, lists?: Lists): Promise<string> {
  const { alice } = await people()
  return foreignSigned(message(parts), alice, lists && { lists })
}

/** Where the attacker says what the prefix stands for. */
const CHANGES: readonly (readonly [
  name: string,
  parts: Partial<Parts>,
  change: (text: string) => string,
])[] = [
  ['changed on Envelope', { envelope: P(GOOD) }, (text) => text.replace(P(GOOD), P(EVIL))],
  [
    'added to Envelope',
    { envelope: '' },
    (text) => text.replace('<s:Envelope', `<s:Envelope${P(EVIL)}`),
  ],
  ['added to Body', { envelope: P(GOOD) }, (text) => text.replace('<s:Body', `<s:Body${P(EVIL)}`)],
  ['changed within Body', { body: P(GOOD) }, (text) => text.replace(P(GOOD), P(EVIL))],
  [
    'added where the value is',
    { envelope: P(GOOD) },
    (text) =>
      text
        .replace(/<q:(names|name|item|any)/, `<q:$1${P(EVIL)}`)
        .replace(/<q:Typed( xmlns:q="[^"]*") kind/, `<q:Typed$1${P(EVIL)} kind`),
  ],
]

const VALUES: readonly (readonly [name: string, content: string])[] = [
  ['a name that a handler resolves', raw('p:Thing')],
  ['xsi:type', typed(item('p:Derived'))],
  ['a QName in an element', typed('<q:name>p:Thing</q:name>')],
  ['a QName in an attribute', typed('', ' kind="p:Thing"')],
  ['a list of QNames', typed('<q:names>q:One p:Two</q:names>')],
  ['xsi:type of any type', typed(`<q:any${XSI} xsi:type="p:Derived"/>`)],
]

for (const soap of ['1.1', '1.2'] as const) {
  for (const [how, parts, change] of CHANGES) {
    test(`Exclusive C14N §1.3, SOAP ${soap}: a prefix of signed values that is ${how} is not taken`, async (t) => {
      const { send, got, log } = await served(t)
      for (const [what, content] of VALUES) {
        const honest = await signedBy({ soap, content, ...parts })
        const changed = change(honest)
        t.not(changed, honest)
        const before = log.length
        const { status, text } = await send(changed)
        t.true(status >= 400, `${what}: ${text}`)
        t.false(text.includes('"p"'), 'a stranger is not told')
        t.deepEqual(got, [], what)
        t.true(
          stated(
            log.slice(before),
            /a value in Body has the prefix "p", and the signature of Body/,
          ),
          what,
        )
      }
    })
  }
}

const stated = (log: readonly Record<string, unknown>[], what: RegExp) =>
  log.some((line) => what.test(JSON.stringify(line).replaceAll('\\"', '"')))

test('what a PrefixList has is served, and changed anywhere it is refused', async (t) => {
  const { send, got } = await served(t)
  const lists = { Body: 'p q xsi #default' }
  for (const [what, content] of VALUES) {
    for (const parts of [{ envelope: P(GOOD) }, { body: P(GOOD) }]) {
      const honest = await signedBy({ content, ...parts }, lists)
      for (const [how, , change] of CHANGES) {
        const changed = change(honest)
        if (changed === honest) continue
        const { status } = await send(changed)
        // A declaration around another one changes nothing.
        t.true(status >= 400 || !got.join().includes(EVIL), `${what}, ${how}`)
        got.length = 0
      }
      const again = await signedBy({ content, ...parts }, lists)
      const { status, text } = await send(again)
      t.is(status, 200, `${what}: ${text}`)
      t.is(got.length, 1, what)
      t.true(
        what === 'a QName in an attribute' || got.join().includes(GOOD) || what.includes('any'),
        got.join(),
      )
      got.length = 0
    }
  }
})

test('a header block is read as its own signature says, whatever Body is signed with', async (t) => {
  const { send, got, log } = await served(t)
  const parts = { envelope: P(GOOD), blocks: block('p:Thing'), content: raw('q:Thing') }
  const honest = await signedBy(parts, { Body: '', Block: 'p' })
  t.is((await send(honest)).status, 200)
  t.deepEqual(got.splice(0), [`"{${GOOD}}Thing"`, `["{${Q}}Thing"]`])
  for (const lists of [
    { Body: '', Block: '' },
    { Body: 'p', Block: '' },
  ]) {
    const changed = (await signedBy(parts, lists)).replace('<s:Header', `<s:Header${P(EVIL)}`)
    t.true((await send(changed)).status >= 400)
  }
  t.deepEqual(got, [])
  t.true(stated(log, /a value in Block has the prefix "p"/))
})

test('the default namespace of a value, and that there is none, count as signed only if they are', async (t) => {
  const { send, got } = await served(t)
  const other = ` xmlns="${EVIL}"`
  for (const envelope of ['', ` xmlns="${GOOD}"`]) {
    const parts = { envelope, content: raw('Thing') }
    const change = (text: string) =>
      envelope === ''
        ? text.replace('<s:Envelope', `<s:Envelope${other}`)
        : text.replace(envelope, '')
    t.true((await send(await signedBy(parts))).status >= 400)
    t.true((await send(change(await signedBy(parts)))).status >= 400)
    t.true((await send(change(await signedBy(parts, { Body: '#default' })))).status >= 400)
    t.deepEqual(got, [])
    t.is((await send(await signedBy(parts, { Body: '#default' }))).status, 200)
    t.deepEqual(got.splice(0), [`["{${envelope === '' ? '' : GOOD}}Thing"]`])
  }
  // A name that is in no namespace says so itself.
  const within = `<q:Raw xmlns:q="${Q}"><name>Thing</name></q:Raw>`
  t.is((await send(await signedBy({ content: within }))).status, 200)
  t.deepEqual(got, ['["{}Thing"]'])
})

test('a prefix that a name at the place has is signed without a PrefixList', async (t) => {
  const { send, got } = await served(t)
  const used = `<p:about xmlns:p="${GOOD}">p:Thing</p:about>`
  const content = `<q:Raw xmlns:q="${Q}"><q:name p:as="1">p:Thing</q:name>${used}</q:Raw>`
  t.is((await send(await signedBy({ envelope: P(GOOD), content }))).status, 200)
  t.deepEqual(got, [`["{${GOOD}}Thing","{${GOOD}}Thing"]`])
})

test('nobody asks what is not resolved: the message is served', async (t) => {
  const { send, got } = await served(t)
  const content = `<q:Blind xmlns:q="${Q}"><q:name>p:Thing</q:name></q:Blind>`
  t.is((await send(await signedBy({ envelope: P(GOOD), content }))).status, 200)
  t.deepEqual(got, ['"p:Thing"'])
})

test('xsi:type that names the declared type makes no difference', async (t) => {
  const { send, got } = await served(t)
  const xsd = ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
  const count = `<q:count${XSI} xsi:type="xsd:int">7</q:count>`
  for (const [envelope, content] of [
    [xsd, typed(count)],
    [` xmlns:b="${Q}"`, typed(item('b:Base'))],
  ] as const) {
    const { status, text } = await send(await signedBy({ envelope, content }))
    t.is(status, 200, text)
    t.is(got.length, 1)
    got.length = 0
  }
  // A type of another name that is said to be one of SOAP is none there.
  const honest = await signedBy({ envelope: P(GOOD), content: typed(item('p:Derived')) })
  const changed = honest.replace(P(GOOD), ' xmlns:p="http://www.w3.org/2001/XMLSchema"')
  t.true((await send(changed)).status >= 400)
  t.deepEqual(got, [])
})

test('what handlers ask of the answer of a destination counts as signed only if it is', async (t) => {
  const { alice } = await people()
  const next = ' s:actor="http://schemas.xmlsoap.org/soap/actor/next"'
  const parts = {
    envelope: P(GOOD),
    blocks: block('p:Thing').replace('<q:Block', `<q:Block${next}`),
    content: '<x:Done xmlns:x="urn:x"/>',
  }
  for (const [list, namespace, status, expected] of [
    ['', GOOD, 500, []],
    ['', EVIL, 500, []],
    ['p', EVIL, 500, []],
    ['p', GOOD, 200, [`"{${GOOD}}Thing"`]],
  ] as const) {
    const signed = foreignSigned(message(parts), alice, { lists: { Body: '', Block: list } })
    const archive = await answering(t, withEnvelope(signed.replace(P(GOOD), P(namespace))))
    const { send, got, log } = await served(t, {
      policy: { destination: 'archive' },
      settings: [
        `destinations=${JSON.stringify({ archive: { url: archive.url } })}`,
        `routes=${JSON.stringify([{ to: 'archive' }])}`,
        'node.uri=urn:example:gateway',
      ],
    })
    const answer = await send(message({ content: '<x:Do xmlns:x="urn:x"/>' }).replace(SECURITY, ''))
    t.is(answer.status, status, answer.text)
    t.deepEqual(got, expected)
    if (list === '') t.true(stated(log, /a value in Block has the prefix "p"/))
  }
})

for (const mode of ['relay', 'store'] as const) {
  test(`${mode}: a node that signs anew what it sends on vouches for no prefix that its sender has not signed`, async (t) => {
    const { alice, neighbour } = await people()
    const archive = await answering(
      t,
      withEnvelope(message({ content: '<x:Done xmlns:x="urn:x"/>' }).replace(SECURITY, '')),
    )
    const folder = folderOf(t, { 'own.pem': neighbour.pem, 'own.key': neighbour.keyPem })
    const seals = { name: 'out', destination: 'archive', sends: { sign: ['Body'] } }
    const { send, log } = await served(t, {
      policy: { transport: 'http', sends: undefined },
      more: [seals],
      settings: [
        `destinations=${JSON.stringify({ archive: { url: archive.url } })}`,
        `routes=${JSON.stringify([{ to: 'archive', mode }])}`,
        `security.certificate=${folder}/own.pem`,
        `security.key=${folder}/own.key`,
        'node.uri=urn:example:gateway',
      ],
    })
    const toNode = (text: string) =>
      text.replace(
        '<wsse:Security',
        '<wsse:Security s:actor="http://schemas.xmlsoap.org/soap/actor/next"',
      )
    const signed = (content: string, list = '') =>
      toNode(
        foreignSigned(message({ envelope: P(GOOD), content }), alice, { lists: { Body: list } }),
      )
    const changed = await send(signed(raw('p:Thing')).replace(P(GOOD), P(EVIL)))
    t.true(changed.status >= 400, changed.text)
    t.deepEqual(archive.requested, [])
    t.true(stated(log, /a value in Body has the prefix "p"/))
    const xsd = ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
    for (const honest of [
      signed(raw('p:Thing'), 'p'),
      signed(raw('plain')),
      toNode(await signedBy({ envelope: `${xsd}${P(GOOD)}`, content: typed(item('xsd:int')) })),
    ]) {
      const { status, text } = await send(honest)
      t.true(status < 300, text)
    }
    await until(() => archive.requested.length === 3)
  })
}

test('a signature that names nobody is not asked', async (t) => {
  const { send, got } = await served(t, { policy: { require: 'anonymous', peers: undefined } })
  const unsigned = message({ envelope: P(EVIL), content: raw('p:Thing') }).replace(SECURITY, '')
  t.is((await send(unsigned)).status, 200)
  t.deepEqual(got, [`["{${EVIL}}Thing"]`])
})
