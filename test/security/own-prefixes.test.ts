/** What this package signs covers the prefixes of values: whoever changes a declaration anywhere changes nothing. */
import test, { type ExecutionContext } from 'ava'
import { ClientSecurity } from '../../src/client/security.js'
import { namespaceOf } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, elementText, type XmlElement } from '../../src/xml/tree.js'
import { elementsOf } from '../support/canonical.js'
import { serveNode } from '../support/nodes/node.js'
import { people } from '../support/security/forge/letter.js'
import { securityOf } from '../support/security/guarded.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'
import { ask, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const Q = 'urn:example:names'

/** Prefixes that names have, that only values have, that are declared again, and none. */
const envelope = (namespace: string, around = '') =>
  `<s:Envelope xmlns:s="${namespace}" xmlns:a="urn:a" xmlns:b="urn:b"${around}><s:Header xmlns:h="urn:h">` +
  `<q:Block xmlns:q="${Q}" xmlns:c="urn:c">h:one c:two b:three</q:Block></s:Header>` +
  `<s:Body xmlns:d="urn:d"><q:Names xmlns:q="${Q}" xmlns:e="urn:e"><q:name>a:one</q:name>` +
  `<q:name xmlns:b="urn:bb">b:two</q:name><q:name b:as="3">b:three d:four e:five q:six Seven</q:name>` +
  `<q:name xmlns="urn:x">Eight</q:name><name>Nine</name></q:Names></s:Body></s:Envelope>`

const resolved = (element: XmlElement): readonly string[] =>
  elementsOf(element).flatMap((one) => {
    const words = childElements(one).length > 0 ? [] : elementText(one).split(' ')
    return words.map((word) => {
      const [first = '', local] = word.split(':')
      return `{${namespaceOf(one.scope, local === undefined ? '' : first)}}${local ?? first}`
    })
  })

async function sending(t: ExecutionContext, form: 'wss' | 'soap-dsig', encrypts = false) {
  const all = await people()
  const { alice, node: own } = all
  const got: (readonly string[])[] = []
  const policy = { require: 'signature', peers: ['alice'], signed: ['Body', `{${Q}}Block`] }
  const plugin = {
    operations: [
      {
        name: `{${Q}}Names`,
        safe: true,
        invoke: (_: unknown, { entry }: { readonly entry: XmlElement | undefined }) =>
          void got.push(entry ? resolved(entry) : []),
      },
    ],
    headers: [
      { name: `{${Q}}Block`, process: (block: XmlElement) => void got.push(resolved(block)) },
    ],
  }
  const node = await serveNode({ names: plugin }, { settings: [securityOf(t, all, [policy])] })
  t.teardown(() => node.close())
  const security = new ClientSecurity({
    key: { key: alice.keyPem, certificate: alice.pem },
    form,
    ...(encrypts && { encryptTo: own.pem }),
    sign: [...(form === 'wss' ? (['Timestamp'] as const) : []), 'Body', `{${Q}}Block`],
  })
  return {
    got,
    sign: (text: string) => security.seal(text).text,
    send: (text: string) =>
      ask(node.url, text, { type: text.includes(NS12) ? SOAP_XML : TEXT_XML }),
  }
}

const EVIL = 'urn:example:evil'

/** Every declaration changed, and taken away; a declaration of each prefix added to every element. */
function* changesOf(text: string): Iterable<(text: string) => string> {
  const declarations = new Set(text.match(/ xmlns(?::\w+)?="[^"]*"/g) ?? [])
  const within = /<q:Block.*<\/s:Header>|<s:Body.*|<s:Envelope [^>]*>|<s:Header[^>]*>/gs
  for (const declaration of declarations) {
    const other = declaration.replace(/"[^"]*"/, `"${EVIL}"`)
    yield (one) => one.replaceAll(within, (part) => part.replace(declaration, other))
    yield (one) => one.replaceAll(within, (part) => part.replace(declaration, ''))
  }
  for (const prefix of ['', ':a', ':b', ':c', ':d', ':e', ':h', ':q']) {
    const count = text.match(/<(?:s|q):\w+/g)?.length ?? 0
    for (let n = 0; n < count; n += 1) {
      yield (one) => {
        let at = -1
        return one.replaceAll(/<(?:s|q):\w+/g, (start) => {
          at += 1
          return at === n ? `${start} xmlns${prefix}="${EVIL}"` : start
        })
      }
    }
  }
}

const EXPECTED = [
  ['{urn:h}one', '{urn:c}two', '{urn:b}three'],
  [
    '{urn:a}one',
    '{urn:bb}two',
    '{urn:b}three',
    '{urn:d}four',
    '{urn:e}five',
    `{${Q}}six`,
    '{}Seven',
    '{urn:x}Eight',
    '{}Nine',
  ],
]

for (const form of ['wss', 'soap-dsig'] as const) {
  for (const [soap, namespace] of [
    ['1.1', NS11],
    ['1.2', NS12],
  ] as const) {
    test(`BSP 1.1 R5407, R5408: no declaration can be changed, SOAP ${soap}, ${form}`, async (t) => {
      const { got, sign, send } = await sending(t, form)
      const text = envelope(namespace)
      t.is((await send(sign(text))).status, 200)
      t.deepEqual(got.splice(0), EXPECTED)
      let refused = 0
      for (const change of changesOf(sign(text))) {
        const honest = sign(text)
        const changed = change(honest)
        if (changed === honest || !isReadable(changed)) continue
        const { status } = await send(changed)
        if (status >= 400) refused += 1
        else t.deepEqual(got, EXPECTED, changed)
        t.false(got.flat().some((name) => name.includes(EVIL)))
        got.length = 0
      }
      t.true(refused > 50, `${refused}`)
    })
  }
}

function isReadable(text: string): boolean {
  try {
    readDocument(text)
    return true
  } catch {
    return false
  }
}

test('what is signed and encrypted means the same once it is decrypted', async (t) => {
  const { got, sign, send } = await sending(t, 'wss', true)
  const text = sign(envelope(NS11))
  t.false(text.includes('Eight'))
  t.is((await send(text)).status, 200)
  t.deepEqual(got.splice(0), EXPECTED)
  for (const prefix of ['a', 'd']) {
    const other = sign(envelope(NS11)).replace(
      new RegExp(` xmlns:${prefix}="[^"]*"`),
      ` xmlns:${prefix}="${EVIL}"`,
    )
    t.true((await send(other)).status >= 400)
    t.false(got.flat().some((name) => name.includes(EVIL)))
  }
})

test('BSP 1.1 R5405: PrefixLists are as short as they can be', async (t) => {
  const { sign } = await sending(t, 'wss')
  const lists = [...sign(envelope(NS11)).matchAll(/PrefixList="([^"]*)"/g)].map(([, list]) => list)
  t.deepEqual(
    lists.map((list) => list?.split(' ').toSorted().join(' ')),
    ['#default a b c h s', '#default a b h s wsse', '#default a b d e'],
  )
})
