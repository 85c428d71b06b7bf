/** SOAP 1.2 Part 1, and the faults of Part 2's RPC: what the Recommendation demands of a node. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { readDocument } from '../../src/xml/read.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  namespaceOf,
  resolveQName,
  type XmlElement,
} from '../../src/xml/tree.js'
import { block, mark, marking, SECRET, T } from '../support/nodes/marking.js'
import { makeNode, serveNode } from '../support/nodes/node.js'
import { NS11, NS12, soap12 } from '../support/wire/envelopes.js'
import { ask, ask12, childOf, Heard, namesOf, pass, SOAP_XML } from '../support/wire/wire.js'

const RPC = 'http://www.w3.org/2003/05/soap-rpc'
const role = (uri: string) => `s:role="${uri}"`
const NEXT = role(`${NS12}/role/next`)
const NONE = role(`${NS12}/role/none`)
const ULTIMATE = role(`${NS12}/role/ultimateReceiver`)
const ELSEWHERE = role('urn:example:elsewhere')
const HERE = role('urn:example:here')
const MU = 's:mustUnderstand="true"'
const OWN = 'urn:example:envelope'

const { plugin, marks } = marking()
const node = await serveNode(
  { t: plugin },
  {
    settings: ['node.actors=["urn:example:here"]', `soap.namespaces={"${OWN}":"1.2"}`],
  },
)
const { url } = node
test.after.always(() => node.close())

const asSoap12 = { mediaType: 'application/soap+xml' }
const way = { settings: ['node.actors=["urn:example:here"]', 'node.uri=urn:example:way'] }
const through = (text: string) => pass(plugin, text, way, asSoap12)
const post = (text: string) => ask(url, text, { type: SOAP_XML })

const code = (heard: Heard) => heard.codes.map((name) => name.replace(`{${NS12}}`, '')).join(' ')

/** The text of an envelope with the header blocks each on a line of its own. */
const headed = (...blocks: readonly string[]) =>
  soap12(mark('body'), `\n  ${blocks.join('\n  ')}\n`)

/** What the QName in an element's attribute `qname` names. */
function named(element: XmlElement): string {
  const name = resolveQName(element.scope, attributeOf(element, '', 'qname') ?? '')
  return name ? clarkName(name) : ''
}

const notUnderstood = (heard: Heard) =>
  heard.envelope.blocks.filter(({ local }) => local === 'NotUnderstood').map(named)

test('SOAP 1.2 Part 1 §2.2: every node acts in the role next', async (t) => {
  t.is((await ask12(url, mark('a'), block('NextOnly', NEXT, '12-next'))).status, 200)
  t.true(marks.has('12-next'))
  await through(headed(block('NextOnly', NEXT, '12-next-way')))
  t.true(marks.has('12-next-way'))
})

test('SOAP 1.2 Part 1 §2.2: no node acts in the role none', async (t) => {
  const header = block('Known', NONE, '12-none') + block('Unheard', `${NONE} ${MU}`)
  t.is((await ask12(url, mark('a'), header)).status, 200)
  t.false(marks.has('12-none'))
  const text = headed(block('Known', NONE, '12-none-way'))
  const settings = [`node.actors=["${NS12}/role/none"]`]
  t.deepEqual((await pass(plugin, text, { settings }, asSoap12)).onward, [text])
  t.false(marks.has('12-none-way'))
})

test('SOAP 1.2 Part 1 §2.2: the ultimate receiver acts in that role', async (t) => {
  t.is((await ask12(url, mark('a'), block('Known', ULTIMATE, '12-ultimate'))).status, 200)
  t.true(marks.has('12-ultimate'))
  t.is(code(await ask12(url, mark('a'), block('Unheard', `${ULTIMATE} ${MU}`))), 'MustUnderstand')
})

test('SOAP 1.2 Part 1 §2.2: a node on the way does not act as the ultimate receiver', async (t) => {
  for (const attribute of [ULTIMATE, '', role('')]) {
    const text = headed(
      block('Known', attribute, '12-on-the-way'),
      block('Unheard', `${attribute} ${MU}`),
    )
    t.deepEqual((await through(text)).onward, [text], attribute)
  }
  t.false(marks.has('12-on-the-way'))
})

test('SOAP 1.2 Part 1 §2.2: a node acts in the roles that its configuration gives it, and no others', async (t) => {
  const header = block('Known', HERE, '12-here') + block('Known', ELSEWHERE, '12-elsewhere')
  t.is((await ask12(url, mark('a'), header)).status, 200)
  t.true(marks.has('12-here'))
  t.false(marks.has('12-elsewhere'))
})

test('SOAP 1.2 Part 1 §2.4: a mandatory block for a role that the node does not play is no fault', async (t) => {
  t.is((await ask12(url, mark('a'), block('Unheard', `${ELSEWHERE} ${MU}`))).status, 200)
})

test('SOAP 1.2 Part 1 §2.6: nothing is processed if one mandatory block is not understood', async (t) => {
  const header =
    block('Known', '', '12-before') + block('Unheard', MU) + block('Known', '', '12-after')
  const heard = await ask12(url, mark('12-body'), header)
  t.is(code(heard), 'MustUnderstand')
  for (const text of ['12-before', '12-after', '12-body']) t.false(marks.has(text), text)
})

test('SOAP 1.2 Part 1 §2.6: a MustUnderstand fault comes before any fault of the Body', async (t) => {
  for (const operation of ['Missing', 'Refuse', 'Crash']) {
    const heard = await ask12(url, mark('a', operation), block('Unheard', MU))
    t.is(code(heard), 'MustUnderstand', operation)
  }
})

test('SOAP 1.2 Part 1 §2.6: a message makes one fault at most', async (t) => {
  const header = block('Unheard', MU) + block('Other', MU) + block('Refused')
  const heard = await ask12(url, mark('a', 'Refuse'), header)
  t.is(heard.text.match(/<[\w:]*Fault[ >]/g)?.length, 1)
  t.deepEqual(namesOf(heard.envelope.body), [`{${NS12}}Fault`])
})

test('SOAP 1.2 Part 1 §2.6: after a fault of a header block the Body is not processed', async (t) => {
  t.is(code(await ask12(url, mark('12-refused'), block('Refused'))), 'Sender')
  t.false(marks.has('12-refused'))
})

test('SOAP 1.2 Part 1 §2.6: a node on the way forwards nothing after a fault', async (t) => {
  for (const name of ['Unheard', 'Refused', 'Crash']) {
    t.deepEqual((await through(headed(block(name, `${NEXT} ${MU}`)))).onward, [], name)
  }
})

test('SOAP 1.2 Part 1 §2.7.1 table 3: a block that was processed is not forwarded', async (t) => {
  for (const attribute of [NEXT, HERE, `${NEXT} ${MU}`, `${NEXT} s:relay="true"`]) {
    const { onward } = await through(headed(block('Known', attribute), block('Other')))
    t.deepEqual(onward, [headed('', block('Other'))], attribute)
  }
})

test('SOAP 1.2 Part 1 §2.7.1 table 3: a block that was processed and put back is forwarded', async (t) => {
  const text = headed(block('Kept', NEXT, 'a &#65; b'), block('Kept', HERE))
  t.deepEqual((await through(text)).onward, [text])
})

test('SOAP 1.2 Part 1 §2.7.1 table 3: a block that was ignored is not forwarded without relay', async (t) => {
  for (const attribute of [NEXT, HERE, `${NEXT} s:relay="false"`, `${NEXT} s:relay="0"`]) {
    const { onward } = await through(headed(block('Unheard', attribute), block('Other')))
    t.deepEqual(onward, [headed('', block('Other'))], attribute)
  }
})

test('SOAP 1.2 Part 1 §2.7.1 table 3: a block that was ignored is forwarded with relay', async (t) => {
  for (const attribute of [`${NEXT} s:relay="true"`, `${HERE} s:relay="1"`]) {
    const text = headed(block('Unheard', attribute), block('Other'))
    t.deepEqual((await through(text)).onward, [text], attribute)
  }
})

test('SOAP 1.2 Part 1 §2.7.1 table 3: a block for a role that the node does not play is forwarded', async (t) => {
  for (const attribute of [
    '',
    role(''),
    ULTIMATE,
    NONE,
    ELSEWHERE,
    `${ELSEWHERE} s:relay="false"`,
  ]) {
    for (const mandatory of ['', MU]) {
      const text = headed(block('Known', `${attribute} ${mandatory}`.trim()))
      t.deepEqual((await through(text)).onward, [text], attribute)
    }
  }
})

test('SOAP 1.2 Part 1 §2.7.2: all but the blocks that end at the node is forwarded byte for byte', async (t) => {
  const ours = `<x:B s:role='${NS12}/role/next'>\n</x:B >`
  const text =
    `<?xml version="1.0"?><!-- a -->\n<s:Envelope xmlns:s = '${NS12}' xmlns:x="urn:x">` +
    `<s:Header ><x:A  s:relay='1'>&#65;<![CDATA[&]]></x:A >${ours}<!-- b --></s:Header>` +
    `<s:Body x:id='1'>\r\n<x:C b='1'  a="2"/>é &#xe9;<x:D></x:D></s:Body></s:Envelope ><!-- c -->`
  const { onward } = await through(text.replace('é &#xe9;', '<!--é &#xe9;-->'))
  t.deepEqual(onward, [text.replace('é &#xe9;', '<!--é &#xe9;-->').replace(ours, '')])
})

test('SOAP 1.2 Part 1 §5: a document type declaration is a Sender fault', async (t) => {
  const heard = await post(`<!DOCTYPE e:Envelope>${soap12(mark('12-doctype'))}`)
  t.is(code(heard), 'Sender')
  t.false(marks.has('12-doctype'))
})

test('SOAP 1.2 Part 1 §5: a processing instruction is a Sender fault', async (t) => {
  t.is(code(await post(soap12(`<?go on?>${mark('12-instruction')}`))), 'Sender')
  t.false(marks.has('12-instruction'))
})

test('SOAP 1.2 Part 1 §5: an answer has neither a document type declaration nor an instruction', async (t) => {
  const good = await ask12(url, mark('a'))
  const bad = await ask12(url, mark('a', 'Missing'))
  // XML 1.0 §2.8: a declaration of the version and encoding is neither.
  const declaration = /^<\?xml version="1.0" encoding="UTF-8"\?>/
  for (const { text } of [good, bad]) t.notRegex(text.replace(declaration, ''), /<[!?]/)
})

test('SOAP 1.2 Part 1 §5.1: an Envelope without Body is a Sender fault', async (t) => {
  t.is(code(await post(`<s:Envelope xmlns:s="${NS12}"><s:Header/></s:Envelope>`)), 'Sender')
})

test('SOAP 1.2 Part 1 §5.1: an element after Body is a Sender fault', async (t) => {
  const trailer = '</s:Body><x:After xmlns:x="urn:x"/>'
  t.is(code(await post(soap12(mark('12-trailer')).replace('</s:Body>', trailer))), 'Sender')
  t.false(marks.has('12-trailer'))
})

test('SOAP 1.2 Part 1 §5.1: an attribute of Envelope, Header or Body without a namespace is a Sender fault', async (t) => {
  for (const part of ['Envelope', 'Header', 'Body']) {
    const text = soap12(mark('12-attribute'), block('Known'))
    const heard = await post(text.replace(`<s:${part}`, `<s:${part} id="1"`))
    t.is(code(heard), 'Sender', part)
  }
  t.false(marks.has('12-attribute'))
})

test('SOAP 1.2 Part 1 §5.1: text in Envelope, Header or Body is a Sender fault, white space is not', async (t) => {
  for (const part of ['Envelope', 'Header', 'Body']) {
    const text = soap12(mark('a'), block('Known'))
    const end = `</s:${part}>`
    t.is(code(await post(text.replace(end, `text${end}`))), 'Sender', part)
    t.is((await post(text.replace(end, ` \t\r\n${end}`))).status, 200, part)
  }
})

test('SOAP 1.2 Part 1 §5.1.1: encodingStyle on Envelope, Header or Body is a Sender fault', async (t) => {
  for (const part of ['Envelope', 'Header', 'Body']) {
    const text = soap12(mark('a'), block('Known'))
    const style = 's:encodingStyle="http://www.w3.org/2003/05/soap-encoding"'
    t.is(code(await post(text.replace(`<s:${part}`, `<s:${part} ${style}`))), 'Sender', part)
  }
})

/** A text with an encodingStyle on Envelope, Header or Body. */
const styled = (text: string, part: string, style: string) =>
  text.replace(`<s:${part}`, `<s:${part} s:encodingStyle="${style}"`)

const ENCODING_11 = 'http://schemas.xmlsoap.org/soap/encoding/'
const ENCODING_12 = 'http://www.w3.org/2003/05/soap-encoding'

test('SOAP 1.2 Part 1 §5.1.1: the fault for a misplaced encodingStyle says what to do, to the sender and in the log', async (t) => {
  const strict = makeNode({ t: plugin })
  for (const part of ['Envelope', 'Header', 'Body']) {
    const text = styled(soap12(mark('a'), block('Known')), part, ENCODING_12)
    const outcome = await strict.inject(text, asSoap12)
    const { reason } = new Heard(0, new Headers(), bodyOf(outcome)).fault
    t.is(
      reason,
      `${part} must not have an encodingStyle: leave it out, or put it on what stands in Header and Body.`,
    )
    t.notRegex(bodyOf(outcome), /lenient/)
    const warning = strict.log.findLast(({ msg }) => msg === 'exchange')
    t.is(warning?.cause, `${reason} (soap.lenient takes it)`)
  }
})

test('SOAP 1.2 Part 1 §5.1.1: with soap.lenient an encodingStyle on Envelope, Header or Body is taken', async (t) => {
  const lenient = makeNode({ t: plugin }, { settings: ['soap.lenient=true'] })
  const say = (text: string) => lenient.inject(text, asSoap12)
  for (const part of ['Envelope', 'Header', 'Body']) {
    for (const style of [ENCODING_12, ENCODING_11, `${NS12}/encoding/none`, '']) {
      const outcome = await say(styled(soap12(mark('a'), block('Known')), part, style))
      t.is(outcome.kind, 'reply', `${part} ${style}`)
      t.notRegex(bodyOf(outcome), /encodingStyle/)
    }
    const wrong = soap12(mark('a'), block('Known')).replace(`<s:${part}`, `<s:${part} plain="a"`)
    t.like(await say(wrong), { kind: 'fault', code: 'Client' })
  }
})

test('SOAP 1.2 Part 1 §5.4.6: with soap.lenient an unknown encoding that the entry or a block is written in is a fault', async (t) => {
  const lenient = makeNode({ t: plugin }, { settings: ['soap.lenient=true'] })
  const say = (text: string) => lenient.inject(text, asSoap12)
  const unknown = { kind: 'fault', code: 'DataEncodingUnknown' } as const
  const encoded = 'e:arrayType="e:string[1]"'
  for (const style of [ENCODING_11, 'urn:example:encoding']) {
    const declared = `xmlns:e="${style}" ${encoded}`
    const entry = mark('a').replace('<t:text', `<t:text ${declared}`)
    const headed = block('Known', declared)
    for (const part of ['Envelope', 'Body']) {
      t.like(await say(styled(soap12(entry, block('Known')), part, style)), unknown, part)
      const own = entry.replace('<t:Mark', `<t:Mark s:encodingStyle="${ENCODING_12}"`)
      t.is((await say(styled(soap12(own), part, style))).kind, 'reply')
    }
    for (const part of ['Envelope', 'Header']) {
      t.like(await say(styled(soap12(mark('a'), headed), part, style)), unknown, part)
    }
    t.is((await say(styled(soap12(entry, block('Known')), 'Header', style))).kind, 'reply')
  }
})

function bodyOf(outcome: { readonly kind: string; readonly message?: { readonly body: string } }) {
  return outcome.message?.body ?? ''
}

test('SOAP 1.2 Part 1 §5.1.1: encodingStyle is taken on what stands in Header and Body', async (t) => {
  for (const style of ['http://www.w3.org/2003/05/soap-encoding', `${NS12}/encoding/none`]) {
    const attribute = `s:encodingStyle="${style}"`
    const entry = mark('a').replace('<t:Mark', `<t:Mark ${attribute}`)
    t.is((await ask12(url, entry, block('Known', attribute))).status, 200, style)
  }
})

test('SOAP 1.2 Part 1 §5.2.1: a header block without a namespace is a Sender fault', async (t) => {
  t.is(code(await ask12(url, mark('a'), '<plain/>')), 'Sender')
})

test('SOAP 1.2 Part 1 §5.2.2: a block without role, or with an empty one, is for the ultimate receiver', async (t) => {
  for (const attribute of ['', role('')]) {
    t.is(
      code(await ask12(url, mark('a'), block('Unheard', `${attribute} ${MU}`))),
      'MustUnderstand',
    )
  }
})

test('SOAP 1.2 Part 1 §5.2.2: the actor attribute of SOAP 1.1 means nothing', async (t) => {
  const header = block('Unheard', `s:actor="urn:example:elsewhere" ${MU}`)
  t.is(code(await ask12(url, mark('a'), header)), 'MustUnderstand')
  const foreign = block('Unheard', `o:mustUnderstand="1" xmlns:o="${NS11}"`)
  t.is((await ask12(url, mark('a'), foreign)).status, 200)
})

test('SOAP 1.2 Part 1 §5.2.2: role, mustUnderstand and relay mean nothing except on a child of Header', async (t) => {
  const inside = `<t:Deep xmlns:t="${T}" ${MU} ${NEXT} s:relay="maybe"/>`
  const entry = `<t:Mark xmlns:t="${T}" ${MU}><t:text s:mustUnderstand="2">12-deep</t:text></t:Mark>`
  t.is((await ask12(url, entry, block('Known', '', inside))).status, 200)
  t.true(marks.has('12-deep'))
})

test('SOAP 1.2 Part 1 §5.2.3: mustUnderstand is true, 1, false or 0', async (t) => {
  for (const value of ['true', '1', ' true ']) {
    const header = block('Unheard', `s:mustUnderstand="${value}"`)
    t.is(code(await ask12(url, mark('a'), header)), 'MustUnderstand', value)
  }
  for (const value of ['false', '0']) {
    const header = block('Unheard', `s:mustUnderstand="${value}"`)
    t.is((await ask12(url, mark('a'), header)).status, 200, value)
  }
})

test('SOAP 1.2 Part 1 §5.2.3: any other mustUnderstand is a Sender fault', async (t) => {
  for (const value of ['TRUE', '2', '', 'yes', 'wrong']) {
    const header = block('Known', `s:mustUnderstand="${value}"`, `12-mu-${value}`)
    t.is(code(await ask12(url, mark('a'), header)), 'Sender', value)
    t.false(marks.has(`12-mu-${value}`), value)
  }
})

test('SOAP 1.2 Part 1 §5.2.3: a mustUnderstand that cannot be read goes before a block not understood', async (t) => {
  const header = block('Unheard', MU) + block('Unheard', 's:mustUnderstand="wrong"')
  t.is(code(await ask12(url, mark('a'), header)), 'Sender')
})

test('SOAP 1.2 Part 1 §5.2.4: relay that is no boolean is a Sender fault', async (t) => {
  t.is(code(await ask12(url, mark('a'), block('Known', 's:relay="often"'))), 'Sender')
})

test('SOAP 1.2 Part 1 §5.3: a Body may be empty', async (t) => {
  const heard = await ask12(url, '', block('Known', '', '12-empty'))
  t.is(heard.status, 200)
  t.deepEqual(heard.envelope.entries, [])
  t.true(marks.has('12-empty'))
})

test('SOAP 1.2 Part 1 §5.4: Fault is the only entry of Body, its parts qualified and in order', async (t) => {
  const { heard } = await through(headed(block('Unheard', `${NEXT} ${MU}`)))
  t.deepEqual(
    namesOf(heard.entry),
    ['Code', 'Reason', 'Node', 'Role'].map((name) => `{${NS12}}${name}`),
  )
  const { entry } = await ask12(url, mark('a', 'Refuse'))
  t.deepEqual(
    namesOf(entry),
    ['Code', 'Reason', 'Detail'].map((name) => `{${NS12}}${name}`),
  )
})

test('SOAP 1.2 Part 1 §5.4.1: the value of Code is a QName whose prefix is bound to the envelope namespace', async (t) => {
  const { entry } = await ask12(url, mark('a', 'Missing'))
  const value = childOf(childOf(entry, 'Code'), 'Value')
  const [prefix = '', local] = elementText(value).split(':')
  t.is(namespaceOf(value.scope, prefix), NS12)
  t.is(local, 'Sender')
})

test('SOAP 1.2 Part 1 §5.4.2: Reason holds a text in a language', async (t) => {
  for (const operation of ['Missing', 'Refuse', 'Crash']) {
    const { entry, text } = await ask12(url, mark('a', operation))
    const [reason] = childElements(childOf(entry, 'Reason'))
    t.regex(reason ? elementText(reason) : '', /^[A-Z].{10,}\.$/, operation)
    t.regex(text, /<env:Text xml:lang="en">/, operation)
  }
})

test('SOAP 1.2 Part 1 §5.4.3: a node on the way names itself in Node', async (t) => {
  for (const name of ['Unheard', 'Refused', 'Crash']) {
    const { heard } = await through(headed(block(name, `${NEXT} ${MU}`)))
    t.is(heard.fault.actor, 'urn:example:way', name)
  }
})

test('SOAP 1.2 Part 1 §5.4.4: Role is a role that the node was acting in', async (t) => {
  const { heard } = await through(headed(block('Unheard', `${NEXT} ${MU}`)))
  t.is(elementText(childOf(heard.entry, 'Role')), `${NS12}/role/next`)
})

test('SOAP 1.2 Part 1 §5.4.4: Role is the role that the block at fault was for, of several that the node acts in', async (t) => {
  const settings = ['node.uri=urn:example:way', 'node.actors=[urn:role:a, urn:role:b]']
  const handled = (role: string) => block('Known', `s:role="${role}"`, 'fine')
  const wrong: Readonly<Record<string, (role: string) => string>> = {
    'is not understood': (role) => block('Unheard', `s:role="${role}" ${MU}`),
    'cannot be obeyed': (role) => block('Refused', `s:role="${role}"`),
    'breaks the node': (role) => block('Crash', `s:role="${role}"`),
    'has a mustUnderstand that is no boolean': (role) =>
      block('Known', `s:role="${role}" s:mustUnderstand="often"`),
    'has an unknown encoding': (role) =>
      block('Known', `s:role="${role}" s:encodingStyle="urn:example:encoding"`),
    'is an addressing block that cannot be read': (role) =>
      `<a:Action xmlns:a="http://www.w3.org/2005/08/addressing" s:role="${role}">relative</a:Action>`,
  }
  for (const [what, made] of Object.entries(wrong)) {
    for (const role of ['urn:role:a', 'urn:role:b', `${NS12}/role/next`]) {
      for (const others of [
        '',
        handled('urn:role:a') + handled('urn:role:b') + handled(`${NS12}/role/next`),
      ]) {
        const { heard } = await pass(plugin, headed(others + made(role)), { settings })
        t.is(elementText(childOf(heard.entry, 'Role')), role, `a block that ${what}`)
        t.is(heard.fault.actor, 'urn:example:way')
      }
    }
  }
})

test('SOAP 1.2 Part 1 §5.4.4: of several blocks that are not understood, Role is that of the first', async (t) => {
  const settings = ['node.actors=[urn:role:a, urn:role:b]']
  const missed = (role: string) => block('Unheard', `s:role="${role}" ${MU}`)
  const { heard } = await pass(plugin, headed(missed('urn:role:b') + missed('urn:role:a')), {
    settings,
  })
  t.is(elementText(childOf(heard.entry, 'Role')), 'urn:role:b')
})

test('SOAP 1.2 Part 1 §5.4.5: Detail says what was wrong with the Body', async (t) => {
  const { detail = [] } = (await ask12(url, mark('a', 'Refuse'))).fault
  t.deepEqual(detail.flatMap(namesOf), [`{${T}}Why`])
})

test('SOAP 1.2 Part 1 §5.4.5: details of a header block are told in header blocks', async (t) => {
  for (const header of [block('Unheard', MU), block('Refused'), block('Crash'), '<plain/>']) {
    const heard = await ask12(url, mark('a'), header)
    t.is(heard.fault.detail, undefined, header)
  }
  t.is((await ask12(url, mark('a'), block('Refused'))).blocks[0], `{${T}}Why`)
  t.deepEqual((await ask12(url, mark('a'), block('Crash'))).blocks, ['{urn:waybill:fault}Exchange'])
})

test('SOAP 1.2 Part 1 §5.4.6: VersionMismatch is for an element that is not the Envelope expected', async (t) => {
  t.is(code(await post(`<s:Message xmlns:s="${NS12}"/>`)), 'VersionMismatch')
  t.is(code(await post('<Envelope/>')), 'VersionMismatch')
})

test('SOAP 1.2 Part 1 §5.4.6: MustUnderstand is for a mandatory block that was not understood', async (t) => {
  t.is(code(await ask12(url, mark('a'), block('Unheard', MU))), 'MustUnderstand')
})

test('SOAP 1.2 Part 1 §5.4.6: DataEncodingUnknown is for an encoding that the node does not know', async (t) => {
  const attribute = 's:encodingStyle="urn:example:encoding"'
  const official = 'http://www.w3.org/2003/05/soap-encoding'
  // Names of styles are compared as they stand; what XML takes for white space goes first, no more.
  for (const style of ['urn:example:encoding', `${official}/`, `&#xA0;${official}`]) {
    const entry = mark('12-encoding').replace('<t:text', `<t:text s:encodingStyle="${style}"`)
    t.is(code(await ask12(url, entry)), 'DataEncodingUnknown', style)
  }
  t.false(marks.has('12-encoding'))
  t.is(code(await ask12(url, mark('a'), block('Known', attribute))), 'DataEncodingUnknown')
  t.is((await ask12(url, mark('a'), block('Known', `${attribute} ${ELSEWHERE}`))).status, 200)
})

test('SOAP 1.2 Part 1 §5.4.6: Sender is for a message that is wrong in itself', async (t) => {
  t.is(code(await ask12(url, mark('a', 'Refuse'))), 'Sender')
})

test('SOAP 1.2 Part 1 §5.4.6: Receiver is for a failure that the message is not to blame for', async (t) => {
  const heard = await ask12(url, mark('a', 'Crash'))
  t.is(code(heard), 'Receiver')
  t.false(heard.text.includes(SECRET))
})

test('SOAP 1.2 Part 1 §5.4.7: a VersionMismatch fault says in Upgrade what is served, the preferred first', async (t) => {
  const heard = await post(soap12(mark('a')).replace(NS12, 'urn:example:unknown'))
  t.is(heard.status, 500)
  t.is(heard.envelope.version.name, '1.2')
  t.deepEqual(heard.blocks, [`{${NS12}}Upgrade`])
  const supported = heard.envelope.blocks.flatMap(childElements)
  t.deepEqual(new Set(supported.map(clarkName)), new Set([`{${NS12}}SupportedEnvelope`]))
  t.deepEqual(supported.map(named), [`{${NS12}}Envelope`, `{${NS11}}Envelope`, `{${OWN}}Envelope`])
})

test('SOAP 1.2 Part 1 §5.4.7: only a VersionMismatch fault has an Upgrade', async (t) => {
  for (const header of ['', block('Unheard', MU)]) {
    t.notRegex((await ask12(url, mark('a', 'Missing'), header)).text, /Upgrade/)
  }
})

test('SOAP 1.2 Part 1 appendix A: the answer to text/xml of an unknown version is a SOAP 1.1 envelope with Upgrade', async (t) => {
  const heard = await ask(url, soap12(mark('a')).replace(NS12, 'urn:example:unknown'))
  t.is(heard.envelope.version.name, '1.1')
  t.deepEqual(heard.codes, [`{${NS11}}VersionMismatch`])
  t.deepEqual(heard.blocks, [`{${NS11}}Upgrade`])
  const supported = heard.envelope.blocks.flatMap(childElements)
  t.deepEqual(supported.map(named), [`{${NS12}}Envelope`, `{${NS11}}Envelope`, `{${OWN}}Envelope`])
})

test('SOAP 1.2 Part 1 appendix A: a node of both versions answers SOAP 1.1 in SOAP 1.1', async (t) => {
  const text = soap12(mark('a')).replace(NS12, NS11)
  for (const heard of [await post(text), await ask(url, text)]) {
    t.is(heard.status, 200)
    t.is(heard.envelope.version.name, '1.1')
  }
})

test('SOAP 1.2 Part 1 appendix A: an envelope namespace of the configuration is served in that namespace', async (t) => {
  const own = (header: string) => soap12(mark('12-own'), header).replaceAll(`"${NS12}"`, `"${OWN}"`)
  const heard = await post(own(''))
  t.is(heard.status, 200)
  t.true(marks.has('12-own'))
  t.is(readDocument(heard.text).namespace, OWN)
  const fault = readDocument((await post(own(block('Unheard', MU)))).text)
  const [header, body] = childElements(fault)
  t.deepEqual(header && namesOf(header), [`{${OWN}}NotUnderstood`])
  t.deepEqual(body && namesOf(body), [`{${OWN}}Fault`])
})

test('SOAP 1.2 Part 1 §5.4.8: a MustUnderstand fault names every block that was not understood', async (t) => {
  const header =
    block('Unheard', MU) +
    block('Known', MU) +
    block('Other', MU) +
    block('Optional') +
    `<u:Unheard xmlns:u="urn:example:u" ${MU}/>` +
    block('Elsewhere', `${MU} ${ELSEWHERE}`)
  const heard = await ask12(url, mark('a'), header)
  t.deepEqual(notUnderstood(heard), [`{${T}}Unheard`, `{${T}}Other`, '{urn:example:u}Unheard'])
})

test('SOAP 1.2 Part 1 §5.4.8: NotUnderstood is empty and its qname attribute has no namespace', async (t) => {
  const { envelope, text } = await ask12(url, mark('a'), block('Unheard', MU))
  const [found] = envelope.blocks
  t.is(found && clarkName(found), `{${NS12}}NotUnderstood`)
  t.deepEqual(found?.children, [])
  t.deepEqual(found?.attributes.map(clarkName), ['qname'])
  t.regex(text, /<env:NotUnderstood[^>]* qname="(\w+):Unheard"/)
})

test('SOAP 1.2 Part 1 §5.4.8: NotUnderstood can name a block of the XML namespace', async (t) => {
  const heard = await ask12(url, mark('a'), `<xml:Unheard ${MU}/>`)
  t.deepEqual(notUnderstood(heard), ['{http://www.w3.org/XML/1998/namespace}Unheard'])
})

test('SOAP 1.2 Part 1 §5.4.8: an answer in SOAP 1.1 names the blocks too', async (t) => {
  const text = soap12(mark('a'), block('Unheard', 's:mustUnderstand="1"')).replace(NS12, NS11)
  const heard = await ask(url, text)
  t.deepEqual(heard.blocks, [`{${NS12}}NotUnderstood`])
  t.deepEqual(notUnderstood(heard), [`{${T}}Unheard`])
})

test('SOAP 1.2 Part 2 §4.2: a response is named for its procedure', async (t) => {
  t.is(clarkName((await ask12(url, mark('a'))).entry), `{${T}}MarkResponse`)
})

test('SOAP 1.2 Part 2 §4.4: an unknown procedure is a Sender fault with rpc:ProcedureNotPresent', async (t) => {
  const heard = await ask12(url, mark('a', 'Missing'))
  t.deepEqual(heard.codes, [`{${NS12}}Sender`, `{${RPC}}ProcedureNotPresent`])
})

test('SOAP 1.2 Part 2 §4.4: arguments that do not fit are a Sender fault with rpc:BadArguments', async (t) => {
  const heard = await ask12(url, mark('a') + mark('b'))
  t.deepEqual(heard.codes, [`{${NS12}}Sender`, `{${RPC}}BadArguments`])
})

const schemas =
  process.env.SOAP_CONFORMANCE ??
  fileURLToPath(new URL('../../../../shared/conformance', import.meta.url))

if (existsSync(join(schemas, 'xsd', 'soap12-envelope.xsd'))) {
  test('SOAP 1.2 schema: every kind of answer is valid by the official schema of the envelope', async (t) => {
    const schema = compile(join(schemas, 'xsd'))
    const answers = [
      await ask12(url, mark('a')),
      await ask12(url, ''),
      await ask12(url, mark('a'), block('Known')),
      await ask12(url, mark('a'), block('Unheard', MU) + block('Other', MU)),
      await ask12(url, mark('a'), block('Refused')),
      await ask12(url, mark('a'), block('Crash')),
      await ask12(url, mark('a', 'Missing')),
      await ask12(url, mark('a', 'Refuse')),
      await ask12(url, mark('a', 'Crash')),
      await ask12(url, mark('a').replace('<t:Mark', '<t:Mark s:encodingStyle="urn:x"')),
      await post(soap12('').replace(NS12, 'urn:example:unknown')),
      await post(`<!DOCTYPE a>${soap12('')}`),
      await post(`<s:Envelope xmlns:s="${NS12}"/>`),
      (await through(headed(block('Unheard', `${NEXT} ${MU}`)))).heard,
      (await pass(plugin, headed(), { ...way, next: false }, asSoap12)).heard,
    ]
    for (const { text } of answers) t.deepEqual(schema.validate(readDocument(text)), [], text)
    const wrong = (await ask12(url, mark('a', 'Missing'))).text.replace('Reason>', 'Cause>')
    t.not(schema.validate(readDocument(wrong.replace('/env:Reason>', '/env:Cause>'))).length, 0)
  })
} else {
  test('SOAP 1.2 schema: left out: there is no folder of official schemas beside this one', (t) => {
    t.log(`no ${schemas}; SOAP_CONFORMANCE names another folder`)
    t.pass()
  })
}

/** The schema names the one of the XML namespace without a place: a copy says where. */
function compile(folder: string) {
  const location = mkdtempSync(join(tmpdir(), 'waybill-conformance-'))
  try {
    cpSync(join(folder, 'xml.xsd'), join(location, 'xml.xsd'))
    const text = readFileSync(join(folder, 'soap12-envelope.xsd'), 'utf8')
    const located = text.replace(
      /(<xs:import [^>]*XML\/1998\/namespace")/,
      '$1 schemaLocation="xml.xsd"',
    )
    writeFileSync(join(location, 'envelope.xsd'), located)
    return libxmljs2Engine.compile(join(location, 'envelope.xsd'))
  } finally {
    // libxml2 opens the imported file at each validation: it stays until the process ends.
    process.once('exit', () => rmSync(location, { recursive: true, force: true }))
  }
}
