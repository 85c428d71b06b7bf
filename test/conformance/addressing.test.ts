/** WS-Addressing 1.0, Core and SOAP Binding, in both SOAP versions; numbers are those of W3C's test cases. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { element, type Plugin } from '../../src/plugin.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  resolveQName,
  type XmlElement,
} from '../../src/xml/tree.js'
import { mark, marking, T } from '../support/nodes/marking.js'
import { serveNode } from '../support/nodes/node.js'
import {
  ACTION,
  ADDRESSED,
  ANONYMOUS,
  endpoint,
  MESSAGE_ID,
  NONE,
  parameters,
  WSA,
  wsa,
} from '../support/wire/addressing.js'
import { NS11, NS12, soap11, soap12 } from '../support/wire/envelopes.js'
import { ask, childOf, type Heard, pass, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const { plugin, marks } = marking()
const acting: Plugin = {
  operations: [
    { name: '{urn:example:acting}Act', safe: true, action: 'urn:example:act', invoke: () => ({}) },
    {
      name: '{urn:example:acting}Declare',
      safe: true,
      replyAction: 'urn:example:declared',
      invoke: () => element({ name: '{urn:example:acting}Declared', prefix: 'm' }),
    },
  ],
}
const ACT = '<x:Act xmlns:x="urn:example:acting"/>'
const open = ['replies.schemes=[https, mailto]', 'replies.hosts=[partner.example]']
const node = await serveNode({ t: plugin, acting })
const opened = await serveNode({ t: plugin }, { settings: open })
const deaf = await serveNode({ t: plugin }, { addressing: false })
test.after.always(() => Promise.all([node, opened, deaf].map((each) => each.close())))

interface Row {
  readonly name: string
  readonly namespace: string
  readonly envelope: typeof soap11
  readonly type: string
  /** Status of a fault that the sender is to blame for. */
  readonly status: number
  /** Header blocks of an attribute that names an actor, and one that no node here plays. */
  readonly actor: string
}

const VERSIONS: readonly Row[] = [
  {
    name: '1.1',
    namespace: NS11,
    envelope: soap11,
    type: TEXT_XML,
    status: 500,
    actor: 's:actor',
  },
  {
    name: '1.2',
    namespace: NS12,
    envelope: soap12,
    type: SOAP_XML,
    status: 400,
    actor: 's:role',
  },
]

const say = (row: Row, header: string, body = mark('a'), headers = {}, url = node.url) =>
  ask(url, row.envelope(body, header), { type: row.type, headers })

/** The text of the addressing block with that name; undefined if there is none or more. */
function blockText(heard: Heard, local: string): string | undefined {
  const found = heard.envelope.blocks.filter((block) => clarkName(block) === `{${WSA}}${local}`)
  return found.length === 1 ? elementText(found[0] as XmlElement) : undefined
}

const problem = (detail: XmlElement) => {
  const text = elementText(detail)
  const name = detail.local === 'ProblemHeaderQName' && resolveQName(detail.scope, text)
  return name ? clarkName(name) : text || childElements(detail).map(elementText).join(' ')
}

/** The codes of an addressing fault, and its details, wherever the version has them. */
function faultOf(row: Row, heard: Heard) {
  const { entry, codes, envelope } = heard
  const detail =
    row.name === '1.1'
      ? envelope.blocks.find((block) => clarkName(block) === `{${WSA}}FaultDetail`)
      : childOf(entry, 'Detail')
  return {
    codes: codes.map((code) => code.replace(`{${WSA}}`, '').replace(`{${NS12}}`, '')),
    details: (detail ? childElements(detail) : []).map((each) => [each.local, problem(each)]),
  }
}

/** What SOAP 1.2 says in subcodes; of them SOAP 1.1 has the last as its faultcode. */
const codes = (row: Row, ...subcodes: readonly string[]) =>
  row.name === '1.1' ? subcodes.slice(-1) : ['Sender', ...subcodes]

const name = (local: string) => ['ProblemHeaderQName', `{${WSA}}${local}`]

test('WS-Addressing Core §3.2: a message without Action is a fault (1147, 1248)', async (t) => {
  for (const row of VERSIONS) {
    const heard = await say(row, MESSAGE_ID, mark(`no-action-${row.name}`))
    t.is(heard.status, row.status)
    t.deepEqual(faultOf(row, heard), {
      codes: codes(row, 'MessageAddressingHeaderRequired'),
      details: [name('Action')],
    })
    t.is(blockText(heard, 'RelatesTo'), 'urn:example:message:1')
    t.false(marks.has(`no-action-${row.name}`))
  }
})

test('WS-Addressing Core §3.2: replies go back on the connection where there is no ReplyTo', async (t) => {
  for (const row of VERSIONS) {
    const heard = await say(row, ADDRESSED)
    t.is(heard.status, 200)
    t.is(blockText(heard, 'To'), ANONYMOUS)
  }
})

test('WS-Addressing Core §3.2: every addressing block may carry attributes of other namespaces', async (t) => {
  const attributes = 'xml:id="i" x:y="z" xmlns:x="urn:x"'
  for (const row of VERSIONS) {
    const header =
      wsa('Action', 'urn:example:act', attributes.replace('"i"', '"j"')) +
      wsa('MessageID', 'urn:example:1', attributes) +
      endpoint('ReplyTo', ANONYMOUS, '<x:transient xmlns:x="urn:x">true</x:transient>', attributes)
    t.is((await say(row, header)).status, 200)
  }
})

test('WS-Addressing Core §3.3: what would go to the address none is not sent (1136, 1236)', async (t) => {
  for (const row of VERSIONS) {
    const text = `none-${row.name}`
    const heard = await say(row, ACTION + endpoint('ReplyTo', NONE), mark(text))
    t.is(heard.status, 202)
    t.is(heard.text, '')
    t.true(marks.has(text))
    const failed = ADDRESSED + endpoint('FaultTo', NONE)
    const discarded = await say(row, failed, mark('a', 'Refuse'))
    t.is(discarded.status, 202)
    t.is(discarded.text, '')
    t.is((await say(row, failed)).status, 200)
  }
  t.true(
    node.log.some(({ msg, outcome, answerTo, cause }) => {
      const nobody = outcome === 'fault' && answerTo === 'nobody'
      return msg === 'exchange' && nobody && cause === 'It will not be done.'
    }),
  )
})

test('WS-Addressing Core §3.4: a reply has To, Action, MessageID and RelatesTo', async (t) => {
  const ids = new Set<string | undefined>()
  for (const row of VERSIONS) {
    const heard = await say(row, ADDRESSED + endpoint('ReplyTo', ANONYMOUS))
    t.is(blockText(heard, 'To'), ANONYMOUS)
    t.is(blockText(heard, 'Action'), 'urn:example:actResponse')
    t.is(blockText(heard, 'RelatesTo'), 'urn:example:message:1')
    t.regex(blockText(heard, 'MessageID') ?? '', /^urn:uuid:[0-9a-f-]{36}$/)
    ids.add(blockText(heard, 'MessageID'))
    const declared = await say(row, ADDRESSED, '<x:Declare xmlns:x="urn:example:acting"/>')
    t.is(blockText(declared, 'Action'), 'urn:example:declared')
  }
  t.is(ids.size, VERSIONS.length)
})

test('WS-Addressing Core §3.4: a request without MessageID cannot be replied to (1191)', async (t) => {
  for (const row of VERSIONS) {
    const text = `no-id-${row.name}`
    for (const header of [ACTION, ACTION + endpoint('ReplyTo', ANONYMOUS)]) {
      const heard = await say(row, header, mark(text))
      t.is(heard.status, row.status)
      t.deepEqual(faultOf(row, heard), {
        codes: codes(row, 'MessageAddressingHeaderRequired'),
        details: [name('MessageID')],
      })
      t.is(blockText(heard, 'RelatesTo'), undefined)
    }
    t.false(marks.has(text))
    t.is((await say(row, ACTION, mark(text, 'Tell'))).status, 202)
    t.true(marks.has(text))
  }
})

test('WS-Addressing Core §3.4: a fault goes to FaultTo, else to ReplyTo', async (t) => {
  const to = (local: string, key: string) =>
    endpoint(local, ANONYMOUS, parameters(`<q:${key} xmlns:q="urn:q"/>`))
  for (const row of VERSIONS) {
    const both = ADDRESSED + to('FaultTo', 'fault') + to('ReplyTo', 'reply')
    t.true((await say(row, both, mark('a', 'Refuse'))).blocks.includes('{urn:q}fault'))
    t.false((await say(row, both, mark('a', 'Refuse'))).blocks.includes('{urn:q}reply'))
    t.true((await say(row, both)).blocks.includes('{urn:q}reply'))
    const one = ADDRESSED + to('ReplyTo', 'reply') + to('From', 'from')
    const heard = await say(row, one, mark('a', 'Crash'))
    t.true(heard.blocks.includes('{urn:q}reply'))
    t.false(heard.blocks.includes('{urn:q}from'))
    t.is(blockText(heard, 'RelatesTo'), 'urn:example:message:1')
  }
})

test('WS-Addressing SOAP §2.4: an action of the media type is the one of the message', async (t) => {
  const row = VERSIONS[1] as Row
  const typed = (action: string) =>
    ask(node.url, row.envelope(mark('a'), ADDRESSED), { type: `${row.type}; action="${action}"` })
  t.is((await typed('urn:example:act')).status, 200)
  t.is((await typed('')).status, 200)
  t.deepEqual(faultOf(row, await typed('urn:example:other')), {
    codes: codes(row, 'InvalidAddressingHeader', 'ActionMismatch'),
    details: [name('Action'), ['ProblemAction', 'urn:example:act urn:example:other']],
  })
})

test('WS-Addressing SOAP §4.2: SOAPAction is the action of the message, or empty', async (t) => {
  const row = VERSIONS[0] as Row
  const acted = (value: string) => say(row, ADDRESSED, mark('a'), { soapaction: value })
  for (const value of ['"urn:example:act"', '""', '']) {
    t.is((await acted(value)).status, 200, value)
  }
  t.deepEqual(faultOf(row, await acted('"urn:example:other"')), {
    codes: codes(row, 'InvalidAddressingHeader', 'ActionMismatch'),
    details: [name('Action'), ['ProblemAction', 'urn:example:act urn:example:other']],
  })
})

test('WS-Addressing SOAP §3.2.2: a second To, ReplyTo, FaultTo, Action or MessageID is a fault (1140 to 1144, 1240 to 1244)', async (t) => {
  const twice = {
    To: wsa('To', 'http://example.com/a'),
    ReplyTo: endpoint('ReplyTo', ANONYMOUS),
    FaultTo: endpoint('FaultTo', ANONYMOUS),
    Action: ACTION,
    MessageID: MESSAGE_ID,
    From: endpoint('From', ANONYMOUS),
  }
  for (const row of VERSIONS) {
    for (const [local, block] of Object.entries(twice)) {
      const others = ADDRESSED.replace(block, '')
      const heard = await say(row, others + block + block, mark(`twice-${local}`))
      t.is(heard.status, row.status)
      t.deepEqual(
        faultOf(row, heard),
        {
          codes: codes(row, 'InvalidAddressingHeader', 'InvalidCardinality'),
          details: [name(local)],
        },
        local,
      )
      t.is(blockText(heard, 'Action'), `${WSA}/fault`)
      const id = local === 'MessageID' ? undefined : 'urn:example:message:1'
      t.is(blockText(heard, 'RelatesTo'), id)
      t.false(marks.has(`twice-${local}`))
    }
  }
})

test('WS-Addressing SOAP §3.2.2: blocks for another actor say nothing', async (t) => {
  for (const row of VERSIONS) {
    const other = `${row.actor}="urn:example:elsewhere" xmlns:s="${row.namespace}"`
    const theirs =
      wsa('Action', 'nonsense', other) +
      wsa('MessageID', 'nonsense', other) +
      wsa('To', 'nonsense', other) +
      endpoint('ReplyTo', 'nonsense', '', other) +
      endpoint('FaultTo', NONE, '', other)
    const heard = await say(row, theirs + ADDRESSED + theirs)
    t.is(heard.status, 200)
    t.is(blockText(heard, 'RelatesTo'), 'urn:example:message:1')
    const alone = await say(row, theirs)
    t.is(alone.status, 200)
    t.deepEqual(alone.blocks, [])
  }
})

test('WS-Addressing SOAP §3.4: reference parameters are header blocks of the reply, marked as such (1132)', async (t) => {
  const keys = parameters(
    '<q:key xmlns:q="urn:q" q:a="1">f:value<q:in/></q:key><q:two xmlns:q="urn:q"/>',
  )
  for (const row of VERSIONS) {
    const reply = `<f:x xmlns:f="urn:f"/>${endpoint('ReplyTo', ANONYMOUS, keys)}`
    const { envelope } = await say(
      row,
      ADDRESSED + reply.replace('<a:ReplyTo', '<a:ReplyTo xmlns:f="urn:f"'),
    )
    const [key, two] = envelope.blocks.filter(({ namespace }) => namespace === 'urn:q')
    t.truthy(key && two)
    if (!key || !two) return
    for (const block of [key, two]) t.is(attributeOf(block, WSA, 'IsReferenceParameter'), 'true')
    t.is(attributeOf(key, 'urn:q', 'a'), '1')
    t.deepEqual(childElements(key).map(clarkName), ['{urn:q}in'])
    t.deepEqual(resolveQName(key.scope, elementText(key)), { namespace: 'urn:f', local: 'value' })
  }
})

test('WS-Addressing SOAP §3.4: reference parameters of FaultTo are header blocks of the fault', async (t) => {
  const keys = parameters('<q:key xmlns:q="urn:q"/>')
  for (const row of VERSIONS) {
    const header = ADDRESSED + endpoint('FaultTo', ANONYMOUS, keys)
    const { envelope } = await say(row, header, mark('a', 'Refuse'))
    const key = envelope.blocks.find(({ namespace }) => namespace === 'urn:q')
    t.is(key && attributeOf(key, WSA, 'IsReferenceParameter'), 'true')
    t.is((await say(row, header)).envelope.blocks.length, 4)
  }
})

test('WS-Addressing SOAP §5.2: no answer goes elsewhere unless the configuration allows it', async (t) => {
  for (const row of VERSIONS) {
    for (const local of ['ReplyTo', 'FaultTo']) {
      const to = (address: string) => ADDRESSED + endpoint(local, address)
      for (const address of ['https://partner.example/', 'http://127.0.0.1:1/', 'urn:x']) {
        const heard = await say(row, to(address), mark(`closed-${local}`))
        t.deepEqual(faultOf(row, heard), {
          codes: codes(row, 'InvalidAddressingHeader', 'OnlyAnonymousAddressSupported'),
          details: [name(local)],
        })
        t.is(blockText(heard, 'To'), ANONYMOUS)
      }
      for (const address of [
        'https://other.example/',
        'https://127.0.0.1/',
        'http://partner.example/',
      ]) {
        const heard = await say(row, to(address), mark(`closed-${local}`), {}, opened.url)
        t.is(heard.status, row.status)
        t.deepEqual(faultOf(row, heard), {
          codes: codes(row, 'InvalidAddressingHeader', 'InvalidAddress'),
          details: [name(local), ['ProblemIRI', address]],
        })
        t.is(blockText(heard, 'To'), ANONYMOUS)
      }
      t.false(marks.has(`closed-${local}`))
    }
  }
})

test('WS-Addressing SOAP §6: the action of a fault tells who defines it', async (t) => {
  for (const row of VERSIONS) {
    const about = async (header: string, body?: string) =>
      blockText(await say(row, header, body), 'Action')
    t.is(await about(ADDRESSED + wsa('To', 'x')), `${WSA}/fault`)
    t.is(await about(ADDRESSED, mark('a', 'Refuse')), `${WSA}/soap/fault`)
    t.is(await about(ADDRESSED, mark('a', 'Crash')), `${WSA}/soap/fault`)
  }
})

test('WS-Addressing SOAP §6: a fault found before the blocks are processed is addressed as well', async (t) => {
  for (const row of VERSIONS) {
    const must = `<t:Unheard xmlns:t="${T}" xmlns:s="${row.namespace}" s:mustUnderstand="1"/>`
    for (const heard of [
      await say(row, ADDRESSED + must),
      await say(row, must + ADDRESSED + endpoint('FaultTo', NONE)),
      await say(row, ADDRESSED, mark('a', 'Missing')),
      await say(row, ADDRESSED, mark('a') + mark('b')),
    ]) {
      t.is(blockText(heard, 'To'), ANONYMOUS)
      t.is(blockText(heard, 'Action'), `${WSA}/soap/fault`)
      t.is(blockText(heard, 'RelatesTo'), 'urn:example:message:1')
    }
    const nowhere = ADDRESSED + endpoint('FaultTo', NONE)
    t.is((await say(row, nowhere, mark('a', 'Missing'))).status, 202)
  }
})

test('WS-Addressing SOAP §6.1: in SOAP 1.2 codes are nested and the details stand in Detail', async (t) => {
  const heard = await say(VERSIONS[1] as Row, ADDRESSED + wsa('To', 'x'))
  const code = childOf(heard.entry, 'Code')
  t.is(elementText(childOf(code, 'Value')), 'env:Sender')
  const subcode = childOf(code, 'Subcode')
  const value = childOf(childOf(subcode, 'Subcode'), 'Value')
  t.deepEqual(resolveQName(value.scope, elementText(value)), {
    namespace: WSA,
    local: 'InvalidAddress',
  })
  t.is(childElements(childOf(heard.entry, 'Detail')).length, 2)
  t.false(heard.blocks.includes(`{${WSA}}FaultDetail`))
})

test('WS-Addressing SOAP §6.2: in SOAP 1.1 the faultcode is the last code and the details stand in a header block', async (t) => {
  const heard = await say(VERSIONS[0] as Row, ADDRESSED + wsa('To', 'x'))
  const faultcode = childOf(heard.entry, 'faultcode')
  t.is(faultcode.namespace, '')
  t.deepEqual(resolveQName(faultcode.scope, elementText(faultcode)), {
    namespace: WSA,
    local: 'InvalidAddress',
  })
  t.deepEqual(childElements(heard.entry).map(clarkName), ['faultcode', 'faultstring'])
  t.true(heard.blocks.includes(`{${WSA}}FaultDetail`))
  const missing = await say(VERSIONS[0] as Row, MESSAGE_ID)
  t.deepEqual(missing.codes, [`{${WSA}}MessageAddressingHeaderRequired`])
})

test('WS-Addressing SOAP §6.4.1: an address that is none, and an endpoint reference that is none, is a fault', async (t) => {
  const cases = [
    ['InvalidAddress', 'To', wsa('To', 'not an IRI')],
    ['InvalidAddress', 'ReplyTo', endpoint('ReplyTo', 'relative')],
    ['MissingAddressInEPR', 'ReplyTo', wsa('ReplyTo', '<a:Metadata/>')],
    ['MissingAddressInEPR', 'FaultTo', wsa('FaultTo', '')],
    ['InvalidEPR', 'From', wsa('From', 'text')],
    ['InvalidEPR', 'FaultTo', endpoint('FaultTo', ANONYMOUS, `<a:Address>${NONE}</a:Address>`)],
    [undefined, 'MessageID', ''],
    [undefined, 'RelatesTo', wsa('RelatesTo', 'relative')],
  ] as const
  for (const row of VERSIONS) {
    for (const [how, local, block] of cases) {
      const header = block === '' ? ACTION + wsa('MessageID', 'relative') : ADDRESSED + block
      const found = faultOf(row, await say(row, header))
      const expected = ['InvalidAddressingHeader', ...(how === undefined ? [] : [how])]
      t.deepEqual(found.codes, codes(row, ...expected), block)
      t.deepEqual(found.details[0], name(local))
    }
  }
})

test('WS-Addressing SOAP §6.4.4: an action that the operation does not have is a fault', async (t) => {
  for (const row of VERSIONS) {
    const other = wsa('Action', 'urn:example:other') + MESSAGE_ID
    t.is((await say(row, ADDRESSED, ACT)).status, 200)
    const heard = await say(row, other, ACT)
    t.is(heard.status, row.status)
    t.deepEqual(faultOf(row, heard), {
      codes: codes(row, 'ActionNotSupported'),
      details: [['ProblemAction', 'urn:example:other']],
    })
  }
})

/** Says an action outside the envelope, as each version does. */
const outside = (row: Row, header: string, action: string) =>
  ask(
    node.url,
    row.envelope(ACT, header),
    row.name === '1.1'
      ? { type: row.type, headers: { soapaction: `"${action}"` } }
      : { type: `${row.type}; action="${action}"` },
  )

test('WS-Addressing SOAP §6.4.4: an unsupported action that SOAPAction repeats is a fault that tells both', async (t) => {
  for (const row of VERSIONS) {
    const other = wsa('Action', 'urn:example:other') + MESSAGE_ID
    t.is((await outside(row, ADDRESSED, 'urn:example:act')).status, 200)
    const heard = await outside(row, other, 'urn:example:other')
    t.is(heard.status, row.status)
    t.deepEqual(faultOf(row, heard), {
      codes: codes(row, 'ActionNotSupported'),
      details: [['ProblemAction', 'urn:example:other urn:example:other']],
    })
    t.is(blockText(heard, 'Action'), `${WSA}/fault`)
  }
})

test('WS-Addressing SOAP §6.4.1.6: a SOAPAction that is not the action of the message is a fault, whichever the operation has', async (t) => {
  for (const row of VERSIONS) {
    for (const [inside, text] of [
      ['urn:example:act', 'urn:example:other'],
      ['urn:example:other', 'urn:example:act'],
      ['urn:example:other', 'urn:example:third'],
    ] as const) {
      const heard = await outside(row, wsa('Action', inside) + MESSAGE_ID, text)
      t.is(heard.status, row.status)
      t.deepEqual(faultOf(row, heard), {
        codes: codes(row, 'InvalidAddressingHeader', 'ActionMismatch'),
        details: [name('Action'), ['ProblemAction', `${inside} ${text}`]],
      })
    }
  }
})

test('WS-Addressing SOAP §7.2: blocks of SOAP and of addressing are no reference parameters', async (t) => {
  for (const row of VERSIONS) {
    for (const namespace of [NS11, NS12, WSA]) {
      const keys = parameters(`<n:To xmlns:n="${namespace}">urn:x</n:To>`)
      const heard = await say(row, ADDRESSED + endpoint('ReplyTo', ANONYMOUS, keys))
      t.deepEqual(faultOf(row, heard), {
        codes: codes(row, 'InvalidAddressingHeader', 'InvalidEPR'),
        details: [name('ReplyTo')],
      })
    }
  }
})

test('WS-Addressing SOAP §8: a message without addressing blocks is answered without them', async (t) => {
  for (const row of VERSIONS) {
    t.deepEqual((await say(row, '')).blocks, [])
    t.deepEqual((await say(row, '', mark('a', 'Refuse'))).blocks, [])
    t.is((await say(row, `<f:To xmlns:f="${T}">x</f:To>`)).status, 200)
  }
})

test('WS-Addressing SOAP §8: a node understands the addressing blocks for it', async (t) => {
  for (const row of VERSIONS) {
    const must = `s:mustUnderstand="1" xmlns:s="${row.namespace}"`
    const header =
      wsa('Action', 'urn:example:act', must) +
      wsa('MessageID', 'urn:example:1', must) +
      wsa('To', 'http://example.com/anywhere', must) +
      wsa('RelatesTo', 'urn:example:0', must) +
      ['From', 'ReplyTo', 'FaultTo'].map((local) => endpoint(local, ANONYMOUS, '', must)).join('')
    t.is((await say(row, header)).status, 200)
  }
})

test('WS-Addressing SOAP §8: a node on the way forwards the blocks that are not for it as they came', async (t) => {
  for (const row of VERSIONS) {
    const text = row.envelope(mark('a'), ADDRESSED + wsa('To', 'nonsense'))
    const mediaType = row.type.replace(/;.*/, '')
    t.deepEqual((await pass(plugin, text, {}, { mediaType })).onward, [text])
  }
})

test('BP test 1192: a mandatory addressing block at a node that does no addressing is not understood', async (t) => {
  for (const row of VERSIONS) {
    const must = `s:mustUnderstand="1" xmlns:s="${row.namespace}"`
    const mandatory = wsa('Action', 'urn:example:act', must) + MESSAGE_ID
    const heard = await say(row, mandatory, mark('a'), {}, deaf.url)
    t.is(heard.status, 500)
    t.deepEqual(heard.codes, [`{${row.namespace}}MustUnderstand`])
    t.false(heard.blocks.some((block) => block.startsWith(`{${WSA}}`)))
    const optional = await say(row, ADDRESSED + wsa('To', 'x'), mark('a'), {}, deaf.url)
    t.is(optional.status, 200)
    t.deepEqual(optional.blocks, [])
  }
})

const schemas =
  process.env.SOAP_CONFORMANCE ??
  fileURLToPath(new URL('../../../../shared/conformance', import.meta.url))
const file = join(schemas, 'xsd', 'ws-addr.xsd')

if (existsSync(file)) {
  test('WS-Addressing schema: the blocks and details of every answer are valid by the official schema', async (t) => {
    const schema = libxmljs2Engine.compile(file)
    const seen = new Set<string>()
    for (const row of VERSIONS) {
      const keys = parameters('<q:key xmlns:q="urn:q"/>')
      for (const heard of [
        await say(row, ADDRESSED + endpoint('ReplyTo', ANONYMOUS, keys)),
        await say(row, ADDRESSED, mark('a', 'Crash')),
        await say(row, ADDRESSED + wsa('To', 'x')),
        await say(row, ACTION),
        await say(row, wsa('Action', 'urn:example:other') + MESSAGE_ID, ACT),
      ]) {
        const blocks = heard.envelope.blocks.filter(({ namespace }) => namespace === WSA)
        const [entry] = heard.envelope.entries
        const detail = entry && childElements(entry).find(({ local }) => local === 'Detail')
        const parts = blocks.flatMap((block) =>
          block.local === 'FaultDetail' ? childElements(block) : [block],
        )
        for (const part of [...parts, ...(detail ? childElements(detail) : [])]) {
          if (part.namespace !== WSA) continue
          seen.add(part.local)
          t.deepEqual(schema.validate(part), [], part.local)
        }
      }
    }
    t.deepEqual([...seen].sort(), [
      'Action',
      'MessageID',
      'ProblemAction',
      'ProblemHeaderQName',
      'ProblemIRI',
      'RelatesTo',
      'To',
    ])
  })
} else {
  test('WS-Addressing schema: left out: there is no folder of official schemas beside this one', (t) => {
    t.log(`no ${schemas}; SOAP_CONFORMANCE names another folder`)
    t.pass()
  })
}
