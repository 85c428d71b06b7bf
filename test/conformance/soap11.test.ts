/** SOAP 1.1, sections 1 to 4 and 7: what the Note demands of a node, clause by clause. */
import test from 'ava'
import { elementText, namespaceOf } from '../../src/xml/tree.js'
import { block, mark, marking, SECRET, T } from '../support/nodes/marking.js'
import { serveNode } from '../support/nodes/node.js'
import { NS11, soap11 } from '../support/wire/envelopes.js'
import { ask, ask11, childOf, envelopeOf, type Heard, namesOf, pass } from '../support/wire/wire.js'

const NEXT = 's:actor="http://schemas.xmlsoap.org/soap/actor/next"'
const MU = 's:mustUnderstand="1"'
const ELSEWHERE = 's:actor="urn:example:elsewhere"'

const { plugin, marks } = marking()
const node = await serveNode({ t: plugin }, { settings: ['node.actors=["urn:example:here"]'] })
const { url } = node
test.after.always(() => node.close())

const code = (heard: Heard) => heard.codes.map((name) => name.replace(`{${NS11}}`, '')).join(' ')

/** The text of an envelope with the header blocks each on a line of its own. */
const headed = (...blocks: readonly string[]) =>
  soap11(mark('body'), `\n  ${blocks.join('\n  ')}\n`)

test('SOAP 1.1 §2: a node on the way removes every block that is for it before it forwards', async (t) => {
  const block11 = block('Known', NEXT, 'a')
  const optional = block('Unheard', NEXT)
  const kept = block('Other')
  const { onward } = await pass(plugin, headed(block11, optional, kept))
  t.deepEqual(onward, [headed('', '', kept)])
})

test('SOAP 1.1 §2: a node on the way forwards all the rest byte for byte', async (t) => {
  const text =
    `<?xml version='1.0'?>\n<!-- a --><s:Envelope  xmlns:s='${NS11}' xmlns:x = "urn:x">\n` +
    `<s:Header ><x:A s:actor='urn:x:a'>&#65;<![CDATA[<]]></x:A >\t</s:Header>` +
    `<s:Body id="1"><x:B  b='1'   a="2">é &#xe9; </x:B></s:Body><x:After/></s:Envelope >\n`
  const { onward } = await pass(plugin, text)
  t.deepEqual(onward, [text])
})

test('SOAP 1.1 §2: a message with an unsupported mandatory block is discarded before any effect', async (t) => {
  const header = block('Known', '', 'discarded-block') + block('Unheard', MU)
  const heard = await ask11(url, mark('discarded-body'), header)
  t.is(code(heard), 'MustUnderstand')
  t.false(marks.has('discarded-block'))
  t.false(marks.has('discarded-body'))
})

test('SOAP 1.1 §2: a node on the way discards a message with an unsupported mandatory block for it', async (t) => {
  const text = headed(block('Known', NEXT, 'way-block'), block('Unheard', `${NEXT} ${MU}`))
  const { onward, heard } = await pass(plugin, text)
  t.deepEqual(onward, [])
  t.is(code(heard), 'MustUnderstand')
  t.false(marks.has('way-block'))
})

test('SOAP 1.1 §3: a message with a document type declaration is refused', async (t) => {
  const heard = await ask(url, `<!DOCTYPE s:Envelope>${soap11(mark('doctype'))}`)
  t.is(heard.status, 400)
  t.is(heard.text, '')
  t.false(marks.has('doctype'))
})

test('SOAP 1.1 §3: a message with a processing instruction is refused', async (t) => {
  const heard = await ask11(url, `<?go on?>${mark('instruction')}`)
  t.is(heard.status, 400)
  t.is(heard.text, '')
  t.false(marks.has('instruction'))
})

test('SOAP 1.1 §3: a message in a wrong envelope namespace is discarded', async (t) => {
  const text = soap11(mark('wrong-namespace')).replace(NS11, `${NS11}x`)
  t.is(code(await ask(url, text)), 'VersionMismatch')
  t.false(marks.has('wrong-namespace'))
})

test('SOAP 1.1 §3: a message without an envelope namespace is not tolerated either', async (t) => {
  const text = `<Envelope><Body>${mark('no-namespace')}</Body></Envelope>`
  t.is(code(await ask(url, text)), 'VersionMismatch')
  t.false(marks.has('no-namespace'))
})

test('SOAP 1.1 §4: an attribute of Envelope without a namespace is a Client fault', async (t) => {
  const text = soap11(mark('attribute')).replace('<s:Envelope', '<s:Envelope id="1"')
  const heard = await ask(url, text)
  t.is(code(heard), 'Client')
  t.false(marks.has('attribute'))
})

test('SOAP 1.1 §4: a namespace-qualified attribute of Envelope is taken', async (t) => {
  const text = soap11(mark('a')).replace('<s:Envelope', '<s:Envelope xmlns:x="urn:x" x:id="1"')
  t.is((await ask(url, text)).status, 200)
})

test('SOAP 1.1 §4: a namespace-qualified element after Body is taken', async (t) => {
  const text = soap11(mark('a')).replace('</s:Body>', '</s:Body><x:After xmlns:x="urn:x"/>')
  t.is((await ask(url, text)).status, 200)
})

test('SOAP 1.1 §4: an element after Body without a namespace is a Client fault', async (t) => {
  const text = soap11(mark('a')).replace('</s:Body>', '</s:Body><After/>')
  t.is(code(await ask(url, text)), 'Client')
})

test('SOAP 1.1 §4: an element before Body that is not Header is a Client fault', async (t) => {
  const text = soap11(mark('a')).replace('<s:Body>', '<x:Before xmlns:x="urn:x"/><s:Body>')
  t.is(code(await ask(url, text)), 'Client')
})

test('SOAP 1.1 §4: a Header that is not the first child of Envelope is a Client fault', async (t) => {
  const text = soap11(mark('a')).replace('</s:Body>', '</s:Body><s:Header/>')
  t.is(code(await ask(url, text)), 'Client')
})

test('SOAP 1.1 §4: an Envelope without Body is a Client fault', async (t) => {
  const heard = await ask(url, `<s:Envelope xmlns:s="${NS11}"><s:Header/></s:Envelope>`)
  t.is(code(heard), 'Client')
})

test('SOAP 1.1 §4: a second Body is a Client fault', async (t) => {
  const text = soap11(mark('second-body')).replace('</s:Body>', '</s:Body><s:Body/>')
  t.is(code(await ask(url, text)), 'Client')
  t.false(marks.has('second-body'))
})

test('SOAP 1.1 §4: a header block without a namespace is a Client fault', async (t) => {
  t.is(code(await ask11(url, mark('plain-block'), '<plain/>')), 'Client')
  t.false(marks.has('plain-block'))
})

test('SOAP 1.1 §4: a body entry need not have a namespace', async (t) => {
  const heard = await ask11(url, '<Plain><text>a</text></Plain>')
  t.is(heard.status, 200)
  t.is(heard.entry.local, 'PlainResponse')
})

test('SOAP 1.1 §4: the header blocks of an answer have a namespace', async (t) => {
  const heard = await ask11(url, mark('a'), block('Known'))
  t.deepEqual(heard.blocks, [`{${T}}Seen`])
})

test('SOAP 1.1 §4.1.1: encodingStyle is taken on any element, with any list of URIs', async (t) => {
  const style = (uris: string) => `s:encodingStyle="${uris}"`
  const entry =
    `<t:Mark xmlns:t="${T}" ${style('urn:x:special http://schemas.xmlsoap.org/soap/encoding/')}>` +
    `<t:text ${style('')}>styled</t:text></t:Mark>`
  const text = soap11(entry, block('Known', style('urn:x:unknown')))
    .replace('<s:Envelope', `<s:Envelope ${style('http://schemas.xmlsoap.org/soap/encoding/')}`)
    .replace('<s:Body', `<s:Body ${style('urn:x:other')}`)
  t.is((await ask(url, text)).status, 200)
  t.true(marks.has('styled'))
})

test('SOAP 1.1 §4.1.1: an answer claims no encodingStyle', async (t) => {
  t.notRegex((await ask11(url, mark('a'))).text, /encodingStyle/)
})

test('SOAP 1.1 §4.1.2: another version is answered by VersionMismatch in the namespace of SOAP 1.1', async (t) => {
  const text = soap11(mark('a')).replace(NS11, 'urn:example:envelope:9')
  const heard = await ask(url, text)
  t.is(heard.status, 500)
  t.is(heard.envelope.version.name, '1.1')
  t.is(code(heard), 'VersionMismatch')
})

test('SOAP 1.1 §4.2.1: actor and mustUnderstand mean nothing except on a child of Header', async (t) => {
  const inside = `<t:Deep xmlns:t="${T}" ${MU} ${NEXT}/>`
  const entry = `<t:Mark xmlns:t="${T}" ${MU}><t:text s:mustUnderstand="2">deep</t:text></t:Mark>`
  t.is((await ask11(url, entry, block('Known', '', inside))).status, 200)
  t.true(marks.has('deep'))
})

test('SOAP 1.1 §4.2.1: a block counts when it is a child of Header and its attributes are qualified', async (t) => {
  const header =
    block('Unheard', 'mustUnderstand="1"') +
    block('Unheard', 'x:mustUnderstand="1" xmlns:x="urn:x"')
  t.is((await ask11(url, mark('a'), header)).status, 200)
})

test('SOAP 1.1 §4.2.2: a block without actor is for the ultimate destination', async (t) => {
  const text = headed(block('Known', '', 'not-mine'), block('Unheard', MU))
  const { onward } = await pass(plugin, text)
  t.deepEqual(onward, [text])
  t.false(marks.has('not-mine'))
  t.is(code(await ask(url, text)), 'MustUnderstand')
})

test('SOAP 1.1 §4.2.2: a block for next is for the first node that the message reaches', async (t) => {
  const header = block('NextOnly', NEXT, 'next-here')
  t.is((await ask11(url, mark('a'), header)).status, 200)
  t.true(marks.has('next-here'))
  const { onward } = await pass(plugin, headed(block('NextOnly', NEXT, 'next-way')))
  t.deepEqual(onward, [headed('')])
  t.true(marks.has('next-way'))
})

test('SOAP 1.1 §4.2.2: a mandatory block for an actor that the node does not play is not its business', async (t) => {
  const header = block('Unheard', `${ELSEWHERE} ${MU}`) + block('Known', ELSEWHERE, 'elsewhere')
  t.is((await ask11(url, mark('a'), header)).status, 200)
  t.false(marks.has('elsewhere'))
  const text = headed(header)
  t.deepEqual((await pass(plugin, text)).onward, [text])
})

test('SOAP 1.1 §4.2.2: a block for an actor that the configuration gives the node is for it', async (t) => {
  const here = 's:actor="urn:example:here"'
  t.is((await ask11(url, mark('a'), block('Known', here, 'here'))).status, 200)
  t.true(marks.has('here'))
  t.is(code(await ask11(url, mark('a'), block('Unheard', `${here} ${MU}`))), 'MustUnderstand')
  const settings = ['node.actors=["urn:example:here"]']
  const { onward } = await pass(plugin, headed(block('Known', here)), { settings })
  t.deepEqual(onward, [headed('')])
})

test('SOAP 1.1 §4.2.2: a block that the node was the recipient of is not forwarded, handled or not', async (t) => {
  for (const name of ['Known', 'Unheard']) {
    const { onward } = await pass(plugin, headed(block(name, NEXT)))
    t.deepEqual(onward, [headed('')], name)
  }
})

test('SOAP 1.1 §4.2.2: a handler may put a block back where the one for it stood', async (t) => {
  const text = headed(block('Kept', NEXT, 'a  b'), block('Other'))
  t.deepEqual((await pass(plugin, text)).onward, [text])
})

test('SOAP 1.1 §4.2.2: a block put back means the same in its new place', async (t) => {
  const text =
    `<Envelope xmlns="${NS11}" xmlns:s="${NS11}"><Header>${block('Changed', NEXT)}</Header>` +
    `<Body>${mark('a')}</Body></Envelope>`
  const { messages, onward } = await pass(plugin, text)
  t.is(messages.length, 1)
  const [changed] = envelopeOf(onward[0] ?? '').blocks
  t.is(changed?.local, 'Changed')
  t.deepEqual(changed && namesOf(changed), ['plain'])
})

test('SOAP 1.1 §4.2.3: mustUnderstand other than "1" or "0" is a Client fault', async (t) => {
  for (const value of ['true', 'false', '2', '', 'yes', '01']) {
    const header = block('Known', `s:mustUnderstand="${value}"`, `mu-${value}`)
    t.is(code(await ask11(url, mark('a'), header)), 'Client', value)
    t.false(marks.has(`mu-${value}`), value)
  }
})

test('SOAP 1.1 §4.2.3: a block without mustUnderstand, or with "0", is optional', async (t) => {
  const header = block('Unheard') + block('Unheard', 's:mustUnderstand="0"')
  t.is((await ask11(url, mark('optional'), header)).status, 200)
  t.true(marks.has('optional'))
})

test('SOAP 1.1 §4.2.3: a mandatory block is obeyed', async (t) => {
  t.is((await ask11(url, mark('a'), block('Known', MU, 'obeyed'))).status, 200)
  t.true(marks.has('obeyed'))
})

test('SOAP 1.1 §4.2.3: a mandatory block that cannot be obeyed fails the message', async (t) => {
  const heard = await ask11(url, mark('not-obeyed'), block('Refused', MU))
  t.is(heard.status, 500)
  t.is(code(heard), 'Client')
  t.false(marks.has('not-obeyed'))
})

test('SOAP 1.1 §4.2.3: what is understood depends on the name and the namespace of the block', async (t) => {
  const header = `<x:Known xmlns:x="urn:example:other" ${MU}/>`
  t.is(code(await ask11(url, mark('a'), header)), 'MustUnderstand')
})

test('SOAP 1.1 §4.4: the fault is the only entry of Body', async (t) => {
  for (const entry of [mark('a', 'Refuse'), mark('a', 'Crash'), mark('a', 'Missing')]) {
    const heard = await ask11(url, entry)
    t.is(heard.entry.local, 'Fault')
    t.is(heard.entry.namespace, NS11)
    t.is(heard.text.match(/<[\w:]*Fault[ >]/g)?.length, 1)
  }
})

test('SOAP 1.1 §4.4: faultcode is a QName whose prefix is bound to the envelope namespace', async (t) => {
  const { entry } = await ask11(url, mark('a', 'Missing'))
  const faultcode = childOf(entry, 'faultcode')
  const [prefix = '', local] = elementText(faultcode).split(':')
  t.is(faultcode.namespace, '')
  t.is(namespaceOf(faultcode.scope, prefix), NS11)
  t.is(local, 'Client')
})

test('SOAP 1.1 §4.4: faultstring is present and says something', async (t) => {
  for (const entry of [mark('a', 'Refuse'), mark('a', 'Crash'), mark('a', 'Missing')]) {
    const { entry: fault } = await ask11(url, entry)
    t.regex(elementText(childOf(fault, 'faultstring')), /^[A-Z].{10,}\.$/)
  }
})

test('SOAP 1.1 §4.4: a node on the way names itself in faultactor', async (t) => {
  const settings = ['node.uri=urn:example:way']
  for (const name of ['Unheard', 'Refused', 'Crash']) {
    const { heard } = await pass(plugin, headed(block(name, `${NEXT} ${MU}`)), { settings })
    t.is(heard.fault.actor, 'urn:example:way', name)
  }
})

test('SOAP 1.1 §4.4: the ultimate destination leaves faultactor out', async (t) => {
  t.is((await ask11(url, mark('a', 'Missing'))).fault.actor, undefined)
})

test('SOAP 1.1 §4.4: detail is present when the Body could not be processed', async (t) => {
  for (const operation of ['Refuse', 'Crash', 'Missing']) {
    t.truthy((await ask11(url, mark('a', operation))).fault.detail, operation)
  }
  const twice = await ask11(url, mark('a') + mark('b'))
  t.truthy(twice.fault.detail)
})

test('SOAP 1.1 §4.4: the entries of detail are what the operation said about its Body', async (t) => {
  const { detail = [] } = (await ask11(url, mark('a', 'Refuse'))).fault
  t.deepEqual(detail.flatMap(namesOf), [`{${T}}Why`])
})

test('SOAP 1.1 §4.4: an error of a header entry has no detail', async (t) => {
  const headers = [
    block('Unheard', MU),
    block('Known', 's:mustUnderstand="x"'),
    block('Refused'),
    block('Crash'),
    '<plain/>',
  ]
  for (const header of headers) {
    const heard = await ask11(url, mark('a'), header)
    t.is(heard.status, 500, header)
    t.is(heard.fault.detail, undefined, header)
    t.notRegex(heard.text, /detail/, header)
  }
})

test('SOAP 1.1 §4.4: details of a header entry are told in header entries', async (t) => {
  const heard = await ask11(url, mark('a'), block('Refused'))
  t.is(heard.blocks[0], `{${T}}Why`)
  t.true(heard.envelope.blocks.every(({ namespace }) => namespace !== ''))
  t.regex(heard.text, /<Plain>unqualified<\/Plain>/)
})

test('SOAP 1.1 §4.4: a node on the way that fails says nothing of the Body', async (t) => {
  const { heard } = await pass(plugin, headed(), { next: false })
  t.is(code(heard), 'Server')
  t.is(heard.fault.detail, undefined)
})

test('SOAP 1.1 §4.4: a crash of a header handler leaves its exchange id in a header entry', async (t) => {
  const heard = await ask11(url, mark('a'), block('Crash'))
  t.is(code(heard), 'Server')
  t.deepEqual(heard.blocks, ['{urn:waybill:fault}Exchange'])
  t.regex(elementText(heard.envelope.blocks[0] ?? heard.entry), /^[0-9a-f-]{36}$/)
  t.false(heard.text.includes(SECRET))
})

test('SOAP 1.1 §4.4.1: VersionMismatch is for an invalid namespace of Envelope', async (t) => {
  t.is(code(await ask(url, '<s:Envelope xmlns:s="urn:x"/>')), 'VersionMismatch')
})

test('SOAP 1.1 §4.4.1: MustUnderstand is for a mandatory child of Header that was not obeyed', async (t) => {
  t.is(code(await ask11(url, mark('a'), block('Unheard', MU))), 'MustUnderstand')
})

test('SOAP 1.1 §4.4.1: Client is for a message that is wrong in itself', async (t) => {
  t.is(code(await ask11(url, mark('a', 'Missing'))), 'Client')
})

test('SOAP 1.1 §4.4.1: Server is for a failure that the message is not to blame for', async (t) => {
  t.is(code(await ask11(url, mark('a', 'Crash'))), 'Server')
  t.is(code((await pass(plugin, headed(), { next: false })).heard), 'Server')
})

test('SOAP 1.1 §4.4.1: an answer of the next node that is no envelope is a Server fault', async (t) => {
  for (const body of ['<not', '<html/>', soap11('').replace('<s:Body></s:Body>', '')]) {
    const answer = { kind: 'reply', message: { body, soap: '1.1' } } as const
    const { heard } = await pass(plugin, headed(), { answer })
    t.is(code(heard), 'Server', body)
    t.is(heard.fault.actor, 'urn:waybill:node', body)
  }
})

test('SOAP 1.1 §7.1: the response is one struct named for the operation with Response behind it', async (t) => {
  const heard = await ask11(url, mark('a'))
  t.is(heard.entry.namespace, T)
  t.is(heard.entry.local, 'MarkResponse')
})

test('SOAP 1.1 §7.1: the result comes first in the response', async (t) => {
  t.deepEqual(namesOf((await ask11(url, mark('a'))).entry), [`{${T}}result`, `{${T}}more`])
})

test('SOAP 1.1 §7.1: a response holds a result or a fault and never both', async (t) => {
  const good = await ask11(url, mark('a'))
  t.notRegex(good.text, /Fault/)
  const bad = await ask11(url, mark('a', 'Refuse'))
  t.notRegex(bad.text, /Response/)
})

test('SOAP 1.1 example 9: a MustUnderstand fault has status 500, code and string, and no more', async (t) => {
  const heard = await ask11(url, mark('a'), block('Unheard', MU))
  t.is(heard.status, 500)
  t.deepEqual(namesOf(heard.entry), ['faultcode', 'faultstring'])
})
