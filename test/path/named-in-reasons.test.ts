/** What a fault names of what was sent: the entry that no operation has, and mandatory blocks that nobody understood. */
import test from 'ava'
import { clarkName, elementText } from '../../src/xml/tree.js'
import { MailClient } from '../support/mail/client.js'
import { chainOfDaemons } from '../support/nodes/chain-of-daemons.js'
import { block, mark, marking, T } from '../support/nodes/marking.js'
import { serveNode } from '../support/nodes/node.js'
import { ACTION, ADDRESSED, ANONYMOUS, endpoint, WSA, wsa } from '../support/wire/addressing.js'
import { ADD, NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask, ask11, ask12, type Heard } from '../support/wire/wire.js'

const RPC = 'http://www.w3.org/2003/05/soap-rpc'
const MU = 's:mustUnderstand="1"'
const RELIABLE = [
  'http://schemas.xmlsoap.org/ws/2005/02/rm',
  'http://docs.oasis-open.org/ws-rx/wsrm/200702',
]
const NOT_SPOKEN =
  'WS-ReliableMessaging is not spoken here: there are no sequences, and messages are taken without them.'

const VERSIONS = [
  { name: '1.1', post: ask11, envelope: soap11, namespace: NS11, sender: 500 },
  { name: '1.2', post: ask12, envelope: soap12, namespace: NS12, sender: 400 },
] as const

const { plugin, marks } = marking()
const node = await serveNode({ t: plugin })
const { url } = node
test.after.always(() => node.close())

const createSequence = (namespace: string) =>
  `<r:CreateSequence xmlns:r="${namespace}"><r:AcksTo><a:Address xmlns:a="${WSA}">${ANONYMOUS}</a:Address></r:AcksTo></r:CreateSequence>`

for (const { name, post, envelope, sender } of VERSIONS) {
  test(`SOAP ${name}: the fault for an entry that no operation has names it`, async (t) => {
    const heard = await post(url, mark('a', 'Missing'))
    t.is(heard.status, sender)
    t.is(heard.fault.code, 'Client')
    const named = `There is no such operation here, and no route for the message: {${T}}Missing.`
    t.is(heard.fault.reason, named)
    const bare = await post(url, '<Bare/>')
    t.regex(bare.fault.reason, /route for the message: Bare\.$/)
    // At a plugin that has it not, the name says no more than what was sent.
    const elsewhere = await ask(`${url}/t`, envelope(ADD))
    t.regex(elsewhere.fault.reason, /: \{urn:example:calculator\}Add\.$/)
  })

  test(`SOAP ${name}: a MustUnderstand fault names each block once in its reason`, async (t) => {
    const one = await post(url, mark('named-mu'), block('Unheard', MU))
    t.is(one.status, 500)
    t.is(one.fault.code, 'MustUnderstand')
    t.is(one.fault.reason, `A mandatory header block was not understood: {${T}}Unheard.`)
    t.is(one.fault.detail, undefined)
    const blocks = ['A', 'B', 'A'].map((local) => block(local, MU)).join('')
    const several = await post(url, mark('named-mu'), `${block('Optional')}${blocks}`)
    t.is(several.fault.reason, `Mandatory header blocks were not understood: {${T}}A, {${T}}B.`)
    const many = Array.from({ length: 40 }, (_, index) => block(`B${index}`, MU)).join('')
    const { fault } = await post(url, mark('named-mu'), many)
    t.regex(fault.reason, /\}B4 and 35 more\.$/)
    t.false(marks.has('named-mu'))
  })

  test(`SOAP ${name}: hostile names are one line, short, and turn nothing`, async (t) => {
    const long = 'n'.repeat(1000)
    // A pair of surrogates stands where the name is cut.
    const pairs = `n${'\u{10000}'.repeat(500)}`
    for (const [namespace, local] of [
      [`urn:${long}`, 'Local'],
      ['urn:x', long],
      ['urn:x', pairs],
      [`urn${'\u{1F600}'.repeat(1000)}`, 'Local'],
      ['urn:x&#x202e;&#x2066;&#x200f;txt.exe', 'Local'],
      ['urn:x&#10;2026-01-01 ERROR&#13;&#9;&#x85;&#x9b;31m&#x2028;', 'Local'],
      ['&lt;script>alert(1)&lt;/script>]]>&amp;', 'Local'],
      ['urn:x', 'a\u200db'],
    ] as const) {
      const body = `<h:${local} xmlns:h="${namespace}"/>`
      const header = `<h:${local} xmlns:h="${namespace}" ${MU}/>`
      for (const [heard, code] of [
        [await post(url, body), 'Client'],
        [await post(url, mark('a'), header), 'MustUnderstand'],
      ] as const) {
        const { reason } = heard.fault
        t.is(heard.fault.code, code)
        t.regex(reason, /: \{.*\}?.*\.$/)
        t.true(reason.length < 2_500, `${reason.length}`)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
        t.notRegex(reason, /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/)
        t.false(heard.text.includes('<script'))
      }
    }
  })

  for (const namespace of RELIABLE) {
    test(`SOAP ${name}: CreateSequence of ${namespace} is told that it is not spoken`, async (t) => {
      const bare = await post(url, createSequence(namespace))
      t.is(bare.status, sender)
      t.is(bare.fault.code, 'Client')
      t.is(bare.fault.reason, NOT_SPOKEN)
      if (name === '1.2') t.deepEqual(bare.codes.slice(1), [`{${RPC}}ProcedureNotPresent`])
      // Addressing that does not say its action says nothing of one that is not supported.
      const to = await post(url, createSequence(namespace), wsa('To', url))
      t.is(to.fault.reason, NOT_SPOKEN)

      const action = `${namespace}/CreateSequence`
      for (const attributes of ['', MU]) {
        const header =
          wsa('Action', action, attributes) +
          wsa('MessageID', 'urn:uuid:1', attributes) +
          endpoint('ReplyTo', ANONYMOUS, '', attributes)
        const heard = await post(url, createSequence(namespace), header)
        t.is(heard.status, sender)
        t.deepEqual(
          heard.codes,
          name === '1.1'
            ? [`{${WSA}}ActionNotSupported`]
            : [`{${NS12}}Sender`, `{${WSA}}ActionNotSupported`],
        )
        t.true(heard.fault.reason.endsWith(NOT_SPOKEN), heard.fault.reason)
        t.regex(problemOf(heard), new RegExp(`ProblemAction.*${action}`, 's'))
        t.is(relatesTo(heard), 'urn:uuid:1')
      }
    })
  }

  test(`SOAP ${name}: who speaks reliable messaging, or the next node, gets CreateSequence as before`, async (t) => {
    const [namespace = ''] = RELIABLE
    const own = await serveNode({
      rm: {
        operations: [{ name: `{${namespace}}CreateSequence`, safe: true, invoke: () => ({}) }],
      },
    })
    t.teardown(() => own.close())
    t.is((await post(own.url, createSequence(namespace))).status, 200)
    const routes = JSON.stringify([{ to: own.url }])
    const between = await serveNode(
      { t: plugin },
      { settings: [`routes=${routes}`, 'node.uri=urn:example:between'] },
    )
    t.teardown(() => between.close())
    t.is((await post(between.url, createSequence(namespace))).status, 200)
  })

  test(`SOAP ${name}: without WS-Addressing at the node its action is no action`, async (t) => {
    const plain = await serveNode({ t: plugin }, { addressing: false })
    t.teardown(() => plain.close())
    const [, namespace = ''] = RELIABLE
    const heard = await post(plain.url, createSequence(namespace), ADDRESSED)
    t.is(heard.fault.reason, NOT_SPOKEN)
    const existing = await post(url, mark('a', 'Missing'), ADDRESSED)
    t.regex(existing.fault.reason, /Missing\.$/)
  })
}

test('by mail, in both versions: the same reasons', async (t) => {
  const client = new MailClient()
  const chain = await chainOfDaemons(
    t,
    1,
    () => [{ mail: true, config: { plugins: ['calculator'] } }],
    { 'client.example': client.destination },
  )
  const heardFor = (
    { envelope, name }: (typeof VERSIONS)[number],
    body: string,
    header?: string,
  ): Promise<Heard> => {
    const type = name === '1.1' ? 'text/xml' : 'application/soap+xml'
    const fields = { 'Content-Type': `${type}; charset=utf-8` }
    const to = chain.mail(0).slice('mailto:'.length)
    return client.answerTo(client.post(chain.office, to, envelope(body, header), fields))
  }
  for (const version of VERSIONS) {
    const missing = await heardFor(version, mark('a', 'Missing'))
    t.regex(missing.fault.reason, new RegExp(`route for the message: \\{${T}\\}Missing\\.$`))
    const mandatory = await heardFor(version, ADD, block('Unheard', MU))
    t.is(mandatory.fault.reason, `A mandatory header block was not understood: {${T}}Unheard.`)
    for (const namespace of RELIABLE) {
      const bare = await heardFor(version, createSequence(namespace))
      t.is(bare.fault.reason, NOT_SPOKEN)
      const addressed = await heardFor(version, createSequence(namespace), ACTION)
      t.true(addressed.codes.includes(`{${WSA}}ActionNotSupported`))
      t.true(addressed.fault.reason.endsWith(NOT_SPOKEN))
    }
  }
})

/** The detail that WS-Addressing defines: in Detail, or in a block in SOAP 1.1. */
function problemOf({ envelope, fault }: Heard): string {
  const details =
    envelope.version.name === '1.1'
      ? envelope.blocks.filter((found) => clarkName(found) === `{${WSA}}FaultDetail`)
      : (fault.detail ?? [])
  return details.map(({ start, end }) => envelope.source.slice(start, end)).join('')
}

function relatesTo({ envelope }: Heard): string | undefined {
  const found = envelope.blocks.find((one) => clarkName(one) === `{${WSA}}RelatesTo`)
  return found && elementText(found)
}
